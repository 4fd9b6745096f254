//! Tracking: the states a parcel passes through, and which of two reports holds.

use crate::Timestamp;

/// Where a parcel is, in the words of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrackingStatus {
    /// The carrier says nothing that we understand; shown as 'Ready To Ship'.
    Unknown,
    /// A label exists.
    PreTransit,
    /// On its way.
    InTransit,
    /// On the vehicle.
    OutForDelivery,
    /// Waiting to be fetched.
    AvailableForPickup,
    /// Arrived.
    Delivered,
    /// On its way back.
    ReturnToSender,
    /// Could not be delivered.
    Failure,
    /// The label was voided.
    Cancelled,
    /// The carrier answered with an error.
    Error,
}

impl TrackingStatus {
    /// All states.
    pub const ALL: [Self; 10] = [
        Self::Unknown,
        Self::PreTransit,
        Self::InTransit,
        Self::OutForDelivery,
        Self::AvailableForPickup,
        Self::Delivered,
        Self::ReturnToSender,
        Self::Failure,
        Self::Cancelled,
        Self::Error,
    ];

    /// The name on the wire and in the database.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::PreTransit => "pre_transit",
            Self::InTransit => "in_transit",
            Self::OutForDelivery => "out_for_delivery",
            Self::AvailableForPickup => "available_for_pickup",
            Self::Delivered => "delivered",
            Self::ReturnToSender => "return_to_sender",
            Self::Failure => "failure",
            Self::Cancelled => "cancelled",
            Self::Error => "error",
        }
    }

    /// Reads a name.
    #[must_use]
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }

    /// Whether nothing more is expected, so that nobody needs to ask again.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Delivered | Self::Cancelled)
    }
}

/// One event of a parcel's way.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TrackingEvent {
    /// When it happened.
    pub at: Timestamp,
    /// What it means.
    pub status: TrackingStatus,
    /// The carrier's own code.
    pub code: String,
    /// The carrier's words.
    pub message: String,
    /// City and state, where known.
    pub place: String,
}

/// What a carrier tells about a parcel: its events, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct TrackingReport {
    /// Oldest first.
    pub events: Vec<TrackingEvent>,
    /// When the carrier means to deliver.
    pub expected_on: Option<chrono::NaiveDate>,
}

impl TrackingReport {
    /// The present state: that of the newest event.
    #[must_use]
    pub fn status(&self) -> TrackingStatus {
        self.events.iter().max_by_key(|event| event.at).map_or(TrackingStatus::Unknown, |event| event.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_event_tells_the_state() {
        let at = |second| chrono::DateTime::from_timestamp(second, 0).unwrap();
        let event =
            |second, status| TrackingEvent { at: at(second), status, code: String::new(), message: String::new(), place: String::new() };
        let report =
            TrackingReport { events: vec![event(2, TrackingStatus::Delivered), event(1, TrackingStatus::InTransit)], expected_on: None };
        assert_eq!(report.status(), TrackingStatus::Delivered);
        assert_eq!(TrackingReport::default().status(), TrackingStatus::Unknown);
        for status in TrackingStatus::ALL {
            assert_eq!(TrackingStatus::parse(status.key()), Some(status));
        }
    }
}
