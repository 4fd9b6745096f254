//! Prices against the published lists, and what must hold for any parcel.

use super::{Rater, UspsCard};
use chrono::NaiveDate;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::measure::{Length, Weight};
use domain::options::{DeliveryConfirmation, HAZMAT, MEDIA_AND_LIBRARY, Options};
use domain::parcel::{PACKAGES, Parcel};
use domain::partner::{Consignment, PartnerError};
use domain::rate::{Basis, Rate};
use proptest::prelude::*;

const OLD: Rater = Rater { usps: UspsCard::October2025 };
const NEW: Rater = Rater { usps: UspsCard::July2026 };

fn address(zip: &str) -> Address {
    Address { name: "Ann Lee".into(), street1: "1 Main St".into(), zip: zip.into(), country: "US".into(), ..Address::default() }
}

/// A parcel of this weight (thousandths of an ounce) from 10001 to somewhere in the wanted USPS zone.
fn consignment(to: &str, thousandths: u32) -> Consignment {
    Consignment {
        from: address("10001"),
        return_to: None,
        to: address(to),
        parcel: Parcel {
            length: None,
            width: None,
            height: None,
            weight: Weight::from_thousandths(thousandths),
            predefined_package: "Parcel".into(),
        },
        customs: None,
        options: Options::default(),
        ship_date: NaiveDate::from_ymd_opt(2026, 11, 16).unwrap(),
    }
}

fn abroad(country: &str, thousandths: u32) -> Consignment {
    let mut abroad = consignment("", thousandths);
    abroad.to.country = country.into();
    abroad
}

fn sized(mut consignment: Consignment, sides: [u32; 3]) -> Consignment {
    let [length, width, height] = sides.map(|inches| Some(Length::inches(inches)));
    (consignment.parcel.length, consignment.parcel.width, consignment.parcel.height) = (length, width, height);
    consignment
}

fn packed(mut consignment: Consignment, package: &str) -> Consignment {
    consignment.parcel.predefined_package = package.into();
    consignment
}

fn find(rater: Rater, carrier: Carrier, consignment: &Consignment, service: &str) -> Option<Rate> {
    rater.rate(carrier, consignment).ok()?.into_iter().find(|rate| rate.service == service)
}

fn postage(rater: Rater, carrier: Carrier, consignment: &Consignment, service: &str) -> i64 {
    let rate = find(rater, carrier, consignment, service).unwrap_or_else(|| panic!("no {service}: {:?}", rater.rate(carrier, consignment)));
    rate.parts[0].cents
}

const LB: u32 = 16_000;
/// From 10001: zones 1, 2, 5 and 8.
const Z1: &str = "10001";
const Z5: &str = "33101";
const Z8: &str = "90210";

#[test]
fn published_prices_of_usps_are_met() {
    assert_eq!(super::zones::usps("75201", "30301"), Ok(5));
    let z5 = |thousandths| Consignment { from: address("75201"), ..consignment("30301", thousandths) };
    for (consignment, service, cents) in [
        (consignment(Z1, 4_000), "GroundAdvantage", 450),
        (z5(LB), "GroundAdvantage", 841),
        (consignment(Z8, 70 * LB), "GroundAdvantage", 17_298),
        (consignment(Z8, 5 * LB), "Priority", 2_667),
        (consignment(Z1, 8_000), "Express", 2_820),
        (packed(consignment(Z8, LB), "MediumFlatRateBox"), "Priority", 1_920),
        (packed(consignment(Z8, 1_000), "Letter"), "First", 78),
    ] {
        assert_eq!(postage(OLD, Carrier::Usps, &consignment, service), cents, "{service}");
    }
    for (consignment, service, cents) in [
        (consignment(Z1, 15_000), "GroundAdvantage", 693),
        (z5(LB), "GroundAdvantage", 874),
        (consignment(Z8, 70 * LB), "GroundAdvantage", 19_131),
        (consignment(Z8, LB), "Priority", 1_522),
    ] {
        assert_eq!(postage(NEW, Carrier::Usps, &consignment, service), cents, "{service}");
    }
    let mut media = consignment(Z5, LB);
    assert_eq!(find(OLD, Carrier::Usps, &media, "MediaMail"), None, "needs eligibility");
    media.options.special_rates_eligibility = MEDIA_AND_LIBRARY.into();
    assert_eq!(postage(OLD, Carrier::Usps, &media, "MediaMail"), 447);
    assert_eq!(postage(OLD, Carrier::Usps, &media, "LibraryMail"), 425);
}

