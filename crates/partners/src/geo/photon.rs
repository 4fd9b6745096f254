//! Photon (OpenStreetMap, self-hosted): what to ask and how to read the answers. The HTTP client is not here.
//!
//! The public server is for fair use only; a deployment points to its own.

use super::{MOST, Place, PlaceQuery, Suggestion};
use crate::states;
use domain::partner::PartnerError;
use serde::Deserialize;
use url::Url;

/// The question, below the configured base such as `http://photon:2322`.
#[must_use]
pub fn search_url(base: &Url, query: &PlaceQuery<'_>) -> Option<Url> {
    let mut url = base.join("/api").ok()?;
    url.query_pairs_mut().append_pair("q", query.text).append_pair("limit", &query.limit.min(MOST).to_string()).append_pair("lang", "en");
    if let Some(country) = query.country {
        url.query_pairs_mut().append_pair("countrycode", &country.to_uppercase());
    }
    Some(url)
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Answer {
    features: Vec<Feature>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Feature {
    properties: Properties,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Properties {
    osm_type: String,
    osm_id: u64,
    name: String,
    housenumber: String,
    street: String,
    city: String,
    district: String,
    state: String,
    postcode: String,
    countrycode: String,
    #[serde(rename = "type")]
    kind: String,
}

impl Properties {
    fn place(&self) -> Place {
        let city = [&self.city, &self.district].into_iter().find(|name| !name.is_empty()).unwrap_or(&self.name);
        let state = if self.countrycode == "US" { states::find(&self.state).map(|state| state.code) } else { None };
        let street = if self.kind == "street" && self.street.is_empty() { &self.name } else { &self.street };
        Place {
            street1: format!("{} {street}", self.housenumber).trim().to_owned(),
            city: city.clone(),
            state: state.unwrap_or(&self.state).to_owned(),
            zip: self.postcode.clone(),
            country: self.countrycode.clone(),
        }
    }
}

/// Reads suggestions; every one holds its address.
pub fn read_suggestions(body: &[u8], limit: usize) -> Result<Vec<Suggestion>, PartnerError> {
    let odd =
        |error: serde_json::Error| PartnerError::Malformed(format!("Photon answered something that could not be understood: {error}"));
    let answer: Answer = serde_json::from_slice(body).map_err(odd)?;
    let line = |found: Properties| {
        let place = found.place();
        let last_line = format!("{} {}", place.state, place.zip).trim().to_owned();
        let parts = [place.street1.as_str(), place.city.as_str(), last_line.as_str()];
        let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        Suggestion { id: format!("{}{}", found.osm_type, found.osm_id), text, place: Some(place) }
    };
    Ok(answer.features.into_iter().map(|feature| line(feature.properties)).take(limit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_escaped() {
        let base = Url::parse("http://photon:2322").unwrap();
        let query = PlaceQuery { text: "1 Main & co", country: Some("us"), limit: 500, session: "" };
        assert_eq!(search_url(&base, &query).unwrap().as_str(), "http://photon:2322/api?q=1+Main+%26+co&limit=20&lang=en&countrycode=US");
    }

    #[test]
    fn answers_are_read() {
        // From the team's sample specs/maps/photon.api.sample.json.
        let body =
            br#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"osm_type":"W","osm_id":123456,"type":"house",
            "countrycode":"US","state":"Texas","city":"Austin","district":"Downtown","postcode":"78701","street":"Congress Avenue",
            "housenumber":"100","name":"One Hundred Congress"}}]}"#;
        let line = read_suggestions(body, 5).unwrap().remove(0);
        assert_eq!((line.id.as_str(), line.text.as_str()), ("W123456", "100 Congress Avenue, Austin, TX 78701"));
        assert!(matches!(read_suggestions(b"oops", 5), Err(PartnerError::Malformed(_))));
    }
}
