//! What the price lists of FedEx and UPS have in common: billable weight, surcharges, fuel.
//!
//! Both bill by size without a threshold, add the same kinds of fees under other amounts, and take fuel as a percentage of
//! transport and of those fees. Signatures and our insurance carry no fuel.

use super::offer::{Offer, scaled};
use super::size::{Size, dimensional_pounds};
use super::zones::ChartZone;
use domain::carrier::Carrier;
use domain::measure::{Length, Weight};
use domain::options::DeliveryConfirmation as Sign;
use domain::parcel::Package;
use domain::partner::{Consignment, PartnerError};
use std::sync::LazyLock;

/// The amounts of one carrier, in cents; four tiers by zone (2, 3-4, 5-6, 7 and more) where there are four.
pub struct Fees {
    /// Whose they are.
    pub carrier: Carrier,
    /// Name of the price list.
    pub card: &'static str,
    /// Delivery to a home: by ground, by air.
    pub residential: [i64; 2],
    /// Standard and extended delivery area of a business, then of a home.
    pub area: [i64; 4],
    /// Remote area: contiguous states, Alaska, Hawaii.
    pub remote: [i64; 3],
    /// Additional handling for weight.
    pub heavy: [i64; 4],
    /// Additional handling for size.
    pub long: [i64; 4],
    /// Large package to a business, then to a home.
    pub large: [[i64; 4]; 2],
    /// Signature of anybody, of an adult.
    pub signature: [i64; 2],
    /// Column of the carrier in the delivery area file.
    pub area_column: usize,
}

/// Fuel as ten-thousandths; it changes weekly at the carriers and stands still here.
const FUEL: i64 = 2_600;
const HEAVIEST_LB: u32 = 150;

/// A parcel as both carriers bill it.
pub struct Billed {
    /// Pounds without size.
    pub actual_lb: u32,
    /// Pounds billed.
    pub pounds: u32,
    large: bool,
    long: bool,
    heavy: bool,
}

/// The billable weight, or why the carrier does not take the parcel.
pub fn billed(consignment: &Consignment, carrier: Carrier, package: &Package) -> Result<Billed, PartnerError> {
    let weight = consignment.parcel.weight;
    if weight > Weight::pounds(HEAVIEST_LB) {
        return Err(PartnerError::rejected("parcel.weight", format!("{carrier} takes at most 150 lb")));
    }
    let size = Size::of(&consignment.parcel);
    let girth = size.map_or(0, Size::length_plus_girth);
    if size.is_some_and(|size| size.longest_is_over(108)) {
        return Err(PartnerError::rejected("parcel.length", format!("{carrier} takes at most 108 inches")));
    }
    if girth > 165_000 {
        return Err(PartnerError::rejected(
            "parcel.length",
            format!("length and girth together are more than 165 inches, the most that {carrier} takes"),
        ));
    }
    let over = |longest: u32, most_girth: u64, volume: u64| {
        size.is_some_and(|size| size.longest_is_over(longest) || girth > most_girth || size.volume_is_over(volume))
    };
    let second = size.is_some_and(|size| size.sides[1] > Length::inches(30));
    let long = over(48, 105_000, 10_368) || second;
    let large = over(96, 130_000, 17_280) || weight > Weight::pounds(110);
    let dimensional = size.map_or(0, |size| dimensional_pounds(size.cubic_inches(Length::inches_rounded_up), 139));
    let least = package.min_billable_lb.unwrap_or(1).max(if large {
        90
    } else if long {
        40
    } else {
        1
    });
    let actual_lb = weight.pounds_rounded_up();
    let pounds = actual_lb.max(dimensional).max(least).min(HEAVIEST_LB);
    Ok(Billed { actual_lb, pounds, large, long, heavy: weight > Weight::pounds(50) })
}

/// What the destination does to the price.
#[derive(Clone, Copy)]
pub struct Destination {
    /// A home, not a business.
    pub residential: bool,
    /// By air, not by ground.
    pub air: bool,
    /// Whether fees for homes apply to the service at all.
    pub home_fee: bool,
    /// The zone.
    pub zone: ChartZone,
}

