//! Putting a rate together: parts are added one by one, and the total is their sum and nothing else.

use crate::sandbox::calendar::Week;
use domain::carrier::Carrier;
use domain::partner::Consignment;
use domain::rate::{Basis, Part, Rate};
use std::borrow::Cow;

/// A rate in the making.
pub struct Offer {
    rate: Rate,
}

impl Offer {
    /// A service whose transport costs this much.
    pub fn new(carrier: Carrier, service: &'static str, card: &'static str, transport: i64, basis: Basis) -> Self {
        let mut parts = Vec::with_capacity(4);
        parts.push(Part { name: Cow::Borrowed(if matches!(carrier, Carrier::Usps) { "Postage" } else { "Transport" }), cents: transport });
        let rate = Rate {
            carrier,
            service: Cow::Borrowed(service),
            cents: transport,
            parts,
            delivery_date: None,
            delivery_days: None,
            card: Cow::Borrowed(card),
            basis,
            zone: None,
            billed_lb: None,
        };
        Self { rate }
    }

    /// A further part of the price; nothing is added for nothing.
    pub fn add(&mut self, name: &'static str, cents: i64) {
        if cents != 0 {
            self.rate.parts.push(Part { name: Cow::Borrowed(name), cents });
            self.rate.cents = self.rate.cents.saturating_add(cents);
        }
    }

    /// The price so far.
    pub fn so_far(&self) -> i64 {
        self.rate.cents
    }

    /// The zone it is priced in.
    pub fn zone(mut self, zone: &'static str) -> Self {
        self.rate.zone = Some(Cow::Borrowed(zone));
        self
    }

    /// What is billed when that is not the weight itself.
    pub fn billed(mut self, pounds: u32, actual: u32) -> Self {
        self.rate.billed_lb = (pounds != actual).then_some(pounds);
        self
    }

    /// When it arrives.
    pub fn days(mut self, consignment: &Consignment, days: u8, week: Week) -> Self {
        self.rate.delivery_days = Some(days);
        self.rate.delivery_date = Some(week.add(consignment.ship_date, days));
        self
    }

    /// The finished rate, insured as asked.
    pub fn finish(mut self, consignment: &Consignment) -> Rate {
        self.add("Insurance", consignment.options.insurance_fee().get());
        self.rate
    }
}

/// A price times a factor in ten-thousandths, rounded half up to the cent.
pub fn scaled(cents: i64, ten_thousandths: i64) -> i64 {
    cents.saturating_mul(ten_thousandths).saturating_add(5_000).div_euclid(10_000)
}

/// The name of a zone from 1 to 9.
pub fn zone_name(zone: u8) -> &'static str {
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].get(usize::from(zone)).copied().unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let mut offer = Offer::new(Carrier::Usps, "Priority", "usps-2025-10-05", 1000, Basis::Published);
        offer.add("Signature", 395);
        offer.add("Nothing", 0);
        assert_eq!(offer.so_far(), 1395);
        assert_eq!(offer.rate.parts.iter().map(|part| part.cents).sum::<i64>(), 1395);
        assert_eq!(offer.rate.parts.len(), 2);
    }

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!((scaled(150, 10_500), scaled(10, 10_500), scaled(1000, 2600)), (158, 11, 260));
    }
}
