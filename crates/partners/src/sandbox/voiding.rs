//! When a sandbox label may be voided, and what becomes of it.
//!
//! USPS: within thirty days and before the first scan; the money comes back after fourteen days. FedEx and UPS: until the end
//! of the day of pickup, at once. UniUni: until it has the parcel, at once. (Team's carrier facts, section 9.)

use super::Parts;
use super::calendar::{Zone, plus};
use super::speed::Speed;
use super::state::{SoldLabel, Voiding};
use super::story;
use crate::zips;
use chrono::TimeDelta;
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::partner::{PartnerError, VoidOutcome};

const USPS_WINDOW: TimeDelta = TimeDelta::days(30);
const USPS_ANSWER: TimeDelta = TimeDelta::days(14);

/// When the money comes back, on the clock.
#[must_use]
pub fn refunded_at(void: &Voiding, speed: Speed) -> Timestamp {
    match void.answer {
        VoidOutcome::Submitted => void.asked_at + speed.scaled(USPS_ANSWER),
        VoidOutcome::Refunded | VoidOutcome::Rejected => void.asked_at,
    }
}

/// What became of a void.
#[must_use]
pub fn answer(void: &Voiding, speed: Speed, now: Timestamp) -> VoidOutcome {
    if refunded_at(void, speed) <= now { VoidOutcome::Refunded } else { VoidOutcome::Submitted }
}

/// What the carrier says to a first request.
#[must_use]
pub fn judge(sold: &SoldLabel, speed: Speed, now: Timestamp) -> VoidOutcome {
    let label_now = speed.label_time(sold.sold_at, now);
    let unscanned = story::scanned_at(sold).is_none_or(|scanned| label_now < scanned);
    let (may, then) = match sold.carrier {
        Carrier::Usps => (unscanned && label_now <= sold.sold_at + USPS_WINDOW, VoidOutcome::Submitted),
        Carrier::FedEx | Carrier::Ups => (unscanned || label_now < end_of_ship_date(sold), VoidOutcome::Refunded),
        Carrier::UniUni => (unscanned, VoidOutcome::Refunded),
    };
    if may { then } else { VoidOutcome::Rejected }
}

fn end_of_ship_date(sold: &SoldLabel) -> Timestamp {
    let zip = sold.origin_zip.as_str();
    let zone = zips::city_and_state(zip).map_or(Zone::UTC, |(_, state)| Zone::of(state, zips::point(zip)));
    zone.instant(plus(sold.ship_date, 1), 0)
}

async fn find(parts: &Parts, carrier: Carrier, code: &str, reference: &str) -> Result<SoldLabel, PartnerError> {
    let sold = parts.state.find_by_tracking_code(carrier, code).await?;
    let sold = sold.ok_or_else(|| PartnerError::rejected("tracking_code", format!("{carrier} does not know {code}.")))?;
    // UPS and UniUni void by their own name for the shipment; a caller that lost it must notice here, not in production.
    if sold.carrier_reference != reference {
        return Err(PartnerError::rejected("carrier_reference", format!("{carrier} knows {code} by another reference.")));
    }
    Ok(sold)
}

/// Asks for the money back.
pub(super) async fn void(parts: &Parts, carrier: Carrier, code: &str, reference: &str) -> Result<VoidOutcome, PartnerError> {
    let sold = find(parts, carrier, code, reference).await?;
    let now = parts.time.now();
    if let Some(void) = sold.void {
        return Ok(answer(&void, parts.speed, now));
    }
    let first = judge(&sold, parts.speed, now);
    if first == VoidOutcome::Rejected {
        return Ok(first);
    }
    let noted = parts.state.mark_voided(carrier, code, Voiding { asked_at: now, answer: first }).await?;
    Ok(noted.and_then(|sold| sold.void).map_or(first, |void| answer(&void, parts.speed, now)))
}

/// What became of an earlier request; rejected when there was none.
pub(super) async fn outcome(parts: &Parts, carrier: Carrier, code: &str, reference: &str) -> Result<VoidOutcome, PartnerError> {
    let sold = find(parts, carrier, code, reference).await?;
    Ok(sold.void.map_or(VoidOutcome::Rejected, |void| answer(&void, parts.speed, parts.time.now())))
}

