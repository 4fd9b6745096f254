//! Where things stand on labels: one file per carrier, one for each customs form, and what they share.
//!
//! A layout turns a description into pages and knows no output format. Carriers' names are set in plain type; no logo is drawn.
//! A sample always carries its mark, and the mark never crosses a barcode.

pub mod cn22;
pub mod cn23;
pub mod countries;
pub mod fedex;
pub mod form;
pub mod receipt_half;
pub mod uniuni;
pub mod ups;
pub mod usps;

use crate::page::Page;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::label::Label;
use domain::options::DeliveryConfirmation;

/// The value from which the short customs form is not allowed, in cents.
const CN22_LIMIT: i64 = 40_000;

/// All pages of a label: the label itself, then the customs form.
#[must_use]
pub fn pages(label: &Label) -> Vec<Page> {
    let first = match label.carrier {
        Carrier::Usps => usps::page(label),
        Carrier::Ups => ups::page(label),
        Carrier::FedEx => fedex::page(label),
        Carrier::UniUni => uniuni::page(label),
    };
    let mut pages = vec![first];
    if let Some(customs) = &label.customs {
        let small = label.service == "FirstClassPackageInternationalService" && customs.total_value().get() < CN22_LIMIT;
        if small && customs.customs_items.len() <= cn22::MOST_ITEMS {
            pages.push(cn22::page(label, customs));
        } else {
            pages.extend(cn23::pages(label, customs));
        }
    }
    pages
}

/// An address as lines, the country last when the mail leaves the United States.
pub(crate) fn address_lines(address: &Address, names_country: bool) -> Vec<String> {
    let mut lines: Vec<String> = [&address.name, &address.company, &address.street1, &address.street2]
        .into_iter()
        .filter(|line| !line.trim().is_empty())
        .cloned()
        .collect();
    lines.push(address.last_line());
    if names_country {
        lines.push(countries::name(&address.country));
    }
    lines.iter().map(|line| line.to_uppercase()).filter(|line| !line.trim().is_empty()).collect()
}

/// A number in groups of four.
pub(crate) fn in_fours(number: &str) -> String {
    let chars: Vec<char> = number.chars().collect();
    chars.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// A postal number for people: digits in groups of four, numbers of the Universal Postal Union as `CP 100 000 017 US`.
pub(crate) fn readable(number: &str) -> String {
    let is_upu = number.len() == 13 && number.is_ascii() && number.bytes().take(2).all(|b| b.is_ascii_alphabetic());
    let parts = [0..2, 2..5, 5..8, 8..11, 11..13].map(|part| number.get(part).unwrap_or_default());
    if is_upu { parts.join(" ") } else { in_fours(number) }
}

/// Who must sign, as it stands on a label.
pub(crate) const fn signature_words(confirmation: DeliveryConfirmation) -> Option<&'static str> {
    match confirmation {
        DeliveryConfirmation::NoSignature => None,
        DeliveryConfirmation::Signature => Some("SIGNATURE REQUIRED"),
        DeliveryConfirmation::AdultSignature => Some("ADULT SIGNATURE REQUIRED"),
        DeliveryConfirmation::SignatureRestricted => Some("SIGNATURE - RESTRICTED DELIVERY"),
        DeliveryConfirmation::AdultSignatureRestricted => Some("ADULT SIGNATURE - RESTRICTED"),
    }
}

/// The sides as they stand on a label: `12x9x4`.
pub(crate) fn sides(label: &Label) -> Option<String> {
    label.sides.map(|sides| sides.map(|side| side.to_string()).join("x"))
}

/// Cents as dollars.
pub(crate) fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let value = cents.unsigned_abs();
    format!("{sign}${}.{:02}", value / 100, value % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_amounts_are_written_for_people() {
        assert_eq!(in_fours("9205599999999900000022"), "9205 5999 9999 9900 0000 22");
        assert_eq!(readable("CP100000017US"), "CP 100 000 017 US");
        assert_eq!(readable("9205"), "9205");
        assert_eq!(dollars(123_456), "$1234.56");
        assert_eq!(dollars(-5), "-$0.05");
    }
}
