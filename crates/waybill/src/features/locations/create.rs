//! Adding a warehouse.

use super::shown::{WarehouseIn, WarehouseReply};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::address::Address;
use store::warehouses::{self, Warehouse};

/// As many as the forms load at once.
const AT_MOST: i64 = 999;

/// Add a warehouse
#[utoipa::path(post, path = "/dashboard/user/addresses", tag = "locations", operation_id = "warehouse_create", request_body = WarehouseIn,
    responses((status = CREATED, body = WarehouseReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    Body(input): Body<WarehouseIn>,
) -> Result<(StatusCode, Json<WarehouseReply>), ApiError> {
    let (address, starred) = input.address.apply(&Address { country: "US".into(), ..Address::default() }, false)?;
    let warehouse = Warehouse { id: app.id(), address, starred, last_used_at: None, created_at: app.now() };
    let mut writer = app.store().writer().await?;
    if warehouses::count(&mut writer, &caller.account_id).await? >= AT_MOST {
        return Err(ApiError::invalid_field("base", "There are 999 warehouses already: delete one that is not used any more"));
    }
    warehouses::insert(&mut writer, &caller.account_id, &warehouse).await?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, WarehouseReply::of(warehouse)))
}
