//! Customs declarations: what a parcel that crosses a border contains.

use crate::address::Address;
use crate::fields::FieldErrors;
use crate::measure::Weight;
use crate::money::Cents;
use crate::text;

/// What the parcel holds; the first is the default.
pub const CONTENTS_TYPES: [&str; 6] = ["merchandise", "documents", "gift", "returned_goods", "sample", "other"];
/// Restrictions; the first is the default.
pub const RESTRICTION_TYPES: [&str; 4] = ["none", "quarantine", "sanitary_phytosanitary_inspection", "other"];
/// What happens to an undeliverable parcel; the first is the default.
pub const NON_DELIVERY_OPTIONS: [&str; 2] = ["return", "abandon"];
/// The exemption that holds when no line is worth more than 2,500 dollars.
pub const DEFAULT_EEL_PFC: &str = "NOEEI 30.37(a)";
/// The most lines a declaration may have.
pub const MOST_ITEMS: usize = 100;

/// A customs declaration.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct CustomsInfo {
    /// One of [`CONTENTS_TYPES`].
    pub contents_type: String,
    /// Needed when the contents are `other`.
    pub contents_explanation: String,
    /// One of [`RESTRICTION_TYPES`].
    pub restriction_type: String,
    /// Needed when there is a restriction.
    pub restriction_comments: String,
    /// One of [`NON_DELIVERY_OPTIONS`].
    pub non_delivery_option: String,
    /// Exemption or AES number.
    pub eel_pfc: String,
    /// Whether the signer certifies the declaration.
    pub customs_certify: bool,
    /// Needed when the declaration is certified.
    pub customs_signer: String,
    /// What is inside.
    pub customs_items: Vec<CustomsItem>,
}

/// One line of a declaration. Value and weight are those of the whole line.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct CustomsItem {
    /// In words.
    pub description: String,
    /// How many.
    pub quantity: u32,
    /// Value of the line in cents.
    pub value_cents: i64,
    /// Weight of the line.
    pub weight: Weight,
    /// Harmonised system number.
    pub hs_tariff_number: String,
    /// The seller's own code.
    pub code: String,
    /// Where it was made.
    pub origin_country: String,
}

impl Default for CustomsInfo {
    fn default() -> Self {
        Self {
            contents_type: CONTENTS_TYPES[0].into(),
            contents_explanation: String::new(),
            restriction_type: RESTRICTION_TYPES[0].into(),
            restriction_comments: String::new(),
            non_delivery_option: NON_DELIVERY_OPTIONS[0].into(),
            eel_pfc: DEFAULT_EEL_PFC.into(),
            customs_certify: false,
            customs_signer: String::new(),
            customs_items: Vec::new(),
        }
    }
}

/// Whether a declaration is needed: the countries differ, or the mail goes to the armed forces.
#[must_use]
pub fn needed(from: &Address, to: &Address) -> bool {
    from.country != to.country || to.is_military()
}

impl CustomsInfo {
    /// The value of all lines.
    #[must_use]
    pub fn total_value(&self) -> Cents {
        Cents::new(self.customs_items.iter().fold(0, |sum, item| sum.saturating_add(item.value_cents)))
    }

    /// The weight of all lines.
    #[must_use]
    pub fn total_weight(&self) -> Weight {
        self.customs_items.iter().fold(Weight::default(), |sum, item| sum.plus(item.weight))
    }

    /// Checks the declaration; paths begin with `customs_info.`.
    pub fn check(&self, errors: &mut FieldErrors) {
        let mut one_of = |path: &str, value: &str, known: &[&str]| {
            if !known.contains(&value) {
                errors.add(path, "is not in the list");
            }
        };
        one_of("customs_info.contents_type", &self.contents_type, &CONTENTS_TYPES);
        one_of("customs_info.restriction_type", &self.restriction_type, &RESTRICTION_TYPES);
        one_of("customs_info.non_delivery_option", &self.non_delivery_option, &NON_DELIVERY_OPTIONS);
        let mut needed_if = |condition: bool, path: &str, value: &str| {
            if condition && value.trim().is_empty() {
                errors.add(path, "can't be blank");
            } else if text::one_line(value).chars().count() > 200 {
                errors.add(path, "should be at most 200 characters");
            }
        };
        needed_if(self.contents_type == "other", "customs_info.contents_explanation", &self.contents_explanation);
        needed_if(self.restriction_type != "none", "customs_info.restriction_comments", &self.restriction_comments);
        needed_if(self.customs_certify, "customs_info.customs_signer", &self.customs_signer);
        if !eel_pfc_is_valid(&self.eel_pfc) {
            errors.add("customs_info.eel_pfc", "must be an exemption such as NOEEI 30.37(a) or an AES number such as AES X20250101999999");
        }
        if self.customs_items.is_empty() {
            errors.add("customs_info.customs_items", "needs at least one item");
        } else if self.customs_items.len() > MOST_ITEMS {
            errors.add("customs_info.customs_items", "has too many items");
        }
        for (index, item) in self.customs_items.iter().enumerate() {
            item.check(&format!("customs_info.customs_items.{index}"), errors);
        }
    }
}

