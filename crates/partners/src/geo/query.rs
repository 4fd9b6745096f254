//! Reads a half-typed address: street, city, state and ZIP code as far as they can be told apart.

use crate::{states, zips};

/// The parts of what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Typed {
    /// Everything before the city, as typed.
    pub(super) street: String,
    /// The city in plain form.
    pub(super) city: String,
    /// The state's code.
    pub(super) state: Option<&'static str>,
    /// Up to five digits.
    pub(super) zip: String,
}

impl Typed {
    pub(super) fn read(text: &str) -> Self {
        let text = domain::text::one_line(text);
        let mut parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
        let mut words: Vec<&str> = parts.pop().unwrap_or_default().split(' ').filter(|word| !word.is_empty()).collect();
        let mut typed = Self::default();
        if let Some(zip) = words.last().and_then(|word| zip_digits(word)) {
            typed.zip = zip.to_owned();
            words.pop();
        }
        typed.take_state(&mut words, !parts.is_empty());
        let city = if words.is_empty() { parts.pop().unwrap_or_default().to_owned() } else { words.join(" ") };
        typed.city = zips::plain(&city);
        typed.street = parts.join(", ");
        typed
    }

    /// A state is the last one to four words; alone it counts only after a comma, for `Washington` is a city too.
    fn take_state(&mut self, words: &mut Vec<&str>, after_comma: bool) {
        for count in (1..=words.len().min(4)).rev() {
            let start = words.len() - count;
            let alone = start == 0 && !after_comma;
            let found = words.get(start..).and_then(|tail| states::find(&tail.join(" "))).filter(|_| !alone);
            if let Some(state) = found {
                self.state = Some(state.code);
                words.truncate(start);
                return;
            }
        }
    }
}

/// Digits of a ZIP code, also of one with four more digits behind a hyphen.
fn zip_digits(word: &str) -> Option<&str> {
    let (five, four) = word.split_once('-').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    ((1..=5).contains(&five.len()) && digits(five) && four.len() <= 4 && digits(four)).then_some(five)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        let read = |text| {
            let typed = Typed::read(text);
            (typed.street, typed.city, typed.state, typed.zip)
        };
        let expect = |street: &str, city: &str, state, zip: &str| (street.to_owned(), city.to_owned(), state, zip.to_owned());
        assert_eq!(read("12 Main St, New York, NY 10001-1234"), expect("12 Main St", "NEW YORK", Some("NY"), "10001"));
        assert_eq!(read("charleston west virginia"), expect("", "CHARLESTON", Some("WV"), ""));
        assert_eq!(read("Washington"), expect("", "WASHINGTON", None, ""));
        assert_eq!(read("Washington, DC"), expect("", "WASHINGTON", Some("DC"), ""));
        assert_eq!(read("100"), expect("", "", None, "100"));
        assert_eq!(read(" , "), expect("", "", None, ""));
    }
}
