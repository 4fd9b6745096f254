//! Completing addresses while they are typed.
//!
//! [`PlaceFinder`] is the interface; [`TablePlaces`] answers from the built-in ZIP table (cities of the United States, no
//! streets) and needs no network. [`google`] and [`photon`] hold what adapters for Google Places (New) and Photon need beside
//! an HTTP client: addresses to call and readers of the answers, both pure. What a person types must never be logged.

pub mod google;
pub mod photon;
mod query;

use crate::zips;
use async_trait::async_trait;
use domain::partner::PartnerError;
use query::Typed;

/// The most suggestions anybody gets.
pub const MOST: usize = 20;

/// An address as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Place {
    /// House number and street.
    pub street1: String,
    /// City.
    pub city: String,
    /// Two letters in the United States, a name elsewhere.
    pub state: String,
    /// ZIP code or postal code.
    pub zip: String,
    /// Two letters of ISO 3166-1.
    pub country: String,
}

/// A line to choose from.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Suggestion {
    /// What to hand to [`PlaceFinder::resolve`].
    pub id: String,
    /// What to show.
    pub text: String,
    /// The address, where the finder knows it at once.
    pub place: Option<Place>,
}

/// What is typed, and where to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceQuery<'a> {
    /// What was typed so far.
    pub text: &'a str,
    /// Only this country, in two letters of ISO 3166-1.
    pub country: Option<&'a str>,
    /// The most lines to answer.
    pub limit: usize,
    /// The same for all questions while one address is typed: Google bills by it, others ignore it.
    pub session: &'a str,
}

/// Finds places by what is typed.
#[async_trait]
pub trait PlaceFinder: Send + Sync {
    /// Lines that may be meant, the likeliest first; none when too little was typed.
    async fn suggest(&self, query: &PlaceQuery<'_>) -> Result<Vec<Suggestion>, PartnerError>;

    /// The address behind a chosen line; none when it is gone.
    async fn resolve(&self, id: &str, session: &str) -> Result<Option<Place>, PartnerError>;
}

/// The finder that needs nobody: cities and ZIP codes of the United States from the built-in table.
#[derive(Debug, Clone, Copy, Default)]
pub struct TablePlaces;

impl TablePlaces {
    /// Answers without waiting.
    #[must_use]
    pub fn find(self, query: &PlaceQuery<'_>) -> Vec<Suggestion> {
        let limit = query.limit.min(MOST);
        if query.country.is_some_and(|country| !country.eq_ignore_ascii_case("US")) {
            return Vec::new();
        }
        let typed = Typed::read(query.text);
        let rows: Vec<(&str, &str, &str)> = if typed.zip.len() >= 2 {
            let rows = zips::starting_with(&typed.zip).iter();
            let fits =
                |row: &&zips::Zip| typed.state.is_none_or(|state| state == row.state) && zips::plain(row.city).starts_with(&typed.city);
            rows.filter(fits).take(limit).map(|row| (row.city, row.state, row.zip)).collect()
        } else if typed.city.len() >= 2 {
            let cities = zips::cities_starting_with(&typed.city, typed.state, limit);
            // A city with many codes is offered without one: picking the first would be a guess.
            let code = |codes: &[&'static str]| if let [only] = codes { *only } else { "" };
            cities.into_iter().map(|city| (city.name, city.state, code(&city.codes))).collect()
        } else {
            Vec::new()
        };
        rows.into_iter().map(|(city, state, zip)| suggestion(&typed.street, city, state, zip)).collect()
    }
}

fn suggestion(street: &str, city: &str, state: &str, zip: &str) -> Suggestion {
    let place = Place { street1: street.into(), city: city.into(), state: state.into(), zip: zip.into(), country: "US".into() };
    let last_line = format!("{city}, {state} {zip}");
    let text = if street.is_empty() { last_line.trim_end().to_owned() } else { format!("{street}, {}", last_line.trim_end()) };
    Suggestion { id: format!("{city}|{state}|{zip}"), text, place: Some(place) }
}

#[async_trait]
impl PlaceFinder for TablePlaces {
    async fn suggest(&self, query: &PlaceQuery<'_>) -> Result<Vec<Suggestion>, PartnerError> {
        Ok(self.find(query))
    }

    async fn resolve(&self, id: &str, _session: &str) -> Result<Option<Place>, PartnerError> {
        let mut parts = id.split('|');
        let (Some(city), Some(state), Some(zip)) = (parts.next(), parts.next(), parts.next()) else { return Ok(None) };
        let known = zips::codes_of_city(city, state);
        let fits = known.contains(&zip) || (zip.is_empty() && !known.is_empty());
        Ok(fits.then(|| Place { city: city.into(), state: state.into(), zip: zip.into(), country: "US".into(), ..Place::default() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<String> {
        TablePlaces.find(&PlaceQuery { text, country: Some("us"), limit: 5, session: "" }).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn cities_and_codes_complete_what_is_typed() {
        assert_eq!(texts("90210"), ["Beverly Hills, CA 90210"]);
        assert_eq!(texts("902").len(), 5);
        assert_eq!(texts("beverly hills ca"), ["Beverly Hills, CA"]);
        assert_eq!(texts("Beverly Hills, California 9021").len(), 4);
        assert_eq!(texts("12 Main St, beverly hi, CA"), ["12 Main St, Beverly Hills, CA"]);
        assert_eq!(texts("springfield").len(), 5);
        assert!(texts("s").is_empty() && texts("").is_empty() && texts("9").is_empty());
    }

    #[tokio::test]
    async fn other_countries_are_left_to_others_and_choices_resolve() {
        let query = PlaceQuery { text: "Toronto", country: Some("CA"), limit: 5, session: "" };
        assert!(TablePlaces.suggest(&query).await.unwrap().is_empty());
        let line = TablePlaces.find(&PlaceQuery { text: "90210", country: None, ..query }).remove(0);
        assert_eq!(TablePlaces.resolve(&line.id, "").await.unwrap(), line.place);
        assert_eq!(TablePlaces.resolve("Atlantis|XX|", "").await.unwrap(), None);
        assert_eq!(TablePlaces.resolve("?", "").await.unwrap(), None);
    }

    proptest! {
        #[test]
        fn never_panics_and_keeps_the_bound(text in ".{0,30}", limit in 0_usize..50) {
            let found = TablePlaces.find(&PlaceQuery { text: &text, country: None, limit, session: "" });
            prop_assert!(found.len() <= limit.min(MOST));
        }
    }
}
