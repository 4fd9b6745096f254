//! Warehouses: the places parcels are sent from, under a name of the user's own.

use crate::address::Address;
use crate::fields::FieldErrors;
use crate::text;

/// Checks a warehouse's address. Paths are the bare names of the fields, as the form shows them.
pub fn check(address: &Address) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut line = |field: &str, value: &str, most: usize, required: bool| match text::line(value, most) {
        Err(complaint) if required || !value.trim().is_empty() => errors.add(field, &complaint),
        _ => {}
    };
    line("name", &address.name, 100, true);
    line("company", &address.company, 100, false);
    line("street1", &address.street1, 100, true);
    line("street2", &address.street2, 100, false);
    line("city", &address.city, 100, true);
    line("state", &address.state, 100, address.country == "US");
    line("zip", &address.zip, 20, true);
    line("phone", &address.phone, 100, false);
    let country = address.country.as_bytes();
    if country.len() != 2 || !country.iter().all(u8::is_ascii_uppercase) {
        errors.add("country", "must be a country");
    } else if address.is_domestic() && !address.zip.trim().is_empty() && address.zip5().is_none() {
        errors.add("zip", "must be a ZIP code such as 10001 or 10001-1234");
    }
    errors.into_result()
}

/// The address on one line, its parts joined by commas.
#[must_use]
pub fn full_address(address: &Address) -> String {
    let Address { company, street1, street2, city, state, zip, country, .. } = address;
    let region = [state.trim(), zip.trim()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let parts = [company.trim(), street1.trim(), street2.trim(), city.trim(), &region, country.trim()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> Address {
        Address {
            name: "Main".into(),
            street1: "1 Main St".into(),
            city: "New York".into(),
            state: "NY".into(),
            zip: "10001".into(),
            country: "US".into(),
            ..Address::default()
        }
    }

    fn paths(address: &Address) -> Vec<String> {
        check(address).map_or_else(|errors| errors.iter().map(|(path, _)| path.to_owned()).collect(), |()| Vec::new())
    }

    #[test]
    fn every_gap_is_told_beside_its_field() {
        assert_eq!(paths(&address()), Vec::<String>::new());
        let blank = Address { country: "US".into(), ..Address::default() };
        assert_eq!(paths(&blank), ["city", "name", "state", "street1", "zip"]);
        assert_eq!(paths(&Address { zip: "1000".into(), company: "x".repeat(101), ..address() }), ["company", "zip"]);
        assert_eq!(paths(&Address { country: "Mars".into(), ..address() }), ["country"]);
        let abroad = Address { country: "CA".into(), state: String::new(), zip: "K1A 0B1".into(), ..address() };
        assert_eq!(paths(&abroad), Vec::<String>::new());
    }

    #[test]
    fn the_line_is_joined_by_commas() {
        assert_eq!(full_address(&address()), "1 Main St, New York, NY 10001, US");
        assert_eq!(
            full_address(&Address { company: "Acme".into(), state: String::new(), ..address() }),
            "Acme, 1 Main St, New York, 10001, US"
        );
    }
}
