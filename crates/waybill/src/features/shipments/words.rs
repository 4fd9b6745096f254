//! What users are told when nothing was bought.

use super::purchase::Refusal;
use crate::carriers;
use crate::http::error::ApiError;
use axum::http::StatusCode;
use domain::partner::PartnerError;
use domain::shipment::ShipmentState;

/// The specification's words for an empty balance.
pub const CHARGE_FAILED: &str = "Failed to charge your account. Please check your payment method at the Billing Page and try again.";
/// While the carrier's answer is awaited.
pub const PENDING: &str = "The carrier has not confirmed the label yet. We keep asking: the shipment shows it as soon as we know.";

/// One sentence.
pub fn of(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotFound => "Not found".into(),
        Refusal::NotADraft(ShipmentState::Bought) => "This shipment has a label already.".into(),
        Refusal::NotADraft(_) => "This shipment is being bought.".into(),
        Refusal::Changed => "This shipment was changed meanwhile. Please try again.".into(),
        Refusal::UnknownRate => "This rate is not offered any more. Please get rates again.".into(),
        Refusal::PriceRose { rate } => format!("The price rose to ${}. Please confirm it.", rate.rate.total()),
        Refusal::InsufficientFunds => CHARGE_FAILED.into(),
        Refusal::Carrier(error) => error.to_string(),
        Refusal::Store(error) => {
            tracing::error!(%error, "a purchase failed");
            "Something went wrong on our side. Please try again.".into()
        }
    }
}

/// The answer to a request.
pub fn answer(refusal: Refusal) -> ApiError {
    let message = of(&refusal);
    match refusal {
        Refusal::NotFound => ApiError::not_found(),
        Refusal::NotADraft(ShipmentState::Bought) => ApiError::conflict("already_bought", &message),
        Refusal::NotADraft(_) => ApiError::conflict("being_bought", &message),
        Refusal::Changed => ApiError::conflict("shipment_changed", &message),
        Refusal::UnknownRate => ApiError::conflict("rate_expired", &message),
        Refusal::PriceRose { .. } => ApiError::conflict("price_changed", &message),
        Refusal::InsufficientFunds => ApiError::new(StatusCode::PAYMENT_REQUIRED, "insufficient_funds", &message),
        Refusal::Carrier(PartnerError::Rejected { field, .. }) if field == carriers::ACCOUNT_FIELD => {
            ApiError::conflict("carrier_account_gone", &message)
        }
        Refusal::Carrier(PartnerError::Rejected { field, message }) => ApiError::invalid_field(&field, &message),
        Refusal::Carrier(PartnerError::Limited { .. }) => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "carrier_busy", &message),
        Refusal::Carrier(_) => ApiError::new(StatusCode::BAD_GATEWAY, "carrier_failed", &message),
        Refusal::Store(error) => error.into(),
    }
}
