//! Choosing the default key.

use super::shown::ApiKeyReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::ApiKeyId;
use store::api_keys::{self, ApiKey};

/// Make an API key the default
#[utoipa::path(patch, path = "/dashboard/api_keys/{id}/default", tag = "api keys", operation_id = "api_key_make_default",
    params(("id" = String, Path)), responses((status = OK, body = ApiKeyReply)))]
pub async fn make_default(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<ApiKeyId>,
) -> Result<Json<ApiKeyReply>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    api_keys::lock(&mut writer, account).await?;
    let key = api_keys::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    api_keys::make_default(&mut writer, account, &id).await?;
    let action = Action::ApiKeyMadeDefault { description: key.description.clone() };
    record(&app, &mut writer, &caller, &client, &action).await?;
    writer.commit().await?;
    Ok(Json(ApiKeyReply { success: true, api_key: ApiKey { is_default: true, ..key }.into() }))
}
