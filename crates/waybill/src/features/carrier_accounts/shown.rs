//! An account with a carrier as the screen sees it, and as it is sent.

use super::credentials::{CredentialsIn, CredentialsOut};
use crate::http::error::ApiError;
use axum::Json;
use domain::carrier::Carrier;
use domain::fields::FieldErrors;
use domain::id::Id;
use domain::text;
use serde::{Deserialize, Serialize};
use store::carrier_accounts::CarrierAccount;
use utoipa::ToSchema;

/// An account as it is sent.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CarrierAccountFields {
    /// Only for trying out: the stored account whose blank credentials are meant.
    pub id: Option<String>,
    /// `FedEx` or `UPS`; fixed once it is stored.
    pub carrier: Option<String>,
    /// The user's name for it.
    pub description: Option<String>,
    /// Absent: as stored.
    pub credentials: Option<CredentialsIn>,
}

/// What the form sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CarrierAccountIn {
    /// The account.
    pub carrier_account: CarrierAccountFields,
}

impl CarrierAccountFields {
    /// The carrier, if users can have accounts with it.
    pub fn carrier(&self) -> Result<Carrier, FieldErrors> {
        match self.carrier.as_deref().and_then(|name| Carrier::parse(name.trim())) {
            Some(carrier @ (Carrier::FedEx | Carrier::Ups)) => Ok(carrier),
            _ => Err(FieldErrors::one("carrier", "must be FedEx or UPS")),
        }
    }

    /// The description on one line; nothing when it is absent.
    pub fn description(&self) -> Result<Option<String>, FieldErrors> {
        let line = self.description.as_deref().map(text::one_line);
        if line.as_ref().is_some_and(|line| line.chars().count() > 120) {
            return Err(FieldErrors::one("description", "should be at most 120 characters"));
        }
        Ok(line)
    }
}

/// What the activity log calls it.
pub fn name(own: &CarrierAccount) -> String {
    text::one_line(&format!("{} {}", own.carrier, own.description))
}

/// One account.
#[derive(Serialize, ToSchema)]
pub struct CarrierAccountOut {
    id: String,
    /// The same as `id`.
    public_id: String,
    carrier: &'static str,
    description: String,
    /// Always true: it is the user's own.
    custom: bool,
    /// Masked.
    credentials: CredentialsOut,
}

impl CarrierAccountOut {
    /// Shows it.
    pub fn of(own: CarrierAccount) -> Result<Self, ApiError> {
        let credentials = serde_json::from_str(&own.hint).map_err(|error| ApiError::internal(&error))?;
        let id = own.id.as_str().to_owned();
        Ok(Self { public_id: id.clone(), id, carrier: own.carrier.name(), description: own.description, custom: true, credentials })
    }
}

/// One account, after a change.
#[derive(Serialize, ToSchema)]
pub struct CarrierAccountReply {
    success: bool,
    carrier_account: CarrierAccountOut,
}

impl CarrierAccountReply {
    /// Shows it.
    pub fn of(own: CarrierAccount) -> Result<Json<Self>, ApiError> {
        Ok(Json(Self { success: true, carrier_account: CarrierAccountOut::of(own)? }))
    }
}
