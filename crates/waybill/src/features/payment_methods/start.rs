//! The beginning of adding a method in the browser: a secret for the card processor's script, a token for the bank link.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use crate::payments;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use store::payment_methods;
use utoipa::ToSchema;

/// What the card processor's script needs.
#[derive(Serialize, ToSchema)]
pub struct CardStartReply {
    success: bool,
    /// None with the sandbox, which has a form of its own.
    client_secret: Option<String>,
}

/// Begin adding a card
#[utoipa::path(post, path = "/dashboard/payment_methods/start_card", tag = "payment methods", operation_id = "payment_method_start_card",
    responses((status = OK, body = CardStartReply)))]
pub async fn start_card(State(app): State<App>, caller: SignedIn) -> Result<Json<CardStartReply>, ApiError> {
    let customer = payments::customer(&app, &caller.account_id).await?;
    let api = &payments::of(&app).api;
    let start = api.start_card(&customer).await.map_err(|error| ApiError::partner(&error))?;
    if customer.reference.is_none() {
        let mut writer = app.store().writer().await?;
        payment_methods::keep_customer(&mut writer, &caller.account_id, api.partner(), &start.customer, app.now()).await?;
        writer.commit().await?;
    }
    Ok(Json(CardStartReply { success: true, client_secret: start.client_secret }))
}

/// What the bank link's script needs.
#[derive(Serialize, ToSchema)]
pub struct LinkTokenReply {
    success: bool,
    link_token: String,
}

/// Begin linking a bank account
#[utoipa::path(post, path = "/dashboard/payment_methods/link_token", tag = "payment methods", operation_id = "payment_method_link_token",
    responses((status = OK, body = LinkTokenReply)))]
pub async fn link_token(State(app): State<App>, caller: SignedIn) -> Result<Json<LinkTokenReply>, ApiError> {
    let link = payments::of(&app).bank_link.as_ref().ok_or_else(|| ApiError::unprocessable("no_bank_link", "Missing Plaid keys!"))?;
    let token = link.link_token(&caller.account_id.to_string()).await.map_err(|error| ApiError::partner(&error))?;
    Ok(Json(LinkTokenReply { success: true, link_token: token.token }))
}
