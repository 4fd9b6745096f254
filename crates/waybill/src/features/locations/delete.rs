//! Deleting a warehouse. Shipments keep the address they were made with.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use axum::Json;
use axum::extract::State;
use domain::id::WarehouseId;
use store::warehouses;

/// Delete a warehouse
#[utoipa::path(delete, path = "/dashboard/user/addresses/{id}", tag = "locations", operation_id = "warehouse_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, PathId(id): PathId<WarehouseId>) -> Result<Json<Done>, ApiError> {
    let mut writer = app.store().writer().await?;
    if !warehouses::delete(&mut writer, &caller.account_id, &id).await? {
        return Err(ApiError::not_found());
    }
    writer.commit().await?;
    Ok(Done::saying("The warehouse was deleted."))
}
