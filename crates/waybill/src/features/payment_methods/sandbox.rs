//! The sandbox bank's own forms: a card or account number becomes a token at once and is not kept.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::fields::FieldErrors;
use partners::payments::sandbox::SandboxBank;
use partners::payments::sandbox::numbers::{BankEntry, CardEntry, Offer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A card as typed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CardIn {
    number: String,
    /// `MM/YY`.
    expiry: String,
    cvc: String,
}

/// A bank account as typed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct BankIn {
    routing: String,
    account: String,
    name: String,
}

/// A token in the place of a number.
#[derive(Serialize, ToSchema)]
pub struct SandboxTokenReply {
    success: bool,
    /// Good once, for this account.
    token: String,
    /// The card's brand or the bank.
    issuer: String,
    last4: String,
    expires: Option<String>,
}

fn bank_of(app: &App) -> Result<Arc<SandboxBank>, ApiError> {
    payments::of(app).sandbox.clone().ok_or_else(ApiError::not_found)
}

async fn offered(app: &App, account: &str, prefix: &str, offer: Offer) -> Result<Json<SandboxTokenReply>, ApiError> {
    let token = format!("{prefix}_{}", app.deployment.random.secret());
    let expires = offer.expires.map(|(month, year)| format!("{month:02}/{year}"));
    let (issuer, last4) = (offer.issuer.clone(), offer.last4.clone());
    bank_of(app)?.offer(account, &token, offer).await.map_err(|error| ApiError::partner(&error))?;
    Ok(Json(SandboxTokenReply { success: true, token, issuer, last4, expires }))
}

/// A token for a sandbox card
#[utoipa::path(post, path = "/dashboard/sandbox_bank/cards", tag = "payment methods", operation_id = "sandbox_card_token",
    request_body = CardIn, responses((status = OK, body = SandboxTokenReply)))]
pub async fn card(State(app): State<App>, caller: SignedIn, Body(input): Body<CardIn>) -> Result<Json<SandboxTokenReply>, ApiError> {
    bank_of(&app)?;
    let entry = CardEntry { number: input.number, expires: input.expiry, cvc: input.cvc };
    let offer = entry.check(app.now().date_naive()).map_err(|errors: FieldErrors| ApiError::invalid(errors))?;
    offered(&app, &caller.account_id.to_string(), "sbx_card", offer).await
}

/// A token for a sandbox bank account
#[utoipa::path(post, path = "/dashboard/sandbox_bank/banks", tag = "payment methods", operation_id = "sandbox_bank_token",
    request_body = BankIn, responses((status = OK, body = SandboxTokenReply)))]
pub async fn bank(State(app): State<App>, caller: SignedIn, Body(input): Body<BankIn>) -> Result<Json<SandboxTokenReply>, ApiError> {
    bank_of(&app)?;
    let entry = BankEntry { routing: input.routing, account: input.account, name: input.name };
    let offer = entry.check().map_err(|errors: FieldErrors| ApiError::invalid(errors))?;
    offered(&app, &caller.account_id.to_string(), "sbx_bank", offer).await
}
