//! IPP (RFC 8010, RFC 8011): one Print-Job request, and the printer's answer in words that help.

use super::{CONNECT, PrintFormat, PrintJob, PrintOutcome, PrinterUri, Protocol, nobody, quoted, tls, unconfirmed};
use domain::partner::PartnerError;
use domain::text;
use ipp::operation::IppOperation;
use ipp::parser::IppParser;
use ipp::prelude::{DelimiterTag, IppOperationBuilder, IppPayload, IppRequestResponse, IppValue, Uri};
use ipp::reader::IppReader;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use std::io::Cursor;
use std::net::SocketAddr;
use url::Host;

/// The longest answer that is read. Answers have a few hundred bytes; the cap also bounds how deep one can be nested.
const LONGEST_ANSWER: usize = 16 * 1024;

/// States of a job that ended without paper (RFC 8011, 5.3.7): canceled, aborted.
const GIVEN_UP: [i32; 2] = [7, 8];

/// What document-format calls it.
const fn mime(format: PrintFormat) -> &'static str {
    match format {
        PrintFormat::Pdf => "application/pdf",
        PrintFormat::Png => "image/png",
        PrintFormat::Zpl => "application/vnd.zebra-zpl",
    }
}

/// What is sent to a printer that does not know the name of its own language.
const ANYTHING: &str = "application/octet-stream";

pub(super) async fn print(printer: &PrinterUri, addresses: &[SocketAddr], job: &PrintJob) -> Result<PrintOutcome, PartnerError> {
    let client = client(printer, addresses, job)?;
    let answer = ask(&client, printer, job, mime(job.format)).await?;
    if job.format == PrintFormat::Zpl && answer.refuses_format() {
        return ask(&client, printer, job, ANYTHING).await?.outcome(job.format);
    }
    answer.outcome(job.format)
}

fn client(printer: &PrinterUri, addresses: &[SocketAddr], job: &PrintJob) -> Result<Client, PartnerError> {
    let failed = |cause: &dyn std::fmt::Display| PartnerError::Transient(format!("The connection could not be prepared: {cause}."));
    let mut builder = Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .connect_timeout(CONNECT)
        .timeout(job.patience())
        .user_agent("Waybill")
        .tls_backend_preconfigured(tls::config().map_err(|error| failed(&error))?);
    if let Host::Domain(name) = printer.host() {
        builder = builder.resolve_to_addrs(name, addresses);
    }
    builder.build().map_err(|error| failed(&error))
}

fn request(printer: &PrinterUri, job: &PrintJob, mime: &str) -> Result<Vec<u8>, PartnerError> {
    let odd = |_| PartnerError::rejected("uri", "The printer's address cannot be written as IPP wants it.");
    let uri: Uri = printer.to_string().parse().map_err(|_| PartnerError::rejected("uri", "The printer's address cannot be used."))?;
    let title: String = text::one_line(&job.name).chars().take(60).collect();
    let operation = IppOperationBuilder::print_job(uri, IppPayload::empty()).user_name("waybill").job_title(title).document_format(mime);
    let mut bytes = operation.build().map_err(odd)?.into_ipp_request().to_bytes().to_vec();
    bytes.extend_from_slice(&job.bytes);
    Ok(bytes)
}

async fn ask(client: &Client, printer: &PrinterUri, job: &PrintJob, mime: &str) -> Result<Answer, PartnerError> {
    let body = request(printer, job, mime)?;
    let sent = client.post(printer.http()).header(CONTENT_TYPE, "application/ipp").body(body).send().await;
    let response = sent.map_err(|error| if error.is_connect() { nobody(printer) } else { unconfirmed() })?;
    check_http(response.status(), printer)?;
    let bytes = read(response).await?;
    let parsed = IppParser::new(IppReader::new(Cursor::new(bytes))).parse();
    parsed
        .map(|answer| Answer::of(&answer))
        .map_err(|_| PartnerError::Malformed(format!("What answers at {} does not speak IPP.", printer.place())))
}

fn check_http(status: StatusCode, printer: &PrinterUri) -> Result<(), PartnerError> {
    let place = printer.place();
    Err(match status.as_u16() {
        200 => return Ok(()),
        401 | 403 => PartnerError::Auth("The printer wants a user name and password, which cannot be given here.".into()),
        404 => no_such_printer(""),
        426 if printer.protocol() == Protocol::Ipp => {
            PartnerError::rejected("uri", "The printer wants an encrypted connection: use ipps://.")
        }
        413 => PartnerError::rejected("base", "The document is too large for the printer."),
        500.. => PartnerError::Transient(format!("The printer at {place} is not ready (HTTP {status}).")),
        _ => PartnerError::rejected("uri", format!("What answers at {place} does not print (HTTP {status}).")),
    })
}

fn no_such_printer(said: &str) -> PartnerError {
    PartnerError::rejected("uri", format!("There is no printer at this path; many use /ipp/print{said}."))
}

