//! Where a ZIP code is, for the form and the route map.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use axum::Json;
use axum::extract::{Path, State};
use partners::zips;
use serde::Serialize;
use utoipa::ToSchema;

/// A place.
#[derive(Serialize, ToSchema)]
pub struct ZipOut {
    success: bool,
    zip: String,
    city: String,
    state: String,
    /// Degrees north; none for the armed forces.
    latitude: Option<f64>,
    /// Degrees east; none for the armed forces.
    longitude: Option<f64>,
}

/// Where a ZIP code is
#[utoipa::path(get, path = "/dashboard/zips/{zip}", tag = "addresses", operation_id = "zip_show", params(("zip" = String, Path)),
    responses((status = OK, body = ZipOut)))]
pub async fn zip(State(_app): State<App>, _caller: SignedIn, Path(zip): Path<String>) -> Result<Json<ZipOut>, ApiError> {
    let five = zip.get(..5).filter(|five| five.bytes().all(|b| b.is_ascii_digit())).ok_or_else(ApiError::not_found)?;
    let (city, state) = zips::city_and_state(five).ok_or_else(ApiError::not_found)?;
    let point = zips::point(five);
    Ok(Json(ZipOut {
        success: true,
        zip: five.to_owned(),
        city: city.to_owned(),
        state: state.to_owned(),
        latitude: point.map(|point| degrees(point.lat)),
        longitude: point.map(|point| degrees(point.lon)),
    }))
}

#[expect(clippy::float_arithmetic, reason = "a place on a map, not money")]
fn degrees(ten_thousandths: i32) -> f64 {
    f64::from(ten_thousandths) / 10_000.0
}
