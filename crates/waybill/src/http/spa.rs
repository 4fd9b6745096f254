//! The built web app inside the binary: precompressed, hashed files cached for ever, the page itself never.

use super::error::ApiError;
use super::security;
use crate::app::App;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
struct Files;

/// Paths that belong to the API: an unknown one is a 404 in JSON, never the page.
const API: [&str; 3] = ["/dashboard/", "/users/", "/test/"];
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "no-cache";
const PLACEHOLDER: &str = "__CSP_NONCE__";

/// Answers whatever is no route of the API.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path();
    if API.iter().any(|prefix| path.starts_with(prefix)) {
        return ApiError::not_found().into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found().into_response();
    }
    let name = path.trim_start_matches('/');
    match name {
        "_post_message_" => page("post-message.html", &security::post_message_policy(&app.deployment.config)),
        "api-docs" | "api-docs/" => page("api-docs/index.html", security::API_DOCS),
        "index.html" | "post-message.html" => index(&app),
        _ => match file(name, request.headers()) {
            Some(response) => response,
            // A missing file is a 404; only addresses without an ending are pages of the app.
            None if name.rsplit('/').next().is_some_and(|last| last.contains('.')) => ApiError::not_found().into_response(),
            None => index(&app),
        },
    }
}

fn index(app: &App) -> Response {
    let Some(found) = Files::get("index.html") else { return missing() };
    let nonce = app.deployment.random.secret();
    let html = String::from_utf8_lossy(&found.data).replace(PLACEHOLDER, &nonce);
    html_page(html, &security::app_policy(&app.deployment.config, &nonce))
}

fn page(name: &str, policy: &str) -> Response {
    match Files::get(name) {
        None => missing(),
        Some(found) => html_page(String::from_utf8_lossy(&found.data).into_owned(), policy),
    }
}

fn html_page(html: String, policy: &str) -> Response {
    let mut response = html.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(policy) = HeaderValue::from_str(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn missing() -> Response {
    let text = "The web app is not built: run `npm ci && npm run build` in web/, or start with ./run.";
    (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
}

fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    // Compressed twins are reached by negotiation only.
    if name.ends_with(".br") || name.ends_with(".gz") || name.starts_with('.') {
        return None;
    }
    let plain = Files::get(name)?;
    let tag = etag(&plain);
    let asked = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    if asked.is_some_and(|asked| asked.split(',').any(|t| t.trim() == tag)) {
        return Some((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let (data, encoding) = negotiated(name, plain, headers);
    let caching = if name.starts_with("assets/") { FOR_EVER } else { ASK_AGAIN };
    let mut response = Response::new(match data {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    });
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

fn negotiated(name: &str, plain: EmbeddedFile, headers: &HeaderMap) -> (Cow<'static, [u8]>, Option<&'static str>) {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let accepts = |coding: &str| {
        accepted.split(',').any(|part| {
            let (name, quality) = part.split_once(';').unwrap_or((part, ""));
            name.trim() == coding && !matches!(quality.trim(), "q=0" | "q=0.0")
        })
    };
    for (coding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(coding)
            && let Some(found) = Files::get(&format!("{name}.{ending}"))
        {
            return (found.data, Some(coding));
        }
    }
    (plain.data, None)
}

fn etag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    format!("\"{}\"", hex::encode(&hash[..8]))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
