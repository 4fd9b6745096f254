//! The list of keys.

use super::shown::ApiKeyOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PageParams, Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use store::api_keys;

/// List the account's API keys
#[utoipa::path(get, path = "/dashboard/api_keys", tag = "api keys", operation_id = "api_key_list", params(PageParams),
    responses((status = OK, body = ListReply<ApiKeyOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<PageParams>,
) -> Result<Json<ListReply<ApiKeyOut>>, ApiError> {
    let page = params.check()?;
    let mut conn = app.store().reader().await?;
    let listed = api_keys::list(&mut conn, &caller.account_id, page).await?;
    Ok(ListReply::of(listed, page, ApiKeyOut::from))
}
