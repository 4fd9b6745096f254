//! Rates: what a service would cost, of which parts, and which of them is cheapest or fastest.

use crate::carrier::Carrier;
use crate::money::Cents;
use chrono::NaiveDate;
use std::borrow::Cow;

/// How sure a price is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Answered by the carrier itself.
    Quoted,
    /// From a published price list.
    Published,
    /// Between two published prices.
    Interpolated,
    /// Derived from other published prices.
    Approximated,
    /// Invented for the sandbox.
    Synthetic,
}

/// One part of a price.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Part {
    /// What it is for.
    pub name: Cow<'static, str>,
    /// What it costs.
    pub cents: i64,
}

/// What a service would cost. The parts add up to the total.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rate {
    /// Who carries.
    pub carrier: Carrier,
    /// Code of the service.
    pub service: Cow<'static, str>,
    /// The whole price in cents.
    pub cents: i64,
    /// The parts of the price.
    pub parts: Vec<Part>,
    /// When it would arrive, where the carrier says so.
    pub delivery_date: Option<NaiveDate>,
    /// Days on the way, counted as the carrier counts.
    pub delivery_days: Option<u8>,
    /// The carrier's price list, such as `usps-2025-10-05`.
    pub card: Cow<'static, str>,
    /// How sure the price is.
    pub basis: Basis,
    /// The zone the price stands in, where there is one.
    pub zone: Option<Cow<'static, str>>,
    /// What is billed, in pounds, where that differs from the weight (dimensional or minimum weight).
    pub billed_lb: Option<u32>,
}

impl Rate {
    /// The whole price.
    #[must_use]
    pub const fn total(&self) -> Cents {
        Cents::new(self.cents)
    }
}

/// The place of the cheapest rate; among equals the faster one, then the first.
#[must_use]
pub fn cheapest(rates: &[Rate]) -> Option<usize> {
    let day = |rate: &Rate| rate.delivery_date.unwrap_or(NaiveDate::MAX);
    (0..rates.len()).min_by_key(|&index| rates.get(index).map(|rate| (rate.cents, day(rate))))
}

/// The place of the rate that arrives first; among equals the cheaper one. None when no rate has a date.
#[must_use]
pub fn fastest(rates: &[Rate]) -> Option<usize> {
    let dated = rates.iter().enumerate().filter_map(|(index, rate)| rate.delivery_date.map(|date| (date, rate.cents, index)));
    dated.min().map(|(_, _, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(cents: i64, day: Option<u32>) -> Rate {
        Rate {
            carrier: Carrier::Usps,
            service: "Priority".into(),
            cents,
            parts: vec![Part { name: "Postage".into(), cents }],
            delivery_date: day.and_then(|day| NaiveDate::from_ymd_opt(2026, 11, day)),
            delivery_days: None,
            card: "usps-2025-10-05".into(),
            basis: Basis::Published,
            zone: None,
            billed_lb: None,
        }
    }

    #[test]
    fn the_cheapest_and_the_fastest_are_found() {
        let rates = [rate(900, Some(20)), rate(700, Some(21)), rate(700, Some(19)), rate(2500, Some(19)), rate(600, None)];
        assert_eq!(cheapest(&rates), Some(4));
        assert_eq!(cheapest(&rates[..4]), Some(2));
        assert_eq!(fastest(&rates), Some(2));
        assert_eq!((cheapest(&[]), fastest(&[rate(1, None)])), (None, None));
    }
}
