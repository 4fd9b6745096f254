//! `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus).

use super::error::ApiError;
use super::request::Client;
use crate::app::App;
use crate::telemetry;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::world::World;
use secrecy::ExposeSecret;
use std::net::IpAddr;
use store::check;

/// The process lives.
pub async fn healthz() -> &'static str {
    "ok"
}

/// Both databases answer and the process is not shutting down.
pub async fn readyz(State(app): State<App>) -> Response {
    if app.deployment.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down").into_response();
    }
    for world in World::BOTH {
        let answered = async { check::ping(&mut app.deployment.store(world).reader().await?).await };
        if let Err(error) = answered.await {
            tracing::warn!(world = world.name(), %error, "not ready");
            return (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer").into_response();
        }
    }
    "ready".into_response()
}

/// Prometheus' text. With a token for who has it, without one for this machine only.
pub async fn metrics(State(app): State<App>, client: Client, headers: HeaderMap) -> Result<Response, ApiError> {
    let token = app.deployment.config.http.metrics_token.expose_secret();
    let given = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).and_then(|v| v.strip_prefix("Bearer "));
    // Behind a proxy on this machine every caller has its address; the header tells that one is there.
    let local = client.ip.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback()) && !headers.contains_key("x-forwarded-for");
    // Compared by hash, so that the time taken tells nothing about the token.
    let hashed = crate::secrets::hashed;
    let allowed = if token.is_empty() { local } else { given.is_some_and(|given| hashed(given) == hashed(token)) };
    if !allowed {
        return Err(ApiError::access_denied());
    }
    for world in World::BOTH {
        let mut conn = app.deployment.store(world).reader().await?;
        for (state, count) in store::shown_jobs::counts(&mut conn).await? {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            metrics::gauge!("waybill_jobs", "world" => world.name(), "state" => state).set(count);
        }
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], telemetry::metrics_text()).into_response())
}
