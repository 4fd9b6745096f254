//! The table of ZIP codes: which city and state a code belongs to, where it lies, and which codes a city has.
//!
//! `data/zip5.csv` and `data/zip3.csv` (GeoNames, CC BY 4.0) are read once, at the first question, into sorted tables; every
//! question is a binary search. Coordinates are whole ten-thousandths of a degree. The table holds one name per code, so it
//! must never be used to reject a city alone: [`accepts_city`] says what is near enough.

mod names;
mod search;

pub use names::{plain, same_city};
pub use search::{cities_starting_with, codes_of_city, starting_with};

use std::sync::LazyLock;

/// A place on the globe in ten-thousandths of a degree, north and east positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// North of the equator.
    pub lat: i32,
    /// East of Greenwich.
    pub lon: i32,
}

impl Point {
    /// How far apart two places are, as a number that only serves to compare. A degree of longitude counts three quarters of
    /// one of latitude, which is right in the middle of the United States and near enough elsewhere.
    #[must_use]
    pub fn distance_rank(self, other: Self) -> i64 {
        let north = i64::from(self.lat) - i64::from(other.lat);
        let east = (i64::from(self.lon) - i64::from(other.lon)) * 3 / 4;
        north * north + east * east
    }

    /// The place half way.
    #[must_use]
    pub const fn half_way(self, other: Self) -> Self {
        Self { lat: i32::midpoint(self.lat, other.lat), lon: i32::midpoint(self.lon, other.lon) }
    }
}

/// What kind of mail a code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZipKind {
    /// A state or the District of Columbia.
    Civil,
    /// The armed forces.
    Military,
    /// A territory.
    Territory,
    /// A freely associated state.
    FreelyAssociated,
}

/// A ZIP code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zip {
    /// Five digits.
    pub zip: &'static str,
    /// The city's name in the table.
    pub city: &'static str,
    /// Two letters.
    pub state: &'static str,
    /// Where it lies; the armed forces do not tell.
    pub point: Option<Point>,
    /// What kind of mail.
    pub kind: ZipKind,
}

/// A prefix of three digits, the area of one sorting centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zip3 {
    /// Three digits.
    pub zip3: &'static str,
    /// Two letters.
    pub state: &'static str,
    /// The city with most codes.
    pub main_city: &'static str,
    /// Where it lies.
    pub point: Option<Point>,
}

static ZIPS: LazyLock<Vec<Zip>> = LazyLock::new(|| include_str!("../../data/zip5.csv").lines().skip(1).filter_map(read_zip).collect());
static ZIP3S: LazyLock<Vec<Zip3>> = LazyLock::new(|| include_str!("../../data/zip3.csv").lines().skip(1).filter_map(read_zip3).collect());

fn read_zip(line: &'static str) -> Option<Zip> {
    let mut fields = line.split(',');
    let (zip, city, state) = (fields.next()?, fields.next()?, fields.next()?);
    let point = read_point(fields.next()?, fields.next()?);
    let kind = match fields.next()? {
        "M" => ZipKind::Military,
        "T" => ZipKind::Territory,
        "F" => ZipKind::FreelyAssociated,
        _ => ZipKind::Civil,
    };
    Some(Zip { zip, city, state, point, kind })
}

fn read_zip3(line: &'static str) -> Option<Zip3> {
    let mut fields = line.split(',');
    let (zip3, state, main_city, _count) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    Some(Zip3 { zip3, state, main_city, point: read_point(fields.next()?, fields.next()?) })
}

fn read_point(lat: &str, lon: &str) -> Option<Point> {
    Some(Point { lat: read_degrees(lat)?, lon: read_degrees(lon)? })
}

fn read_degrees(text: &str) -> Option<i32> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let parts: i32 = format!("{whole}{fraction:0<4.4}").parse().ok().filter(|_| !whole.is_empty())?;
    Some(if negative { -parts } else { parts })
}

/// All codes in ascending order.
#[must_use]
pub fn all() -> &'static [Zip] {
    &ZIPS
}

/// The code with these five digits.
#[must_use]
pub fn find(zip5: &str) -> Option<&'static Zip> {
    let place = ZIPS.binary_search_by(|row| row.zip.cmp(zip5)).ok()?;
    ZIPS.get(place)
}

