//! Incentives: what labels of externally billed and sales-channel accounts earn, in which books it stands, and how it is paid.
//!
//! A label earns when it is bought and loses it when it is refunded. A month's earnings are gathered into a report once.

use crate::ledger::{Balances, Book};
use crate::money::Cents;
use crate::transaction::Kind;

/// Under which agreement a label earns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// Somebody else pays for the labels.
    External,
    /// The account sells through a sales channel.
    Channel,
}

impl Program {
    /// Both.
    pub const ALL: [Self; 2] = [Self::External, Self::Channel];

    /// The stored word.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::External => "external",
            Self::Channel => "channel",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|program| program.key() == key)
    }

    /// Where earnings stand until they are reported.
    #[must_use]
    pub const fn accrued(self) -> Book {
        match self {
            Self::External => Book::AccruedExternal,
            Self::Channel => Book::AccruedChannel,
        }
    }

    /// Where reported earnings stand until they are paid.
    #[must_use]
    pub const fn reported(self) -> Book {
        match self {
            Self::External => Book::IncentivesExternal,
            Self::Channel => Book::IncentivesChannel,
        }
    }

    /// The kind of a report's transaction.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::External => Kind::ExternalIncentive,
            Self::Channel => Kind::ChannelIncentive,
        }
    }

    /// What an account has earned: all of it, and what is reported and waits to be paid.
    #[must_use]
    pub fn balance(self, balances: &Balances) -> (Cents, Cents) {
        let (accrued, reported) = (balances.get(self.accrued()), balances.get(self.reported()));
        (Cents::new(accrued.get().saturating_add(reported.get())), reported)
    }
}

/// A percentage in hundredths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Percent(i64);

/// Why a text is no percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a percentage from 0 to 100 with at most two places, such as 2.5")]
pub struct InvalidPercent;

impl Percent {
    /// Reads `2`, `2.5` or `2.50`.
    pub fn parse(text: &str) -> Result<Self, InvalidPercent> {
        let hundredths = Cents::parse(text).map_err(|_| InvalidPercent)?.get();
        if (0..=10_000).contains(&hundredths) { Ok(Self(hundredths)) } else { Err(InvalidPercent) }
    }

    /// This share of an amount of zero or more, rounded half up.
    #[must_use]
    pub fn of(self, amount: Cents) -> Cents {
        Cents::new(amount.get().max(0).saturating_mul(self.0).saturating_add(5_000) / 10_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_share_is_rounded_half_up() {
        let two = Percent::parse("2.0").unwrap();
        assert_eq!(two.of(Cents::new(925)), Cents::new(19), "18.5 cents");
        assert_eq!(two.of(Cents::new(924)), Cents::new(18));
        assert_eq!(Percent::parse("0.25").unwrap().of(Cents::new(10_000)), Cents::new(25));
        assert_eq!(two.of(Cents::new(-500)), Cents::ZERO);
        for wrong in ["", "-1", "100.01", "2.125", "two"] {
            assert_eq!(Percent::parse(wrong), Err(InvalidPercent), "{wrong}");
        }
    }

    #[test]
    fn programs_keep_to_their_own_books() {
        for program in Program::ALL {
            assert_eq!(Program::from_key(program.key()), Some(program));
            assert!(program.accrued() != program.reported());
        }
        let mut balances = Balances::default();
        balances.set(Book::AccruedChannel, Cents::new(30));
        balances.set(Book::IncentivesChannel, Cents::new(200));
        assert_eq!(Program::Channel.balance(&balances), (Cents::new(230), Cents::new(200)));
        assert_eq!(Program::External.balance(&balances), (Cents::ZERO, Cents::ZERO));
    }

    proptest! {
        #[test]
        fn a_share_is_never_more_than_the_whole(cents in 0_i64..1_000_000_000_000, hundredths in 0_i64..=10_000) {
            let share = Percent(hundredths).of(Cents::new(cents));
            prop_assert!(share >= Cents::ZERO && share.get() <= cents + 1);
        }
    }
}