#[test]
fn each_card_brings_its_own_dimensional_rule() {
    let box_of_2048 = sized(Consignment { from: address("75201"), ..consignment("30301", 40_000) }, [16, 16, 8]);
    let old = find(OLD, Carrier::Usps, &box_of_2048, "Priority").unwrap();
    let new = find(NEW, Carrier::Usps, &box_of_2048, "GroundAdvantage").unwrap();
    assert_eq!((old.billed_lb, new.billed_lb), (Some(13), Some(15)));
    assert_eq!(new.parts[0].cents, 2_115);
    assert_eq!((old.card.as_ref(), new.card.as_ref()), ("usps-2025-10-05", "usps-2026-07-12"));
    let flat_box = sized(consignment(Z5, LB), [18, 14, 3]);
    assert_eq!(find(OLD, Carrier::Usps, &flat_box, "Priority").unwrap().billed_lb, None, "756 cubic inches");
    assert_eq!(find(OLD, Carrier::Ups, &flat_box, "Ground").unwrap().billed_lb, Some(6));
    assert_eq!(find(OLD, Carrier::FedEx, &flat_box, "GROUND_HOME_DELIVERY").unwrap().billed_lb, Some(6));
}

#[test]
fn published_prices_of_the_others_are_met() {
    let far = Consignment { from: address("10001"), ..consignment(Z8, 20 * LB) };
    assert_eq!(super::zones::chart(100, 902), Some(super::zones::ChartZone::Near(8)));
    assert_eq!(postage(OLD, Carrier::Ups, &far, "Ground"), 4_333);
    let mut near = consignment(Z1, LB);
    near.to.company = "Acme".into();
    assert_eq!(postage(OLD, Carrier::FedEx, &near, "FEDEX_GROUND"), 1_199);
    let mut heavy = consignment(Z8, 150 * LB);
    heavy.to.company = "Acme".into();
    assert_eq!(postage(OLD, Carrier::FedEx, &heavy, "FEDEX_GROUND"), 18_515);
    assert_eq!(postage(OLD, Carrier::UniUni, &consignment(Z1, 4_000), "Standard"), 346);
}

#[test]
fn surcharges_are_itemised_and_carry_fuel() {
    let home = find(OLD, Carrier::Ups, &consignment(Z1, LB), "Ground").unwrap();
    let names: Vec<(&str, i64)> = home.parts.iter().map(|part| (part.name.as_ref(), part.cents)).collect();
    assert_eq!(names, [("Transport", 1_199), ("Residential delivery", 650), ("Delivery area", 655), ("Fuel surcharge", 651)]);
    let long = sized(consignment(Z1, LB), [31, 10, 2]);
    let usps = find(OLD, Carrier::Usps, &long, "Priority").unwrap();
    assert!(usps.parts.iter().any(|part| part.name == "Nonstandard length" && part.cents == 1_800));
    let mut signed = consignment(Z5, LB);
    signed.options.delivery_confirmation = DeliveryConfirmation::AdultSignature;
    signed.options.insurance_cents = 20_000;
    let rate = find(OLD, Carrier::Usps, &signed, "Priority").unwrap();
    let tail: Vec<(&str, i64)> = rate.parts.iter().skip(1).map(|part| (part.name.as_ref(), part.cents)).collect();
    assert_eq!(tail, [("Signature", 840), ("Insurance", 200)]);
}

