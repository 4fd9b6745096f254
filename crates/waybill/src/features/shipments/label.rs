//! The label of a shipment as a file, in any format, drawn when it is asked for.

use super::drawing::{self, Drawn};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::id::ShipmentId;
use domain::settings::{FORMATS, LAYOUTS};
use serde::Deserialize;
use store::{labels, shipments};
use utoipa::IntoParams;

/// In which form.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct LabelParams {
    /// `pdf`, `png` or `zpl`; by default what the shipment or the account asks for.
    format: String,
    /// `4X6`, or `8.5X11` for pdf.
    layout: String,
}

/// The label of a shipment
#[utoipa::path(get, path = "/dashboard/shipments/{id}/label", tag = "shipments", operation_id = "shipment_label",
    params(("id" = String, Path), LabelParams), responses((status = OK, content_type = "application/pdf")))]
pub async fn label(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<ShipmentId>,
    Params(params): Params<LabelParams>,
) -> Result<Response, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let shipment = shipments::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let stored = labels::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let settings = store::accounts::settings(&mut conn, account).await?.unwrap_or_default();
    drop(conn);
    let first = |candidates: [&str; 3], otherwise: &'static str| {
        candidates.into_iter().find(|text| !text.is_empty()).unwrap_or(otherwise).to_owned()
    };
    let format = first([&params.format, &shipment.details.options.label_format, &settings.label_format], "pdf");
    let layout = first([&params.layout, "", &settings.label_layout], LAYOUTS[0]);
    if !FORMATS.contains(&format.as_str()) {
        return Err(ApiError::invalid_field("format", "must be pdf, png or zpl"));
    }
    if !LAYOUTS.contains(&layout.as_str()) {
        return Err(ApiError::invalid_field("layout", "must be 4X6 or 8.5X11"));
    }
    let drawn = tokio::task::spawn_blocking(move || drawing::draw(&stored.artwork, &format, &layout)).await;
    let drawn = drawn.map_err(|error| ApiError::internal(&error))?.map_err(|error| ApiError::internal(&error))?;
    Ok(file(drawn, shipment.tracking_code.as_deref().unwrap_or("label")))
}

fn file(drawn: Drawn, name: &str) -> Response {
    let disposition = format!("inline; filename=\"{name}.{}\"", drawn.extension);
    ([(header::CONTENT_TYPE, drawn.content_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)], drawn.bytes).into_response()
}
