//! Printing a test page: the printer's own words tell what is wrong.

use super::test_page;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use crate::http::reply::Done;
use crate::printing;
use axum::Json;
use axum::extract::State;
use domain::id::PrinterId;
use partners::printing::{PrintFormat, PrintJob};
use serde::Deserialize;
use store::printers;
use utoipa::IntoParams;

/// How the test page is written.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TestPageParams {
    /// `pdf` or `zpl`; absent: PDF for IPP, ZPL for raw connections.
    format: Option<String>,
}

/// Print a test page
#[utoipa::path(post, path = "/dashboard/printers/{id}/test", tag = "printers", operation_id = "printer_test",
    params(("id" = String, Path), TestPageParams), responses((status = OK, body = Done)))]
pub async fn print_test_page(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<PrinterId>,
    Params(params): Params<TestPageParams>,
) -> Result<Json<Done>, ApiError> {
    let mut conn = app.store().reader().await?;
    let printer = printers::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    let format = match params.format.as_deref() {
        None | Some("") if printer.uri.starts_with("socket:") => PrintFormat::Zpl,
        None | Some("") => PrintFormat::Pdf,
        Some(word) => match PrintFormat::parse(word) {
            Some(format @ (PrintFormat::Pdf | PrintFormat::Zpl)) => format,
            _ => return Err(ApiError::invalid_field("format", "must be pdf or zpl")),
        },
    };
    let bytes = match format {
        PrintFormat::Zpl => test_page::zpl(),
        PrintFormat::Pdf | PrintFormat::Png => test_page::pdf(),
    };
    let job = PrintJob { bytes, format, name: "Waybill test page".into() };
    let outcome = printing::print(&app, &printer, &job).await.map_err(|error| ApiError::partner(&error))?;
    Ok(Done::saying(&outcome.note.unwrap_or_else(|| format!("The test page was sent to {}.", printer.name))))
}
