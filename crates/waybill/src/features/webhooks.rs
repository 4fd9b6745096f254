//! What payment partners send us. An event is taken only when its signature is the partner's; a forged one is refused and
//! logged, and one that cannot be handled now is answered so that the partner sends it again.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::reply::Done;
use crate::payments;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::payment::EventRefusal;
use store::payment_events;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stripe)).routes(routes!(plaid))
}

fn signature<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn refused(from: &str, refusal: &EventRefusal) -> ApiError {
    tracing::warn!(from, %refusal, "an event of a payment partner was refused");
    match refusal {
        EventRefusal::Unchecked(_) => {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unchecked", "The signature could not be checked now.")
        }
        EventRefusal::NotExpected => ApiError::not_found(),
        _ => ApiError::malformed("refused", "The event was refused."),
    }
}

/// An event of Stripe
#[utoipa::path(post, path = "/webhooks/stripe", tag = "webhooks", operation_id = "webhook_stripe", request_body = String,
    responses((status = OK, body = Done)))]
pub async fn stripe(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<Json<Done>, ApiError> {
    let api = &payments::of(&app).api;
    let event = api.read_event(signature(&headers, "stripe-signature"), &body, app.now()).map_err(|refusal| refused("stripe", &refusal))?;
    payments::take(&app, api.partner(), &event).await?;
    Ok(Done::saying("Taken."))
}

/// An event of Plaid
#[utoipa::path(post, path = "/webhooks/plaid", tag = "webhooks", operation_id = "webhook_plaid", request_body = String,
    responses((status = OK, body = Done)))]
pub async fn plaid(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<Json<Done>, ApiError> {
    let link = payments::of(&app).bank_link.as_ref().ok_or_else(ApiError::not_found)?;
    let event =
        link.read_event(signature(&headers, "plaid-verification"), &body, app.now()).await.map_err(|refusal| refused("plaid", &refusal))?;
    let mut writer = app.store().writer().await?;
    if payment_events::note(&mut writer, link.partner().key(), &event.id, &event.name, app.now()).await? {
        tracing::info!(name = event.name, link = event.link, "the bank link told something");
    }
    writer.commit().await?;
    Ok(Done::saying("Taken."))
}
