//! Terms & Conditions and Privacy Policy: shown to everybody, accepted by the owner for the account before anything else.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::terms::{Kind, html};
use serde::{Deserialize, Serialize};
use store::terms;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_terms)).routes(routes!(show_privacy)).routes(routes!(accept))
}

/// A document.
#[derive(Serialize, ToSchema)]
pub struct DocumentReply {
    success: bool,
    version: i64,
    title: String,
    /// Safe HTML.
    body: String,
}

/// Which version is accepted.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AcceptIn {
    version: i64,
}

/// The Terms & Conditions
#[utoipa::path(get, path = "/dashboard/terms.json", tag = "terms", operation_id = "terms_show", responses((status = OK, body = DocumentReply)))]
pub async fn show_terms(State(app): State<App>) -> Result<Json<DocumentReply>, ApiError> {
    show(&app, Kind::Terms).await
}

/// The Privacy Policy
#[utoipa::path(get, path = "/dashboard/privacy.json", tag = "terms", operation_id = "privacy_show", responses((status = OK, body = DocumentReply)))]
pub async fn show_privacy(State(app): State<App>) -> Result<Json<DocumentReply>, ApiError> {
    show(&app, Kind::Privacy).await
}

async fn show(app: &App, kind: Kind) -> Result<Json<DocumentReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let document = terms::current(&mut conn, kind).await?.ok_or_else(ApiError::not_found)?;
    let body = html(&document.text);
    Ok(Json(DocumentReply { success: true, version: document.version, title: document.title, body }))
}

/// Accept the Terms & Conditions
#[utoipa::path(post, path = "/dashboard/user/accept_tos", tag = "terms", operation_id = "terms_accept", request_body = AcceptIn,
    responses((status = OK, body = Done)))]
pub async fn accept(State(app): State<App>, caller: SignedIn, client: Client, Body(input): Body<AcceptIn>) -> Result<Json<Done>, ApiError> {
    let mut writer = app.store().writer().await?;
    let version = terms::current_version(&mut writer, Kind::Terms).await?;
    if input.version != version {
        return Err(ApiError::conflict("conflict", "The terms have changed meanwhile. Please read the new version."));
    }
    if terms::accepted_version(&mut writer, &caller.account_id).await? < version {
        terms::accept(&mut writer, &caller.account_id, version, app.now(), &client.ip).await?;
        record(&app, &mut writer, &caller, &client, &Action::TermsAccepted { version }).await?;
    }
    writer.commit().await?;
    Ok(Done::saying("Thank you."))
}
