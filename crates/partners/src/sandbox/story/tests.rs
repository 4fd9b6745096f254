//! Stories: in order, at the right hours, never in the future, the same every time.

use super::*;
use crate::carrier::CarrierApi;
use crate::sandbox::Sandbox;
use crate::sandbox::calendar::{Zone, is_holiday};
use crate::sandbox::testing::{abroad, carrier, consignment, monday, noon, order, world};
use chrono::{Datelike, TimeDelta, Timelike, Weekday};
use domain::partner::Consignment;
use domain::tracking::TrackingStatus as S;
use proptest::prelude::*;

async fn statuses(consignment: Consignment, service: &str, after: TimeDelta) -> TrackingReport {
    let (sandbox, time) = carrier(Carrier::Usps);
    let bought = sandbox.buy(&order("k", service, consignment)).await.unwrap();
    time.advance(after);
    sandbox.track(&bought.tracking_code).await.unwrap()
}

fn to(words: &str) -> Consignment {
    let mut consignment = consignment();
    consignment.to.name = words.into();
    consignment
}

#[tokio::test]
async fn a_parcel_travels_and_arrives() {
    let new = statuses(consignment(), "Priority", TimeDelta::zero()).await;
    assert_eq!((new.status(), new.events.len(), new.events[0].place.as_str()), (S::PreTransit, 1, "San Francisco, CA"));
    assert_eq!(statuses(consignment(), "Priority", TimeDelta::hours(10)).await.status(), S::InTransit);
    let done = statuses(consignment(), "Priority", TimeDelta::days(4)).await;
    assert_eq!(done.status(), S::Delivered);
    assert!(done.events.is_sorted_by_key(|event| event.at) && done.events.len() >= 8, "{done:#?}");
    let last = done.events.last().unwrap();
    assert_eq!((last.place.as_str(), Some(last.at.date_naive())), ("New York, NY", done.expected_on));
    let hour = (last.at - TimeDelta::hours(5)).hour();
    assert!((11..=17).contains(&hour), "{last:?}");
}

#[tokio::test]
async fn magic_values_end_the_way_otherwise() {
    for (words, expected) in
        [("SANDBOX RETURN", S::ReturnToSender), ("SANDBOX FAILURE", S::Failure), ("SANDBOX PICKUP", S::AvailableForPickup)]
    {
        assert_eq!(statuses(to(words), "Priority", TimeDelta::days(9)).await.status(), expected, "{words}");
    }
}

#[tokio::test]
async fn a_parcel_abroad_crosses_the_border() {
    let report = statuses(abroad(), "PriorityMailInternational", TimeDelta::days(20)).await;
    assert_eq!(report.status(), S::Delivered);
    let places: Vec<&str> = report.events.iter().map(|event| event.place.as_str()).collect();
    assert!(places.contains(&"San Francisco, CA") && places.contains(&"Canada") && places.last() == Some(&"Toronto, Canada"), "{places:?}");
}

#[tokio::test]
async fn a_fast_sandbox_delivers_within_minutes_and_never_in_the_future() {
    let (parts, time) = world(1440);
    let sandbox = Sandbox::new(Carrier::Ups, parts);
    let bought = sandbox.buy(&order("k", "Ground", consignment())).await.unwrap();
    time.advance(TimeDelta::minutes(6));
    let report = sandbox.track(&bought.tracking_code).await.unwrap();
    assert_eq!(report.status(), S::Delivered);
    assert!(report.events.iter().all(|event| event.at <= noon() + TimeDelta::minutes(6)));
}

#[tokio::test]
async fn unknown_numbers_have_no_story_and_test_numbers_have_theirs() {
    let (sandbox, _) = carrier(Carrier::FedEx);
    assert_eq!(sandbox.track("100000000014").await.unwrap(), TrackingReport::default());
    for (number, expected) in [
        ("EZ1000000001", S::PreTransit),
        ("EZ2000000002", S::InTransit),
        ("EZ3000000003", S::OutForDelivery),
        ("EZ4000000004", S::Delivered),
        ("EZ5000000005", S::ReturnToSender),
        ("EZ6000000006", S::Failure),
        ("EZ7000000007", S::Unknown),
    ] {
        let report = sandbox.track(number).await.unwrap();
        assert_eq!(report.status(), expected, "{number}");
        assert!(report.events.iter().all(|event| event.at < noon()));
    }
}

fn sold(zip_from: &str, zip_to: &str, code: &str, days: u8, ship: u64, service: &str, of: Carrier) -> SoldLabel {
    let mut parcel = consignment();
    (parcel.from.zip, parcel.to.zip) = (zip_from.into(), zip_to.into());
    parcel.ship_date = monday() + chrono::Days::new(ship);
    let order = order("k", service, parcel);
    let rate = domain::rate::Rate {
        carrier: of,
        service: service.to_owned().into(),
        cents: 1,
        parts: Vec::new(),
        delivery_date: None,
        delivery_days: Some(days),
        card: "".into(),
        basis: domain::rate::Basis::Synthetic,
        zone: None,
        billed_lb: None,
    };
    SoldLabel {
        carrier: of,
        key: "k".into(),
        tracking_code: code.into(),
        carrier_reference: String::new(),
        service: service.into(),
        cents: 1,
        sold_at: noon(),
        ship_date: order.consignment.ship_date,
        delivery_days: Some(days),
        origin_zip: zip_from.into(),
        label: crate::sandbox::label::describe(code, &order, &rate),
        ending: crate::sandbox::state::Ending::Delivered,
        void: None,
        manifest: None,
        measured: None,
    }
}

proptest! {
    #[test]
    fn every_way_is_in_order_and_ends_on_a_working_day(
        from in prop::sample::select(vec!["94104", "96813", "10001", "99501", "00901", "96910", "10099"]),
        to in prop::sample::select(vec!["10001", "96813", "09012", "34002", "96201", "96799", "60601", "94104", "94105"]),
        code in "[0-9]{22}", days in 1_u8..9, ship in 0_u64..60,
        of in prop::sample::select(Carrier::ALL.to_vec()), service in any::<prop::sample::Index>(),
    ) {
        let service = service.get(of.services()).code;
        let sold = sold(from, to, &code, days, ship, service, of);
        let steps = plan(&sold);
        prop_assert!(steps.windows(2).all(|pair| pair[0].at < pair[1].at), "{steps:#?}");
        prop_assert_eq!(&steps, &plan(&sold));
        let last = steps.last().unwrap();
        prop_assert_eq!(last.moment, Moment::Delivered);
        let state = crate::zips::city_and_state(to).unwrap().1;
        let day = Zone::of(state, crate::zips::point(to)).day(last.at);
        prop_assert!(day.weekday() != Weekday::Sun && !is_holiday(day), "{day} {steps:#?}");
        prop_assert!(steps.iter().all(|step| step.place.is_empty() == (step.moment == Moment::Moving)));
    }
}
