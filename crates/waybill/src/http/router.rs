//! Merges the slices' routes, sets the layers, and mounts both worlds and the web app.

use super::limits::{Limiter, limit};
use super::{auth, error::ApiError, health, idempotency, openapi, request, security, servers, spa};
use crate::app::{App, Deployment, base};
use crate::features;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use domain::world::World;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::OpenApiRouter;

/// Every slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::base())
        .merge(features::session::routes())
        .merge(features::account::routes())
        .merge(features::people::routes())
        .merge(features::api_keys::routes())
        .merge(features::activity::routes())
        .merge(features::terms::routes())
        .merge(features::job_status::routes())
        .merge(features::locations::routes())
        .merge(features::packages::routes())
        .merge(features::carrier_accounts::routes())
        .merge(features::printers::routes())
        .merge(features::shop_connections::routes())
        .merge(features::shipments::routes())
        .merge(features::addresses::routes())
        .merge(features::files::routes())
        .merge(features::balance::routes())
        .merge(features::adjustments::routes())
        .merge(features::payment_methods::routes())
        .merge(features::invoices::routes())
        .merge(features::incentives::routes())
        .merge(features::business::routes())
        .merge(features::billing_documents::routes())
        .merge(features::webhooks::routes())
        .merge(features::uploads::routes())
}

/// The whole product.
pub fn router(deployment: &Arc<Deployment>) -> Router {
    let limiter = Limiter::new(&deployment.config.limits);
    let live = deployment.app(World::Live);
    let site = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .route("/config.json", get(servers::config))
        .route("/openapi.json", get(document))
        .fallback(spa::serve)
        .layer(from_fn_with_state(live.clone(), request::surround))
        .with_state(live);
    let api = |world: World| world_router(&deployment.app(world), &limiter);
    site.merge(api(World::Live))
        .nest(base(World::Test), api(World::Test))
        .layer(cors(&deployment.config.http.dashboard_origins))
        .layer(from_fn_with_state(deployment.app(World::Live), security::headers))
}

async fn document() -> Result<impl IntoResponse, ApiError> {
    let json = openapi::document().map_err(|e| ApiError::internal(&e))?;
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], json))
}

/// One world's API. Outermost first: request id and time limit, rate limit, guard, kept answers, handler.
fn world_router(app: &App, limiter: &Limiter) -> Router {
    let (router, _) = routes().split_for_parts();
    router
        .layer(CatchPanicLayer::custom(|_| ApiError::internal(&"a handler panicked").into_response()))
        .layer(from_fn_with_state(app.clone(), idempotency::keep))
        .layer(from_fn_with_state(app.clone(), auth::guard))
        .layer(DefaultBodyLimit::max(app.deployment.config.http.body_limit_kib * 1024))
        .layer(from_fn_with_state(limiter.clone(), limit))
        .method_not_allowed_fallback(|| async {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "This method is not allowed here.")
        })
        .layer(from_fn_with_state(app.clone(), request::surround))
        .with_state(app.clone())
}

/// Only the configured dashboard origins may call us from another origin.
fn cors(origins: &[String]) -> CorsLayer {
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static("idempotency-key"), request::REQUEST_ID])
        .expose_headers([request::REQUEST_ID, HeaderName::from_static("idempotency-replayed"), header::RETRY_AFTER])
        .max_age(Duration::from_secs(600))
}
