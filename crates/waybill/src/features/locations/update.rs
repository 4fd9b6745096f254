//! Changing a warehouse. Shipments keep the address they were made with.

use super::shown::{WarehouseIn, WarehouseReply};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::id::WarehouseId;
use store::warehouses::{self, Warehouse};

/// Change a warehouse
#[utoipa::path(patch, path = "/dashboard/user/addresses/{id}", tag = "locations", operation_id = "warehouse_update",
    params(("id" = String, Path)), request_body = WarehouseIn, responses((status = OK, body = WarehouseReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<WarehouseId>,
    Body(input): Body<WarehouseIn>,
) -> Result<Json<WarehouseReply>, ApiError> {
    let mut writer = app.store().writer().await?;
    let old = warehouses::find(&mut writer, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    let (address, starred) = input.address.apply(&old.address, old.starred)?;
    let warehouse = Warehouse { address, starred, ..old };
    warehouses::save(&mut writer, &caller.account_id, &warehouse).await?;
    writer.commit().await?;
    Ok(WarehouseReply::of(warehouse))
}
