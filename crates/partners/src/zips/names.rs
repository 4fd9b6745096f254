//! Names of cities as people write them: capitals, dots and the usual abbreviations must not matter.
//!
//! Only whole words are shortened, and only those on the short list below: a guess would join cities that differ.

/// Words and their abbreviations in addresses.
const SHORT: [(&str, &str); 14] = [
    ("SAINT", "ST"),
    ("SAINTE", "STE"),
    ("FORT", "FT"),
    ("MOUNT", "MT"),
    ("NORTH", "N"),
    ("SOUTH", "S"),
    ("EAST", "E"),
    ("WEST", "W"),
    ("HEIGHTS", "HTS"),
    ("SPRINGS", "SPGS"),
    ("BEACH", "BCH"),
    ("JUNCTION", "JCT"),
    ("TOWNSHIP", "TWP"),
    ("POINT", "PT"),
];

/// Capitals, digits and single spaces; apostrophes and dots are dropped, other marks become spaces.
#[must_use]
pub fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| !matches!(c, '\'' | '.' | '’'));
    let letters: String = kept.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect::<String>().to_uppercase();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The plain name with every word in its short form.
pub(super) fn shortened(plain: &str) -> String {
    let short = |word| SHORT.iter().find(|(long, _)| *long == word).map_or(word, |(_, short)| *short);
    plain.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

/// The plain name with every word in its long form.
pub(super) fn lengthened(plain: &str) -> String {
    let long = |word| SHORT.iter().find(|(_, short)| *short == word).map_or(word, |(long, _)| *long);
    plain.split(' ').map(long).collect::<Vec<_>>().join(" ")
}

/// Whether two names mean the same city.
#[must_use]
pub fn same_city(one: &str, other: &str) -> bool {
    let key = |name: &str| shortened(&plain(name)).replace(' ', "");
    key(one) == key(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_and_marks_do_not_matter() {
        for (one, other) in [
            ("Saint Louis", "ST. LOUIS"),
            ("Coeur d'Alene", "COEUR D ALENE"),
            ("North Hollywood", "n hollywood"),
            ("Winston-Salem", "Winston Salem"),
            ("DeLand", "De Land"),
            ("Fort Worth", "Ft Worth"),
        ] {
            assert!(same_city(one, other), "{one} {other}");
        }
        assert!(!same_city("Northfield", "Nfield"));
        assert!(!same_city("Portland", "Portage"));
    }
}
