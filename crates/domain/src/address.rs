//! Postal addresses, and what follows from them: military, domestic, post office box.

use crate::text;

/// A postal address as a person entered it, trimmed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Address {
    /// Person.
    pub name: String,
    /// Company; an address with one counts as a business.
    pub company: String,
    /// First line.
    pub street1: String,
    /// Second line.
    pub street2: String,
    /// City; APO, FPO or DPO for the armed forces.
    pub city: String,
    /// Two letters in the United States, free text elsewhere.
    pub state: String,
    /// ZIP code or postal code.
    pub zip: String,
    /// Two letters of ISO 3166-1.
    pub country: String,
    /// Phone number as entered.
    pub phone: String,
    /// Where to tell about the parcel.
    pub email: String,
}

const ARMED_FORCES_STATES: [&str; 3] = ["AA", "AE", "AP"];
const ARMED_FORCES_CITIES: [&str; 3] = ["APO", "FPO", "DPO"];

/// Countries of ISO 3166-1 whose mail is domestic and carries a ZIP code.
pub const DOMESTIC_COUNTRIES: [&str; 9] = ["US", "PR", "VI", "GU", "MP", "AS", "FM", "MH", "PW"];

impl Address {
    /// Whether the mail goes to the armed forces: the specification's rule for customs.
    #[must_use]
    pub fn is_military(&self) -> bool {
        let is = |list: &[&str], value: &str| list.iter().any(|known| known.eq_ignore_ascii_case(value.trim()));
        self.country == "US" && (is(&ARMED_FORCES_CITIES, &self.city) || is(&ARMED_FORCES_STATES, &self.state))
    }

    /// Whether domestic postage applies: the states, the armed forces, territories and freely associated states.
    #[must_use]
    pub fn is_domestic(&self) -> bool {
        DOMESTIC_COUNTRIES.contains(&self.country.as_str())
    }

    /// Whether only the post office delivers there.
    #[must_use]
    pub fn is_po_box(&self) -> bool {
        [&self.street1, &self.street2].into_iter().any(|line| {
            let letters: String = line.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
            ["POBOX", "POSTOFFICEBOX"].into_iter().any(|start| {
                letters
                    .strip_prefix(start)
                    .is_some_and(|rest| rest.is_empty() || rest.bytes().next().is_some_and(|b| b.is_ascii_digit()) || rest.len() <= 3)
            })
        })
    }

    /// Whether nobody's business is named, so that carriers take it for a home.
    #[must_use]
    pub fn is_residential(&self) -> bool {
        self.company.trim().is_empty()
    }

    /// The five digits of a domestic ZIP code.
    #[must_use]
    pub fn zip5(&self) -> Option<&str> {
        let zip = self.zip.trim();
        let (five, rest) = (zip.get(..5)?, zip.get(5..)?);
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let four = rest.strip_prefix('-').unwrap_or(rest);
        let well_formed = digits(five) && (rest.is_empty() || (four.len() == 4 && digits(four)));
        (self.is_domestic() && well_formed).then_some(five)
    }

    /// The four digits after a domestic ZIP code, where they are known.
    #[must_use]
    pub fn plus4(&self) -> Option<&str> {
        self.zip5()?;
        let rest = self.zip.trim().get(5..)?;
        let four = rest.strip_prefix('-').unwrap_or(rest);
        (four.len() == 4).then_some(four)
    }

    /// A copy with every field on one line, trimmed and without control characters; country in capitals.
    #[must_use]
    pub fn tidied(&self) -> Self {
        let Self { name, company, street1, street2, city, state, zip, country, phone, email } = self;
        let clean = |value: &str| text::one_line(value);
        Self {
            name: clean(name),
            company: clean(company),
            street1: clean(street1),
            street2: clean(street2),
            city: clean(city),
            state: clean(state),
            zip: clean(zip),
            country: clean(country).to_uppercase(),
            phone: clean(phone),
            email: clean(email),
        }
    }

    /// City, state and ZIP code as the last line of a label.
    #[must_use]
    pub fn last_line(&self) -> String {
        [self.city.trim(), self.state.trim(), self.zip.trim()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(city: &str, state: &str, zip: &str) -> Address {
        Address { city: city.into(), state: state.into(), zip: zip.into(), country: "US".into(), ..Address::default() }
    }

    #[test]
    fn knows_the_armed_forces() {
        assert!(address("apo", "", "09012").is_military());
        assert!(address("Somewhere", "AE", "09012").is_military());
        assert!(!address("New York", "NY", "10001").is_military());
        assert!(!Address { country: "CA".into(), ..address("APO", "AE", "") }.is_military());
    }

    #[test]
    fn reads_zip_codes() {
        for (zip, five, four) in
            [("10001", Some("10001"), None), ("10001-1234", Some("10001"), Some("1234")), ("100011234", Some("10001"), Some("1234"))]
        {
            assert_eq!((address("", "", zip).zip5(), address("", "", zip).plus4()), (five, four), "{zip}");
        }
        for zip in ["1000", "1000a", "10001-12", "", "１００01"] {
            assert_eq!(address("", "", zip).zip5(), None, "{zip}");
        }
    }

    #[test]
    fn knows_post_office_boxes() {
        for (street, expected) in [
            ("PO Box 12", true),
            ("P.O. BOX A", true),
            ("Post Office Box 7", true),
            ("12 Pobox Lane", false),
            ("Poboxford Street 1", false),
        ] {
            assert_eq!(Address { street1: street.into(), ..Address::default() }.is_po_box(), expected, "{street}");
        }
    }
}