async fn read(mut response: Response) -> Result<Vec<u8>, PartnerError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| unconfirmed())? {
        if bytes.len() + chunk.len() > LONGEST_ANSWER {
            return Err(PartnerError::Malformed("The printer's answer is too long to be one.".into()));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// What matters of an answer.
#[derive(Debug, Default)]
struct Answer {
    status: u16,
    message: String,
    format_unsupported: bool,
    job_id: Option<i32>,
    job_state: Option<i32>,
    job_message: String,
    reasons: Vec<String>,
}

impl Answer {
    fn of(answer: &IppRequestResponse) -> Self {
        let find =
            |tag: DelimiterTag, name: &str| answer.attributes().groups_of(tag).find_map(|group| group.get(name)).map(|found| found.value());
        let words = |value: Option<&IppValue>| value.map(|value| quoted(&value.to_string())).unwrap_or_default();
        let job = |name: &str| find(DelimiterTag::JobAttributes, name);
        let number = |value: Option<&IppValue>| match value {
            Some(IppValue::Integer(number) | IppValue::Enum(number)) => Some(*number),
            _ => None,
        };
        let reasons = job("job-state-reasons").into_iter().flatten().map(|reason| quoted(&reason.to_string()));
        Self {
            status: u16::from_be_bytes(answer.header().operation_or_status.to_be_bytes()),
            message: words(find(DelimiterTag::OperationAttributes, "status-message")),
            format_unsupported: find(DelimiterTag::UnsupportedAttributes, "document-format").is_some(),
            job_id: number(job("job-id")),
            job_state: number(job("job-state")),
            job_message: words(job("job-state-message")),
            reasons: reasons.filter(|reason| reason != "none").collect(),
        }
    }

    /// client-error-document-format-not-supported, or the same as an attribute that is not supported.
    const fn refuses_format(&self) -> bool {
        self.status == 0x040a || (self.status == 0x040b && self.format_unsupported)
    }

    fn outcome(&self, format: PrintFormat) -> Result<PrintOutcome, PartnerError> {
        if self.status <= 0x00ff {
            return self.accepted();
        }
        let said = if self.message.is_empty() { String::new() } else { format!(" (the printer says: {})", self.message) };
        let refused = |field: &str, words: &str| Err(PartnerError::rejected(field, format!("{words}{said}.")));
        let wait = |words: &str| Err(PartnerError::Transient(format!("{words}{said}.")));
        match self.status {
            _ if self.refuses_format() => refused("format", &format!("The printer does not take {} documents", format.name())),
            0x0401..=0x0403 => Err(PartnerError::Auth(format!("The printer does not let us print{said}."))),
            0x0406 | 0x0407 => Err(no_such_printer(&said)),
            0x0408 => refused("base", "The document is too large for the printer"),
            0x0410..=0x0412 => refused("format", "The printer could not read the document"),
            0x0502 => wait("The printer is not ready"),
            0x0504 => wait("The printer reports a fault"),
            0x0506 => wait("The printer accepts no jobs at present"),
            0x0507 => wait("The printer is busy"),
            0x0500.. => wait("The printer failed"),
            _ => refused("base", "The printer refused the job"),
        }
    }

    fn accepted(&self) -> Result<PrintOutcome, PartnerError> {
        let mut words = self.reasons.join(", ");
        if words.is_empty() {
            words.clone_from(&self.job_message);
        }
        if self.job_state.is_some_and(|state| GIVEN_UP.contains(&state)) {
            return Err(PartnerError::rejected("base", format!("The printer gave the job up ({words}).")));
        }
        let waits = self.reasons.iter().any(|reason| reason == "printer-stopped" || reason.ends_with("-error"));
        Ok(PrintOutcome { job_id: self.job_id, note: waits.then(|| format!("The printer has the job but does not print yet ({words}).")) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16) -> Answer {
        Answer { status, message: "out of order".into(), ..Answer::default() }
    }

    #[test]
    fn every_status_becomes_a_sentence() {
        let said = |status: u16| answer(status).outcome(PrintFormat::Png).unwrap_err();
        assert_eq!(
            said(0x040a),
            PartnerError::rejected("format", "The printer does not take PNG documents (the printer says: out of order).")
        );
        assert!(matches!(said(0x0403), PartnerError::Auth(_)));
        assert!(matches!(said(0x0507), PartnerError::Transient(message) if message.starts_with("The printer is busy (")));
        for status in [0x0100, 0x0400, 0x0406, 0x0408, 0x0411, 0x04ff, 0x0500, 0x0504, 0xffff] {
            assert!(said(status).to_string().ends_with("out of order)."), "{status:x}");
        }
    }

    #[test]
    fn an_accepted_job_may_wait_or_be_given_up() {
        let accepted = Answer { job_id: Some(7), job_state: Some(5), ..Answer::default() };
        assert_eq!(accepted.outcome(PrintFormat::Pdf), Ok(PrintOutcome { job_id: Some(7), note: None }));
        let stopped = Answer { reasons: vec!["printer-stopped".into()], ..accepted };
        assert!(stopped.outcome(PrintFormat::Pdf).unwrap().note.unwrap().contains("printer-stopped"));
        let aborted = Answer { job_state: Some(8), reasons: vec!["document-format-error".into()], ..Answer::default() };
        assert!(aborted.outcome(PrintFormat::Pdf).unwrap_err().to_string().contains("document-format-error"));
    }
}
