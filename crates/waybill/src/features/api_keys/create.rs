//! Making a key.

use super::shown::{ApiKeyOut, ApiKeyReply};
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use crate::keys::{self, KeyKind};
use crate::secrets::hashed;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::activity::Action;
use domain::text;
use serde::{Deserialize, Serialize};
use store::api_keys::{self, ApiKey};
use utoipa::ToSchema;

/// More keys than this nobody can keep track of.
const AT_MOST: i64 = 100;

/// The new key.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewApiKey {
    description: String,
}

/// What the Add API Key form sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ApiKeyIn {
    api_key: NewApiKey,
}

/// Make an API key; the answer is the only place that shows it
#[utoipa::path(post, path = "/dashboard/api_keys", tag = "api keys", operation_id = "api_key_create", request_body = ApiKeyIn,
    responses((status = CREATED, body = ApiKeyReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<ApiKeyIn>,
) -> Result<(StatusCode, Json<ApiKeyReply>), ApiError> {
    let description = text::line(&input.api_key.description, 120);
    let description = description.map_err(|complaint| ApiError::invalid_field("api_key.description", &complaint))?;
    let account = &caller.account_id;
    let clear = keys::generate(&app.deployment.random, KeyKind::Api, account);
    let mut writer = app.store().writer().await?;
    let count = api_keys::count(&mut writer, account).await?;
    if count >= AT_MOST {
        return Err(ApiError::invalid_field("base", "There are 100 API keys already: delete one that is not used any more"));
    }
    let key = ApiKey {
        id: app.id(),
        hint: keys::masked(&clear),
        description: description.clone(),
        is_default: count == 0,
        created_at: app.now(),
        last_used_at: None,
    };
    api_keys::insert(&mut writer, account, &key, caller.person_id(), &hashed(&clear)).await?;
    record(&app, &mut writer, &caller, &client, &Action::ApiKeyCreated { description }).await?;
    writer.commit().await?;
    let shown_once = ApiKeyOut::from(ApiKey { hint: clear, ..key });
    Ok((StatusCode::CREATED, Json(ApiKeyReply { success: true, api_key: shown_once })))
}
