//! Names of countries and states as people write them, from the lists of the carriers' facts.

use domain::upload_row::Places;
use partners::{countries, states};

/// The lists we have.
pub struct Known;

impl Places for Known {
    fn country(&self, text: &str) -> Option<String> {
        let upper = text.to_uppercase();
        let found =
            countries::find(&upper).or_else(|| countries::all().iter().find(|country| country.name.eq_ignore_ascii_case(text)).copied());
        found.map(|country| country.code.to_owned())
    }

    fn state(&self, text: &str) -> Option<String> {
        states::find(text).map(|state| state.code.to_owned())
    }
}
