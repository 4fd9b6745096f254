//! Printing on the user's own printers: IPP over HTTP or HTTPS, or raw bytes to port 9100.
//!
//! The address comes from a user, so the server must not be led to places it should not talk to: the host is resolved here,
//! checked against [`Networks`], and the connection goes to exactly the checked address. Nothing is retried: a label that
//! comes out twice is worse than one that has to be asked for again.

mod ipp;
mod networks;
mod raw;
mod tls;
mod uri;

pub use networks::Networks;
pub use uri::{InvalidPrinterUri, PrinterUri, Protocol};

use domain::partner::PartnerError;
use domain::text;
use std::time::Duration;

/// The largest document that is sent.
const LARGEST: usize = 32 * 1024 * 1024;
/// How long a printer may take to accept the connection.
const CONNECT: Duration = Duration::from_secs(5);

/// What a document is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintFormat {
    /// Pages.
    Pdf,
    /// A picture.
    Png,
    /// The language of Zebra's label printers.
    Zpl,
}

impl PrintFormat {
    /// Reads the word of the settings: `pdf`, `png`, `zpl`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Pdf, Self::Png, Self::Zpl].into_iter().find(|format| format.name().eq_ignore_ascii_case(word))
    }

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Png => "PNG",
            Self::Zpl => "ZPL",
        }
    }
}

/// A document to print.
#[derive(Debug, Clone)]
pub struct PrintJob {
    /// The document.
    pub bytes: Vec<u8>,
    /// What it is written in.
    pub format: PrintFormat,
    /// What the printer's display calls it.
    pub name: String,
}

impl PrintJob {
    /// Shorter than a request may take, with five seconds for the name. Large documents, which jobs send, may take longer:
    /// many printers read at the speed at which they print.
    fn patience(&self) -> Duration {
        let more = u64::try_from(self.bytes.len() / (256 * 1024)).unwrap_or(0);
        Duration::from_secs(12 + more)
    }
}

/// What the printer said. Printed is only what lies in its tray.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrintOutcome {
    /// The printer's number of the job; raw connections have none.
    pub job_id: Option<i32>,
    /// What keeps the job waiting, such as missing paper, where the printer tells.
    pub note: Option<String>,
}

/// Sends a document to a printer on one of the networks that the deployment allows.
pub async fn print(networks: Networks, printer: &PrinterUri, job: &PrintJob) -> Result<PrintOutcome, PartnerError> {
    if job.bytes.is_empty() {
        return Err(PartnerError::rejected("base", "There is nothing to print."));
    }
    if job.bytes.len() > LARGEST {
        return Err(PartnerError::rejected("base", "The document is too large to print."));
    }
    let addresses = networks.resolve(printer).await?;
    match printer.protocol() {
        Protocol::Ipp | Protocol::Ipps => ipp::print(printer, &addresses, job).await,
        Protocol::Socket => raw::print(printer, &addresses, job).await,
    }
}

/// Words from a printer, fit for a message: one line, not too long, without a full stop at the end.
fn quoted(words: &str) -> String {
    let line: String = text::one_line(words).chars().take(200).collect();
    line.trim_end_matches('.').to_owned()
}

fn nobody(printer: &PrinterUri) -> PartnerError {
    PartnerError::Transient(format!("No printer answers at {}.", printer.place()))
}

fn unconfirmed() -> PartnerError {
    PartnerError::OutcomeUnknown("The printer did not confirm the job. Look at it before you print again.".into())
}
