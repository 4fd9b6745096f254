//! Buying one label.

use super::purchase::{self, Order, Outcome, Refusal};
use super::shown::{RateOut, ShipmentOut};
use super::words;
use crate::app::App;
use crate::audit::actor;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::request::{Client, request_id};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::id::{Id, RateId, ShipmentId};
use domain::money::Cents;
use serde::{Deserialize, Serialize};
use store::{shipments, tracking};
use utoipa::ToSchema;

/// Which rate to buy.
#[derive(Default, Deserialize, ToSchema)]
pub struct BuyIn {
    /// One of the shipment's rates.
    #[serde(default)]
    rate_id: String,
    /// `balance`, or nothing: labels are paid from the balance.
    #[serde(default)]
    payment_method_id: Option<String>,
    /// The higher price that the buyer agreed to.
    #[serde(default)]
    accepted_price: Option<String>,
}

/// What was bought.
#[derive(Serialize, ToSchema)]
pub struct BuyReply {
    success: bool,
    /// None while the carrier has not confirmed.
    tracking_code: Option<String>,
    /// Whether the carrier has not confirmed yet.
    pending: bool,
    message: String,
    shipment: ShipmentOut,
}

/// The price rose: send again with `accepted_price`.
#[derive(Serialize, ToSchema)]
pub struct PriceChanged {
    success: bool,
    /// Always `price_changed`.
    code: &'static str,
    message: String,
    price: String,
    rate: RateOut,
    request_id: String,
}

/// Buy a label
#[utoipa::path(post, path = "/dashboard/shipments/{id}/buy", tag = "shipments", operation_id = "shipment_buy", params(("id" = String, Path)),
    request_body = BuyIn,
    responses((status = OK, body = BuyReply), (status = ACCEPTED, body = BuyReply), (status = CONFLICT, body = PriceChanged)))]
pub async fn buy(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<ShipmentId>,
    Body(input): Body<BuyIn>,
) -> Result<Response, ApiError> {
    let account = &caller.account_id;
    let rate = RateId::parse(&input.rate_id).map_err(|_| ApiError::invalid_field("rate_id", "must be one of the shipment's rates"))?;
    if input.payment_method_id.as_deref().is_some_and(|id| !id.is_empty() && id != "balance") {
        return Err(ApiError::invalid_field("payment_method_id", "is not one of your payment methods: labels are paid from the balance"));
    }
    let accepted = input.accepted_price.as_deref().map(Cents::parse).transpose();
    let accepted = accepted.map_err(|error| ApiError::invalid_field("accepted_price", &error.to_string()))?;
    let order = Order { shipment: &id, rate: &rate, accepted, by: &actor(&caller, &client) };
    let outcome = match purchase::buy(&app, account, &order).await {
        Ok(outcome) => outcome,
        Err(Refusal::PriceRose { rate }) => return Ok(price_rose(&Refusal::PriceRose { rate })),
        Err(refusal) => return Err(words::answer(refusal)),
    };
    let mut conn = app.store().reader().await?;
    let shipment = shipments::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let events = tracking::events(&mut conn, account, &id).await?;
    drop(conn);
    let tracking_code = shipment.tracking_code.clone();
    let pending = matches!(outcome, Outcome::Pending);
    let (status, message) =
        if pending { (StatusCode::ACCEPTED, words::PENDING) } else { (StatusCode::OK, "Label purchased successfully!") };
    let shipment = ShipmentOut::new(shipment, events, app.base(), app.now());
    Ok((status, Json(BuyReply { success: true, tracking_code, pending, message: message.into(), shipment })).into_response())
}

fn price_rose(refusal: &Refusal) -> Response {
    let Refusal::PriceRose { rate } = refusal else { return ApiError::not_found().into_response() };
    let body = PriceChanged {
        success: false,
        code: "price_changed",
        message: words::of(refusal),
        price: rate.rate.total().to_string(),
        rate: RateOut::from(rate.as_ref()),
        request_id: request_id(),
    };
    (StatusCode::CONFLICT, Json(body)).into_response()
}
