//! UPS: Ground, Ground Saver, air services, and services abroad.
//!
//! UPS Letters are approximated from FedEx envelopes and services abroad from FedEx's export list, because UPS's own were
//! not found; those rates say so.

use super::abroad;
use super::fedex::{abroad_price, ground_days};
use super::list::{self, Billed, Destination, Fees};
use super::offer::{Offer, scaled, zone_name};
use super::size;
use super::tables::{UPS, UPS_SAVER};
use super::zones::{self, ChartZone};
use crate::sandbox::calendar::Week;
use domain::carrier::Carrier;
use domain::measure::Weight;
use domain::parcel::PackageKind;
use domain::partner::{Consignment, PartnerError};
use domain::rate::{Basis, Rate};

/// Amounts of the daily rates 2026; signatures unverified.
const FEES: Fees = Fees {
    carrier: Carrier::Ups,
    card: "ups-2025-12-22",
    residential: [650, 700],
    area: [450, 570, 655, 885],
    remote: [1650, 4625, 1650],
    heavy: [4650, 5075, 5625, 5875],
    long: [3000, 3325, 3850, 4050],
    large: [[21_950, 23_950, 27_300, 28_600], [25_450, 27_450, 32_050, 33_100]],
    signature: [770, 935],
    area_column: 0,
};

/// A domestic service: code, table, days, what is added to the table, whether it flies.
struct Domestic(&'static str, &'static str, u8, i64);

const AIR: [Domestic; 6] = [
    Domestic("3DaySelect", "3DaySelect lb", 3, 0),
    Domestic("2ndDayAir", "2ndDayAir lb", 2, 0),
    Domestic("2ndDayAirAM", "2ndDayAirAM lb", 2, 0),
    Domestic("NextDayAirSaver", "NextDayAirSaver lb", 1, 0),
    Domestic("NextDayAir", "NextDayAir lb", 1, 0),
    Domestic("NextDayAirEarlyAM", "NextDayAir lb", 1, 3100),
];

/// An envelope's share of the price of one pound at FedEx, zones 2 to 8, in ten-thousandths.
const LETTER_OF_ONE_POUND: [i64; 7] = [8_200, 7_900, 7_600, 7_200, 6_900, 6_600, 6_300];

/// Service abroad, the FedEx service it is approximated from, its share of it in ten-thousandths, days.
const ABROAD: [(&str, &str, i64, u8); 5] = [
    ("UPSStandard", "INTERNATIONAL_ECONOMY", 7_000, 7),
    ("Expedited", "INTERNATIONAL_ECONOMY", 10_000, 5),
    ("UPSSaver", "INTERNATIONAL_PRIORITY", 10_000, 3),
    ("Express", "INTERNATIONAL_PRIORITY_EXPRESS", 10_000, 2),
    ("ExpressPlus", "INTERNATIONAL_FIRST", 10_000, 2),
];

/// The rates of UPS.
pub fn rate(consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    list::refuse_postal_addresses(consignment, Carrier::Ups)?;
    let package = size::package(consignment, Carrier::Ups)?;
    let billed = list::billed(consignment, Carrier::Ups, package)?;
    let signature = list::signature(&FEES, consignment)?;
    super::hazmat(consignment, Carrier::Ups)?;
    let letter = package.name == "UPSLetter";
    if !consignment.to.is_domestic() {
        return going_abroad(consignment, &billed, letter, signature);
    }
    let (from, to) = size::zips(consignment)?;
    let prefixes = (zones::prefix(from, "from_address.zip")?, zones::prefix(to, "to_address.zip")?);
    let zone = zones::chart(prefixes.0, prefixes.1)
        .ok_or_else(|| PartnerError::rejected("to_address.zip", format!("UPS does not deliver from {from} to {to}")))?;
    let mut rates = Vec::with_capacity(8);
    if package.kind == PackageKind::Own {
        ground(consignment, &billed, zone, signature, &mut rates);
    }
    air(consignment, &billed, zone, letter, signature, &mut rates);
    Ok(rates)
}

