//! Calls to Stripe: how a request looks, and what its failure means for what it asked.
//!
//! Nothing is sent twice here. After a request that moves money, every failure that does not prove that nothing happened is an
//! unknown outcome. The key travels in a header and stands in no message.

use super::wire::{ErrorBody, WireError};
use super::words;
use crate::http::{Answer, Call, Form, Http, NoAnswer, PATIENCE};
use domain::partner::PartnerError;
use domain::text::one_line;
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::Url;

/// The version of Stripe's interface that this adapter was written against.
pub(super) const VERSION: &str = "2023-08-16";

/// When to ask again where Stripe does not say.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Risk {
    /// It may be sent again.
    Harmless,
    /// It moves money.
    Money,
}

/// A request that failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: PartnerError,
    /// What Stripe said.
    pub(super) said: Box<WireError>,
    /// The status, when there was an answer.
    pub(super) status: Option<u16>,
}

impl Failure {
    /// The key was used for another request before.
    pub(super) fn is_other_content(&self) -> bool {
        self.said.kind.as_deref() == Some("idempotency_error") && !self.is_in_flight()
    }

    /// Another request with the same key is on its way.
    pub(super) fn is_in_flight(&self) -> bool {
        self.status == Some(409)
    }
}

impl From<Failure> for PartnerError {
    fn from(failure: Failure) -> Self {
        failure.error
    }
}

/// Stripe's server and our key.
#[derive(Clone)]
pub(super) struct Caller {
    http: Http,
    secret_key: SecretString,
}

impl Caller {
    pub(super) fn new(base: &Url, secret_key: SecretString, patience: Option<Duration>) -> Result<Self, String> {
        Ok(Self { http: Http::new("Stripe", base, patience.unwrap_or(PATIENCE))?, secret_key })
    }

    /// Reads something.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str, query: &Form) -> Result<T, Failure> {
        let query = query.encoded();
        let path = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        self.send(Call { method: Method::GET, path: &path, headers: self.headers(None), body: None }, Risk::Harmless).await
    }

    /// Asks for something; with a key, at most once.
    pub(super) async fn post<T: DeserializeOwned>(&self, path: &str, form: &Form, key: Option<&str>, risk: Risk) -> Result<T, Failure> {
        let body = Some(("application/x-www-form-urlencoded", form.encoded()));
        self.send(Call { method: Method::POST, path, headers: self.headers(key), body }, risk).await
    }

    /// Takes something away.
    pub(super) async fn delete<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        self.send(Call { method: Method::DELETE, path, headers: self.headers(None), body: None }, Risk::Harmless).await
    }

    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)> {
        let mut headers =
            vec![("authorization", format!("Bearer {}", self.secret_key.expose_secret())), ("stripe-version", VERSION.to_owned())];
        headers.extend(key.map(|key| ("idempotency-key", key.to_owned())));
        headers
    }

    async fn send<T: DeserializeOwned>(&self, call: Call<'_>, risk: Risk) -> Result<T, Failure> {
        let answer = self.http.send(call).await.map_err(|none| no_answer(none, risk))?;
        if !(200..300).contains(&answer.status) {
            return Err(refusal(&answer, risk));
        }
        serde_json::from_slice(&answer.body).map_err(|error| Failure {
            // The error names a place in the answer, never its content.
            error: PartnerError::Malformed(format!(
                "Stripe answered something that could not be understood (line {}, column {}).",
                error.line(),
                error.column()
            )),
            said: Box::default(),
            status: Some(answer.status),
        })
    }
}

fn no_answer(none: NoAnswer, risk: Risk) -> Failure {
    let error = match none {
        NoAnswer::Lost(message) if risk == Risk::Money => PartnerError::OutcomeUnknown(message),
        NoAnswer::Lost(message) | NoAnswer::NotSent(message) => PartnerError::Transient(message),
    };
    Failure { error, said: Box::default(), status: None }
}

fn refusal(answer: &Answer, risk: Risk) -> Failure {
    let said = serde_json::from_slice::<ErrorBody>(&answer.body).unwrap_or_default().error;
    let unsure = |message: &str| match risk {
        Risk::Money => PartnerError::OutcomeUnknown(message.to_owned()),
        Risk::Harmless => PartnerError::Transient(message.to_owned()),
    };
    let error = match answer.status {
        401 => PartnerError::Auth("Stripe does not accept the configured key.".into()),
        403 => PartnerError::Auth("The configured Stripe key lacks a right that is needed.".into()),
        402 => PartnerError::rejected("base", words::why(&said)),
        408 => unsure("Stripe did not answer in time."),
        409 => unsure("Stripe is still busy with the same request."),
        429 => {
            PartnerError::Limited { message: "Stripe asks to slow down.".into(), retry_after: answer.retry_after.unwrap_or(RETRY_AFTER) }
        }
        500..=599 => unsure("Stripe is out of order."),
        400..=499 => PartnerError::rejected("base", refused(&said)),
        _ => PartnerError::Malformed(format!("Stripe answered with an unexpected status ({}).", answer.status)),
    };
    Failure { error, said: Box::new(said), status: Some(answer.status) }
}

fn refused(said: &WireError) -> String {
    if said.decline_code.is_some() {
        return words::why(said);
    }
    let message: String = one_line(said.message.as_deref().unwrap_or_default()).chars().take(300).collect();
    if message.is_empty() { "Stripe refused the request.".into() } else { format!("Stripe refused the request: {message}") }
}

/// A name of Stripe's that may stand in an address.
pub(super) fn safe(name: &str) -> Result<&str, PartnerError> {
    let plain = !name.is_empty() && name.len() <= 255 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if plain { Ok(name) } else { Err(PartnerError::rejected("base", "This is no name that Stripe gives.")) }
}
