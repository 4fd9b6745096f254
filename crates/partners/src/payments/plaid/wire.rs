//! What we read of Plaid's answers. Everything else is ignored, so that new fields break nothing.

use serde::Deserialize;

/// An error's body.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct WireError {
    pub(super) error_type: String,
    pub(super) error_code: String,
    pub(super) display_message: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct WireLinkToken {
    pub(super) link_token: String,
}

/// The access token opens the customer's bank account for good.
#[derive(Deserialize)]
pub(super) struct Exchanged {
    pub(super) access_token: String,
    pub(super) item_id: String,
}

#[derive(Deserialize)]
pub(super) struct Accounts {
    pub(super) accounts: Vec<WireAccount>,
    pub(super) item: Item,
}

#[derive(Deserialize)]
pub(super) struct WireAccount {
    pub(super) account_id: String,
    pub(super) mask: Option<String>,
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
}

#[derive(Deserialize)]
pub(super) struct Item {
    pub(super) institution_name: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct StripeToken {
    pub(super) stripe_bank_account_token: String,
}

#[derive(Deserialize)]
pub(super) struct KeyAnswer {
    pub(super) key: Jwk,
}

/// A public key for the signatures of events.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Jwk {
    pub(super) kid: String,
    pub(super) kty: String,
    pub(super) crv: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) expired_at: Option<i64>,
}

#[derive(Deserialize)]
pub(super) struct JwtHeader {
    pub(super) alg: String,
    pub(super) kid: String,
}

#[derive(Deserialize)]
pub(super) struct Claims {
    pub(super) iat: i64,
    pub(super) request_body_sha256: String,
}

#[derive(Deserialize)]
pub(super) struct WireEvent {
    pub(super) webhook_type: String,
    pub(super) webhook_code: String,
    pub(super) item_id: Option<String>,
    pub(super) account_id: Option<String>,
}
