//! Checking an address: what was entered beside what the post office would write.

use crate::app::App;
use crate::carriers;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::wire::{AddressIn, AddressOut};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::carrier::Carrier;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What to look at.
#[derive(Default, Deserialize, ToSchema)]
pub struct CheckIn {
    #[serde(default)]
    address: AddressIn,
}

/// What was found.
#[derive(Serialize, ToSchema)]
pub struct CheckOut {
    success: bool,
    /// Whether it can be delivered as entered.
    deliverable: bool,
    entered: AddressOut,
    /// The address in the post office's form, when it differs.
    suggested: Option<AddressOut>,
    /// What is wrong or odd, beside its field.
    messages: BTreeMap<String, Vec<String>>,
    /// Whether it is a home, where that is known.
    residential: Option<bool>,
}

/// Check an address
#[utoipa::path(post, path = "/dashboard/addresses/check", tag = "addresses", operation_id = "address_check", request_body = CheckIn,
    responses((status = OK, body = CheckOut)))]
pub async fn check(State(app): State<App>, _caller: SignedIn, Body(input): Body<CheckIn>) -> Result<Json<CheckOut>, ApiError> {
    let mut errors = domain::fields::FieldErrors::default();
    let entered = input.address.read("address", &mut errors).tidied();
    errors.into_result().map_err(ApiError::invalid)?;
    let unavailable = |error: domain::partner::PartnerError| ApiError::new(StatusCode::BAD_GATEWAY, "carrier_failed", &error.to_string());
    let usps = carriers::managed(&app, Carrier::Usps).map_err(unavailable)?;
    let found = usps.check_address(&entered).await.map_err(unavailable)?;
    let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (field, message) in found.messages {
        messages.entry(field).or_default().push(message);
    }
    Ok(Json(CheckOut {
        success: true,
        deliverable: found.deliverable,
        entered: entered.into(),
        suggested: found.suggestion.map(AddressOut::from),
        messages,
        residential: found.residential,
    }))
}
