//! Numbers and names of countries, as barcodes and tracking reports need them.
//!
//! The list comes from `data/country_numbers.csv`. It must not decide where a carrier delivers: that is rating's business.

use std::sync::LazyLock;

/// A country of ISO 3166-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// Two letters.
    pub code: &'static str,
    /// The number of the standard, 840 for the United States.
    pub number: u16,
    /// The name in English.
    pub name: &'static str,
}

static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let lines = include_str!("../data/country_numbers.csv").lines().skip(1);
    let parse = |line: &'static str| {
        let mut fields = line.splitn(3, ',');
        Some(Country { code: fields.next()?, number: fields.next()?.parse().ok()?, name: fields.next()? })
    };
    lines.filter_map(parse).collect()
});

/// All countries, by their letters.
#[must_use]
pub fn all() -> &'static [Country] {
    &COUNTRIES
}

/// The country with these two letters.
#[must_use]
pub fn find(code: &str) -> Option<Country> {
    let place = COUNTRIES.binary_search_by(|country| country.code.cmp(code)).ok()?;
    COUNTRIES.get(place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_found_by_their_letters() {
        assert_eq!(find("US").map(|country| country.number), Some(840));
        assert_eq!(find("CA").map(|country| (country.number, country.name)), Some((124, "Canada")));
        assert_eq!(find("XX"), None);
        assert!(COUNTRIES.len() > 200 && COUNTRIES.is_sorted_by_key(|country| country.code));
    }
}
