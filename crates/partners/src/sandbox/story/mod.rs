//! The way of a parcel that nobody carries: planned once from the label alone, told as far as the clock has come.
//!
//! The same label always has the same story: times and places depend on its number, addresses and days. Nothing is delivered
//! on a Sunday or holiday, local times are the addressee's, and no event lies in the future. Failures and returns happen only
//! where a magic value asked for them.

mod plan;
mod words;

pub use plan::{Step, plan};
pub use words::Moment;

use super::speed::Speed;
use super::state::SoldLabel;
use super::voiding;
use crate::tracking_map;
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::partner::VoidOutcome;
use domain::tracking::{TrackingEvent, TrackingReport};

/// What the carrier tells about a label when the clock shows `now`.
#[must_use]
pub fn report(sold: &SoldLabel, speed: Speed, now: Timestamp) -> TrackingReport {
    let until = sold.void.map_or(now, |void| void.asked_at.min(now));
    let until = speed.label_time(sold.sold_at, until);
    let steps = plan(sold).into_iter().filter(|step| step.at <= until);
    let mut events: Vec<TrackingEvent> =
        steps.map(|step| event(sold.carrier, step.moment, speed.clock_time(sold.sold_at, step.at), step.place)).collect();
    if let Some(void) = sold.void
        && voiding::answer(&void, speed, now) == VoidOutcome::Refunded
    {
        events.push(event(sold.carrier, Moment::Voided, voiding::refunded_at(&void, speed), String::new()));
    }
    let expected_on = sold.void.is_none().then_some(sold.label.expected_on).flatten();
    TrackingReport { events, expected_on }
}

/// When the carrier first has the parcel in hand, in the label's time.
#[must_use]
pub fn scanned_at(sold: &SoldLabel) -> Option<Timestamp> {
    plan(sold).into_iter().find(|step| step.moment == Moment::Accepted).map(|step| step.at)
}

/// An event in a carrier's words.
#[must_use]
pub fn event(carrier: Carrier, moment: Moment, at: Timestamp, place: String) -> TrackingEvent {
    let (code, message) = moment.in_words_of(carrier);
    TrackingEvent { at, status: tracking_map::status(carrier, code), code: code.into(), message: message.into(), place }
}

#[cfg(test)]
mod tests;
