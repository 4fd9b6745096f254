//! Fills the description of a label that was just sold.
//!
//! Everything a drawing needs is in it, and it always says that it is a sample: an unpaid label must never look mailable.

use super::barcodes::{Barcodes, barcodes};
use super::calendar::Week;
use super::numbers::{FEDEX_ACCOUNT, UNIUNI_ACCOUNT, UPS_SHIPPER, USPS_MAILER};
use super::routing::letters_for;
use chrono::NaiveDate;
use domain::carrier::Carrier;
use domain::label::Label;
use domain::partner::PurchaseOrder;
use domain::rate::Rate;

/// The account that a sandbox label names.
#[must_use]
pub const fn account(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::Usps => USPS_MAILER,
        Carrier::FedEx => FEDEX_ACCOUNT,
        Carrier::Ups => UPS_SHIPPER,
        Carrier::UniUni => UNIUNI_ACCOUNT,
    }
}

/// The days on which a service moves.
#[must_use]
pub fn week(carrier: Carrier, service: &str) -> Week {
    match (carrier, service) {
        (Carrier::Usps | Carrier::UniUni, _) | (Carrier::FedEx, "GROUND_HOME_DELIVERY" | "SMART_POST") => Week::SixDays,
        (Carrier::FedEx | Carrier::Ups, _) => Week::FiveDays,
    }
}

/// When the rate says it arrives: the date it names, or its days counted from the ship date.
#[must_use]
pub fn expected_on(rate: &Rate, ship_date: NaiveDate) -> Option<NaiveDate> {
    rate.delivery_date.or_else(|| rate.delivery_days.map(|days| week(rate.carrier, &rate.service).add(ship_date, days)))
}

/// The label with this number.
#[must_use]
pub fn describe(number: &str, order: &PurchaseOrder, rate: &Rate) -> Label {
    let carrier = rate.carrier;
    let consignment = &order.consignment;
    let options = &consignment.options;
    let Barcodes { tracking, routing, matrix } = barcodes(carrier, &order.service, number, consignment);
    Label {
        carrier,
        service: order.service.clone(),
        service_name: carrier.service(&order.service).map_or_else(|| order.service.clone(), |service| service.name.to_owned()),
        tracking_code: number.to_owned(),
        from: consignment.from.clone(),
        return_to: consignment.return_to.clone(),
        to: consignment.to.clone(),
        weight: consignment.parcel.weight,
        sides: consignment.parcel.sides(),
        ship_date: consignment.ship_date,
        expected_on: expected_on(rate, consignment.ship_date),
        zone: rate.zone.as_ref().map(|zone| zone.to_string()),
        account: account(carrier).to_owned(),
        postage_cents: rate.cents,
        delivery_confirmation: options.delivery_confirmation,
        hazmat: options.hazmat().map(|class| class.label.to_owned()),
        print_custom_1: options.print_custom_1.clone(),
        print_custom_2: options.print_custom_2.clone(),
        routing: letters_for(carrier, &consignment.to),
        tracking_barcode: tracking,
        routing_barcode: routing,
        matrix_barcode: matrix,
        customs: consignment.customs.clone(),
        sample: true,
    }
}
