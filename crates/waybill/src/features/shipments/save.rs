//! Saving what the form holds: as it is (a draft with gaps), or checked and rated.

use super::input::{Read, ShipmentIn};
use super::shown::{CarrierMessage, RateOut, RatedReply, ShipmentOut};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::rating;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::id::{AccountId, ShipmentId};
use domain::shipment::{Offers, ShipmentState};
use store::shipments::{self, Shipment};
use store::{StoreError, Writer, drafts, warehouses};

/// Make a shipment and rate it
#[utoipa::path(post, path = "/dashboard/shipments", tag = "shipments", operation_id = "shipment_create", request_body = ShipmentIn,
    responses((status = CREATED, body = RatedReply), (status = OK, body = RatedReply, description = "With validate_only: nothing was saved")))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    Body(input): Body<ShipmentIn>,
) -> Result<(StatusCode, Json<RatedReply>), ApiError> {
    let read = input.shipment.read(!input.draft)?;
    if input.validate_only {
        return Ok((StatusCode::OK, Json(RatedReply { success: true, shipment: None, rates: Vec::new(), messages: Vec::new() })));
    }
    let offers = rated(&app, &caller.account_id, &read, input.draft).await?;
    let now = app.now();
    let shipment = drafted(app.id(), read, offers, input.draft, now);
    let mut writer = app.store().writer().await?;
    shipments::insert(&mut writer, &caller.account_id, &shipment).await?;
    note_warehouse(&mut writer, &caller.account_id, &shipment).await?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, Json(reply(&app, shipment))))
}

/// Change a draft and rate it again
#[utoipa::path(patch, path = "/dashboard/shipments/{id}", tag = "shipments", operation_id = "shipment_update", params(("id" = String, Path)),
    request_body = ShipmentIn, responses((status = OK, body = RatedReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<ShipmentId>,
    Body(input): Body<ShipmentIn>,
) -> Result<Json<RatedReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let old = shipments::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    if old.state != ShipmentState::Draft {
        return Err(not_a_draft());
    }
    let read = input.shipment.read(!input.draft)?;
    if input.validate_only {
        return Ok(Json(RatedReply { success: true, shipment: None, rates: Vec::new(), messages: Vec::new() }));
    }
    let offers = rated(&app, &caller.account_id, &read, input.draft).await?;
    let now = app.now();
    let kept = Shipment {
        source: old.source,
        upload_id: old.upload_id,
        created_at: old.created_at,
        listed_at: old.listed_at,
        ..drafted(id, read, offers, input.draft, now)
    };
    let mut writer = app.store().writer().await?;
    if !drafts::save_draft(&mut writer, &caller.account_id, &kept).await? {
        return Err(not_a_draft());
    }
    note_warehouse(&mut writer, &caller.account_id, &kept).await?;
    writer.commit().await?;
    Ok(Json(reply(&app, kept)))
}

/// Rates without saving anything
#[utoipa::path(post, path = "/dashboard/shipments/quote", tag = "shipments", operation_id = "shipment_quote", request_body = ShipmentIn,
    responses((status = OK, body = RatedReply)))]
pub async fn quote(State(app): State<App>, caller: SignedIn, Body(input): Body<ShipmentIn>) -> Result<Json<RatedReply>, ApiError> {
    let read = input.shipment.read(true)?;
    let offers = rating::offers(&app, &caller.account_id, &read.details).await;
    Ok(Json(RatedReply { success: true, shipment: None, rates: rates(&offers), messages: messages(&offers) }))
}

/// A checked shipment must have a rate: otherwise the carriers' reasons stand beside their fields.
async fn rated(app: &App, account: &AccountId, read: &Read, draft: bool) -> Result<Offers, ApiError> {
    if draft {
        return Ok(Offers::default());
    }
    let offers = rating::offers(app, account, &read.details).await;
    if offers.rates.is_empty() {
        let mut errors = domain::fields::FieldErrors::default();
        offers.refusals.iter().for_each(|refusal| errors.add(&refusal.field, &refusal.message));
        return Err(ApiError::invalid(errors));
    }
    Ok(offers)
}

/// A warehouse is used when a shipment from it is rated; saving a draft is not using it.
async fn note_warehouse(writer: &mut Writer, account: &AccountId, shipment: &Shipment) -> Result<(), StoreError> {
    match (&shipment.details.warehouse_id, shipment.rated_at) {
        (Some(warehouse), Some(rated_at)) => warehouses::touch(writer, account, warehouse, rated_at).await,
        _ => Ok(()),
    }
}

fn drafted(id: ShipmentId, read: Read, offers: Offers, draft: bool, now: domain::Timestamp) -> Shipment {
    let Read { details, shop_order_id, custom_id } = read;
    Shipment { shop_order_id, custom_id, offers, rated_at: (!draft).then_some(now), ..Shipment::draft(id, details, now) }
}

fn reply(app: &App, shipment: Shipment) -> RatedReply {
    let (rates, messages) = (rates(&shipment.offers), messages(&shipment.offers));
    RatedReply { success: true, shipment: Some(ShipmentOut::new(shipment, Vec::new(), app.base(), app.now())), rates, messages }
}

fn rates(offers: &Offers) -> Vec<RateOut> {
    offers.rates.iter().map(RateOut::from).collect()
}

fn messages(offers: &Offers) -> Vec<CarrierMessage> {
    offers.refusals.iter().map(CarrierMessage::from).collect()
}

fn not_a_draft() -> ApiError {
    ApiError::conflict("not_a_draft", "This shipment has a label or is being bought: it cannot be changed.")
}
