//! Seven numbers that every sandbox carrier knows without having sold them, one for each state worth seeing.
//!
//! They are dated in the month before the present one, so that the same number answers the same all month long.

use super::calendar::plus;
use super::story::{Moment, event};
use chrono::{Datelike, NaiveDate, NaiveTime};
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::tracking::TrackingReport;

const WAY: [(Moment, u64, u32, &str); 5] = [
    (Moment::Created, 2, 17, "San Francisco, CA"),
    (Moment::Accepted, 3, 1, "San Francisco, CA"),
    (Moment::Arrived, 4, 22, "New York, NY"),
    (Moment::OutForDelivery, 5, 12, "New York, NY"),
    (Moment::Delivered, 5, 18, "New York, NY"),
];

/// How many steps of the way a number shows, and what follows them.
fn script(number: &str) -> Option<(usize, Option<Moment>)> {
    Some(match number {
        "EZ1000000001" => (1, None),
        "EZ2000000002" => (3, None),
        "EZ3000000003" => (4, None),
        "EZ4000000004" => (5, None),
        "EZ5000000005" => (4, Some(Moment::Returned)),
        "EZ6000000006" => (4, Some(Moment::Failed)),
        "EZ7000000007" => (0, None),
        _ => return None,
    })
}

/// The report for a test number; none when it is not one.
#[must_use]
pub fn report(carrier: Carrier, number: &str, now: Timestamp) -> Option<TrackingReport> {
    let (steps, end) = script(number)?;
    let first_of_month = NaiveDate::from_ymd_opt(now.year(), now.month(), 1)?;
    let start = first_of_month.checked_sub_months(chrono::Months::new(1))?;
    let at = |days: u64, hour: u32| plus(start, days).and_time(NaiveTime::MIN).and_utc() + chrono::TimeDelta::hours(i64::from(hour));
    let told = WAY.iter().take(steps).map(|(moment, day, hour, place)| event(carrier, *moment, at(*day, *hour), (*place).to_owned()));
    let last = end.map(|moment| event(carrier, moment, at(5, 19), "New York, NY".to_owned()));
    Some(TrackingReport { events: told.chain(last).collect(), expected_on: (steps > 0).then(|| plus(start, 5)) })
}
