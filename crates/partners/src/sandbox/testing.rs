//! What the sandbox's own tests start from: a consignment, fixed prices, a clock that stands still, a carrier.

use super::memory::MemoryState;
use super::speed::Speed;
use super::{Parts, Prices, Sandbox, Time};
use async_trait::async_trait;
use chrono::{NaiveDate, TimeDelta};
use domain::Timestamp;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::customs::CustomsInfo;
use domain::measure::{Length, Weight};
use domain::options::Options;
use domain::parcel::{OWN_BOX, Parcel};
use domain::partner::{Consignment, PartnerError, PurchaseOrder};
use domain::rate::{Basis, Part, Rate};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) fn address(name: &str, street: &str, city: &str, state: &str, zip: &str) -> Address {
    Address {
        name: name.into(),
        street1: street.into(),
        city: city.into(),
        state: state.into(),
        zip: zip.into(),
        country: "US".into(),
        phone: "5555550100".into(),
        ..Address::default()
    }
}

/// A Monday.
pub(crate) fn monday() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 16).unwrap()
}

pub(crate) fn consignment() -> Consignment {
    Consignment {
        from: address("Sam Sender", "417 Montgomery St", "San Francisco", "CA", "94104"),
        return_to: None,
        to: address("Ann Lee", "350 W 31st St", "New York", "NY", "10001"),
        parcel: Parcel {
            length: Some(Length::inches(10)),
            width: Some(Length::inches(8)),
            height: Some(Length::inches(4)),
            weight: Weight::ounces(40),
            predefined_package: OWN_BOX.into(),
        },
        customs: None,
        options: Options::default(),
        ship_date: monday(),
    }
}

pub(crate) fn abroad() -> Consignment {
    let to = Address { country: "CA".into(), ..address("Lea Roy", "290 Bremner Blvd", "Toronto", "ON", "M5V 2T6") };
    Consignment { to, customs: Some(CustomsInfo::default()), ..consignment() }
}

pub(crate) fn order(key: &str, service: &str, consignment: Consignment) -> PurchaseOrder {
    PurchaseOrder { key: key.into(), consignment, service: service.into(), expected_cents: 1_000 }
}

/// Every service of a carrier costs ten dollars and takes three days; abroad only those that go abroad.
pub(crate) struct FixedPrices;

impl Prices for FixedPrices {
    fn rate(&self, carrier: Carrier, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
        let abroad = !consignment.to.is_domestic();
        let offered = carrier.services().iter().filter(|service| service.international == abroad);
        Ok(offered
            .map(|service| Rate {
                carrier,
                service: service.code.into(),
                cents: 1_000,
                parts: vec![Part { name: "Postage".into(), cents: 1_000 }],
                delivery_date: consignment.ship_date.checked_add_days(chrono::Days::new(if abroad { 8 } else { 3 })),
                delivery_days: Some(if abroad { 8 } else { 3 }),
                card: "test".into(),
                basis: Basis::Synthetic,
                zone: Some("8".into()),
                billed_lb: None,
            })
            .collect())
    }
}

/// A clock that moves when it is told to, and notes who slept.
pub(crate) struct HeldTime {
    now: Mutex<Timestamp>,
    pub(crate) slept: Mutex<Duration>,
}

impl HeldTime {
    pub(crate) fn advance(&self, by: TimeDelta) {
        *self.now.lock().unwrap() += by;
    }
}

#[async_trait]
impl Time for HeldTime {
    fn now(&self) -> Timestamp {
        *self.now.lock().unwrap()
    }

    async fn sleep(&self, how_long: Duration) {
        *self.slept.lock().unwrap() += how_long;
        tokio::task::yield_now().await;
    }
}

/// Noon of the Monday in San Francisco.
pub(crate) fn noon() -> Timestamp {
    monday().and_hms_opt(20, 0, 0).unwrap().and_utc()
}

/// A world of sandbox carriers.
pub(crate) fn world(speed: u32) -> (Parts, Arc<HeldTime>) {
    let time = Arc::new(HeldTime { now: Mutex::new(noon()), slept: Mutex::default() });
    let parts =
        Parts { state: Arc::new(MemoryState::default()), prices: Arc::new(FixedPrices), time: time.clone(), speed: Speed::new(speed) };
    (parts, time)
}

/// One carrier in a world of its own.
pub(crate) fn carrier(of: Carrier) -> (Sandbox, Arc<HeldTime>) {
    let (parts, time) = world(1);
    (Sandbox::new(of, parts), time)
}
