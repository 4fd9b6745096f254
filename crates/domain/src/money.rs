//! Money as integer cents of US dollars. There is no float anywhere near it.

use std::fmt;

/// An amount in cents; negative for what is owed or taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cents(i64);

/// Why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an amount such as 12.50")]
pub struct InvalidAmount;

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// An amount given in cents.
    #[must_use]
    pub const fn new(cents: i64) -> Self {
        Self(cents)
    }

    /// The amount in cents.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The sum, or nothing when it does not fit.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The opposite amount, or nothing when it does not fit.
    #[must_use]
    pub fn checked_neg(self) -> Option<Self> {
        self.0.checked_neg().map(Self)
    }

    /// Reads a decimal amount with at most two places: `12`, `12.5`, `12.50`, `-0.05`.
    pub fn parse(text: &str) -> Result<Self, InvalidAmount> {
        let text = text.trim();
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 15 || fraction.len() > 2 || !all_digits(whole) || !all_digits(fraction) {
            return Err(InvalidAmount);
        }
        let cents: i64 = format!("{whole}{fraction:0<2}").parse().map_err(|_| InvalidAmount)?;
        Ok(Self(if negative { -cents } else { cents }))
    }
}

/// The decimal form used on the wire: always two places.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let magnitude = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", magnitude / 100, magnitude % 100)
    }
}

impl serde::Serialize for Cents {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_people_write() {
        for (text, cents) in [("12", 1200), ("12.5", 1250), ("12.50", 1250), ("-0.05", -5), (" 0 ", 0)] {
            assert_eq!(Cents::parse(text), Ok(Cents(cents)), "{text}");
        }
        for text in ["", ".5", "1.234", "1,000", "1e3", "--1", "٣", "9999999999999999"] {
            assert_eq!(Cents::parse(text), Err(InvalidAmount), "{text}");
        }
    }

    proptest! {
        #[test]
        fn writes_what_it_reads(cents in -999_999_999_999_i64..999_999_999_999) {
            prop_assert_eq!(Cents::parse(&Cents(cents).to_string()), Ok(Cents(cents)));
        }

        #[test]
        fn never_panics(text in ".*", cents in any::<i64>()) {
            let _ = Cents::parse(&text);
            let _ = Cents(cents).to_string();
        }
    }
}
