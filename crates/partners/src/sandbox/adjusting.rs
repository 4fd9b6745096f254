//! Charging afterwards: parcels whose addressee asks for it are found heavier than said, and disputes are decided a day later.

use super::Parts;
use super::faults::{Fault, Faults};
use super::state::Measured;
use chrono::TimeDelta;
use domain::Timestamp;
use domain::adjustment::Seen;
use domain::carrier::Carrier;
use domain::measure::Weight;
use domain::money::Cents;
use domain::partner::{CarrierAdjustment, Consignment, DisputeDecision, PartnerError, PurchaseOrder};
use domain::rate::Rate;

/// How much heavier such a parcel is.
const HEAVIER: Weight = Weight::ounces(16);
/// When the carrier has weighed it.
const WEIGHED_AFTER: TimeDelta = TimeDelta::days(2);
/// How long a dispute takes.
const DECIDED_AFTER: TimeDelta = TimeDelta::days(1);
/// Words in a dispute that lose it.
const LOSE: &str = "SANDBOX LOSE";
const AT_MOST: u32 = 500;

/// What the carrier will find when it weighs the parcel; none when it is as said, or costs the same anyway.
pub(super) fn measure(parts: &Parts, order: &PurchaseOrder, rate: &Rate, faults: &Faults) -> Option<Measured> {
    if !faults.has(Fault::Underdeclared) {
        return None;
    }
    let mut consignment: Consignment = order.consignment.clone();
    consignment.parcel.weight = consignment.parcel.weight.plus(HEAVIER);
    let rates = parts.prices.rate(rate.carrier, &consignment).ok()?;
    let charged = rates.into_iter().find(|other| other.service == rate.service)?.cents;
    let at = parts.time.now() + parts.speed.scaled(WEIGHED_AFTER);
    (charged > rate.cents).then(|| Measured { at, charged_cents: charged, parcel: consignment.parcel.in_words() })
}

/// What was charged afterwards since a time.
pub(super) async fn adjustments(parts: &Parts, carrier: Carrier, since: Timestamp) -> Result<Vec<CarrierAdjustment>, PartnerError> {
    let found = parts.state.measured(carrier, since, parts.time.now(), AT_MOST).await?;
    let told = found.into_iter().filter(|label| label.void.is_none()).filter_map(|label| {
        let measured = label.measured?;
        Some(CarrierAdjustment {
            key: format!("{}:weight", label.tracking_code),
            description: format!("{carrier} weighed the parcel: {} instead of what was declared", measured.parcel),
            tracking_code: label.tracking_code,
            kind: "weight".into(),
            cents: measured.charged_cents.saturating_sub(label.cents),
            charged_cents: Some(measured.charged_cents),
            captured: Some(Seen { service: label.service, parcel: measured.parcel }),
            at: measured.at,
        })
    });
    Ok(told.collect())
}

/// What was decided about a dispute.
pub(super) async fn dispute_outcome(
    parts: &Parts,
    carrier: Carrier,
    tracking_code: &str,
    detail: &str,
    submitted_at: Timestamp,
) -> Result<Option<DisputeDecision>, PartnerError> {
    if parts.time.now() < submitted_at + parts.speed.scaled(DECIDED_AFTER) {
        return Ok(None);
    }
    let sold = parts.state.find_by_tracking_code(carrier, tracking_code).await?;
    let extra = sold.and_then(|label| label.measured.map(|measured| measured.charged_cents.saturating_sub(label.cents)));
    let won = !detail.to_uppercase().contains(LOSE);
    let words = match (won, extra) {
        (true, Some(cents)) => format!("{carrier} weighed the parcel again and gives ${} back.", Cents::new(cents)),
        (true, None) => format!("{carrier} gives the difference back."),
        (false, _) => format!("{carrier} weighed the parcel again and stays with its measurement."),
    };
    Ok(Some(DisputeDecision { won, words }))
}
