//! Check digits of tracking numbers, and which kind a number is.
//!
//! Pure arithmetic from the carriers' published rules (the team's carrier facts, section 7). Every number that the sandbox
//! issues passes here; a number that only looks right must not.

use domain::carrier::Carrier;

/// The kinds of numbers that we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumberKind {
    /// USPS, 22 or 26 digits, with or without 420 and the ZIP code before it.
    Impb,
    /// USPS, 20 digits.
    UspsLegacy,
    /// Of the Universal Postal Union: two letters, nine digits, two letters.
    S10,
    /// UPS.
    OneZ,
    /// FedEx, 12 digits.
    FedEx12,
    /// FedEx Ground, 15 digits.
    FedEx15,
    /// FedEx Ground Economy, handed to USPS: 20 digits, or 22 and more with 92 before them.
    FedExGroundEconomy,
    /// FedEx Ground, 22 digits beginning with 96.
    FedEx96,
    /// The 34 digits of a FedEx barcode; the last twelve are the number.
    FedExBarcode,
    /// Serial shipping container code.
    Sscc18,
    /// UniUni's number for consumers.
    UniUni,
    /// A number of UniUni's platform.
    UniUniPlatform,
}

fn digits(text: &str) -> Option<Vec<u32>> {
    text.chars().map(|c| c.to_digit(10)).collect()
}

fn weighted(values: impl Iterator<Item = u32>, weights: &[u32]) -> u32 {
    values.zip(weights.iter().cycle()).fold(0, |sum, (value, weight)| sum.wrapping_add(value.wrapping_mul(*weight)))
}

/// Weights 3 and 1 from the right: USPS, GS1, FedEx Ground.
#[must_use]
pub fn mod10(data: &str) -> Option<u32> {
    let sum = weighted(digits(data)?.into_iter().rev(), &[3, 1]);
    Some((10 - sum % 10) % 10)
}

/// The check digit of an S10 number's eight digits.
#[must_use]
pub fn s10(data: &str) -> Option<u32> {
    let rest = weighted(digits(data).filter(|d| d.len() == 8)?.into_iter(), &[8, 6, 4, 2, 3, 5, 9, 7]) % 11;
    Some(match 11 - rest {
        10 => 0,
        11 => 5,
        digit => digit,
    })
}

/// The check digit of the fifteen characters after `1Z`.
#[must_use]
pub fn one_z(data: &str) -> Option<u32> {
    let value = |c: char| match c {
        '0'..='9' => c.to_digit(10),
        // A counts 2, B 3 and so on, without the tens.
        'A'..='Z' => u32::from(c).checked_sub(63).map(|value| value % 10),
        _ => None,
    };
    let values: Vec<u32> = data.chars().map(value).collect::<Option<_>>()?;
    let sum = weighted(values.into_iter(), &[1, 2]);
    (data.len() == 15).then_some((10 - sum % 10) % 10)
}

/// The check digit of a FedEx number's eleven digits.
#[must_use]
pub fn fedex12(data: &str) -> Option<u32> {
    let sum = weighted(digits(data).filter(|d| d.len() == 11)?.into_iter(), &[3, 1, 7]);
    Some(sum % 11 % 10)
}

/// Whether the last character is the check digit of those before it.
fn ends_right(text: &str, check: impl Fn(&str) -> Option<u32>) -> bool {
    let Some((last, _)) = text.char_indices().next_back() else { return false };
    let (data, digit) = text.split_at(last);
    check(data).is_some_and(|expected| digit == expected.to_string())
}

fn is_impb(number: &str) -> bool {
    let starts = ["91", "92", "93", "94", "95"].into_iter().any(|channel| number.starts_with(channel));
    starts && matches!(number.len(), 22 | 26) && ends_right(number, mod10)
}

/// The number inside a barcode that begins with 420 and a ZIP code of five or nine digits.
fn without_routing(number: &str) -> Option<&str> {
    let rest = number.strip_prefix("420")?;
    [5, 9].into_iter().filter_map(|zip| rest.get(zip..)).find(|inner| is_impb(inner))
}

fn is_s10(number: &str) -> bool {
    let (Some(start), Some(middle), Some(end)) = (number.get(..2), number.get(2..11), number.get(11..)) else { return false };
    let letters = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase());
    letters(start) && letters(end) && ends_right(middle, s10)
}

fn is_uniuni(number: &str) -> bool {
    number.strip_prefix("UUS").is_some_and(|rest| {
        let digits = rest.bytes().filter(u8::is_ascii_digit).count();
        // `UUS61X0450988753059` and `UUS0570455416253` were seen; there is no public check digit.
        let letter_fits = digits == rest.len() || (digits + 1 == rest.len() && rest.as_bytes().get(2) == Some(&b'X'));
        (13..=16).contains(&rest.len()) && letter_fits
    })
}

