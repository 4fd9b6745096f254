//! UniUni: last-mile delivery from a hub, in the contiguous states.
//!
//! UniUni publishes no tariff: these prices are invented and every rate says so.

use super::offer::{Offer, scaled, zone_name};
use super::size::{self, Size, dimensional_pounds};
use super::tables::UNIUNI;
use super::{list, zones};
use crate::sandbox::calendar::Week;
use domain::carrier::Carrier;
use domain::measure::{Length, Weight};
use domain::options::{DeliveryConfirmation as Sign, HUBS, Hub};
use domain::partner::{Consignment, PartnerError};
use domain::rate::Rate;

const CARD: &str = "uniuni-synthetic";
const SIGNATURE: i64 = 250;
const NEXT_DAY_SHARE: i64 = 11_500;

/// The rates of UniUni.
pub fn rate(consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    list::refuse_postal_addresses(consignment, Carrier::UniUni)?;
    size::package(consignment, Carrier::UniUni)?;
    super::hazmat(consignment, Carrier::UniUni)?;
    if !consignment.to.is_domestic() {
        return Err(PartnerError::rejected("to_address.country", "UniUni delivers in the United States only"));
    }
    let (from, to) = size::zips(consignment)?;
    let (origin, destination) = (zones::prefix(from, "from_address.zip")?, zones::prefix(to, "to_address.zip")?);
    if matches!(&zones::state(destination), b"AK" | b"HI" | b"PR" | b"VI" | b"GU" | b"MP" | b"AS" | b"FM" | b"MH" | b"PW") {
        return Err(PartnerError::rejected("to_address.zip", "UniUni delivers in the contiguous states only"));
    }
    let signature = match consignment.options.delivery_confirmation {
        Sign::NoSignature => 0,
        Sign::Signature => SIGNATURE,
        _ => return Err(PartnerError::rejected("options.delivery_confirmation", "UniUni collects plain signatures only")),
    };
    let hub = hub(consignment, origin)?;
    let zone = hub.zip3.parse().map_or(8, |prefix| zones::by_distance(prefix, destination));
    let (weight, pounds) = billed(consignment);
    let tables = [UNIUNI.get("oz"), UNIUNI.get("lb")];
    let column = usize::from(zone.saturating_sub(1));
    let price = tables[0].price(weight, column).or_else(|| tables[1].price(Weight::pounds(pounds), column));
    let (cents, basis) = price.ok_or_else(|| PartnerError::rejected("parcel.weight", "UniUni takes at most 50 lb, size counted"))?;
    let mut rates = Vec::with_capacity(2);
    let mut add = |service: &'static str, cents: i64, days: u8| {
        let mut offer = Offer::new(Carrier::UniUni, service, CARD, cents, basis)
            .zone(zone_name(zone))
            .billed(pounds, consignment.parcel.weight.pounds_rounded_up());
        offer.add("Signature", signature);
        rates.push(offer.days(consignment, days, Week::SixDays).finish(consignment));
    };
    add("Standard", cents, [2, 2, 3, 3, 4, 4, 5, 5].get(column).copied().unwrap_or(5));
    if zone <= 2 {
        add("NextDay", scaled(cents, NEXT_DAY_SHARE), 1);
    }
    Ok(rates)
}

/// The hub that was asked for, else the nearest to the sender.
fn hub(consignment: &Consignment, origin: usize) -> Result<&'static Hub, PartnerError> {
    match consignment.options.hub_id {
        Some(id) => HUBS.iter().find(|hub| hub.id == id).ok_or_else(|| PartnerError::rejected("options.hub_id", "is not a hub of UniUni")),
        None => HUBS
            .iter()
            .min_by_key(|hub| hub.zip3.parse().map_or(9, |prefix| zones::by_distance(origin, prefix)))
            .ok_or_else(|| PartnerError::rejected("options.hub_id", "UniUni has no hub")),
    }
}

fn billed(consignment: &Consignment) -> (Weight, u32) {
    let weight = consignment.parcel.weight;
    let cubic_inches = Size::of(&consignment.parcel).map_or(0, |size| size.cubic_inches(Length::inches_rounded));
    let by_size = if cubic_inches > 1728 { dimensional_pounds(cubic_inches, 166) } else { 0 };
    let pounds = weight.pounds_rounded_up().max(by_size);
    (if pounds > weight.pounds_rounded_up() { Weight::pounds(pounds) } else { weight }, pounds)
}
