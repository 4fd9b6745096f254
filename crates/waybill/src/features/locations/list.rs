//! The list of warehouses: the starred ones first, then by name.

use super::shown::WarehouseOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{ChoiceParams, Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use store::warehouses;

/// List the account's warehouses
#[utoipa::path(get, path = "/dashboard/user/addresses", tag = "locations", operation_id = "warehouse_list", params(ChoiceParams),
    responses((status = OK, body = ListReply<WarehouseOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<ChoiceParams>,
) -> Result<Json<ListReply<WarehouseOut>>, ApiError> {
    let page = params.check()?;
    let mut conn = app.store().reader().await?;
    let listed = warehouses::list(&mut conn, &caller.account_id, page).await?;
    Ok(ListReply::of(listed, page, WarehouseOut::from))
}
