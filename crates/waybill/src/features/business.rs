//! Business information: onboarding at the payment processor, without which nothing is paid out.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use serde::{Deserialize, Serialize};
use store::business;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show, update))
}

/// How far it is.
#[derive(Serialize, ToSchema)]
pub struct BusinessReply {
    success: bool,
    billing_enabled: bool,
    tos_accepted: bool,
}

/// Business information
#[utoipa::path(get, path = "/dashboard/business_information", tag = "business", operation_id = "business_show",
    responses((status = OK, body = BusinessReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn) -> Result<Json<BusinessReply>, ApiError> {
    let account = &caller.account_id;
    let api = &payments::of(&app).api;
    let mut conn = app.store().reader().await?;
    let mut known = business::find(&mut conn, account, api.partner()).await?;
    drop(conn);
    // Whoever comes back from the processor sees at once how it went; an event tells the same later.
    if let Some(reference) = known.reference.clone().filter(|_| !known.billing_enabled)
        && let Ok(state) = api.onboarding(&reference).await
    {
        let mut writer = app.store().writer().await?;
        business::note(&mut writer, account, api.partner(), &state, app.now()).await?;
        known = business::find(&mut writer, account, api.partner()).await?;
        writer.commit().await?;
    }
    Ok(Json(BusinessReply { success: true, billing_enabled: known.billing_enabled, tos_accepted: known.tos_accepted_at.is_some() }))
}

/// The agreement.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct BusinessIn {
    /// `1`: the services agreement is accepted.
    tos_acceptance: String,
}

/// Where to go on.
#[derive(Serialize, ToSchema)]
pub struct OnboardingReply {
    success: bool,
    location: String,
}

/// Begin or continue onboarding
#[utoipa::path(post, path = "/dashboard/business_information", tag = "business", operation_id = "business_update", request_body = BusinessIn,
    responses((status = OK, body = OnboardingReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<BusinessIn>,
) -> Result<Json<OnboardingReply>, ApiError> {
    let account = &caller.account_id;
    let api = &payments::of(&app).api;
    let mut writer = app.store().writer().await?;
    let known = business::find(&mut writer, account, api.partner()).await?;
    if known.tos_accepted_at.is_none() {
        if input.tos_acceptance != "1" {
            return Err(ApiError::invalid_field("tos_acceptance", "must be accepted"));
        }
        business::accept(&mut writer, account, api.partner(), app.now()).await?;
        record(&app, &mut writer, &caller, &client, &Action::BusinessAgreementAccepted).await?;
        writer.commit().await?;
    } else {
        drop(writer);
    }
    let customer = payments::customer(&app, account).await?;
    // The sandbox's onboarding is this page itself; a real processor must know the way back.
    let site = if payments::of(&app).sandbox.is_some() { String::new() } else { app.deployment.config.public_url() };
    let return_to = format!("{site}/business-information");
    let onboarding = api.start_onboarding(&customer, &return_to).await.map_err(|error| ApiError::partner(&error))?;
    let mut writer = app.store().writer().await?;
    business::begin(&mut writer, account, api.partner(), &onboarding.reference, app.now()).await?;
    writer.commit().await?;
    Ok(Json(OnboardingReply { success: true, location: onboarding.location }))
}
