//! Countries: USPS price groups and weight limits, FedEx zones.

use domain::measure::Weight;
use domain::partner::{Consignment, PartnerError};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What the price lists say about a country.
#[derive(Debug, Default)]
pub struct Country {
    /// Name for people.
    pub name: String,
    /// Priority Mail Express International: group and heaviest parcel.
    pub express: Option<(usize, Weight)>,
    /// Priority Mail Express International flat rate group.
    pub express_flat: Option<usize>,
    /// Priority Mail International: group and heaviest parcel.
    pub priority: Option<(usize, Weight)>,
    /// Priority Mail International flat rate group.
    pub priority_flat: Option<usize>,
    /// First-Class Mail International group.
    pub letters: Option<usize>,
    /// First-Class Package International Service group.
    pub packages: Option<usize>,
    /// Column of the FedEx export zones, A being 0.
    pub fedex: Option<usize>,
}

static COUNTRIES: LazyLock<HashMap<String, Country>> = LazyLock::new(|| {
    let mut reader = csv::Reader::from_reader(include_str!("../../../data/countries.csv").as_bytes());
    let mut countries = HashMap::new();
    for record in reader.records().flatten() {
        let field = |index: usize| record.get(index).unwrap_or_default();
        let number = |index: usize| field(index).parse::<usize>().ok();
        let pounds = |index: usize| field(index).parse::<u32>().ok().map(Weight::pounds);
        if field(13).contains("treat as unavailable") {
            continue;
        }
        let country = Country {
            name: field(2).to_owned(),
            express: number(4).zip(pounds(5)),
            express_flat: number(6),
            priority: number(7).zip(pounds(8)),
            priority_flat: number(9),
            letters: number(10),
            packages: number(11),
            fedex: field(12).bytes().next().and_then(|letter| letter.checked_sub(b'A')).map(usize::from),
        };
        countries.insert(field(0).to_owned(), country);
    }
    countries
});

/// The country a consignment goes to.
pub fn country(consignment: &Consignment) -> Result<&'static Country, PartnerError> {
    let code = &consignment.to.country;
    COUNTRIES.get(code).ok_or_else(|| PartnerError::rejected("to_address.country", format!("no carrier serves the country '{code}'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_read_whole() {
        assert!(COUNTRIES.len() > 240, "{}", COUNTRIES.len());
        let canada = &COUNTRIES["CA"];
        assert_eq!((canada.name.as_str(), canada.priority, canada.fedex), ("Canada", Some((1, Weight::pounds(66))), Some(0)));
        assert!(!COUNTRIES.contains_key("CU"), "suspended");
        assert!(
            COUNTRIES
                .iter()
                .all(|(code, country)| ["US", "PR", "UM"].contains(&code.as_str()) || country.fedex.is_some_and(|zone| zone < 15))
        );
    }
}
