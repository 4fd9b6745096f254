//! Searching the table by the beginning of a code or of a city's name, fast enough for every key stroke.
//!
//! Cities stand in one list sorted by plain name, so that a prefix is a range. Answers are bounded by the caller.

use super::names::{lengthened, plain, shortened};
use super::{Zip, all};
use std::sync::LazyLock;

/// A city with the codes it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct City {
    key: String,
    /// Its name.
    pub name: &'static str,
    /// Two letters.
    pub state: &'static str,
    /// Its codes, ascending.
    pub codes: Vec<&'static str>,
}

static CITIES: LazyLock<Vec<City>> = LazyLock::new(|| {
    let mut rows: Vec<(String, &'static Zip)> = all().iter().map(|row| (plain(row.city), row)).collect();
    rows.sort_by(|(a, x), (b, y)| (a, x.state, x.zip).cmp(&(b, y.state, y.zip)));
    let mut cities: Vec<City> = Vec::new();
    for (key, row) in rows {
        match cities.last_mut() {
            Some(city) if city.key == key && city.state == row.state => city.codes.push(row.zip),
            _ => cities.push(City { key, name: row.city, state: row.state, codes: vec![row.zip] }),
        }
    }
    cities
});

/// The codes that begin with these digits.
#[must_use]
pub fn starting_with(digits: &str) -> &'static [Zip] {
    range(all(), |row| row.zip, digits)
}

/// Cities whose name begins so, those with most codes first; abbreviations may be written either way.
#[must_use]
pub fn cities_starting_with(name: &str, state: Option<&str>, most: usize) -> Vec<&'static City> {
    let name = plain(name);
    if name.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<&'static City> = Vec::new();
    let keys = variants(&name);
    for (place, key) in keys.iter().enumerate() {
        for city in range(&CITIES, |city| city.key.as_str(), key) {
            let is_new = place == 0 || !found.contains(&city);
            if is_new && state.is_none_or(|state| state == city.state) {
                found.push(city);
            }
        }
    }
    let is_whole = |city: &City| keys.contains(&city.key);
    found.sort_by_cached_key(|city| (!is_whole(city), std::cmp::Reverse(city.codes.len()), city.name, city.state));
    found.truncate(most);
    found
}

/// The codes of a city, ascending; none when it is not in the table.
#[must_use]
pub fn codes_of_city(name: &str, state: &str) -> &'static [&'static str] {
    for key in variants(&plain(name)) {
        let place = CITIES.binary_search_by(|city| (city.key.as_str(), city.state).cmp(&(key.as_str(), state)));
        if let Some(city) = place.ok().and_then(|place| CITIES.get(place)) {
            return &city.codes;
        }
    }
    &[]
}

fn variants(plain: &str) -> Vec<String> {
    let mut all = vec![plain.to_owned()];
    for variant in [lengthened(plain), shortened(plain)] {
        if !all.contains(&variant) {
            all.push(variant);
        }
    }
    all
}

/// The part of a sorted list whose keys begin so.
fn range<'a, T>(sorted: &'a [T], key: impl Fn(&T) -> &str, start: &str) -> &'a [T] {
    let from = sorted.partition_point(|item| key(item) < start);
    let rest = sorted.get(from..).unwrap_or_default();
    let to = rest.partition_point(|item| key(item).starts_with(start));
    rest.get(..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cities_are_found_by_their_beginning() {
        let names = |name, state| cities_starting_with(name, state, 5).into_iter().map(|city| (city.name, city.state)).collect::<Vec<_>>();
        assert_eq!(names("beverly hi", Some("CA")), [("Beverly Hills", "CA")]);
        assert_eq!(names("st. louis", None).first(), Some(&("Saint Louis", "MO")));
        assert_eq!(names("ft worth", Some("TX")), [("Fort Worth", "TX")]);
        assert_eq!(names("springfield", None).len(), 5);
        assert!(names("", None).is_empty() && names("qqqq", None).is_empty());
    }

    #[test]
    fn codes_are_found_by_city_and_by_digits() {
        assert_eq!(codes_of_city("beverly hills", "CA"), ["90209", "90210", "90211", "90212", "90213"]);
        assert!(codes_of_city("Beverly Hills", "NY").is_empty());
        assert_eq!(starting_with("9021").iter().filter(|row| row.city == "Beverly Hills").count(), 4);
        assert_eq!(starting_with("90210").len(), 1);
    }

    proptest! {
        #[test]
        fn never_panics_and_keeps_the_bound(text in ".{0,20}", most in 0_usize..20) {
            prop_assert!(cities_starting_with(&text, None, most).len() <= most);
            let _ = codes_of_city(&text, "NY");
            let _ = starting_with(&text);
        }
    }
}
