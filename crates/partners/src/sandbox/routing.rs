//! Letters for the carriers' sorting, made up but stable: the same ZIP code always gives the same ones.
//!
//! They look like the real ones and mean nothing. They must not be taken for a carrier's routing data.

use crate::zips::{self, Point};
use domain::address::Address;
use domain::carrier::Carrier;
use domain::options::HUBS;

/// A number that depends on nothing but the text (FNV-1a), for everything in the sandbox that should look accidental.
#[must_use]
pub fn scatter(text: &str, salt: &str) -> u64 {
    let bytes = text.bytes().chain([0]).chain(salt.bytes());
    let mixed = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    // FNV leaves the low bits of short texts alike; folding the high ones in spreads them.
    mixed ^ (mixed >> 29) ^ (mixed >> 47)
}

/// A whole number from `from` to `to`, both included.
#[must_use]
pub fn between(text: &str, salt: &str, from: u32, to: u32) -> u32 {
    let span = u64::from(to.saturating_sub(from)) + 1;
    from + u32::try_from(scatter(text, salt) % span).unwrap_or_default()
}

fn letters(text: &str, salt: &str, count: u32) -> String {
    let letter = |place: u32| char::from_u32(u32::from('A') + between(text, &format!("{salt}{place}"), 0, 25));
    (0..count).filter_map(letter).collect()
}

/// Airports that stand for a state on FedEx labels.
const AIRPORTS: [(&str, &str); 54] = [
    ("AK", "ANC"),
    ("AL", "BHM"),
    ("AR", "LIT"),
    ("AZ", "PHX"),
    ("CA", "LAX"),
    ("CO", "DEN"),
    ("CT", "BDL"),
    ("DC", "IAD"),
    ("DE", "PHL"),
    ("FL", "MIA"),
    ("GA", "ATL"),
    ("GU", "GUM"),
    ("HI", "HNL"),
    ("IA", "DSM"),
    ("ID", "BOI"),
    ("IL", "ORD"),
    ("IN", "IND"),
    ("KS", "ICT"),
    ("KY", "SDF"),
    ("LA", "MSY"),
    ("MA", "BOS"),
    ("MD", "BWI"),
    ("ME", "PWM"),
    ("MI", "DTW"),
    ("MN", "MSP"),
    ("MO", "STL"),
    ("MS", "JAN"),
    ("MT", "BIL"),
    ("NC", "CLT"),
    ("ND", "FAR"),
    ("NE", "OMA"),
    ("NH", "MHT"),
    ("NJ", "EWR"),
    ("NM", "ABQ"),
    ("NV", "LAS"),
    ("NY", "JFK"),
    ("OH", "CMH"),
    ("OK", "OKC"),
    ("OR", "PDX"),
    ("PA", "PHL"),
    ("PR", "SJU"),
    ("RI", "PVD"),
    ("SC", "CAE"),
    ("SD", "FSD"),
    ("TN", "MEM"),
    ("TX", "DFW"),
    ("UT", "SLC"),
    ("VA", "RIC"),
    ("VI", "STT"),
    ("VT", "BTV"),
    ("WA", "SEA"),
    ("WI", "MKE"),
    ("WV", "CRW"),
    ("WY", "CPR"),
];

/// The hub of UniUni nearest to a place.
#[must_use]
pub fn nearest_hub(to: Point) -> &'static str {
    let rank = |zip3: &str| zips::prefix(zip3).and_then(|row| row.point).map_or(i64::MAX, |point| point.distance_rank(to));
    HUBS.iter().min_by_key(|hub| rank(hub.zip3)).map_or("LAX", |hub| hub.name)
}

/// The letters on a label to this address, largest first.
#[must_use]
pub fn letters_for(carrier: Carrier, to: &Address) -> Vec<String> {
    let zip = to.zip5().map_or_else(|| to.zip.trim().to_uppercase(), str::to_owned);
    let zip3 = zip.get(..3).unwrap_or(&zip).to_owned();
    let state = zips::city_and_state(&zip).filter(|_| to.is_domestic()).map_or(to.state.as_str(), |(_, state)| state);
    match carrier {
        Carrier::Usps if !to.is_domestic() => Vec::new(),
        Carrier::Usps => vec![format!("C{:03}", between(&zip, "route", 1, 99)), format!("RDC {:02}", between(&zip3, "centre", 1, 9))],
        Carrier::Ups => {
            let belt = format!("{}-{:02}", between(&zip, "belt", 0, 9), between(&zip, "slot", 1, 20));
            let region = if to.is_domestic() { format!("{state} {zip3}") } else { format!("{} {zip3}", to.country) };
            vec![format!("{region} {belt}")]
        }
        Carrier::FedEx => {
            let airport = AIRPORTS.iter().find(|(of, _)| *of == state).map_or("MEM", |(_, airport)| *airport);
            let station = format!("{} {}", letters(&zip3, "ramp", 2), letters(&zip, "station", 4));
            let country = if to.is_domestic() { format!("{state}-US") } else { to.country.clone() };
            vec![station, zip, country, airport.to_owned()]
        }
        Carrier::UniUni => {
            let hub = zips::point(&zip).map_or("LAX", nearest_hub).to_uppercase();
            vec![format!("{hub}-{zip3}"), format!("{:02}", between(&zip, "sort", 1, 60))]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(zip: &str) -> Address {
        Address { zip: zip.into(), country: "US".into(), ..Address::default() }
    }

    #[test]
    fn letters_are_stable_and_look_right() {
        assert_eq!(letters_for(Carrier::Ups, &to("10001")), letters_for(Carrier::Ups, &to("10001-1234")));
        assert!(letters_for(Carrier::Ups, &to("10001"))[0].starts_with("NY 100 "));
        assert!(letters_for(Carrier::UniUni, &to("30303"))[0].starts_with("ATL-303"));
        let fedex = letters_for(Carrier::FedEx, &to("90210"));
        assert_eq!((fedex[0].len(), fedex[1].as_str(), fedex[2].as_str(), fedex[3].as_str()), (7, "90210", "CA-US", "LAX"));
        assert_eq!(letters_for(Carrier::Usps, &to("90210")).len(), 2);
    }

    #[test]
    fn numbers_keep_their_bounds() {
        for serial in 0..2_000 {
            let number = between(&format!("{serial}"), "x", 3, 7);
            assert!((3..=7).contains(&number));
        }
        assert_eq!(between("a", "b", 5, 5), 5);
    }
}
