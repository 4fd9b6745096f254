//! One shipment, with the events of its way; and deleting a draft.

use super::shown::{ShipmentOut, ShipmentReply};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::id::ShipmentId;
use store::drafts;
use store::shipments::{self, Shipment};
use store::tracking;

/// One shipment
#[utoipa::path(get, path = "/dashboard/shipments/{id}", tag = "shipments", operation_id = "shipment_show", params(("id" = String, Path)),
    responses((status = OK, body = ShipmentReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn, PathId(id): PathId<ShipmentId>) -> Result<Json<ShipmentReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let shipment = shipments::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    let events = tracking::events(&mut conn, &caller.account_id, &id).await?;
    Ok(Json(ShipmentReply { success: true, shipment: ShipmentOut::new(shipment, events, app.base(), app.now()) }))
}

/// Delete a draft
#[utoipa::path(delete, path = "/dashboard/shipments/{id}", tag = "shipments", operation_id = "shipment_delete", params(("id" = String, Path)),
    responses((status = OK, body = Done)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, PathId(id): PathId<ShipmentId>) -> Result<Json<Done>, ApiError> {
    let mut writer = app.store().writer().await?;
    if drafts::delete_draft(&mut writer, &caller.account_id, &id).await? {
        writer.commit().await?;
        return Ok(Done::saying("The shipment was deleted."));
    }
    shipments::find(&mut writer, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    Err(ApiError::conflict("not_a_draft", "Only drafts can be deleted."))
}

/// Make a draft that brings this shipment back
#[utoipa::path(post, path = "/dashboard/shipments/{id}/return", tag = "shipments", operation_id = "shipment_return", params(("id" = String, Path)),
    responses((status = CREATED, body = ShipmentReply)))]
pub async fn make_return(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<ShipmentId>,
) -> Result<(StatusCode, Json<ShipmentReply>), ApiError> {
    let mut conn = app.store().reader().await?;
    let sent = shipments::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    if sent.details.to.country != "US" {
        return Err(ApiError::conflict("not_domestic", "A return label can be made for shipments inside the United States only."));
    }
    let now = app.now();
    let draft = Shipment { shop_order_id: sent.shop_order_id, ..Shipment::draft(app.id(), sent.details.returned(), now) };
    let mut writer = app.store().writer().await?;
    shipments::insert(&mut writer, &caller.account_id, &draft).await?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, Json(ShipmentReply { success: true, shipment: ShipmentOut::new(draft, Vec::new(), app.base(), now) })))
}
