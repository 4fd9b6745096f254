//! USPS abroad: price groups by country, flat rate groups, letters.
//!
//! The list of July 2026 has no published prices for abroad: they are those of October 2025 plus five per cent, marked as
//! approximated.

use super::abroad::{self, Country};
use super::offer::{Offer, scaled};
use super::size::{self, Size};
use super::tables::{FLAT_RATE_ABROAD, USPS_ABROAD, USPS_LETTERS_ABROAD};
use super::usps::Card;
use super::zones;
use crate::sandbox::calendar::Week;
use domain::carrier::Carrier;
use domain::measure::Weight;
use domain::options::DeliveryConfirmation;
use domain::parcel::PackageKind;
use domain::partner::{Consignment, PartnerError};
use domain::rate::{Basis, Rate};

const FIRST_CLASS_MOST_VALUE_CENTS: i64 = 40_000;

/// The rates of USPS for a consignment abroad.
pub fn rate(card: Card, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    zones::prefix(size::origin(consignment)?, "from_address.zip")?;
    let package = size::package(consignment, Carrier::Usps)?;
    let country = abroad::country(consignment)?;
    if super::hazmat(consignment, Carrier::Usps)? {
        return Err(PartnerError::rejected("options.hazmat", "USPS takes no dangerous goods abroad"));
    }
    if consignment.options.delivery_confirmation != DeliveryConfirmation::NoSignature {
        return Err(PartnerError::rejected("options.delivery_confirmation", "USPS collects no signatures abroad"));
    }
    let girth = Size::of(&consignment.parcel).map_or(0, Size::length_plus_girth);
    if girth > 108_000 {
        return Err(PartnerError::rejected(
            "parcel.length",
            "length and girth together are more than 108 inches, the most that USPS takes abroad",
        ));
    }
    let mut rates = Vec::with_capacity(3);
    match package.kind {
        PackageKind::FlatRate => flat_rate(card, consignment, country, package.name, &mut rates),
        PackageKind::Letter => letter(card, consignment, country, package.name, &mut rates),
        PackageKind::Regional => {}
        PackageKind::Own | PackageKind::Carrier => by_weight(card, consignment, country, &mut rates),
    }
    if rates.is_empty() {
        return Err(nothing(consignment, country, package.kind));
    }
    Ok(rates)
}

fn nothing(consignment: &Consignment, country: &Country, kind: PackageKind) -> PartnerError {
    let most = [country.priority, country.express].into_iter().flatten().map(|(_, most)| most).max();
    match most {
        Some(most) if consignment.parcel.weight > most => {
            PartnerError::rejected("parcel.weight", format!("USPS takes at most {} to {}", most.in_words(), country.name))
        }
        Some(_) if kind != PackageKind::Own => {
            PartnerError::rejected("parcel.predefined_package", format!("USPS does not take this package to {}", country.name))
        }
        _ => PartnerError::rejected("to_address.country", format!("USPS does not deliver to {}", country.name)),
    }
}

fn offer(
    card: Card,
    consignment: &Consignment,
    service: &'static str,
    (cents, basis): (i64, Basis),
    days: Option<u8>,
    rates: &mut Vec<Rate>,
) {
    let (cents, basis) = match card {
        Card::October2025 => (cents, basis),
        Card::July2026 => (scaled(cents, 10_500), Basis::Approximated),
    };
    let mut offer = Offer::new(Carrier::Usps, service, card.id(), cents, basis);
    if let Some(days) = days {
        offer = offer.days(consignment, days, Week::SixDays);
    }
    rates.push(offer.finish(consignment));
}

fn by_weight(card: Card, consignment: &Consignment, country: &Country, rates: &mut Vec<Rate>) {
    let weight = consignment.parcel.weight;
    let pounds = Weight::pounds(weight.pounds_rounded_up());
    let value = consignment.customs.as_ref().map_or(0, |customs| customs.total_value().get());
    if let Some(group) = country.packages
        && value < FIRST_CLASS_MOST_VALUE_CENTS
        && let Some(price) = USPS_ABROAD.get("FCPIS oz").price(weight, group.saturating_sub(1))
    {
        offer(card, consignment, "FirstClassPackageInternationalService", price, None, rates);
    }
    if let Some((group, most)) = country.priority
        && weight <= most
        && let Some(price) = USPS_ABROAD.get("PMI lb").price(pounds, group.saturating_sub(1))
    {
        offer(card, consignment, "PriorityMailInternational", price, Some(10), rates);
    }
    if let Some((group, most)) = country.express
        && weight <= most
        && let Some(price) =
            USPS_ABROAD.get("PMEI lb").price(if weight <= Weight::ounces(8) { weight } else { pounds }, group.saturating_sub(1))
    {
        offer(card, consignment, "ExpressMailInternational", price, Some(5), rates);
    }
}

fn flat_rate(card: Card, consignment: &Consignment, country: &Country, package: &str, rates: &mut Vec<Rate>) {
    let priced_as = match package {
        name if name.ends_with("Envelope") => "FlatRateEnvelope",
        "LargeFlatRateBoardGameBox" => "LargeFlatRateBox",
        name => name,
    };
    let price = |product: &str, group: usize| {
        let prices = FLAT_RATE_ABROAD.get(&format!("{product} {priced_as}"))?;
        prices.get(group.saturating_sub(1)).copied().flatten().map(|cents| (cents, Basis::Published))
    };
    if let Some(price) = country.priority_flat.and_then(|group| price("PMI", group)) {
        offer(card, consignment, "PriorityMailInternational", price, Some(10), rates);
    }
    if let Some(price) = country.express_flat.and_then(|group| price("PMEI", group)) {
        offer(card, consignment, "ExpressMailInternational", price, Some(5), rates);
    }
}

/// Letters, flats and cards; what is too heavy for them goes as a parcel.
fn letter(card: Card, consignment: &Consignment, country: &Country, package: &str, rates: &mut Vec<Rate>) {
    let weight = consignment.parcel.weight;
    let table = match package {
        "Card" if weight <= Weight::from_thousandths(3_500) => "FCMI_POSTCARD piece",
        "Flat" => "FCMI_FLAT oz",
        _ if weight <= Weight::from_thousandths(3_500) => "FCMI_LETTER oz",
        _ => "FCMI_FLAT oz",
    };
    let column = country.letters.map(|group| match group {
        0 | 1 => 0,
        2 => 1,
        3..=5 => 2,
        _ => 3,
    });
    match column.and_then(|column| USPS_LETTERS_ABROAD.get(table).price(weight, column)) {
        Some(price) => offer(card, consignment, "FirstClassMailInternational", price, None, rates),
        None => by_weight(card, consignment, country, rates),
    }
}
