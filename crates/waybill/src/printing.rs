//! Printing on a user's stored printer, within the networks that the operator allows.
//!
//! A call to somebody else's machine: not to be made while a transaction is open.

use crate::app::App;
use domain::partner::PartnerError;
use partners::printing::{self, Networks, PrintJob, PrintOutcome, PrinterUri};
use store::printers::Printer;

/// Where users' printers may stand.
#[must_use]
pub fn networks(app: &App) -> Networks {
    Networks::parse(&app.deployment.config.printers.networks)
}

/// Sends a document to a printer.
pub async fn print(app: &App, printer: &Printer, job: &PrintJob) -> Result<PrintOutcome, PartnerError> {
    let uri = PrinterUri::parse(&printer.uri).map_err(|fault| PartnerError::rejected("uri", format!("The printer's address {fault}.")))?;
    printing::print(networks(app), &uri, job).await
}
