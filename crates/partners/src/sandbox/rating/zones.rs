//! Zones: how far a parcel goes, as the carriers count it.
//!
//! USPS zones follow the distance between two fitted points per ZIP code prefix (`data/zip3.csv`, our own least-squares
//! fit to the published chart) and a short list of exceptions; UPS zones, which FedEx shares here, come from the UPS chart.
#![expect(clippy::float_arithmetic, reason = "distances on a sphere; prices never pass through here")]

use domain::partner::PartnerError;
use std::sync::LazyLock;

/// A place as a unit vector: then the distance between two places is one dot product away.
type Point = [f64; 3];

struct Prefix {
    state: [u8; 2],
    point: Option<Point>,
}

/// Miles up to which zones 1 to 7 reach; beyond is zone 8.
const BANDS: [f64; 7] = [50.0, 150.0, 300.0, 600.0, 1000.0, 1400.0, 1800.0];
const EARTH_RADIUS_MILES: f64 = 3958.8;
/// Mail for the armed forces abroad is handed over in Chicago.
const CHICAGO: usize = 606;
/// Mail for the armed forces in the Americas is handed over in Miami.
const MIAMI: usize = 331;

static PREFIXES: LazyLock<Vec<Option<Prefix>>> = LazyLock::new(|| {
    let mut prefixes: Vec<Option<Prefix>> = (0..1000).map(|_| None).collect();
    let mut reader = csv::Reader::from_reader(include_str!("../../../data/zip3.csv").as_bytes());
    for record in reader.records().flatten() {
        let number = |index: usize| record.get(index).and_then(|text| text.parse::<f64>().ok());
        let state = record.get(1).and_then(|text| text.as_bytes().try_into().ok()).unwrap_or([b'?'; 2]);
        let point = number(6).zip(number(7)).map(|(latitude, longitude)| on_sphere(latitude, longitude));
        if let Some(slot) = record.get(0).and_then(|text| text.parse::<usize>().ok()).and_then(|index| prefixes.get_mut(index)) {
            *slot = Some(Prefix { state, point });
        }
    }
    prefixes
});

fn on_sphere(latitude: f64, longitude: f64) -> Point {
    let (latitude, longitude) = (latitude.to_radians(), longitude.to_radians());
    [latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()]
}

/// Squared chords of the bands on the unit sphere: comparing them needs no inverse sine.
static CHORDS: LazyLock<[f64; 7]> = LazyLock::new(|| {
    BANDS.map(|miles| {
        let chord = 2.0 * (miles / EARTH_RADIUS_MILES / 2.0).sin();
        chord * chord
    })
});

/// The first three digits as a number, of a ZIP code in use.
pub fn prefix(zip5: &str, field: &str) -> Result<usize, PartnerError> {
    let index = zip5.get(..3).and_then(|text| text.parse::<usize>().ok());
    index
        .filter(|&index| PREFIXES.get(index).is_some_and(Option::is_some))
        .ok_or_else(|| PartnerError::rejected(field, format!("{zip5} is not a ZIP code in use")))
}

/// The state of a prefix, such as `AK`.
pub fn state(prefix: usize) -> [u8; 2] {
    PREFIXES.get(prefix).and_then(Option::as_ref).map_or([b'?'; 2], |known| known.state)
}

/// The USPS zone between two ZIP codes, 1 to 9.
pub fn usps(from_zip5: &str, to_zip5: &str) -> Result<u8, PartnerError> {
    let (from, to) = (prefix(from_zip5, "from_address.zip")?, prefix(to_zip5, "to_address.zip")?);
    let last_two = to_zip5.get(3..).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
    match (to, last_two) {
        (962..=966, _) if (967..=969).contains(&from) => return Ok(1),
        // Honolulu serves both prefixes of Hawaii.
        (967 | 968, _) if matches!(from, 967 | 968) => return Ok(1),
        // Freely associated states: Palau, Micronesia, the Marshall Islands.
        (969, 39..=44 | 60 | 70) => return Ok(9),
        (969, _) => return Ok(8),
        _ => {}
    }
    Ok(by_distance(gateway(from), gateway(to)))
}

/// Where parcels to and from the armed forces enter or leave the civil mail.
fn gateway(prefix: usize) -> usize {
    match prefix {
        90..=99 | 962..=966 => CHICAGO,
        340 => MIAMI,
        other => other,
    }
}

/// The zone between two prefixes by distance alone.
pub fn by_distance(from: usize, to: usize) -> u8 {
    if from == to {
        return 1;
    }
    let point = |index: usize| PREFIXES.get(index).and_then(Option::as_ref).and_then(|known| known.point);
    let Some(([ax, ay, az], [bx, by, bz])) = point(from).zip(point(to)) else { return 8 };
    let (dx, dy, dz) = (ax - bx, ay - by, az - bz);
    let chord = dx * dx + dy * dy + dz * dz;
    CHORDS.iter().zip(1_u8..).find(|(limit, _)| chord <= **limit).map_or(8, |(_, zone)| zone)
}

/// A zone of the UPS chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartZone {
    /// Zones 2 to 8 of the contiguous states.
    Near(u8),
    /// Zone 44.
    Alaska,
    /// Zone 45: Hawaii and Puerto Rico.
    Hawaii,
}

static CHART: LazyLock<Vec<Option<&'static [u8]>>> = LazyLock::new(|| {
    let mut rows: Vec<Option<&'static [u8]>> = vec![None; 1000];
    for line in include_str!("../../../data/ups/ground_zones.csv").lines().skip(1) {
        if let Some((origin, zones)) = line.split_once(',')
            && let Some(slot) = origin.parse::<usize>().ok().and_then(|index| rows.get_mut(index))
        {
            *slot = Some(zones.trim_end().as_bytes());
        }
    }
    rows
});

/// The zone of the UPS chart between two prefixes; none where the chart serves neither way.
pub fn chart(from: usize, to: usize) -> Option<ChartZone> {
    // The chart has no rows for Alaska and Hawaii: from there a parcel goes the same way back.
    charted(from, to).or_else(|| charted(to, from))
}

fn charted(from: usize, to: usize) -> Option<ChartZone> {
    let row = (*CHART.get(from)?)?;
    match row.get(to.checked_sub(1)?)? {
        b'A' => Some(ChartZone::Alaska),
        b'B' => Some(ChartZone::Hawaii),
        digit @ b'2'..=b'8' => Some(ChartZone::Near(digit - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_zones_are_met() {
        for line in include_str!("../../../tests/vectors/zones_usps.csv").lines().skip(1) {
            let mut fields = line.split(',');
            let (from, to, zone) = (fields.next().unwrap(), fields.next().unwrap(), fields.next().unwrap());
            assert_eq!(usps(from, to), Ok(zone.parse().unwrap()), "{line}");
        }
    }

    #[test]
    fn a_prefix_that_is_not_in_use_is_refused_beside_its_field() {
        assert_eq!(usps("00001", "10001"), Err(PartnerError::rejected("from_address.zip", "00001 is not a ZIP code in use")));
        assert_eq!(usps("10001", "00001"), Err(PartnerError::rejected("to_address.zip", "00001 is not a ZIP code in use")));
    }

    #[test]
    fn the_chart_knows_the_far_states() {
        assert_eq!(chart(100, 995), Some(ChartZone::Alaska));
        assert_eq!(chart(995, 100), Some(ChartZone::Alaska));
        assert_eq!(chart(100, 967), Some(ChartZone::Hawaii));
        assert_eq!(chart(100, 100), Some(ChartZone::Near(2)));
        assert_eq!(chart(100, 91), None, "the armed forces");
    }
}
