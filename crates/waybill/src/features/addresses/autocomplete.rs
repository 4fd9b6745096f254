//! Completing an address while it is typed: places of the United States from the built-in ZIP table.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use axum::Json;
use axum::extract::State;
use partners::geo::{PlaceFinder, PlaceQuery, TablePlaces};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

const LINES: usize = 8;

/// What was typed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Typed {
    /// The beginning of an address, a city or a ZIP code.
    q: String,
    /// Only this country; the United States when nothing is said.
    country: String,
}

impl Default for Typed {
    fn default() -> Self {
        Self { q: String::new(), country: "US".into() }
    }
}

/// The parts of an address that are known.
#[derive(Serialize, ToSchema)]
pub struct PlaceOut {
    street1: String,
    city: String,
    state: String,
    zip: String,
    country: String,
}

/// A line to choose from.
#[derive(Serialize, ToSchema)]
pub struct SuggestionOut {
    label: String,
    address: PlaceOut,
}

/// The lines, the likeliest first.
#[derive(Serialize, ToSchema)]
pub struct Suggestions {
    success: bool,
    items: Vec<SuggestionOut>,
}

/// Complete an address
#[utoipa::path(get, path = "/dashboard/addresses/autocomplete", tag = "addresses", operation_id = "address_autocomplete", params(Typed),
    responses((status = OK, body = Suggestions)))]
pub async fn autocomplete(State(_app): State<App>, _caller: SignedIn, Params(typed): Params<Typed>) -> Result<Json<Suggestions>, ApiError> {
    let text: String = typed.q.chars().take(120).collect();
    let query = PlaceQuery { text: &text, country: Some(&typed.country), limit: LINES, session: "" };
    let found = TablePlaces.suggest(&query).await.unwrap_or_default();
    let items = found.into_iter().filter_map(|line| {
        let place = line.place?;
        let address = PlaceOut { street1: place.street1, city: place.city, state: place.state, zip: place.zip, country: place.country };
        Some(SuggestionOut { label: line.text, address })
    });
    Ok(Json(Suggestions { success: true, items: items.collect() }))
}
