//! Adjustments: what a carrier charges or gives back after it measured a parcel, and disputes about them.

use crate::fields::FieldErrors;
use serde::{Deserialize, Serialize};

/// Where a dispute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeState {
    /// The carrier was told.
    Submitted,
    /// The carrier gave the money back.
    Won,
    /// The carrier keeps to it.
    Lost,
}

impl DisputeState {
    /// The stored word, also the one on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Submitted, Self::Won, Self::Lost].into_iter().find(|state| state.key() == key)
    }
}

/// A parcel as somebody says it is: claimed by the sender, or captured by the carrier.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Seen {
    /// Which service.
    pub service: String,
    /// Weight and size in words, such as `2 lb 3 oz, 12 x 9 x 4 in`.
    pub parcel: String,
}

/// What a customer says against an adjustment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// What is wrong.
    pub detail: String,
    /// What should be done.
    pub expectation: String,
}

/// The longest text of an objection.
const LONGEST: usize = 2000;

impl Objection {
    /// Both must be said; lines may be broken.
    pub fn check(detail: &str, expectation: &str) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        for (path, text) in [("detail", detail), ("expectation", expectation)] {
            if text.trim().is_empty() {
                errors.add(path, "can't be blank");
            } else if text.chars().count() > LONGEST {
                errors.add(path, "must have at most 2000 characters");
            } else if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
                errors.add(path, "must not contain control characters");
            }
        }
        errors.into_result().map(|()| Self { detail: detail.trim().to_owned(), expectation: expectation.trim().to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_an_objection_must_be_said() {
        let errors = Objection::check(" ", &"x".repeat(2001)).unwrap_err();
        assert_eq!(errors.iter().map(|(path, _)| path).collect::<Vec<_>>(), ["detail", "expectation"]);
        let objection = Objection::check(" It weighed\n2 lb ", "Refund the difference").unwrap();
        assert_eq!(objection.detail, "It weighed\n2 lb");
        assert!(Objection::check("a\u{0}b", "c").is_err());
    }
}
