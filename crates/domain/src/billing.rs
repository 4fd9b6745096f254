//! Billing information: where an account can be written to, and where its bills go.

use crate::fields::FieldErrors;
use crate::text;
use serde::{Deserialize, Serialize};

/// A contact or billing address in the United States.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BillingAddress {
    /// House number and street.
    pub street_name: String,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// Five digits, perhaps with four more.
    pub zip: String,
}

impl BillingAddress {
    /// Checks an address under a path (`contact_address` or `billing_address`); answers it trimmed, the state in capitals.
    pub fn check(path: &str, given: &Self, errors: &mut FieldErrors) -> Option<Self> {
        let at = |field: &str| format!("{path}.{field}");
        let street_name = errors.take(&at("street_name"), text::line(&given.street_name, 120));
        let city = errors.take(&at("city"), text::line(&given.city, 80));
        let state = given.state.trim().to_ascii_uppercase();
        if state.is_empty() {
            errors.add(&at("state"), "can't be blank");
        } else if state.len() != 2 || !state.bytes().all(|b| b.is_ascii_uppercase()) {
            errors.add(&at("state"), "must have two letters");
        }
        let zip = given.zip.trim().to_owned();
        if zip.is_empty() {
            errors.add(&at("zip"), "can't be blank");
        } else if !is_zip(&zip) {
            errors.add(&at("zip"), "must be a ZIP code such as 94107 or 94107-1234");
        }
        let sound = state.len() == 2 && is_zip(&zip);
        Some(Self { street_name: street_name?, city: city?, state, zip }).filter(|_| sound)
    }
}

fn is_zip(text: &str) -> bool {
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    match text.split_once('-') {
        None => digits(text, 5),
        Some((five, four)) => digits(five, 5) && digits(four, 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_told() {
        let mut errors = FieldErrors::default();
        assert_eq!(BillingAddress::check("contact_address", &BillingAddress::default(), &mut errors), None);
        let paths: Vec<_> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["contact_address.city", "contact_address.state", "contact_address.street_name", "contact_address.zip"]);
    }

    #[test]
    fn a_sound_address_is_trimmed() {
        let given = BillingAddress { street_name: " 1 Main St ".into(), city: "Reno".into(), state: "nv".into(), zip: "89501-0001".into() };
        let mut errors = FieldErrors::default();
        let kept = BillingAddress::check("billing_address", &given, &mut errors).unwrap();
        assert_eq!((kept.street_name.as_str(), kept.state.as_str()), ("1 Main St", "NV"));
        let wrong = BillingAddress { zip: "8950".into(), ..given };
        assert_eq!(BillingAddress::check("billing_address", &wrong, &mut errors), None);
        assert!(!errors.is_empty());
    }
}