fn is_uniuni_platform(number: &str) -> bool {
    let all_digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    let hexadecimal = |text: &str| text.len() == 9 && text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    number.strip_prefix("URB").is_some_and(|rest| all_digits(rest, 16))
        || number.strip_prefix("UR").is_some_and(|rest| all_digits(rest, 17))
        || number.strip_prefix("UNI").is_some_and(hexadecimal)
}

fn fedex_kind(number: &str) -> Option<NumberKind> {
    let tail = |count: usize| number.len().checked_sub(count).and_then(|start| number.get(start..)).unwrap_or_default();
    let kind = match number.len() {
        12 if ends_right(number, fedex12) => NumberKind::FedEx12,
        14 if number.starts_with("00") && ends_right(tail(12), fedex12) => NumberKind::FedEx12,
        15 if ends_right(number, mod10) => NumberKind::FedEx15,
        18 if number.starts_with("00") && ends_right(number, mod10) => NumberKind::Sscc18,
        20 if number.starts_with('6') && ends_right(&format!("92{number}"), mod10) => NumberKind::FedExGroundEconomy,
        22 | 26 if number.starts_with("92612") && ends_right(number, mod10) => NumberKind::FedExGroundEconomy,
        22 if number.starts_with("96") && ends_right(tail(15), mod10) => NumberKind::FedEx96,
        34 if ["100", "9622", "9632"].into_iter().any(|start| number.starts_with(start)) && ends_right(tail(12), fedex12) => {
            NumberKind::FedExBarcode
        }
        _ => return None,
    };
    number.bytes().all(|b| b.is_ascii_digit()).then_some(kind)
}

/// The kind of a carrier's number; none when it is not one or its check digit is wrong.
#[must_use]
pub fn kind(carrier: Carrier, number: &str) -> Option<NumberKind> {
    match carrier {
        Carrier::Usps if is_impb(number) || without_routing(number).is_some() => Some(NumberKind::Impb),
        Carrier::Usps if number.len() == 20 && ends_right(number, mod10) => Some(NumberKind::UspsLegacy),
        Carrier::Usps if is_s10(number) => Some(NumberKind::S10),
        Carrier::Ups => number.strip_prefix("1Z").filter(|rest| rest.len() == 16 && ends_right(rest, one_z)).map(|_| NumberKind::OneZ),
        Carrier::FedEx => fedex_kind(number),
        Carrier::UniUni if is_uniuni(number) => Some(NumberKind::UniUni),
        Carrier::UniUni if is_uniuni_platform(number) => Some(NumberKind::UniUniPlatform),
        Carrier::Usps | Carrier::UniUni => None,
    }
}

/// The carriers whose number it may be. Ground Economy counts for FedEx and USPS, because both carry it.
#[must_use]
pub fn carriers_of(number: &str) -> Vec<Carrier> {
    Carrier::ALL.into_iter().filter(|carrier| kind(*carrier, number).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_known_number_is_judged_rightly() {
        let lines = include_str!("../../tests/vectors/tracking_numbers.csv").lines().skip(1);
        let mut seen = 0;
        for line in lines {
            // A kind may hold a comma inside quotation marks; then the fields stand one further to the right.
            let fields: Vec<&str> = line.split(',').collect();
            let at = usize::from(fields[1].starts_with('"'));
            let (number, digit, valid) = (fields[2 + at], fields[3 + at], fields[4 + at] == "yes");
            let carrier = Carrier::parse(fields[0]).unwrap_or(Carrier::Usps);
            assert_eq!(kind(carrier, number).is_some(), valid, "{line}");
            if valid && !digit.is_empty() {
                assert!(number.ends_with(digit) || is_s10(number), "{line}");
            }
            seen += 1;
        }
        assert!(seen > 60, "{seen}");
    }

    #[test]
    fn numbers_name_their_carriers() {
        assert_eq!(carriers_of("1Z5R89390357567127"), [Carrier::Ups]);
        assert_eq!(carriers_of("9405803699300124287899"), [Carrier::Usps]);
        assert_eq!(carriers_of("9261292700768711948021"), [Carrier::Usps, Carrier::FedEx]);
        assert!(carriers_of("").is_empty());
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_found(data in "[0-9]{21}", place in 0_usize..21, step in 1_u32..10) {
            let whole = format!("{data}{}", mod10(&data).unwrap());
            let mut wrong: Vec<u8> = whole.bytes().collect();
            let digit = u32::from(wrong[place] - b'0');
            wrong[place] = b'0' + u8::try_from((digit + step) % 10).unwrap();
            prop_assert!(ends_right(&whole, mod10) && !ends_right(&String::from_utf8(wrong).unwrap(), mod10));
        }

        #[test]
        fn never_panics(text in ".*") {
            let _ = carriers_of(&text);
        }
    }
}
