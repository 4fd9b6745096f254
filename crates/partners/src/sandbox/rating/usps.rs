//! USPS at home: the states, territories, freely associated states and the armed forces.
//!
//! Two price lists. `usps-2025-10-05` is complete; `usps-2026-07-12` is published for Ground Advantage and Priority Mail
//! only, and everything else on it is marked as approximated. Each list brings its own dimensional rule.

use super::offer::{Offer, scaled, zone_name};
use super::size::{self, Size, dimensional_pounds};
use super::tables::{FLAT_RATE_2025, FLAT_RATE_2026, USPS_2025, USPS_2026, USPS_UNZONED};
use super::zones;
use crate::sandbox::calendar::Week;
use domain::carrier::Carrier;
use domain::measure::{Length, Weight};
use domain::options::DeliveryConfirmation as Sign;
use domain::parcel::PackageKind;
use domain::partner::{Consignment, PartnerError};
use domain::rate::{Basis, Rate};

/// A price list of USPS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Card {
    /// In force from 5 October 2025, holiday prices included; the only complete one.
    #[default]
    October2025,
    /// In force from 12 July 2026.
    July2026,
}

impl Card {
    /// The name that every rate carries.
    pub const fn id(self) -> &'static str {
        match self {
            Self::October2025 => "usps-2025-10-05",
            Self::July2026 => "usps-2026-07-12",
        }
    }

    /// Reads a name.
    pub fn parse(id: &str) -> Option<Self> {
        [Self::October2025, Self::July2026].into_iter().find(|card| card.id() == id)
    }
}

/// Above this volume a parcel may be billed by its size.
const DIMENSIONAL_FROM_CUBIC_INCHES: u64 = 1728;
const HEAVIEST_LB: u32 = 70;

/// Everything the services of one parcel share.
struct Parcel<'a> {
    consignment: &'a Consignment,
    card: Card,
    zone: u8,
    column: usize,
    size: Option<Size>,
    actual_lb: u32,
    billed: Weight,
    billed_lb: u32,
    oversized: bool,
}

/// The rates of USPS for a domestic consignment.
pub fn rate(card: Card, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    let (from, to) = size::zips(consignment)?;
    let package = size::package(consignment, Carrier::Usps)?;
    let parcel = measured(card, consignment, zones::usps(from, to)?)?;
    let hazmat = super::hazmat(consignment, Carrier::Usps)?;
    let mut rates = Vec::with_capacity(6);
    match package.kind {
        PackageKind::FlatRate => parcel.flat_rate(package.name, &mut rates)?,
        PackageKind::Regional => parcel.regional(package.name, &mut rates),
        PackageKind::Letter => {
            parcel.letter(package.name, &mut rates);
            if package.name != "Card" {
                parcel.by_weight(&mut rates);
            }
        }
        PackageKind::Own | PackageKind::Carrier => {
            parcel.media(&mut rates);
            parcel.by_weight(&mut rates);
        }
    }
    if hazmat {
        rates.retain(|rate| rate.service == "GroundAdvantage");
    }
    if !rates.is_empty() {
        return Ok(rates);
    }
    Err(match (hazmat, consignment.options.delivery_confirmation) {
        (true, _) => {
            PartnerError::rejected("options.hazmat", "USPS takes dangerous goods by Ground Advantage only, which this package cannot use")
        }
        (false, Sign::NoSignature) => {
            PartnerError::rejected("parcel.predefined_package", "USPS has no service for this package and weight")
        }
        _ => PartnerError::rejected("options.delivery_confirmation", "USPS offers no service with this signature for this package"),
    })
}

fn measured(card: Card, consignment: &Consignment, zone: u8) -> Result<Parcel<'_>, PartnerError> {
    let size = Size::of(&consignment.parcel);
    let girth = size.map_or(0, Size::length_plus_girth);
    if girth > 130_000 {
        return Err(PartnerError::rejected(
            "parcel.length",
            "length and girth together are more than 130 inches, the most that USPS takes",
        ));
    }
    let weight = consignment.parcel.weight;
    let dimensional = size.map_or(0, |size| match card {
        Card::October2025 => by_size(size.cubic_inches(Length::inches_rounded), 166),
        Card::July2026 => by_size(size.cubic_inches(Length::inches_rounded_up), 139),
    });
    let actual_lb = weight.pounds_rounded_up();
    // USPS never bills more than the heaviest parcel it takes.
    let billed_lb = actual_lb.max(dimensional.min(HEAVIEST_LB));
    let billed = if billed_lb > actual_lb { Weight::pounds(billed_lb) } else { weight };
    let column = usize::from(zone.saturating_sub(1));
    Ok(Parcel { consignment, card, zone, column, size, actual_lb, billed, billed_lb, oversized: girth > 108_000 })
}