impl CustomsItem {
    fn check(&self, path: &str, errors: &mut FieldErrors) {
        if let Err(complaint) = text::line(&text::one_line(&self.description), 200) {
            errors.add(&format!("{path}.description"), &complaint);
        }
        if self.quantity == 0 || self.quantity > 100_000 {
            errors.add(&format!("{path}.quantity"), "must be between 1 and 100000");
        }
        if self.value_cents <= 0 || self.value_cents > 100_000_000 {
            errors.add(&format!("{path}.value"), "must be more than 0");
        }
        if self.weight == Weight::default() {
            errors.add(&format!("{path}.weight"), "must be more than 0");
        }
        if !self.hs_tariff_number.is_empty() && !hs_is_valid(&self.hs_tariff_number) {
            errors.add(&format!("{path}.hs_tariff_number"), "must have six to ten digits, such as 6109.10");
        }
        let country = self.origin_country.as_bytes();
        if country.len() != 2 || !country.iter().all(u8::is_ascii_uppercase) {
            errors.add(&format!("{path}.origin_country"), "must be a country");
        }
    }
}

/// Four digits and one to three pairs, dots between them optional.
fn hs_is_valid(number: &str) -> bool {
    let digits: String = number.chars().filter(|c| *c != '.').collect();
    let dots_fit = !number.starts_with('.') && !number.ends_with('.') && !number.contains("..");
    dots_fit && matches!(digits.len(), 6 | 8 | 10) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `NOEEI 30.37(a)`, `NOEEI 30.36`, or an ITN: X and fourteen digits, with or without `AES` before it.
fn eel_pfc_is_valid(value: &str) -> bool {
    let digits = |s: &str, count: usize| s.len() == count && s.bytes().all(|b| b.is_ascii_digit());
    if let Some(rest) = value.strip_prefix("NOEEI 30.") {
        let (number, letter) = rest.split_at_checked(2).unwrap_or((rest, ""));
        let letter_fits = letter.is_empty() || matches!(letter.as_bytes(), [b'(', b'a'..=b'z', b')']);
        return digits(number, 2) && letter_fits;
    }
    value.strip_prefix("AES ").unwrap_or(value).strip_prefix('X').is_some_and(|rest| digits(rest, 14))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid() -> CustomsInfo {
        let item = CustomsItem {
            description: "T-shirt".into(),
            quantity: 2,
            value_cents: 3000,
            weight: Weight::ounces(12),
            hs_tariff_number: "6109.10".into(),
            code: String::new(),
            origin_country: "US".into(),
        };
        CustomsInfo { customs_items: vec![item], ..CustomsInfo::default() }
    }

    #[test]
    fn a_good_declaration_passes_and_adds_up() {
        let mut errors = FieldErrors::default();
        valid().check(&mut errors);
        assert_eq!(errors, FieldErrors::default());
        assert_eq!((valid().total_value(), valid().total_weight()), (Cents::new(3000), Weight::ounces(12)));
    }

    #[test]
    fn every_fault_is_told_beside_its_field() {
        let mut info = CustomsInfo {
            contents_type: "other".into(),
            restriction_type: "quarantine".into(),
            customs_certify: true,
            eel_pfc: "NOEEI".into(),
            ..valid()
        };
        info.customs_items.push(CustomsItem { hs_tariff_number: "12".into(), ..CustomsItem::default() });
        let mut errors = FieldErrors::default();
        info.check(&mut errors);
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        let item = "customs_info.customs_items.1";
        let mut expected = vec![
            "customs_info.contents_explanation".to_owned(),
            "customs_info.restriction_comments".into(),
            "customs_info.customs_signer".into(),
            "customs_info.eel_pfc".into(),
        ];
        expected.extend(
            ["description", "hs_tariff_number", "origin_country", "quantity", "value", "weight"].map(|field| format!("{item}.{field}")),
        );
        expected.sort();
        assert_eq!(paths, expected);
    }

    #[test]
    fn exemptions_and_itns_are_told_apart_from_noise() {
        for (value, valid) in [
            ("NOEEI 30.37(a)", true),
            ("NOEEI 30.36", true),
            ("AES X20250101999999", true),
            ("X20250101999999", true),
            ("NOEEI 30.3", false),
            ("NOEEI 30.37(ab)", false),
            ("X1", false),
        ] {
            assert_eq!(eel_pfc_is_valid(value), valid, "{value}");
        }
    }
}
