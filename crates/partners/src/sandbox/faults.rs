//! Failures on request: words in the addressee's name, company or street make a sandbox carrier misbehave in a known way.
//!
//! docs/sandbox.md lists them for users. They exist only here: a live adapter must never look for them.

use super::state::Ending;
use domain::address::Address;
use domain::partner::PartnerError;
use std::time::Duration;

/// What a magic value asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Every call fails before anything happens.
    Down,
    /// No service takes the parcel.
    NoRates,
    /// The purchase is refused.
    Refuse,
    /// The purchase gets lost on the way there.
    TimeoutBefore,
    /// The label is sold and the answer gets lost.
    TimeoutAfter,
    /// Too many requests.
    RateLimit,
    /// The label is sold and the answer makes no sense.
    Malformed,
    /// Rating and buying take long.
    Slow,
    /// The parcel is found heavier than said, and charged for afterwards.
    Underdeclared,
    /// Prices rise by a dollar every minute of the hour.
    PriceUp,
    /// The parcel's way ends otherwise.
    Ending(Ending),
}

/// The words and what they do. Longer ones first where one begins like another.
pub const WORDS: [(&str, Fault); 13] = [
    ("SANDBOX TIMEOUT BEFORE", Fault::TimeoutBefore),
    ("SANDBOX TIMEOUT AFTER", Fault::TimeoutAfter),
    ("SANDBOX UNDERDECLARED", Fault::Underdeclared),
    ("SANDBOX RATE LIMIT", Fault::RateLimit),
    ("SANDBOX NO RATES", Fault::NoRates),
    ("SANDBOX PRICE UP", Fault::PriceUp),
    ("SANDBOX MALFORMED", Fault::Malformed),
    ("SANDBOX REFUSE", Fault::Refuse),
    ("SANDBOX DOWN", Fault::Down),
    ("SANDBOX SLOW", Fault::Slow),
    ("SANDBOX RETURN", Fault::Ending(Ending::Return)),
    ("SANDBOX FAILURE", Fault::Ending(Ending::Failure)),
    ("SANDBOX PICKUP", Fault::Ending(Ending::Pickup)),
];

/// How long a slow carrier takes.
pub const SLOW: Duration = Duration::from_secs(8);
/// When a limited caller may ask again.
pub const RETRY_AFTER: Duration = Duration::from_secs(30);
/// By how much prices rise per minute.
pub const PRICE_STEP_CENTS: i64 = 100;

impl Fault {
    /// What the addressee asks for; several may be combined.
    #[must_use]
    pub fn all_of(to: &Address) -> Faults {
        let lines = [&to.name, &to.company, &to.street1, &to.street2].map(|line| line.to_uppercase());
        Faults(WORDS.into_iter().filter(|(words, _)| lines.iter().any(|line| line.contains(words))).map(|(_, fault)| fault).collect())
    }
}

/// All that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Whether this was asked for.
    #[must_use]
    pub fn has(&self, fault: Fault) -> bool {
        self.0.contains(&fault)
    }

    /// How the parcel's way ends.
    #[must_use]
    pub fn ending(&self) -> Ending {
        let ending = self.0.iter().find_map(|fault| if let Fault::Ending(ending) = fault { Some(*ending) } else { None });
        ending.unwrap_or_default()
    }

    /// The failure of every call.
    pub fn any_call(&self, carrier: &str) -> Result<(), PartnerError> {
        if self.has(Fault::Down) {
            return Err(PartnerError::Transient(format!("{carrier} cannot be reached (asked for by SANDBOX DOWN).")));
        }
        Ok(())
    }

    /// The failure of rating.
    pub fn before_rating(&self, carrier: &str) -> Result<(), PartnerError> {
        self.any_call(carrier)?;
        if self.has(Fault::NoRates) {
            return Err(PartnerError::rejected(
                "to_address.street1",
                format!("{carrier} offers no service (asked for by SANDBOX NO RATES)."),
            ));
        }
        Ok(())
    }

    /// The failure of a purchase before anything was sold.
    pub fn before_selling(&self, carrier: &str) -> Result<(), PartnerError> {
        self.any_call(carrier)?;
        if self.has(Fault::RateLimit) {
            let message = format!("{carrier} asks to slow down (asked for by SANDBOX RATE LIMIT).");
            return Err(PartnerError::Limited { message, retry_after: RETRY_AFTER });
        }
        if self.has(Fault::Refuse) {
            return Err(PartnerError::rejected(
                "to_address.street1",
                format!("{carrier} refuses this parcel (asked for by SANDBOX REFUSE)."),
            ));
        }
        if self.has(Fault::TimeoutBefore) {
            return Err(PartnerError::OutcomeUnknown(format!("{carrier} did not answer in time.")));
        }
        Ok(())
    }

    /// The failure of a purchase after the label was sold.
    pub fn after_selling(&self, carrier: &str) -> Result<(), PartnerError> {
        if self.has(Fault::TimeoutAfter) {
            return Err(PartnerError::OutcomeUnknown(format!("{carrier} did not answer in time.")));
        }
        if self.has(Fault::Malformed) {
            return Err(PartnerError::Malformed(format!("{carrier} answered something that could not be understood.")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_found_wherever_the_addressee_writes_them() {
        let to = |name: &str, street1: &str| Address { name: name.into(), street1: street1.into(), ..Address::default() };
        assert!(Fault::all_of(&to("Ann sandbox refuse", "1 Main St")).has(Fault::Refuse));
        assert!(Fault::all_of(&to("Ann", "SANDBOX TIMEOUT AFTER 1 Main St")).has(Fault::TimeoutAfter));
        let both = Fault::all_of(&to("Sandbox Slow", "Sandbox Return"));
        assert!(both.has(Fault::Slow) && both.ending() == Ending::Return);
        assert_eq!(Fault::all_of(&to("Ann", "1 Sandbox Street")), Faults::default());
        assert_eq!(Faults::default().ending(), Ending::Delivered);
    }

    #[test]
    fn the_guide_lists_every_word() {
        let guide = include_str!("../../../../docs/sandbox.md");
        for (words, _) in WORDS {
            assert!(guide.contains(&format!("`{words}`")), "docs/sandbox.md does not say what {words} does");
        }
    }
}