fn column(zone: ChartZone) -> usize {
    match zone {
        ChartZone::Near(zone) => usize::from(zone.saturating_sub(2)),
        ChartZone::Alaska => 7,
        ChartZone::Hawaii => 8,
    }
}

fn ground_zone_name(zone: ChartZone) -> &'static str {
    match zone {
        ChartZone::Near(zone) => zone_name(zone),
        ChartZone::Alaska => "44",
        ChartZone::Hawaii => "45",
    }
}

fn ground(consignment: &Consignment, billed: &Billed, zone: ChartZone, signature: i64, rates: &mut Vec<Rate>) {
    let pounds = Weight::pounds(billed.pounds);
    let residential = consignment.to.is_residential();
    let mut add = |service: &'static str, (cents, basis): (i64, Basis), home_fee: bool, days: u8, week: Week| {
        let mut offer =
            Offer::new(Carrier::Ups, service, FEES.card, cents, basis).zone(ground_zone_name(zone)).billed(billed.pounds, billed.actual_lb);
        list::surcharge(&mut offer, &FEES, consignment, billed, Destination { residential, air: false, home_fee, zone });
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, days, week).finish(consignment));
    };
    if let (ChartZone::Near(_), Some(price)) = (zone, UPS_SAVER.get("lb").price(pounds, column(zone))) {
        add("GroundSaver", price, false, ground_days(zone) + 2, Week::SixDays);
    }
    if let Some(price) = UPS.get("Ground lb").price(pounds, column(zone)) {
        add("Ground", price, true, ground_days(zone), Week::FiveDays);
    }
}

fn air(consignment: &Consignment, billed: &Billed, zone: ChartZone, letter: bool, signature: i64, rates: &mut Vec<Rate>) {
    let far = !matches!(zone, ChartZone::Near(_));
    for Domestic(service, table, days, more) in AIR {
        let Some((cents, basis)) = UPS.get(table).price(Weight::pounds(billed.pounds), column(zone)) else { continue };
        let (cents, basis) = if letter {
            let share = LETTER_OF_ONE_POUND.get(column(zone)).or(LETTER_OF_ONE_POUND.last()).copied().unwrap_or(10_000);
            (scaled(cents, share) + more, Basis::Approximated)
        } else {
            (cents + more, if more == 0 { basis } else { Basis::Approximated })
        };
        let mut offer = Offer::new(Carrier::Ups, service, FEES.card, cents, basis).zone(ground_zone_name(zone));
        if !letter {
            offer = offer.billed(billed.pounds, billed.actual_lb);
        }
        let to = Destination { residential: consignment.to.is_residential(), air: true, home_fee: true, zone };
        list::surcharge(&mut offer, &FEES, consignment, billed, to);
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, if far { days + 1 } else { days }, Week::FiveDays).finish(consignment));
    }
}

fn going_abroad(consignment: &Consignment, billed: &Billed, letter: bool, signature: i64) -> Result<Vec<Rate>, PartnerError> {
    zones::prefix(size::origin(consignment)?, "from_address.zip")?;
    let country = abroad::country(consignment)?;
    let nowhere = || PartnerError::rejected("to_address.country", format!("UPS does not deliver to {}", country.name));
    let zone = country.fedex.ok_or_else(nowhere)?;
    let near = matches!(consignment.to.country.as_str(), "CA" | "MX");
    let mut rates = Vec::with_capacity(ABROAD.len());
    for (service, fedex, share, days) in ABROAD {
        // Standard goes by road.
        if service == "UPSStandard" && (!near || letter) {
            continue;
        }
        let Some((cents, _)) = abroad_price(fedex, zone, billed, letter) else { continue };
        let mut offer = Offer::new(Carrier::Ups, service, FEES.card, scaled(cents, share), Basis::Approximated);
        if !letter {
            offer = offer.billed(billed.pounds, billed.actual_lb);
        }
        list::surcharge_abroad(&mut offer, &FEES, billed);
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, days, Week::FiveDays).finish(consignment));
    }
    if rates.is_empty() { Err(nowhere()) } else { Ok(rates) }
}
