//! Google Places (New): what to send and how to read the answers. The HTTP client is not here.
//!
//! One session token per typed address, then one call for details, is what Google bills as one. The key travels in a header
//! and must never stand in an address.

use super::{Place, PlaceQuery, Suggestion};
use domain::partner::PartnerError;
use serde::Deserialize;
use url::Url;

/// Where autocomplete questions are posted, below the configured base such as `https://places.googleapis.com`.
#[must_use]
pub fn autocomplete_url(base: &Url) -> Option<Url> {
    base.join("/v1/places:autocomplete").ok()
}

/// The body of an autocomplete question.
#[must_use]
pub fn autocomplete_body(query: &PlaceQuery<'_>) -> serde_json::Value {
    let regions: Vec<String> = query.country.iter().map(|country| country.to_lowercase()).collect();
    serde_json::json!({ "input": query.text, "sessionToken": query.session, "includedRegionCodes": regions })
}

/// Where the details of a place are, for a call with the header `X-Goog-FieldMask: addressComponents`.
#[must_use]
pub fn details_url(base: &Url, id: &str, session: &str) -> Option<Url> {
    let safe = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    let mut url = base.join(&format!("/v1/places/{id}")).ok().filter(|_| safe)?;
    url.query_pairs_mut().append_pair("sessionToken", session);
    Some(url)
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Answer {
    suggestions: Vec<Entry>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Entry {
    place_prediction: Option<Prediction>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Prediction {
    place_id: String,
    text: Text,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Text {
    text: String,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Details {
    address_components: Vec<Component>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Component {
    long_text: String,
    short_text: String,
    types: Vec<String>,
}

fn odd(error: &serde_json::Error) -> PartnerError {
    PartnerError::Malformed(format!("Google Places answered something that could not be understood: {error}"))
}

/// Reads suggestions; questions that Google would rather search for are left out.
pub fn read_suggestions(body: &[u8], limit: usize) -> Result<Vec<Suggestion>, PartnerError> {
    let answer: Answer = serde_json::from_slice(body).map_err(|error| odd(&error))?;
    let predictions = answer.suggestions.into_iter().filter_map(|entry| entry.place_prediction).filter(|found| !found.place_id.is_empty());
    Ok(predictions.take(limit).map(|found| Suggestion { id: found.place_id, text: found.text.text, place: None }).collect())
}

/// Reads the details of a place.
pub fn read_details(body: &[u8]) -> Result<Place, PartnerError> {
    let details: Details = serde_json::from_slice(body).map_err(|error| odd(&error))?;
    let find = |kind: &str| details.address_components.iter().find(|part| part.types.iter().any(|of| of == kind));
    let long = |kind: &str| find(kind).map(|part| part.long_text.clone()).unwrap_or_default();
    let short = |kind: &str| find(kind).map(|part| part.short_text.clone()).unwrap_or_default();
    let first = |kinds: &[&str]| kinds.iter().map(|kind| long(kind)).find(|text| !text.is_empty()).unwrap_or_default();
    let zip = match long("postal_code_suffix") {
        suffix if suffix.is_empty() => long("postal_code"),
        suffix => format!("{}-{suffix}", long("postal_code")),
    };
    Ok(Place {
        street1: format!("{} {}", long("street_number"), short("route")).trim().to_owned(),
        city: first(&["locality", "postal_town", "sublocality", "neighborhood"]),
        state: short("administrative_area_level_1"),
        zip,
        country: short("country"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_built_without_secrets_and_without_tricks() {
        let base = Url::parse("https://places.googleapis.com").unwrap();
        assert_eq!(autocomplete_url(&base).unwrap().as_str(), "https://places.googleapis.com/v1/places:autocomplete");
        assert_eq!(
            details_url(&base, "ChIJ_x-1", "s 1").unwrap().as_str(),
            "https://places.googleapis.com/v1/places/ChIJ_x-1?sessionToken=s+1"
        );
        assert_eq!(details_url(&base, "../x", "s"), None);
        let query = PlaceQuery { text: "1 Main", country: Some("US"), limit: 5, session: "s" };
        assert_eq!(autocomplete_body(&query)["includedRegionCodes"][0], "us");
    }

    #[test]
    fn answers_are_read() {
        let body =
            br#"{"suggestions":[{"queryPrediction":{}},{"placePrediction":{"placeId":"abc","text":{"text":"1 Main St, Austin, TX"}}}]}"#;
        let lines = read_suggestions(body, 5).unwrap();
        assert_eq!((lines[0].id.as_str(), lines[0].text.as_str(), lines.len()), ("abc", "1 Main St, Austin, TX", 1));
        let body = br#"{"addressComponents":[{"longText":"1","shortText":"1","types":["street_number"]},
            {"longText":"Main Street","shortText":"Main St","types":["route"]},{"longText":"Austin","shortText":"Austin","types":["locality"]},
            {"longText":"Texas","shortText":"TX","types":["administrative_area_level_1"]},
            {"longText":"78701","shortText":"78701","types":["postal_code"]},{"longText":"United States","shortText":"US","types":["country"]}]}"#;
        let place = read_details(body).unwrap();
        assert_eq!(
            (place.street1.as_str(), place.city.as_str(), place.state.as_str(), place.zip.as_str()),
            ("1 Main St", "Austin", "TX", "78701")
        );
        assert!(matches!(read_details(b"<html>"), Err(PartnerError::Malformed(_))));
        assert_eq!(read_suggestions(b"{}", 5), Ok(Vec::new()));
    }
}
