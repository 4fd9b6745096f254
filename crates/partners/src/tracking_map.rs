//! What a carrier's event code means in our words. Anything that is not in the list is unknown.
//!
//! The list is `data/tracking_status_map.csv`; live adapters and the sandbox use the same one. Codes are never guessed from texts.

use domain::carrier::Carrier;
use domain::tracking::TrackingStatus;
use std::collections::HashMap;
use std::sync::LazyLock;

struct Meaning {
    text: &'static str,
    status: TrackingStatus,
}

static MAP: LazyLock<HashMap<(Carrier, &'static str), Meaning>> = LazyLock::new(|| {
    let parse = |line: &'static str| {
        let (carrier, rest) = line.split_once(',')?;
        let (code, rest) = rest.split_once(',')?;
        // Texts may hold commas inside quotation marks; the status never does.
        let (text, status) = rest.rsplit_once(',')?;
        let meaning = Meaning { text: text.trim_matches('"'), status: TrackingStatus::parse(status)? };
        Some(((Carrier::parse(carrier)?, code), meaning))
    };
    include_str!("../data/tracking_status_map.csv").lines().skip(1).filter_map(parse).collect()
});

/// The meaning of a code.
#[must_use]
pub fn status(carrier: Carrier, code: &str) -> TrackingStatus {
    MAP.get(&(carrier, code)).map_or(TrackingStatus::Unknown, |meaning| meaning.status)
}

/// The carrier's words for a code, where they are known.
#[must_use]
pub fn words(carrier: Carrier, code: &str) -> Option<&'static str> {
    MAP.get(&(carrier, code)).map(|meaning| meaning.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_understood() {
        let lines = include_str!("../data/tracking_status_map.csv").lines().skip(1).count();
        assert_eq!(MAP.len(), lines);
        assert_eq!(status(Carrier::Usps, "01"), TrackingStatus::Delivered);
        assert_eq!(status(Carrier::Ups, "MV"), TrackingStatus::Cancelled);
        assert_eq!(status(Carrier::FedEx, "HL"), TrackingStatus::AvailableForPickup);
        assert_eq!(status(Carrier::UniUni, "01"), TrackingStatus::Unknown);
        assert_eq!(words(Carrier::Usps, "MA"), Some("Shipping Label Created, USPS Awaiting Item"));
    }
}
