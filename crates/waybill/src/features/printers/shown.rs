//! A printer as the screen sees it.

use axum::Json;
use domain::id::Id;
use serde::Serialize;
use store::printers::Printer;
use utoipa::ToSchema;

/// One printer.
#[derive(Serialize, ToSchema)]
pub struct PrinterOut {
    id: String,
    name: String,
    uri: String,
    /// `ipp`, `ipps` or `socket`.
    kind: String,
}

impl From<Printer> for PrinterOut {
    fn from(printer: Printer) -> Self {
        let kind = printer.uri.split(':').next().unwrap_or_default().to_owned();
        Self { id: printer.id.as_str().to_owned(), name: printer.name, uri: printer.uri, kind }
    }
}

/// One printer, after it was added.
#[derive(Serialize, ToSchema)]
pub struct PrinterReply {
    success: bool,
    printer: PrinterOut,
}

impl PrinterReply {
    /// Shows it.
    pub fn of(printer: Printer) -> Json<Self> {
        Json(Self { success: true, printer: printer.into() })
    }
}