/// The prefix of a code: the fallback where the code itself is not in the table.
#[must_use]
pub fn prefix(zip: &str) -> Option<&'static Zip3> {
    let zip3 = zip.get(..3)?;
    let place = ZIP3S.binary_search_by(|row| row.zip3.cmp(zip3)).ok()?;
    ZIP3S.get(place)
}

/// City and state of a code: its own, or those of its prefix.
#[must_use]
pub fn city_and_state(zip: &str) -> Option<(&'static str, &'static str)> {
    let own = zip.get(..5).and_then(find).map(|row| (row.city, row.state));
    own.or_else(|| prefix(zip).map(|row| (row.main_city, row.state)))
}

/// Where a code lies: its own place, or that of its prefix.
#[must_use]
pub fn point(zip: &str) -> Option<Point> {
    zip.get(..5).and_then(find).and_then(|row| row.point).or_else(|| prefix(zip).and_then(|row| row.point))
}

/// The sorting centre nearest to a place.
#[must_use]
pub fn nearest_prefix(to: Point) -> Option<&'static Zip3> {
    ZIP3S.iter().filter_map(|row| row.point.map(|point| (point.distance_rank(to), row))).min_by_key(|(rank, _)| *rank).map(|(_, row)| row)
}

/// The names by which the post office would know a code: its own first, then the other cities of its prefix in its state.
#[must_use]
pub fn accepted_cities(zip5: &str) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = find(zip5).map(|row| row.city).into_iter().collect();
    let Some(area) = prefix(zip5) else { return names };
    let state = find(zip5).map_or(area.state, |row| row.state);
    let others = starting_with(area.zip3).iter().filter(|row| row.state == state).map(|row| row.city);
    for name in std::iter::once(area.main_city).filter(|_| state == area.state).chain(others) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Twenty miles, as a distance rank: about three tenths of a degree.
const NEAR: i64 = 3_000 * 3_000;

/// Whether a city's name fits a code: its own, one of the same prefix, or one within twenty miles in the same state.
#[must_use]
pub fn accepts_city(zip5: &str, city: &str) -> bool {
    if accepted_cities(zip5).into_iter().any(|name| same_city(name, city)) {
        return true;
    }
    let (Some((_, state)), Some(here)) = (city_and_state(zip5), point(zip5)) else { return false };
    codes_of_city(city, state).iter().filter_map(|code| point(code)).any(|there| there.distance_rank(here) <= NEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete_and_sorted() {
        assert_eq!(ZIPS.len(), 41_862);
        assert_eq!(ZIP3S.len(), include_str!("../../data/zip3.csv").lines().skip(1).count());
        assert!(ZIPS.is_sorted_by(|a, b| a.zip < b.zip) && ZIP3S.is_sorted_by(|a, b| a.zip3 < b.zip3));
        for row in all() {
            assert!(row.zip.len() == 5 && row.state.len() == 2 && !row.city.is_empty());
            assert_eq!(row.point.is_none(), row.kind == ZipKind::Military, "{}", row.zip);
        }
    }

    #[test]
    fn codes_are_found_and_unknown_ones_fall_back_to_their_prefix() {
        let row = find("90210").unwrap();
        assert_eq!((row.city, row.state, row.kind), ("Beverly Hills", "CA", ZipKind::Civil));
        assert_eq!(row.point, Some(Point { lat: 340_901, lon: -1_184_065 }));
        assert_eq!(find("10099"), None);
        assert_eq!(city_and_state("10099"), Some(("New York", "NY")));
        assert!(point("10099").is_some() && point("09012").is_none());
        assert_eq!(city_and_state("00000"), None);
        assert_eq!(find("９0210"), None);
    }

    #[test]
    fn neighbours_are_accepted_and_strangers_are_not() {
        for (zip, city, fits) in [
            ("90210", "BEVERLY HILLS", true),
            ("90210", "Los Angeles", true),
            ("90210", "West Hollywood", true),
            ("90210", "San Francisco", false),
            ("10001", "new york", true),
            ("10001", "Buffalo", false),
            ("00000", "New York", false),
        ] {
            assert_eq!(accepts_city(zip, city), fits, "{zip} {city}");
        }
    }

    #[test]
    fn degrees_are_read_without_floats() {
        assert_eq!(
            (read_degrees("-66.85"), read_degrees("18.0"), read_degrees("7"), read_degrees("")),
            (Some(-668_500), Some(180_000), Some(70_000), None)
        );
    }
}
