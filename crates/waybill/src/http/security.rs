//! Security headers, and the Content-Security-Policy of each kind of page.

use crate::app::App;
use crate::config::Config;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use secrecy::ExposeSecret;

/// JSON, files and everything that is no page: may do nothing.
const NO_PAGE: &str = "default-src 'none'; frame-ancestors 'none'";

/// The middleware: headers that every answer carries, unless the page has set its own policy.
pub async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // Only where users come by https: on plain http the header would lock them out.
    if app.deployment.config.public_url.starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000; includeSubDomains"));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), opener_policy(&app.deployment.config)),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(NO_PAGE));
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Hosts of a payment partner whose script the web app loads, as the partner's own documentation names them.
struct Outside {
    scripts: &'static [&'static str],
    frames: &'static [&'static str],
    connections: &'static [&'static str],
}

/// Card fields (docs.stripe.com/security/guide). Link, maps and Connect have hosts of their own; we use none of them.
const STRIPE: Outside = Outside {
    scripts: &["https://js.stripe.com", "https://*.js.stripe.com"],
    frames: &["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
    connections: &["https://api.stripe.com"],
};

/// Linking a bank account (plaid.com/docs/link/web).
const PLAID: Outside = Outside {
    scripts: &["https://cdn.plaid.com"],
    frames: &["https://cdn.plaid.com"],
    connections: &["https://production.plaid.com", "https://sandbox.plaid.com"],
};

/// Nobody's, unless the keys of a partner are set.
fn outside(config: &Config) -> impl Iterator<Item = &'static Outside> {
    let payments = &config.payments;
    [payments.stripe_in_browser().then_some(&STRIPE), payments.plaid_in_browser().then_some(&PLAID)].into_iter().flatten()
}

/// Banks that Plaid sends people to open in a window, which must be able to tell that it is done.
fn opener_policy(config: &Config) -> &'static str {
    if config.payments.plaid_in_browser() { "same-origin-allow-popups" } else { "same-origin" }
}

/// The policy of the web app: only our own files, styles only from files or with this answer's nonce; and the scripts of
/// payment partners whose keys are set.
#[must_use]
pub fn app_policy(config: &Config, nonce: &str) -> String {
    let with = |own: &str, hosts: fn(&Outside) -> &'static [&'static str]| {
        outside(config).fold(own.to_owned(), |list, partner| format!("{list} {}", hosts(partner).join(" ")))
    };
    let (scripts, frames) = (with("'self'", |partner| partner.scripts), with("'self' blob:", |partner| partner.frames));
    let mut connect = vec![with("'self'", |partner| partner.connections)];
    let servers = &config.servers;
    for address in [&servers.production, &servers.test, &servers.beta, &servers.development] {
        connect.extend(origin(address));
    }
    connect.extend(origin(config.sentry.dsn.expose_secret()));
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src {}; frame-src {frames}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        connect.join(" ")
    )
}

/// The policy of `/_post_message_`: may be embedded by the configured origins and nobody else.
#[must_use]
pub fn post_message_policy(config: &Config) -> String {
    let allowed = &config.http.embedding_origins;
    let ancestors = if allowed.is_empty() { "'none'".to_owned() } else { allowed.join(" ") };
    format!("default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}")
}

/// The policy of the API documentation: its viewer sets styles from script, which needs `unsafe-inline` for styles only.
pub const API_DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn origin(address: &str) -> Option<String> {
    let origin = url::Url::parse(address).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}
