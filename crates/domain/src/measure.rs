//! Weights and lengths as integers: thousandths of an ounce and of an inch. No float decides a price.

use std::fmt;

/// A weight in thousandths of an ounce.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Weight(u32);

/// A length in thousandths of an inch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Length(u32);

/// Why a text is no measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a number such as 12.5")]
pub struct InvalidMeasure;

impl Weight {
    /// Thousandths of an ounce.
    #[must_use]
    pub const fn from_thousandths(thousandths: u32) -> Self {
        Self(thousandths)
    }

    /// Whole ounces.
    #[must_use]
    pub const fn ounces(ounces: u32) -> Self {
        Self(ounces.saturating_mul(1000))
    }

    /// Whole pounds.
    #[must_use]
    pub const fn pounds(pounds: u32) -> Self {
        Self(pounds.saturating_mul(16_000))
    }

    /// Thousandths of an ounce.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.0
    }

    /// Pounds, every started one counted.
    #[must_use]
    pub const fn pounds_rounded_up(self) -> u32 {
        self.0.div_ceil(16_000)
    }

    /// Reads ounces with at most three decimals.
    pub fn parse_ounces(text: &str) -> Result<Self, InvalidMeasure> {
        parse_thousandths(text).map(Self)
    }

    /// Reads a weight as tables hold it: pounds, or a number with its unit, such as `12 oz`, `1 lb 4 oz`, `500 g`.
    pub fn parse_loose(text: &str) -> Result<Self, InvalidMeasure> {
        let mut sum = 0_u64;
        let parts = with_units(text)?;
        for (millionths, unit) in &parts {
            // Thousandths of an ounce from millionths of the unit.
            let (times, per): (u64, u64) = match unit.as_str() {
                "" | "lb" | "lbs" | "pound" | "pounds" | "#" => (16, 1_000),
                "oz" | "ounce" | "ounces" => (1, 1_000),
                "kg" | "kgs" | "kilogram" | "kilograms" => (35_274, 1_000_000),
                "g" | "gr" | "gram" | "grams" => (35_274, 1_000_000_000),
                _ => return Err(InvalidMeasure),
            };
            sum = sum.checked_add(millionths.checked_mul(times).ok_or(InvalidMeasure)?.div_ceil(per)).ok_or(InvalidMeasure)?;
        }
        u32::try_from(sum).map(Self).map_err(|_| InvalidMeasure)
    }

    /// The sum; the largest weight when it does not fit.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// For people and labels: `12.5 oz`, `3 lb`, `3 lb 4 oz`.
    #[must_use]
    pub fn in_words(self) -> String {
        let (pounds, rest) = (self.0 / 16_000, self.0 % 16_000);
        match (pounds, rest) {
            (0, rest) => format!("{} oz", Self(rest)),
            (pounds, 0) => format!("{pounds} lb"),
            (pounds, rest) => format!("{pounds} lb {} oz", Self(rest)),
        }
    }
}

impl Length {
    /// Thousandths of an inch.
    #[must_use]
    pub const fn from_thousandths(thousandths: u32) -> Self {
        Self(thousandths)
    }

    /// Whole inches.
    #[must_use]
    pub const fn inches(inches: u32) -> Self {
        Self(inches.saturating_mul(1000))
    }

    /// Thousandths of an inch.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.0
    }

    /// Inches, every started one counted.
    #[must_use]
    pub const fn inches_rounded_up(self) -> u32 {
        self.0.div_ceil(1000)
    }

    /// Inches, half ones counted as one.
    #[must_use]
    pub const fn inches_rounded(self) -> u32 {
        self.0.saturating_add(500) / 1000
    }

    /// Reads a length as tables hold it: inches, or a number with its unit, such as `12 in`, `30 cm`.
    pub fn parse_loose(text: &str) -> Result<Self, InvalidMeasure> {
        let parts = with_units(text)?;
        let [(millionths, unit)] = parts.as_slice() else { return Err(InvalidMeasure) };
        // Thousandths of an inch from millionths of the unit.
        let (times, per): (u64, u64) = match unit.as_str() {
            "" | "in" | "inch" | "inches" | "\"" | "″" | "''" => (1, 1_000),
            "cm" => (1, 2_540),
            "mm" => (1, 25_400),
            "ft" | "feet" | "foot" => (12, 1_000),
            _ => return Err(InvalidMeasure),
        };
        let thousandths = millionths.checked_mul(times).ok_or(InvalidMeasure)?.div_ceil(per);
        u32::try_from(thousandths).map(Self).map_err(|_| InvalidMeasure)
    }

    /// Reads inches with at most three decimals.
    pub fn parse_inches(text: &str) -> Result<Self, InvalidMeasure> {
        parse_thousandths(text).map(Self)
    }
}

fn parse_thousandths(text: &str) -> Result<u32, InvalidMeasure> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || whole.len() > 6 || fraction.len() > 12 || !all_digits(whole) || !all_digits(fraction) {
        return Err(InvalidMeasure);
    }
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| InvalidMeasure)? };
    // More decimals than three come from conversions (grams to ounces); what is heavier than a step must not fall below it.
    let kept = fraction.get(..fraction.len().min(3)).unwrap_or_default();
    let more = fraction.get(3..).is_some_and(|rest| rest.bytes().any(|b| b != b'0'));
    let thousandths: u32 = format!("{kept:0<3}").parse().map_err(|_| InvalidMeasure)?;
    whole.checked_mul(1000).and_then(|w| w.checked_add(thousandths)).and_then(|t| t.checked_add(u32::from(more))).ok_or(InvalidMeasure)
}