#[cfg(test)]
mod tests {
    use crate::carrier::CarrierApi;
    use crate::sandbox::Sandbox;
    use crate::sandbox::testing::{carrier, consignment, order, world};
    use chrono::TimeDelta;
    use domain::carrier::Carrier;
    use domain::partner::{PartnerError, VoidOutcome};
    use domain::tracking::TrackingStatus;

    #[tokio::test]
    async fn usps_looks_at_it_for_two_weeks() {
        let (sandbox, time) = carrier(Carrier::Usps);
        let code = sandbox.buy(&order("k", "Priority", consignment())).await.unwrap().tracking_code;
        assert_eq!(sandbox.void_outcome(&code, "").await.unwrap(), VoidOutcome::Rejected);
        assert_eq!(sandbox.void(&code, "").await.unwrap(), VoidOutcome::Submitted);
        time.advance(TimeDelta::days(13));
        assert_eq!(sandbox.void(&code, "").await.unwrap(), VoidOutcome::Submitted);
        assert_eq!(sandbox.track(&code).await.unwrap().status(), TrackingStatus::PreTransit);
        time.advance(TimeDelta::days(1));
        assert_eq!(sandbox.void_outcome(&code, "").await.unwrap(), VoidOutcome::Refunded);
        assert_eq!(sandbox.track(&code).await.unwrap().status(), TrackingStatus::Cancelled);
    }

    #[tokio::test]
    async fn a_scanned_parcel_is_not_refunded() {
        for (of, service) in
            [(Carrier::Usps, "Priority"), (Carrier::UniUni, "Standard"), (Carrier::Ups, "Ground"), (Carrier::FedEx, "FEDEX_GROUND")]
        {
            let (sandbox, time) = carrier(of);
            let bought = sandbox.buy(&order("k", service, consignment())).await.unwrap();
            time.advance(TimeDelta::hours(13));
            assert_eq!(sandbox.void(&bought.tracking_code, &bought.carrier_reference).await.unwrap(), VoidOutcome::Rejected, "{of}");
        }
    }

    #[tokio::test]
    async fn usps_forgets_after_thirty_days() {
        let (sandbox, time) = carrier(Carrier::Usps);
        let mut later = consignment();
        later.ship_date += TimeDelta::days(60);
        let code = sandbox.buy(&order("k", "Priority", later)).await.unwrap().tracking_code;
        time.advance(TimeDelta::days(31));
        assert_eq!(sandbox.void(&code, "").await.unwrap(), VoidOutcome::Rejected);
    }

    #[tokio::test]
    async fn the_others_refund_at_once_and_want_their_reference() {
        for (of, service) in [(Carrier::UniUni, "Standard"), (Carrier::Ups, "Ground"), (Carrier::FedEx, "PRIORITY_OVERNIGHT")] {
            let (sandbox, time) = carrier(of);
            let bought = sandbox.buy(&order("k", service, consignment())).await.unwrap();
            time.advance(TimeDelta::minutes(30));
            let wrong = sandbox.void(&bought.tracking_code, "lost").await;
            assert!(matches!(wrong, Err(PartnerError::Rejected { field, .. }) if field == "carrier_reference"));
            assert_eq!(sandbox.void(&bought.tracking_code, &bought.carrier_reference).await.unwrap(), VoidOutcome::Refunded);
            assert_eq!(sandbox.track(&bought.tracking_code).await.unwrap().status(), TrackingStatus::Cancelled);
        }
    }

    #[tokio::test]
    async fn speed_shortens_the_wait() {
        let (parts, time) = world(1440);
        let sandbox = Sandbox::new(Carrier::Usps, parts);
        let code = sandbox.buy(&order("k", "Priority", consignment())).await.unwrap().tracking_code;
        assert_eq!(sandbox.void(&code, "").await.unwrap(), VoidOutcome::Submitted);
        time.advance(TimeDelta::minutes(14));
        assert_eq!(sandbox.void_outcome(&code, "").await.unwrap(), VoidOutcome::Refunded);
    }
}
