//! Addresses, right, odd and wrong.

use super::*;
use crate::sandbox::testing::address;
use proptest::prelude::*;

fn at(city: &str, state: &str, zip: &str) -> Address {
    address("Ann Lee", "350 W 31st St.", city, state, zip)
}

fn fields(check: &AddressCheck) -> Vec<&str> {
    check.messages.iter().map(|(field, _)| field.as_str()).collect()
}

#[test]
fn a_right_address_only_gets_its_standard_form() {
    let answer = check(Carrier::Usps, &at("new york", "New York", "100011234"));
    assert!(answer.deliverable && answer.messages.is_empty() && answer.residential == Some(true));
    let suggestion = answer.suggestion.unwrap();
    assert_eq!(
        (suggestion.street1.as_str(), suggestion.city.as_str(), suggestion.state.as_str(), suggestion.zip.as_str()),
        ("350 W 31ST ST", "NEW YORK", "NY", "10001-1234")
    );
    assert_eq!(check(Carrier::Usps, &suggestion).suggestion, None);
}

#[test]
fn neighbours_are_accepted_and_the_own_city_is_suggested() {
    let answer = check(Carrier::Usps, &at("West Hollywood", "CA", "90210"));
    assert!(answer.deliverable && answer.messages.is_empty(), "{answer:?}");
    assert_eq!(answer.suggestion.unwrap().city, "BEVERLY HILLS");
    let saint = check(Carrier::Usps, &at("St. Louis", "MO", "63101"));
    assert!(saint.deliverable && saint.messages.is_empty());
}

#[test]
fn what_is_elsewhere_is_refused_beside_its_field() {
    let state = check(Carrier::Usps, &at("New York", "NJ", "10001"));
    assert_eq!((state.deliverable, fields(&state)), (false, vec!["state"]));
    let city = check(Carrier::Usps, &at("Buffalo", "NY", "10001"));
    assert_eq!((city.deliverable, fields(&city)), (false, vec!["city"]));
    let hamlet = check(Carrier::Usps, &at("Nowhere Corners", "NY", "10001"));
    assert_eq!((hamlet.deliverable, fields(&hamlet)), (true, vec!["city"]));
    for (zip, field) in [("1000", "zip"), ("00000", "zip"), ("", "zip")] {
        let answer = check(Carrier::Usps, &at("New York", "NY", zip));
        assert_eq!((answer.deliverable, fields(&answer)), (false, vec![field]), "{zip}");
    }
    let nameless = check(Carrier::Usps, &at("New York", "Atlantis", "10001"));
    assert_eq!((nameless.deliverable, fields(&nameless)), (false, vec!["state"]));
}

#[test]
fn an_unknown_code_of_a_known_area_is_accepted() {
    let answer = check(Carrier::Usps, &at("New York", "NY", "10099"));
    assert!(answer.deliverable && answer.messages.is_empty());
    assert_eq!(check(Carrier::Usps, &at("Nowhere Corners", "NY", "10099")).suggestion.unwrap().city, "NOWHERE CORNERS");
}

#[test]
fn a_missing_code_is_suggested_where_there_is_one() {
    let only = zips::all().iter().find(|row| zips::codes_of_city(row.city, row.state).len() == 1).unwrap();
    let answer = check(Carrier::Usps, &at(only.city, only.state, ""));
    assert_eq!((answer.deliverable, answer.suggestion.unwrap().zip.as_str()), (false, only.zip));
    assert_eq!(check(Carrier::Usps, &at("New York", "NY", "")).suggestion, None);
}

#[test]
fn the_armed_forces_have_their_own_rules() {
    let right = check(Carrier::Usps, &at("apo", "AE", "09012"));
    assert!(right.deliverable && right.messages.is_empty());
    assert_eq!(right.suggestion.unwrap().city, "APO");
    assert_eq!(fields(&check(Carrier::Usps, &at("APO", "AP", "09012"))), ["state"]);
    assert_eq!(fields(&check(Carrier::Usps, &at("Frankfurt", "AE", "09012"))), ["city"]);
    assert_eq!(fields(&check(Carrier::Usps, &at("APO", "AE", "10001"))), ["zip"]);
    assert_eq!(fields(&check(Carrier::Ups, &at("APO", "AE", "09012"))), ["city"]);
}

#[test]
fn territories_may_be_states_or_countries() {
    assert!(check(Carrier::Usps, &at("San Juan", "PR", "00901")).deliverable);
    let country = Address { country: "PR".into(), ..at("San Juan", "", "00901") };
    let answer = check(Carrier::Usps, &country);
    assert!(answer.deliverable && answer.messages.is_empty(), "{answer:?}");
    assert!(!check(Carrier::Usps, &at("San Juan", "FL", "00901")).deliverable);
}

#[test]
fn boxes_and_streets_without_numbers_are_told() {
    let mut boxed = at("New York", "NY", "10001");
    boxed.street1 = "PO Box 12".into();
    assert!(check(Carrier::Usps, &boxed).deliverable);
    assert_eq!(fields(&check(Carrier::FedEx, &boxed)), ["street1"]);
    boxed.street1 = "Main Street".into();
    let bare = check(Carrier::Usps, &boxed);
    assert_eq!((bare.deliverable, fields(&bare)), (true, vec!["street1"]));
}

#[test]
fn abroad_only_the_outline_is_checked() {
    let toronto = Address { country: "ca".into(), ..at("Toronto", "ON", "M5V 2T6") };
    assert_eq!(check(Carrier::Usps, &toronto), AddressCheck { deliverable: true, ..AddressCheck::default() });
    assert_eq!(fields(&check(Carrier::Usps, &Address { country: "XX".into(), ..toronto })), ["country"]);
}

proptest! {
    #[test]
    fn a_suggestion_of_a_deliverable_address_is_deliverable(index in 0_usize..41_862) {
        let row = zips::all()[index];
        let answer = check(Carrier::Usps, &at(row.city, row.state, row.zip));
        prop_assert!(answer.deliverable && answer.messages.is_empty(), "{answer:?}");
        if let Some(suggestion) = answer.suggestion {
            prop_assert_eq!(check(Carrier::Usps, &suggestion).suggestion, None);
        }
    }

    #[test]
    fn never_panics(city in ".{0,12}", state in ".{0,4}", zip in ".{0,10}", country in "(US|PR|CA|.{0,3})", street in ".{0,12}") {
        for carrier in Carrier::ALL {
            let _ = check(carrier, &Address { country: country.clone(), street1: street.clone(), ..at(&city, &state, &zip) });
        }
    }
}
