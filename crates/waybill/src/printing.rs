//! Printing on a user's stored printer, within the networks that the operator allows.
//!
//! A call to somebody else's machine: not to be made while a transaction is open.

use crate::app::App;
use domain::partner::PartnerError;
use partners::printing::{self, Networks, PrintJob, PrintOutcome, PrinterUri, Protocol};
use store::printers::Printer;

/// Where users' printers may stand.
#[must_use]
pub fn networks(app: &App) -> Networks {
    Networks::parse(&app.deployment.config.printers.networks)
}

/// Whether a printer takes bytes on a raw connection: those are label printers.
#[must_use]
pub fn is_raw(printer: &Printer) -> bool {
    PrinterUri::parse(&printer.uri).is_ok_and(|uri| uri.protocol() == Protocol::Socket)
}

/// Sends a document to a printer.
pub async fn print(app: &App, printer: &Printer, job: &PrintJob) -> Result<PrintOutcome, PartnerError> {
    let uri = PrinterUri::parse(&printer.uri).map_err(|fault| PartnerError::rejected("uri", format!("The printer's address {fault}.")))?;
    printing::print(networks(app), &uri, job).await
}
