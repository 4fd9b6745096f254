//! How fast the sandbox's time runs: a demo wants to see a parcel delivered within minutes.
//!
//! A label's own time begins at its sale and runs `speed` times as fast as the clock. Stories and deadlines are planned in
//! that time and told in the clock's, so nothing ever happens in the future.

use chrono::TimeDelta;
use domain::Timestamp;

/// A factor from 1 (as in reality) to 100,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speed(i32);

impl Default for Speed {
    fn default() -> Self {
        Self(1)
    }
}

impl Speed {
    /// The factor, brought into its bounds.
    #[must_use]
    pub fn new(factor: u32) -> Self {
        Self(i32::try_from(factor.clamp(1, 100_000)).unwrap_or(1))
    }

    /// The time of a label that was sold at `start`, when the clock shows `now`.
    #[must_use]
    pub fn label_time(self, start: Timestamp, now: Timestamp) -> Timestamp {
        let passed = (now - start).max(TimeDelta::zero());
        passed.checked_mul(self.0).and_then(|passed| start.checked_add_signed(passed)).unwrap_or(Timestamp::MAX_UTC)
    }

    /// What the clock shows at a label's time.
    #[must_use]
    pub fn clock_time(self, start: Timestamp, label_time: Timestamp) -> Timestamp {
        start + self.scaled(label_time - start)
    }

    /// How long a label's span takes on the clock.
    #[must_use]
    pub fn scaled(self, span: TimeDelta) -> TimeDelta {
        span.checked_div(self.0).unwrap_or(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_label_lives_ahead_of_the_clock() {
        let start = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let now = start + TimeDelta::minutes(2);
        let fast = Speed::new(1440);
        assert_eq!(fast.label_time(start, now), start + TimeDelta::days(2));
        assert_eq!(fast.clock_time(start, start + TimeDelta::days(2)), now);
        assert_eq!(Speed::default().label_time(start, now), now);
        assert_eq!(Speed::new(0), Speed::default());
        assert_eq!(Speed::new(u32::MAX).label_time(start, start + TimeDelta::days(9_000)), Timestamp::MAX_UTC);
    }
}