fn by_size(cubic_inches: u64, divisor: u64) -> u32 {
    if cubic_inches > DIMENSIONAL_FROM_CUBIC_INCHES { dimensional_pounds(cubic_inches, divisor) } else { 0 }
}

impl Parcel<'_> {
    /// Adds the service with its signature, unless USPS does not offer the two together.
    fn offer(&self, service: &'static str, (cents, basis): (i64, Basis), fees: &[(&'static str, i64)], rates: &mut Vec<Rate>) {
        let Some(signature) = self.signature(service) else { return };
        let mut offer = Offer::new(Carrier::Usps, service, self.card.id(), cents, basis).zone(zone_name(self.zone));
        for (name, fee) in fees {
            offer.add(name, *fee);
        }
        offer.add("Signature", signature);
        // Nobody promises a day for mail to the armed forces.
        if !self.consignment.to.is_military() {
            offer = offer.days(self.consignment, days(service, self.zone), Week::SixDays);
        }
        rates.push(offer.finish(self.consignment));
    }

    fn signature(&self, service: &str) -> Option<i64> {
        let plain = if self.card == Card::July2026 { 415 } else { 395 };
        match (self.consignment.options.delivery_confirmation, service) {
            (Sign::NoSignature, _) => Some(0),
            (_, "First") => None,
            (Sign::Signature, "Express") => Some(0),
            (Sign::Signature, _) => Some(plain),
            (Sign::SignatureRestricted, "GroundAdvantage" | "Priority") => Some(1235),
            (Sign::AdultSignature, "GroundAdvantage" | "Priority" | "Express") => Some(840),
            (Sign::AdultSignatureRestricted, "GroundAdvantage" | "Priority" | "Express") => Some(865),
            _ => None,
        }
    }

    fn by_weight(&self, rates: &mut Vec<Rate>) {
        if let Some(price) = self.ground_advantage() {
            self.offer_sized("GroundAdvantage", price, [400, 840, 1800], rates);
        }
        if self.oversized {
            return;
        }
        if let Some(price) = self.priority() {
            self.offer_sized("Priority", price, [400, 1800, 3000], rates);
        }
        if let Some(price) = self.express() {
            self.offer_sized("Express", price, [400, 1800, 3000], rates);
        }
    }

    /// Fees for a side over 22 inches, over 30 inches, and a volume over two cubic feet.
    fn offer_sized(&self, service: &'static str, price: (i64, Basis), [over_22, over_30, volume]: [i64; 3], rates: &mut Vec<Rate>) {
        let mut fees = [("Nonstandard length", 0), ("Nonstandard volume", 0)];
        if let Some(size) = self.size {
            fees[0].1 = if size.longest_is_over(30) {
                over_30
            } else if size.longest_is_over(22) {
                over_22
            } else {
                0
            };
            fees[1].1 = if size.volume_is_over(3456) { volume } else { 0 };
        }
        let before = rates.len();
        self.offer(service, price, &fees, rates);
        if let Some(rate) = rates.get_mut(before) {
            rate.billed_lb = (self.billed_lb != self.actual_lb).then_some(self.billed_lb);
        }
    }

    fn ground_advantage(&self) -> Option<(i64, Basis)> {
        let (old, new) = (&*USPS_2025, &*USPS_2026);
        if self.oversized {
            let (cents, _) = old.get("GROUND_ADVANTAGE oversized").price(Weight::ounces(1), self.column)?;
            return Some(match self.card {
                Card::October2025 => (cents, Basis::Published),
                // The relation between the two lists for heavy parcels, measured in the facts.
                Card::July2026 => (scaled(cents - if self.zone <= 4 { 225 } else { 550 }, 11_423), Basis::Approximated),
            });
        }
        let tables = if self.card == Card::October2025 { old } else { new };
        let by_ounce = tables.get("GROUND_ADVANTAGE oz").price(self.billed, self.column);
        let by_weight = by_ounce.or_else(|| tables.get("GROUND_ADVANTAGE lb").price(Weight::pounds(self.billed_lb), self.column));
        cheaper(by_weight, self.cubic("GROUND_ADVANTAGE_CUBIC cuft", 1000))
    }

    fn priority(&self) -> Option<(i64, Basis)> {
        let tables = if self.card == Card::October2025 { &*USPS_2025 } else { &*USPS_2026 };
        let (cents, basis) = tables.get("PRIORITY lb").price(Weight::pounds(self.billed_lb), self.column)?;
        // Only zone 9 of the heavier rows is not published.
        let basis = if self.zone < 9 && basis == Basis::Approximated { Basis::Published } else { basis };
        cheaper(Some((cents, basis)), self.cubic("PRIORITY_CUBIC cuft", 500))
    }

    /// By volume, for small heavy parcels: at most 20 lb, no side over 18 inches, in steps of a tenth of a cubic foot.
    fn cubic(&self, table: &str, most_thousandths: u32) -> Option<(i64, Basis)> {
        let size = self.size.filter(|size| !size.longest_is_over(18))?;
        let own_box = self.consignment.parcel.predefined_package == domain::parcel::OWN_BOX;
        if self.card == Card::July2026 || self.consignment.parcel.weight > Weight::pounds(20) || !own_box {
            return None;
        }
        // Each side is rounded down to a quarter of an inch; 64 cubic quarter inches are one cubic inch.
        let quarters: u64 = size.sides.map(|side| u64::from(side.thousandths() / 250)).into_iter().product();
        let thousandths_of_a_cubic_foot = u32::try_from((quarters * 1000).div_ceil(64 * 1728)).ok()?;
        (thousandths_of_a_cubic_foot <= most_thousandths).then_some(())?;
        USPS_2025.get(table).price(Weight::from_thousandths(thousandths_of_a_cubic_foot), self.column)
    }

    fn express(&self) -> Option<(i64, Basis)> {
        let weight = if self.billed <= Weight::ounces(8) { self.billed } else { Weight::pounds(self.billed_lb) };
        let price = USPS_2025.get("PRIORITY_EXPRESS lb").price(weight, self.column)?;
        Some(self.on_card(price, 11_350))
    }

    /// A price of October 2025 as it stands, or scaled for July 2026.
    fn on_card(&self, (cents, basis): (i64, Basis), ten_thousandths: i64) -> (i64, Basis) {
        match self.card {
            Card::October2025 => (cents, basis),
            Card::July2026 => (scaled(cents, ten_thousandths), Basis::Approximated),
        }
    }

    fn media(&self, rates: &mut Vec<Rate>) {
        if self.oversized {
            return;
        }
        let weight = Weight::pounds(self.actual_lb);
        for (special, service, table) in
            [("USPS.MEDIAMAIL", "MediaMail", "MEDIA_MAIL commercial lb"), ("USPS.LIBRARYMAIL", "LibraryMail", "LIBRARY_MAIL commercial lb")]
        {
            if self.consignment.options.is_eligible_for(special)
                && let Some(price) = USPS_UNZONED.get(table).price(weight, 0)
            {
                self.offer(service, self.on_card(price, 10_500), &[], rates);
            }
        }
    }

    /// Letters over 3.5 oz are priced as flats, flats over 13 oz not at all: then they are parcels.
    fn letter(&self, package: &str, rates: &mut Vec<Rate>) {
        let weight = self.consignment.parcel.weight;
        let price = match package {
            "Card" if weight <= Weight::from_thousandths(3_500) => {
                USPS_UNZONED.get("FCM_POSTCARD retail piece").price(weight, 0).map(|price| self.on_card(price, 10_500))
            }
            "Letter" | "Card" if weight <= Weight::from_thousandths(3_500) => self.letter_price(weight),
            _ => self.flat_price(weight),
        };
        if let Some(price) = price {
            self.offer("First", price, &[], rates);
        }
    }

    fn letter_price(&self, weight: Weight) -> Option<(i64, Basis)> {
        let (cents, basis) = USPS_UNZONED.get("FCM_LETTER_STAMPED retail oz").price(weight, 0)?;
        let ounces = weight.thousandths().div_ceil(1000);
        match (self.card, ounces) {
            (Card::October2025, _) => Some((cents, basis)),
            (Card::July2026, 1..=3) => FLAT_RATE_2026.get(&format!("FCM LetterStamped_{ounces}oz")).map(|&cents| (cents, Basis::Published)),
            // A further ounce costs as much as the ones before.
            (Card::July2026, _) => FLAT_RATE_2026.get("FCM LetterStamped_3oz").map(|&cents| (cents + 29, Basis::Approximated)),
        }
    }

    fn flat_price(&self, weight: Weight) -> Option<(i64, Basis)> {
        let (cents, basis) = USPS_UNZONED.get("FCM_FLAT retail oz").price(weight, 0)?;
        if self.card == Card::October2025 {
            return Some((cents, basis));
        }
        let ounces = i64::from(weight.thousandths().div_ceil(1000));
        let first = *FLAT_RATE_2026.get("FCM Flat_1oz")?;
        // The two published steps (1 oz and 4 oz) are 29 cents an ounce apart.
        Some((first + 29 * (ounces - 1), if matches!(ounces, 1 | 4) { Basis::Published } else { Basis::Approximated }))
    }

    fn flat_rate(&self, package: &str, rates: &mut Vec<Rate>) -> Result<(), PartnerError> {
        if package == "LargeFlatRateBoxAPOFPO" && !self.consignment.to.is_military() {
            let message = "the APO/FPO/DPO Large Flat Rate Box goes to military addresses only";
            return Err(PartnerError::rejected("parcel.predefined_package", message));
        }
        let priced_as = match package {
            "FlatRateWindowEnvelope" | "FlatRateCardboardEnvelope" | "FlatRateGiftCardEnvelope" | "SmallFlatRateEnvelope" => {
                "FlatRateEnvelope"
            }
            "LargeFlatRateBoardGameBox" => "LargeFlatRateBox",
            own => own,
        };
        let old = |product: &str| FLAT_RATE_2025.get(&format!("{product} {priced_as}")).map(|&cents| (cents, Basis::Published));
        let priority = match self.card {
            Card::October2025 => old("PRIORITY"),
            Card::July2026 => FLAT_RATE_2026
                .get(&format!("PRIORITY {priced_as}"))
                .map(|&cents| (cents, Basis::Published))
                .or_else(|| old("PRIORITY").map(|price| self.on_card(price, 10_935))),
        };
        if let Some(price) = priority {
            self.offer("Priority", price, &[], rates);
        }
        // Express knows three envelopes, and only under their own names.
        if priced_as == package
            && let Some(price) = old("PRIORITY_EXPRESS")
        {
            self.offer("Express", self.on_card(price, 11_350), &[], rates);
        }
        Ok(())
    }

    /// USPS retired these boxes in 2023: they are priced as Priority Mail of 3 and 7 lb, and say so.
    fn regional(&self, package: &str, rates: &mut Vec<Rate>) {
        let pounds = if package == "RegionalRateBoxA" { 3 } else { 7 };
        let tables = if self.card == Card::October2025 { &*USPS_2025 } else { &*USPS_2026 };
        if let Some((cents, _)) = tables.get("PRIORITY lb").price(Weight::pounds(pounds), self.column) {
            self.offer("Priority", (cents, Basis::Synthetic), &[], rates);
        }
    }
}

fn cheaper(one: Option<(i64, Basis)>, other: Option<(i64, Basis)>) -> Option<(i64, Basis)> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.0 < one.0 { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// Days on the way by service and zone, from the published service standards.
fn days(service: &str, zone: u8) -> u8 {
    let by_zone: [u8; 9] = match service {
        "Express" => [1, 1, 1, 1, 2, 2, 2, 2, 3],
        "Priority" => [1, 2, 2, 2, 3, 3, 3, 3, 4],
        "GroundAdvantage" => [2, 3, 3, 3, 4, 4, 5, 5, 5],
        "First" => [2, 2, 3, 3, 4, 4, 5, 5, 5],
        _ => [2, 3, 4, 5, 6, 7, 8, 8, 8],
    };
    by_zone.get(usize::from(zone.saturating_sub(1))).copied().unwrap_or(8)
}
