//! What surrounds every request: its id, the client's address, the time limit, one log line, metrics.

use super::error::ApiError;
use super::large;
use crate::app::App;
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The header that carries the request id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request being answered.
#[must_use]
pub fn request_id() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_default()
}

/// Who is at the other end of the line.
#[derive(Debug, Clone)]
pub struct Client {
    /// The network address.
    pub ip: String,
    /// What the browser calls itself, cut to a sane length.
    pub user_agent: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| ApiError::internal(&"the client is not known"))
    }
}

/// The middleware.
pub async fn surround(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let id = given_id(request.headers()).unwrap_or_else(|| hex::encode(app.deployment.random.bytes::<8>()));
    let client = client(&app, &request);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    request.extensions_mut().insert(client.clone());
    let longer = large::find(&method, route.strip_prefix(app.base()).unwrap_or(&route)).and_then(|large| large.seconds);
    let usual = app.deployment.config.http.timeout_seconds;
    let limit = Duration::from_secs(longer.map_or(usual, |longer| longer.max(usual)));
    let began = Instant::now();
    let answer = CURRENT.scope(id.clone(), async move {
        match tokio::time::timeout(limit, next.run(request)).await {
            Ok(response) => response,
            Err(_) => {
                ApiError::new(StatusCode::GATEWAY_TIMEOUT, "timed_out", "The request took too long. Please try again.").into_response()
            }
        }
    });
    let span = tracing::info_span!("request", method = %method, route, request_id = %id, world = app.world.name());
    let mut response = answer.instrument(span).await;
    let (took, status) = (began.elapsed(), response.status().as_u16());
    metrics::counter!("waybill_http_requests_total", "method" => known_method(&method), "route" => route.clone(), "status" => status.to_string()).increment(1);
    metrics::histogram!("waybill_http_request_seconds", "route" => route.clone()).record(took);
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(request_id = %id, world = app.world.name(), %method, route, status, millis, ip = client.ip, "request");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// A caller may invent methods; a metric must not grow with them.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn given_id(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(REQUEST_ID)?.to_str().ok()?;
    let plain = !text.is_empty() && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    plain.then(|| text.to_owned())
}

fn client(app: &App, request: &Request) -> Client {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_string());
    let text = |name: HeaderName| request.headers().get(name).and_then(|v| v.to_str().ok());
    // The last entry is the one that our own proxy wrote; the others are the client's claim.
    let forwarded = text(HeaderName::from_static("x-forwarded-for")).and_then(|list| list.rsplit(',').next()).map(str::trim);
    let trusted = forwarded.filter(|ip| app.deployment.config.http.trust_forwarded_for && ip.parse::<std::net::IpAddr>().is_ok());
    let ip = trusted.map(str::to_owned).or(peer).unwrap_or_else(|| "unknown".into());
    let user_agent = text(header::USER_AGENT).unwrap_or_default().chars().take(300).collect();
    Client { ip, user_agent }
}
