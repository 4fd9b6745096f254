//! When money arrives: banking days of the clock, divided by the sandbox's speed.

use crate::sandbox::calendar::Week;
use crate::sandbox::speed::Speed;
use chrono::{SubsecRound, TimeDelta};
use domain::Timestamp;
use serde::{Deserialize, Serialize};

/// Banking days until a debit settles or comes back, a payout arrives, a card is charged back.
pub const SETTLE_DAYS: u8 = 3;

/// Banking days until a refund reaches a bank account.
pub const REFUND_DAYS: u8 = 3;

/// How a charge or payout ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Ends {
    /// It is paid at once.
    Paid,
    /// It settles later.
    Settles { at: Timestamp },
    /// It comes back later.
    Fails { at: Timestamp, reason: String },
    /// It is paid at once and taken back later.
    ChargedBack { at: Timestamp },
}

impl Ends {
    /// When something happens on its own.
    pub(super) fn due_at(&self) -> Option<Timestamp> {
        match self {
            Self::Paid => None,
            Self::Settles { at } | Self::Fails { at, .. } | Self::ChargedBack { at } => Some(*at),
        }
    }
}

/// So many banking days later, at the same time of day. In whole seconds: a memory may keep times less exactly than a document.
pub(super) fn settled_at(speed: Speed, from: Timestamp, banking_days: u8) -> Timestamp {
    let day = from.date_naive();
    let days = (Week::FiveDays.add(day, banking_days) - day).num_days();
    from.checked_add_signed(speed.scaled(TimeDelta::days(days))).unwrap_or(from).trunc_subsecs(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekends_and_holidays_do_not_count_and_speed_does() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let wednesday = at("2026-11-25T20:00:00Z");
        assert_eq!(settled_at(Speed::default(), wednesday, 3), at("2026-12-01T20:00:00Z"));
        assert_eq!(settled_at(Speed::new(1440), wednesday, 3), wednesday + TimeDelta::minutes(6));
        assert_eq!(settled_at(Speed::default(), wednesday + TimeDelta::nanoseconds(7), 1), at("2026-11-27T20:00:00Z"));
    }
}