#[test]
fn refusals_stand_beside_their_field() {
    let field = |carrier, consignment: &Consignment| match OLD.rate(carrier, consignment) {
        Err(PartnerError::Rejected { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    let heavy = consignment(Z5, 70 * LB + 1);
    assert_eq!(field(Carrier::Usps, &heavy), "parcel.weight");
    assert_eq!(field(Carrier::Ups, &consignment(Z5, 150 * LB + 1)), "parcel.weight");
    assert_eq!(field(Carrier::Usps, &sized(consignment(Z5, LB), [60, 20, 20])), "parcel.length");
    assert_eq!(field(Carrier::FedEx, &sized(consignment(Z5, LB), [109, 2, 2])), "parcel.length");
    assert_eq!(field(Carrier::Usps, &consignment("00000", LB)), "to_address.zip");
    assert_eq!(field(Carrier::Usps, &consignment("1234", LB)), "to_address.zip");
    assert_eq!(field(Carrier::Usps, &abroad("CU", LB)), "to_address.country");
    assert_eq!(field(Carrier::Usps, &abroad("AI", 56 * LB)), "parcel.weight", "Anguilla takes 55 lb");
    assert_eq!(field(Carrier::Usps, &packed(consignment(Z5, LB), "FedExPak")), "parcel.predefined_package");
    assert_eq!(field(Carrier::Usps, &packed(consignment(Z5, LB), "LargeFlatRateBoxAPOFPO")), "parcel.predefined_package");
    let mut po_box = consignment(Z5, LB);
    po_box.to.street1 = "PO Box 7".into();
    assert_eq!(field(Carrier::Ups, &po_box), "to_address.street1");
    assert!(OLD.rate(Carrier::Usps, &po_box).is_ok());
    let mut military = consignment("09012", LB);
    military.to.city = "APO".into();
    assert_eq!(field(Carrier::FedEx, &military), "to_address.city");
    assert_eq!(OLD.rate(Carrier::Usps, &military).unwrap()[0].delivery_date, None);
}

#[test]
fn dangerous_goods_go_by_ground_advantage_only() {
    let mut hazmat = consignment(Z5, LB);
    for class in HAZMAT.iter().filter(|class| class.usps_code.is_some()) {
        hazmat.options.hazmat = class.value.into();
        let services: Vec<String> = OLD.rate(Carrier::Usps, &hazmat).unwrap().into_iter().map(|rate| rate.service.into_owned()).collect();
        assert_eq!(services, ["GroundAdvantage"], "{}", class.value);
        assert!(OLD.rate(Carrier::Ups, &hazmat).is_err());
    }
}

#[test]
fn every_package_and_service_has_a_price_somewhere() {
    let mut seen = std::collections::BTreeSet::new();
    let mut priced = std::collections::BTreeSet::new();
    let mut military = consignment("09012", 7_000);
    military.to.city = "APO".into();
    for package in PACKAGES {
        for mut consignment in [
            consignment(Z1, 7_000),
            consignment(Z5, 7_000),
            consignment(Z8, 3_000),
            military.clone(),
            abroad("CA", 3_000),
            abroad("GB", 7_000),
        ] {
            consignment.options.special_rates_eligibility = MEDIA_AND_LIBRARY.into();
            for company in ["", "Acme"] {
                consignment.to.company = company.into();
                for rate in OLD.rate(package.carrier, &packed(consignment.clone(), package.name)).unwrap_or_default() {
                    priced.insert((package.carrier, package.name));
                    seen.insert((rate.carrier, rate.service.into_owned()));
                }
            }
        }
    }
    let unpriced: Vec<&str> =
        PACKAGES.iter().filter(|package| !priced.contains(&(package.carrier, package.name))).map(|package| package.name).collect();
    assert!(unpriced.is_empty(), "{unpriced:?}");
    for carrier in Carrier::ALL {
        for service in carrier.services().iter().filter(|service| service.code != "ParcelSelect") {
            assert!(seen.contains(&(carrier, service.code.to_owned())), "{carrier} {}", service.code);
        }
    }
}

#[test]
fn alaska_hawaii_and_the_territories() {
    for (to, carrier, offered) in [
        ("99501", Carrier::Ups, true),
        ("96813", Carrier::Ups, true),
        ("00901", Carrier::Ups, true),
        ("99501", Carrier::FedEx, true),
        ("96813", Carrier::FedEx, true),
        ("00901", Carrier::FedEx, false),
        ("96910", Carrier::Ups, true),
        ("96910", Carrier::FedEx, false),
        ("99501", Carrier::UniUni, false),
        ("96910", Carrier::Usps, true),
        ("96940", Carrier::Usps, true),
    ] {
        assert_eq!(OLD.rate(carrier, &consignment(to, LB)).is_ok(), offered, "{carrier} {to}");
    }
    assert_eq!(find(OLD, Carrier::FedEx, &consignment("99501", LB), "PRIORITY_OVERNIGHT").unwrap().basis, Basis::Approximated);
}

fn zip() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("10001".to_owned()),
        Just("99501".to_owned()),
        Just("96813".to_owned()),
        Just("00901".to_owned()),
        Just("96940".to_owned()),
        (0_u32..100_000).prop_map(|zip| format!("{zip:05}")),
    ]
}

prop_compose! {
    fn any_consignment()(
        from in zip(), to in zip(), country in prop_oneof![4 => Just("US"), 1 => Just("CA"), 1 => Just("GB"), 1 => Just("ZZ")],
        weight in prop_oneof![0_u32..20_000, 0_u32..2_500_000, any::<u32>()],
        sides in prop::option::of(prop_oneof![prop::array::uniform3(0_u32..60_000), prop::array::uniform3(any::<u32>())]),
        package in 0..PACKAGES.len(), company in "(|Acme)", confirmation in 0..5_usize,
        insurance in prop_oneof![Just(0_i64), 0_i64..1_000_000, any::<i64>()],
        hazmat in prop_oneof![9 => Just(None), 1 => (0..HAZMAT.len()).prop_map(Some)], media: bool, day in 0_u64..4000,
    ) -> Consignment {
        let mut c = consignment(&to, weight);
        c.from = address(&from);
        c.to.country = country.into();
        c.to.company = company;
        if let Some([length, width, height]) = sides.map(|sides| sides.map(|side| Some(Length::from_thousandths(side)))) {
            (c.parcel.length, c.parcel.width, c.parcel.height) = (length, width, height);
        }
        c.parcel.predefined_package = PACKAGES[package].name.into();
        c.options.delivery_confirmation = DeliveryConfirmation::ALL[confirmation];
        c.options.insurance_cents = insurance;
        c.options.hazmat = hazmat.map(|index| HAZMAT[index].value.to_owned()).unwrap_or_default();
        c.options.special_rates_eligibility = if media { MEDIA_AND_LIBRARY.into() } else { String::new() };
        c.ship_date = c.ship_date + chrono::Days::new(day);
        c
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn parts_add_up_and_nothing_panics(c in any_consignment(), new: bool) {
        let rater = if new { NEW } else { OLD };
        let quotes = rater.quotes(&c);
        for rate in &quotes.rates {
            let sum = rate.parts.iter().map(|part| part.cents).fold(0, i64::saturating_add);
            prop_assert_eq!(rate.cents, sum);
            prop_assert!(rate.parts.iter().all(|part| part.cents > 0), "{:?}", rate.parts);
            prop_assert!(rate.delivery_date.is_none_or(|date| date > c.ship_date));
            prop_assert!(rate.carrier.service(&rate.service).is_some());
        }
        let carriers = quotes.rates.iter().map(|rate| rate.carrier).chain(quotes.refusals.iter().map(|(carrier, _)| *carrier));
        prop_assert_eq!(carriers.collect::<std::collections::BTreeSet<_>>().len(), 4, "every carrier answers");
    }

    #[test]
    fn rates_never_decrease_with_weight(c in any_consignment(), more in 0_u32..400_000, new: bool) {
        let rater = if new { NEW } else { OLD };
        let mut heavier = c.clone();
        heavier.parcel.weight = Weight::from_thousandths(c.parcel.weight.thousandths().saturating_add(more));
        let (light, heavy) = (rater.quotes(&c), rater.quotes(&heavier));
        for rate in &light.rates {
            if let Some(other) = heavy.rates.iter().find(|other| (other.carrier, &other.service) == (rate.carrier, &rate.service)) {
                prop_assert!(other.cents >= rate.cents, "{:?} then {:?}", rate, other);
            }
        }
    }
}
