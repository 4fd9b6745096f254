//! Adding a printer. Whether it answers is told by a test page, not here: it may be switched off just now.

use super::shown::PrinterReply;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::printing;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::fields::FieldErrors;
use domain::text;
use partners::printing::PrinterUri;
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::printers::{self, Printer};
use utoipa::ToSchema;

/// More than fit into a list to choose from.
const AT_MOST: i64 = 100;

/// The new printer.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewPrinter {
    name: String,
    /// `ipp://host/path`, `ipps://host/path` or `socket://host`.
    uri: String,
}

/// What the form sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PrinterIn {
    printer: NewPrinter,
}

/// Add a printer
#[utoipa::path(post, path = "/dashboard/printers", tag = "printers", operation_id = "printer_create", request_body = PrinterIn,
    responses((status = CREATED, body = PrinterReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    Body(input): Body<PrinterIn>,
) -> Result<(StatusCode, Json<PrinterReply>), ApiError> {
    let NewPrinter { name, uri } = input.printer;
    let mut errors = FieldErrors::default();
    let name = errors.take("printer.name", text::line(&name, 100)).unwrap_or_default();
    let uri = errors.take("printer.uri", PrinterUri::parse(&uri));
    if let Some(uri) = &uri {
        errors.take("printer.uri", printing::networks(&app).check(uri));
    }
    errors.into_result()?;
    let uri = uri.map(|uri| uri.to_string()).unwrap_or_default();
    let printer = Printer { id: app.id(), name, uri, created_at: app.now() };
    let mut writer = app.store().writer().await?;
    if printers::count(&mut writer, &caller.account_id).await? >= AT_MOST {
        return Err(ApiError::invalid_field("base", "There are 100 printers already: delete one that is not used any more"));
    }
    match printers::insert(&mut writer, &caller.account_id, &printer).await {
        Err(StoreError::Duplicate) => return Err(ApiError::invalid_field("printer.name", "is taken already")),
        other => other?,
    }
    writer.commit().await?;
    Ok((StatusCode::CREATED, PrinterReply::of(printer)))
}