/// Adds fees and fuel to the transport.
pub fn surcharge(offer: &mut Offer, fees: &Fees, consignment: &Consignment, billed: &Billed, to: Destination) {
    let tier = tier(to.zone);
    if to.residential && to.home_fee {
        offer.add("Residential delivery", fees.residential[usize::from(to.air)]);
    }
    offer.add("Delivery area", delivery_area(fees, consignment, to.residential));
    handling(offer, fees, billed, to.residential, tier);
    offer.add("Fuel surcharge", scaled(offer.so_far(), FUEL));
}

/// Adds handling and fuel for a parcel that goes abroad, where no zone of the chart applies.
pub fn surcharge_abroad(offer: &mut Offer, fees: &Fees, billed: &Billed) {
    handling(offer, fees, billed, false, 3);
    offer.add("Fuel surcharge", scaled(offer.so_far(), FUEL));
}

/// Only the largest of the handling fees applies.
fn handling(offer: &mut Offer, fees: &Fees, billed: &Billed, residential: bool, tier: usize) {
    if billed.large {
        return offer.add("Large package", at(&fees.large[usize::from(residential)], tier));
    }
    let heavy = if billed.heavy { at(&fees.heavy, tier) } else { 0 };
    let long = if billed.long { at(&fees.long, tier) } else { 0 };
    offer.add("Additional handling", heavy.max(long));
}

fn at(tiers: &[i64; 4], tier: usize) -> i64 {
    tiers.get(tier).copied().unwrap_or(0)
}

fn tier(zone: ChartZone) -> usize {
    match zone {
        ChartZone::Near(2) => 0,
        ChartZone::Near(3 | 4) => 1,
        ChartZone::Near(5 | 6) => 2,
        _ => 3,
    }
}

/// The fee for a signature; an error when the carrier does not know that kind.
pub fn signature(fees: &Fees, consignment: &Consignment) -> Result<i64, PartnerError> {
    let [anybody, adult] = fees.signature;
    match consignment.options.delivery_confirmation {
        Sign::NoSignature => Ok(0),
        Sign::Signature => Ok(anybody),
        Sign::AdultSignature => Ok(adult),
        Sign::SignatureRestricted | Sign::AdultSignatureRestricted => Err(PartnerError::rejected(
            "options.delivery_confirmation",
            format!("{} offers no delivery to the addressee only", fees.carrier),
        )),
    }
}

/// Two letters per ZIP code: the tier at UPS and at FedEx.
static AREAS: LazyLock<Vec<[u8; 2]>> = LazyLock::new(|| {
    let mut areas = vec![[0; 2]; 100_000];
    for line in include_str!("../../../data/delivery_areas.csv").lines().skip(1) {
        let mut fields = line.split(',');
        let zip = fields.next().and_then(|text| text.parse::<usize>().ok());
        let mut letter = || fields.next().and_then(|text| text.bytes().next()).unwrap_or(0);
        let tiers = [letter(), letter()];
        if let Some(slot) = zip.and_then(|zip| areas.get_mut(zip)) {
            *slot = tiers;
        }
    }
    areas
});

fn delivery_area(fees: &Fees, consignment: &Consignment, residential: bool) -> i64 {
    let zip = consignment.to.zip5().and_then(|zip| zip.parse::<usize>().ok());
    let tier = zip.and_then(|zip| AREAS.get(zip)).and_then(|tiers| tiers.get(fees.area_column)).copied().unwrap_or(0);
    let [business, business_extended, home, home_extended] = fees.area;
    let [near, alaska, hawaii] = fees.remote;
    let far = zip.map_or(0, |zip| zip / 100);
    match tier {
        b'D' if residential => home,
        b'D' => business,
        b'E' if residential => home_extended,
        b'E' => business_extended,
        b'A' => alaska,
        b'H' => hawaii,
        b'R' if (995..=999).contains(&far) => alaska,
        b'R' if (967..=968).contains(&far) => hawaii,
        b'R' => near,
        _ => 0,
    }
}

/// Post office boxes and the armed forces are served by USPS alone.
pub fn refuse_postal_addresses(consignment: &Consignment, carrier: Carrier) -> Result<(), PartnerError> {
    if consignment.to.is_military() {
        return Err(PartnerError::rejected("to_address.city", format!("{carrier} does not deliver to military addresses; USPS does")));
    }
    if consignment.to.is_po_box() {
        return Err(PartnerError::rejected("to_address.street1", format!("{carrier} does not deliver to post office boxes; USPS does")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_areas_are_read_whole() {
        assert_eq!(AREAS.iter().filter(|tiers| **tiers != [0; 2]).count(), 25_971);
    }
}
