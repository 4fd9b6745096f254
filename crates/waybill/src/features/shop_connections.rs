//! Connections to shops. So far only the end of a shop's authorisation, which refuses every key: none can be pending yet.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::Body;
use crate::http::reply::Done;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(finalize))
}

/// Which shop.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct FinalizeIn {
    domain: String,
}

/// Finish connecting a shop after its own authorisation page
#[utoipa::path(post, path = "/auth/finalize/{key}", tag = "shop connections", operation_id = "shop_connection_finalize",
    params(("key" = String, Path)), request_body = FinalizeIn, responses((status = OK, body = Done)))]
pub async fn finalize(Path(_key): Path<String>, Body(input): Body<FinalizeIn>) -> Result<Json<Done>, ApiError> {
    if input.domain.trim().is_empty() {
        return Err(ApiError::invalid_field("domain", "can't be blank"));
    }
    let message = "This shop authorisation is not known or has expired. Please connect the shop again.";
    Err(ApiError::new(StatusCode::NOT_FOUND, "not_found", message))
}