/// Numbers, in millionths, each with the letters behind it. A comma before one or two digits is a decimal point.
fn with_units(text: &str) -> Result<Vec<(u64, String)>, InvalidMeasure> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(rest.len());
        let (figure, behind) = rest.split_at_checked(end).ok_or(InvalidMeasure)?;
        // A point right before a digit is the number's (`.5 oz`), any other one the unit's (`lb.`).
        let digit = behind.find(|c: char| c.is_ascii_digit()).unwrap_or(behind.len());
        let is_number = digit < behind.len() && behind.get(..digit).is_some_and(|before| before.ends_with('.'));
        let end = digit - usize::from(is_number);
        let (unit, next) = behind.split_at_checked(end).ok_or(InvalidMeasure)?;
        let unit = unit.trim().trim_end_matches(['.', ',']).to_lowercase();
        parts.push((millionths(figure)?, unit));
        rest = next.trim();
    }
    // One number may go without a unit, several may not.
    let clear = parts.len() == 1 || parts.iter().all(|(_, unit)| !unit.is_empty());
    if clear && !parts.is_empty() && parts.len() <= 2 { Ok(parts) } else { Err(InvalidMeasure) }
}

fn millionths(figure: &str) -> Result<u64, InvalidMeasure> {
    let (whole, fraction) = match figure.split_once(',') {
        Some((whole, fraction)) if matches!(fraction.len(), 1 | 2) && !whole.contains('.') => (whole, fraction),
        Some(_) => return Err(InvalidMeasure),
        None => figure.split_once('.').unwrap_or((figure, "")),
    };
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || whole.len() > 7 || fraction.len() > 18 || !all_digits(whole) || !all_digits(fraction) {
        return Err(InvalidMeasure);
    }
    let kept = fraction.get(..fraction.len().min(6)).unwrap_or_default();
    let more = fraction.get(6..).is_some_and(|rest| rest.bytes().any(|b| b != b'0'));
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| InvalidMeasure)? };
    let fraction: u64 = format!("{kept:0<6}").parse().map_err(|_| InvalidMeasure)?;
    Ok(whole * 1_000_000 + fraction + u64::from(more))
}

fn write_thousandths(value: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (whole, fraction) = (value / 1000, value % 1000);
    if fraction == 0 {
        return write!(f, "{whole}");
    }
    write!(f, "{whole}.{}", format!("{fraction:03}").trim_end_matches('0'))
}

/// Ounces in decimal form, without needless zeros.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_thousandths(self.0, f)
    }
}

/// Inches in decimal form, without needless zeros.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_thousandths(self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_decimals_and_never_rounds_down() {
        for (text, thousandths) in [("12", 12_000), ("15.999", 15_999), (".5", 500), ("1.", 1000), ("3.52740", 3528), ("0.0001", 1)] {
            assert_eq!(Weight::parse_ounces(text), Ok(Weight(thousandths)), "{text}");
        }
        for text in ["", ".", "-1", "1e3", "1,5", "9999999", "NaN", "٣"] {
            assert!(Weight::parse_ounces(text).is_err(), "{text}");
        }
    }

    #[test]
    fn reads_weights_and_lengths_of_tables() {
        for (text, thousandths) in [
            ("2", 32_000),
            ("2.5 lb", 40_000),
            ("1,5", 24_000),
            ("12oz", 12_000),
            ("1 lb 4 oz", 20_000),
            ("1lb. 4.5oz.", 20_500),
            ("1 lb .5 oz", 16_500),
            ("500 g", 17_637),
            ("1 KG", 35_274),
            ("0.9999", 15_999),
        ] {
            assert_eq!(Weight::parse_loose(text), Ok(Weight(thousandths)), "{text}");
        }
        for text in ["", "lb", "1 2", "1,500", "-1", "2 stone", "1 lb 2 oz 3 g", "1e3", "٣ lb"] {
            assert!(Weight::parse_loose(text).is_err(), "{text}");
        }
        for (text, thousandths) in [("12", 12_000), ("12.5 in", 12_500), ("9\"", 9_000), ("2.54 cm", 1_000), ("1 ft", 12_000)] {
            assert_eq!(Length::parse_loose(text), Ok(Length(thousandths)), "{text}");
        }
        assert!(Length::parse_loose("1 ft 2 in").is_err());
    }

    #[test]
    fn speaks_of_pounds_and_ounces() {
        assert_eq!(Weight::ounces(12).in_words(), "12 oz");
        assert_eq!(Weight::from_thousandths(52_500).in_words(), "3 lb 4.5 oz");
        assert_eq!(Weight::pounds(3).in_words(), "3 lb");
        assert_eq!(Weight::from_thousandths(16_001).pounds_rounded_up(), 2);
        assert_eq!(Length::from_thousandths(10_500).inches_rounded(), 11);
    }

    proptest! {
        #[test]
        fn writes_what_it_reads(value in 0_u32..900_000_000) {
            prop_assert_eq!(Weight::parse_ounces(&Weight(value).to_string()), Ok(Weight(value)));
            prop_assert_eq!(Length::parse_inches(&Length(value).to_string()), Ok(Length(value)));
        }

        #[test]
        fn never_panics(text in ".*") {
            let _ = Weight::parse_ounces(&text);
            let _ = Weight::parse_loose(&text);
            let _ = Length::parse_loose(&text);
        }
    }
}
