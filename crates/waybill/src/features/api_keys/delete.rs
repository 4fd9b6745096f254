//! Deleting a key: it stops working at once. The only remaining one stays.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::ApiKeyId;
use store::api_keys;

/// Delete an API key
#[utoipa::path(delete, path = "/dashboard/api_keys/{id}", tag = "api keys", operation_id = "api_key_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<ApiKeyId>,
) -> Result<Json<Done>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    api_keys::lock(&mut writer, account).await?;
    let key = api_keys::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    if api_keys::count(&mut writer, account).await? == 1 {
        return Err(ApiError::invalid_field("base", "The only remaining API key cannot be deleted"));
    }
    api_keys::delete(&mut writer, account, &key).await?;
    record(&app, &mut writer, &caller, &client, &Action::ApiKeyDeleted { description: key.description }).await?;
    writer.commit().await?;
    Ok(Done::saying("The API key was deleted."))
}
