//! FedEx: Ground, Home Delivery, Ground Economy, six Express services, five services abroad.
//!
//! To and from Alaska and Hawaii, Ground has its own list; Express is approximated from zone 8, and says so.

use super::abroad;
use super::list::{self, Billed, Destination, Fees};
use super::offer::{Offer, scaled, zone_name};
use super::size;
use super::tables::{FEDEX, FEDEX_ABROAD, FEDEX_FAR};
use super::zones::{self, ChartZone};
use crate::sandbox::calendar::Week;
use domain::carrier::Carrier;
use domain::measure::Weight;
use domain::parcel::PackageKind;
use domain::partner::{Consignment, PartnerError};
use domain::rate::{Basis, Rate};

/// Amounts of the service guide 2026.
pub const FEES: Fees = Fees {
    carrier: Carrier::FedEx,
    card: "fedex-2026-01-05",
    residential: [645, 695],
    area: [445, 555, 660, 880],
    remote: [1675, 4600, 1625],
    heavy: [4600, 5025, 5625, 5875],
    long: [2950, 3275, 3850, 4075],
    large: [[25_500, 27_500, 32_000, 33_000]; 2],
    signature: [760, 1000],
    area_column: 1,
};

const HAZMAT_GROUND: i64 = 5725;
const ECONOMY_OF_GROUND: i64 = 8_500;

/// An Express service.
struct Express {
    service: &'static str,
    envelope: &'static str,
    package: &'static str,
    days: u8,
    /// What it costs to Alaska and Hawaii as a share of zone 8; none where it does not go.
    far: Option<i64>,
}

macro_rules! express {
    ($service:literal, $days:literal, $far:expr) => {
        Express {
            service: $service,
            envelope: concat!($service, " envelope lb"),
            package: concat!($service, " any lb"),
            days: $days,
            far: $far,
        }
    };
}

const EXPRESS: [Express; 6] = [
    express!("FEDEX_EXPRESS_SAVER", 3, None),
    express!("FEDEX_2_DAY", 2, Some(14_500)),
    express!("FEDEX_2_DAY_AM", 2, Some(14_500)),
    express!("STANDARD_OVERNIGHT", 1, Some(12_500)),
    express!("PRIORITY_OVERNIGHT", 1, Some(12_500)),
    express!("FIRST_OVERNIGHT", 1, Some(12_500)),
];

const ABROAD: [(&str, u8); 5] = [
    ("INTERNATIONAL_ECONOMY", 5),
    ("INTERNATIONAL_CONNECT_PLUS", 4),
    ("INTERNATIONAL_PRIORITY", 3),
    ("INTERNATIONAL_PRIORITY_EXPRESS", 2),
    ("INTERNATIONAL_FIRST", 2),
];

/// The rates of FedEx.
pub fn rate(consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    list::refuse_postal_addresses(consignment, Carrier::FedEx)?;
    let package = size::package(consignment, Carrier::FedEx)?;
    let billed = list::billed(consignment, Carrier::FedEx, package)?;
    let signature = list::signature(&FEES, consignment)?;
    let hazmat = super::hazmat(consignment, Carrier::FedEx)?;
    let envelope = package.name == "FedExEnvelope" && consignment.parcel.weight <= Weight::ounces(8);
    if !consignment.to.is_domestic() {
        return if hazmat {
            Err(PartnerError::rejected("options.hazmat", "FedEx takes dangerous goods by Ground only"))
        } else {
            going_abroad(consignment, &billed, envelope, signature)
        };
    }
    let (from, to) = size::zips(consignment)?;
    let route = Route::new(from, to)?;
    let mut rates = Vec::with_capacity(9);
    if package.kind == PackageKind::Own {
        ground(consignment, &billed, &route, signature, hazmat, &mut rates);
    }
    if !hazmat {
        express(consignment, &billed, &route, envelope, signature, &mut rates);
    }
    if rates.is_empty() {
        return Err(PartnerError::rejected("options.hazmat", "FedEx takes dangerous goods by Ground in your own packaging only"));
    }
    Ok(rates)
}

struct Route {
    zone: ChartZone,
    /// Column of the list for Alaska and Hawaii.
    far: Option<usize>,
}

impl Route {
    fn new(from_zip5: &str, to_zip5: &str) -> Result<Self, PartnerError> {
        let (from, to) = (zones::prefix(from_zip5, "from_address.zip")?, zones::prefix(to_zip5, "to_address.zip")?);
        let (here, there) = (zones::state(from), zones::state(to));
        let far = match (&here, &there) {
            (b"AK", b"AK") => Some(1),
            (b"HI", b"HI") => Some(4),
            (_, b"AK") => Some(0),
            (_, b"HI") => Some(3),
            (b"AK", _) => Some(2),
            (b"HI", _) => Some(5),
            _ => None,
        };
        let beyond = [here, there].iter().any(|state| matches!(state, b"PR" | b"VI" | b"GU" | b"MP" | b"AS" | b"FM" | b"MH" | b"PW"));
        let zone = match far {
            Some(0..=2) => Some(ChartZone::Alaska),
            Some(_) => Some(ChartZone::Hawaii),
            None => zones::chart(from, to),
        };
        match zone {
            Some(zone) if !beyond => Ok(Self { zone, far }),
            _ => Err(PartnerError::rejected("to_address.zip", format!("FedEx does not deliver from {from_zip5} to {to_zip5}"))),
        }
    }

