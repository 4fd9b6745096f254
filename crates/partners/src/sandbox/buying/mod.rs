//! Selling labels: once per key, at no more than the expected price, and never lost by a crash.
//!
//! The order of steps matters: look the key up, rate again, draw a number, sell. A crash before the sale wastes a number and
//! nothing else; a crash after it leaves a label that the same key finds again. Nothing is charged here: that is our ledger's work.

use super::Parts;
use super::faults::{Fault, Faults, PRICE_STEP_CENTS, SLOW};
use super::label::describe;
use super::numbers::Series;
use super::state::{Sale, SoldLabel};
use chrono::Timelike;
use domain::carrier::Carrier;
use domain::money::Cents;
use domain::partner::{Artwork, Consignment, PartnerError, Purchase, PurchaseOrder, PurchaseOutcome};
use domain::rate::{Part, Rate};

/// How far a ship date may lie from today. Calendars end; stories must not run into that.
const FARTHEST_DAYS: i64 = 366;

/// Rates as the sandbox quotes them at this moment.
pub(super) async fn rate(parts: &Parts, carrier: Carrier, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    let faults = Fault::all_of(&consignment.to);
    faults.before_rating(carrier.name())?;
    if faults.has(Fault::Slow) {
        parts.time.sleep(SLOW).await;
    }
    priced(parts, carrier, consignment, &faults)
}

fn priced(parts: &Parts, carrier: Carrier, consignment: &Consignment, faults: &Faults) -> Result<Vec<Rate>, PartnerError> {
    let mut rates = parts.prices.rate(carrier, consignment)?;
    if faults.has(Fault::PriceUp) {
        let rise = PRICE_STEP_CENTS.saturating_mul(i64::from(parts.time.now().minute()));
        for rate in rates.iter_mut().filter(|_| rise > 0) {
            rate.cents = rate.cents.saturating_add(rise);
            rate.parts.push(Part { name: "Sandbox price rise".into(), cents: rise });
        }
    }
    Ok(rates)
}

/// Buys a label.
pub(super) async fn buy(parts: &Parts, carrier: Carrier, order: &PurchaseOrder) -> Result<Purchase, PartnerError> {
    if order.key.trim().is_empty() {
        return Err(PartnerError::rejected("base", "A purchase needs a key."));
    }
    let days_away = (order.consignment.ship_date - parts.time.now().date_naive()).num_days();
    if days_away.abs() > FARTHEST_DAYS {
        return Err(PartnerError::rejected("ship_date", format!("must be within {FARTHEST_DAYS} days")));
    }
    if let Some(sold) = parts.state.find_by_key(carrier, &order.key).await? {
        return same_purchase(sold, order);
    }
    let faults = Fault::all_of(&order.consignment.to);
    faults.before_selling(carrier.name())?;
    if faults.has(Fault::Slow) {
        parts.time.sleep(SLOW).await;
    }
    let rate = offered(parts, carrier, order, &faults)?;
    let series = Series::of(carrier, &order.service, order.consignment.options.delivery_confirmation);
    let serial = parts.state.next_number(&series.name()).await?;
    let sold = sold_label(parts, order, &rate, serial, series.number(serial)?, &faults);
    // From here on a failure of the memory no longer says that nothing was sold.
    let sale = parts.state.sell(sold).await.map_err(|error| PartnerError::OutcomeUnknown(error.to_string()))?;
    let Sale::Holds(holds) = sale else {
        return Err(PartnerError::rejected("base", "This purchase was given up before. Buy again with a new key."));
    };
    faults.after_selling(carrier.name())?;
    same_purchase(*holds, order)
}

/// The rate of the ordered service, when it is offered at the expected price.
fn offered(parts: &Parts, carrier: Carrier, order: &PurchaseOrder, faults: &Faults) -> Result<Rate, PartnerError> {
    let rates = priced(parts, carrier, &order.consignment, faults)?;
    let rate = rates.into_iter().find(|rate| rate.service == order.service);
    let rate =
        rate.ok_or_else(|| PartnerError::rejected("rate", format!("{carrier} does not offer {} for this parcel.", order.service)))?;
    if rate.cents > order.expected_cents {
        let (new, old) = (Cents::new(rate.cents), Cents::new(order.expected_cents));
        return Err(PartnerError::rejected("rate", format!("The price rose from ${old} to ${new}. Get new rates and buy again.")));
    }
    Ok(rate)
}

fn sold_label(parts: &Parts, order: &PurchaseOrder, rate: &Rate, serial: u64, number: String, faults: &Faults) -> SoldLabel {
    let from = &order.consignment.from;
    SoldLabel {
        carrier: rate.carrier,
        key: order.key.clone(),
        carrier_reference: reference(rate.carrier, &number, serial),
        service: order.service.clone(),
        cents: rate.cents,
        sold_at: parts.time.now(),
        ship_date: order.consignment.ship_date,
        delivery_days: rate.delivery_days.or_else(|| days_until(rate, &order.consignment)),
        origin_zip: from.zip5().unwrap_or(from.zip.trim()).to_owned(),
        label: describe(&number, order, rate),
        ending: faults.ending(),
        void: None,
        manifest: None,
        measured: super::adjusting::measure(parts, order, rate, faults),
        tracking_code: number,
    }
}

fn days_until(rate: &Rate, consignment: &Consignment) -> Option<u8> {
    let week = super::label::week(rate.carrier, &rate.service);
    let arrival = rate.delivery_date?;
    (1..=60).find(|days| week.add(consignment.ship_date, *days) >= arrival)
}

/// UPS names a shipment by its first package; UniUni by an order number.
fn reference(carrier: Carrier, number: &str, serial: u64) -> String {
    match carrier {
        Carrier::Ups => number.to_owned(),
        Carrier::UniUni => format!("UNI{serial:09X}"),
        Carrier::Usps | Carrier::FedEx => String::new(),
    }
}

/// The purchase that holds for a key; a key that served another order is refused.
fn same_purchase(sold: SoldLabel, order: &PurchaseOrder) -> Result<Purchase, PartnerError> {
    let same = sold.service == order.service && sold.label.to == order.consignment.to && sold.label.from == order.consignment.from;
    if !same || sold.ship_date != order.consignment.ship_date {
        return Err(PartnerError::rejected("base", "This key bought another label before."));
    }
    Ok(purchase(sold))
}

fn purchase(sold: SoldLabel) -> Purchase {
    Purchase {
        tracking_code: sold.tracking_code,
        carrier_reference: sold.carrier_reference,
        cents: sold.cents,
        expected_on: sold.label.expected_on,
        bought_at: sold.sold_at,
        artwork: Artwork::Described { label: Box::new(sold.label) },
    }
}

/// What became of a purchase. A key under which nothing was sold is closed, so that a late purchase cannot follow the answer.
pub(super) async fn outcome(parts: &Parts, carrier: Carrier, order: &PurchaseOrder) -> Result<PurchaseOutcome, PartnerError> {
    Fault::all_of(&order.consignment.to).any_call(carrier.name())?;
    let sold = parts.state.close_key(carrier, &order.key).await?;
    Ok(sold.map_or(PurchaseOutcome::NotBought, |sold| PurchaseOutcome::Bought(Box::new(purchase(sold)))))
}

#[cfg(test)]
mod tests;
