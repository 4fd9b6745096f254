//! The one way of calling somebody else's JSON interface: time-outs, a cap on the size of answers, no redirects, no retries.
//!
//! It says whether a request can have arrived, because only that decides whether it may be sent again. It never logs, and its
//! messages name the partner only: addresses, bodies and headers may hold secrets.

use crate::tls;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, Response};
use std::time::Duration;
use url::{Host, Url};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a call may take altogether.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// The longest answer that is read.
const LONGEST_ANSWER: usize = 4 * 1024 * 1024;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// The request cannot have arrived.
    NotSent(String),
    /// The request may have arrived and done its work.
    Lost(String),
}

/// An answer, whatever it says.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

/// One request.
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    /// Begins with a slash; may hold a query.
    pub(crate) path: &'a str,
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Type and content.
    pub(crate) body: Option<(&'static str, String)>,
}

/// A partner's server.
#[derive(Clone)]
pub(crate) struct Http {
    client: Client,
    base: String,
    name: &'static str,
}

impl Http {
    /// Prepares calls below a base address, such as `https://api.stripe.com`.
    pub(crate) fn new(name: &'static str, base: &Url, patience: Duration) -> Result<Self, String> {
        if !matches!(base.scheme(), "http" | "https") || base.host().is_none() {
            return Err(format!("The address of {name} must begin with https://."));
        }
        tls::use_ring();
        let mut builder = Client::builder().redirect(Policy::none()).connect_timeout(CONNECT).timeout(patience).user_agent("Waybill");
        if is_loopback(base) {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|error| format!("Connections to {name} could not be prepared: {error}."))?;
        Ok(Self { client, base: base.as_str().trim_end_matches('/').to_owned(), name })
    }

    /// Sends a request once.
    pub(crate) async fn send(&self, call: Call<'_>) -> Result<Answer, NoAnswer> {
        let mut request = self.client.request(call.method, format!("{}{}", self.base, call.path));
        for (name, value) in call.headers {
            request = request.header(name, value);
        }
        if let Some((kind, content)) = call.body {
            request = request.header("content-type", kind).body(content);
        }
        let response = request.send().await.map_err(|error| self.no_answer(&error))?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.trim().parse().ok());
        let body = self.read(response).await?;
        Ok(Answer { status, retry_after: retry_after.map(Duration::from_secs), body })
    }

    fn no_answer(&self, error: &reqwest::Error) -> NoAnswer {
        if error.is_connect() || error.is_builder() {
            return NoAnswer::NotSent(format!("{} could not be reached.", self.name));
        }
        NoAnswer::Lost(format!("{} did not answer in time.", self.name))
    }

    async fn read(&self, mut response: Response) -> Result<Vec<u8>, NoAnswer> {
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.no_answer(&error))? {
            if bytes.len().saturating_add(chunk.len()) > LONGEST_ANSWER {
                return Err(NoAnswer::Lost(format!("{}'s answer is too long to be one.", self.name)));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

fn is_loopback(base: &Url) -> bool {
    match base.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Names and values as a form or query: brackets in names are what Stripe calls nesting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// With another value.
    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }

    /// As `application/x-www-form-urlencoded`.
    pub(crate) fn encoded(&self) -> String {
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}