    fn name(&self) -> &'static str {
        match (self.zone, self.far) {
            (ChartZone::Near(zone), _) => zone_name(zone),
            (_, Some(0)) => "17",
            (_, Some(1)) => "22",
            (_, Some(2)) => "25",
            (_, Some(3)) => "9",
            (_, Some(4)) => "14",
            _ => "96",
        }
    }

    fn column(&self) -> usize {
        match self.zone {
            ChartZone::Near(zone) => usize::from(zone.saturating_sub(2)),
            _ => 6,
        }
    }
}

fn ground(consignment: &Consignment, billed: &Billed, route: &Route, signature: i64, hazmat: bool, rates: &mut Vec<Rate>) {
    let pounds = Weight::pounds(billed.pounds);
    let price = match route.far {
        Some(column) => FEDEX_FAR.get("lb").price(pounds, column),
        None => FEDEX.get("FEDEX_GROUND any lb").price(pounds, route.column()),
    };
    let Some((cents, basis)) = price else { return };
    let residential = consignment.to.is_residential();
    let mut add = |service: &'static str, cents: i64, basis: Basis, home_fee: bool, days: u8, week: Week| {
        let mut offer =
            Offer::new(Carrier::FedEx, service, FEES.card, cents, basis).zone(route.name()).billed(billed.pounds, billed.actual_lb);
        if hazmat {
            offer.add("Dangerous goods", HAZMAT_GROUND);
        }
        list::surcharge(&mut offer, &FEES, consignment, billed, Destination { residential, air: false, home_fee, zone: route.zone });
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, days, week).finish(consignment));
    };
    let days = ground_days(route.zone);
    if billed.pounds <= 70 && route.far.is_none() && !hazmat {
        add("SMART_POST", scaled(cents, ECONOMY_OF_GROUND), Basis::Approximated, false, days + 2, Week::SixDays);
    }
    if residential && !hazmat {
        add("GROUND_HOME_DELIVERY", cents, basis, true, days, Week::SixDays);
    } else {
        add("FEDEX_GROUND", cents, basis, residential, days, Week::FiveDays);
    }
}

/// Days by ground: a rule of thumb that UPS and FedEx share.
pub fn ground_days(zone: ChartZone) -> u8 {
    match zone {
        ChartZone::Near(2) => 1,
        ChartZone::Near(3) => 2,
        ChartZone::Near(4) => 3,
        ChartZone::Near(5 | 6) => 4,
        ChartZone::Near(_) => 5,
        ChartZone::Alaska | ChartZone::Hawaii => 7,
    }
}

fn express(consignment: &Consignment, billed: &Billed, route: &Route, envelope: bool, signature: i64, rates: &mut Vec<Rate>) {
    let far = !matches!(route.zone, ChartZone::Near(_));
    for Express { service, envelope: in_envelope, package, days, far: share } in EXPRESS {
        let price = if envelope {
            FEDEX.get(in_envelope).price(Weight::ounces(8), route.column())
        } else {
            FEDEX.get(package).price(Weight::pounds(billed.pounds), route.column())
        };
        let price = match (far, share) {
            (false, _) => price,
            (true, Some(share)) => price.map(|(cents, _)| (scaled(cents, share), Basis::Approximated)),
            (true, None) => None,
        };
        let Some((cents, basis)) = price else { continue };
        let mut offer = Offer::new(Carrier::FedEx, service, FEES.card, cents, basis).zone(route.name());
        if !envelope {
            offer = offer.billed(billed.pounds, billed.actual_lb);
        }
        let to = Destination { residential: consignment.to.is_residential(), air: true, home_fee: true, zone: route.zone };
        list::surcharge(&mut offer, &FEES, consignment, billed, to);
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, if far { days + 1 } else { days }, Week::FiveDays).finish(consignment));
    }
}

/// Transport abroad in cents by the FedEx list; UPS borrows it.
pub fn abroad_price(service: &str, zone: usize, billed: &Billed, envelope: bool) -> Option<(i64, Basis)> {
    if envelope && let Some(price) = FEDEX_ABROAD.get(&format!("{service} envelope lb")).price(Weight::ounces(8), zone) {
        return Some(price);
    }
    let table = FEDEX_ABROAD.get(&format!("{service} any lb"));
    if billed.pounds <= 100 {
        return table.price(Weight::pounds(billed.pounds), zone);
    }
    // The list ends at 100 lb and goes on per pound.
    let (hundred, _) = table.price(Weight::pounds(100), zone)?;
    Some((scaled(hundred, i64::from(billed.pounds) * 100), Basis::Approximated))
}

fn going_abroad(consignment: &Consignment, billed: &Billed, envelope: bool, signature: i64) -> Result<Vec<Rate>, PartnerError> {
    zones::prefix(size::origin(consignment)?, "from_address.zip")?;
    let country = abroad::country(consignment)?;
    let nowhere = || PartnerError::rejected("to_address.country", format!("FedEx does not deliver to {}", country.name));
    let zone = country.fedex.ok_or_else(nowhere)?;
    let mut rates = Vec::with_capacity(ABROAD.len());
    for (service, days) in ABROAD {
        let Some((cents, basis)) = abroad_price(service, zone, billed, envelope) else { continue };
        let letter = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O"].get(zone).copied().unwrap_or("M");
        let mut offer = Offer::new(Carrier::FedEx, service, FEES.card, cents, basis).zone(letter);
        if !envelope {
            offer = offer.billed(billed.pounds, billed.actual_lb);
        }
        list::surcharge_abroad(&mut offer, &FEES, billed);
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, days, Week::FiveDays).finish(consignment));
    }
    if rates.is_empty() { Err(nowhere()) } else { Ok(rates) }
}
