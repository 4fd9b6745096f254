//! The arithmetic of the double-entry ledger: books, postings that sum to zero, and the balance they add up to.
//!
//! Rows are written by `store::ledger` alone and are never changed; corrections are new entries. This module must never
//! know how they are kept.

use crate::money::Cents;

/// The books of one customer account. A posting moves money from one book into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Book {
    /// What the customer can spend.
    Available,
    /// What is set aside for purchases whose outcome is not known yet.
    Held,
    /// Where money comes from or goes to outside of the product (payments, credits by the operator).
    Clearing,
    /// What carriers were paid for labels.
    CarrierCost,
    /// What the product earned, such as insurance fees.
    Fees,
}

impl Book {
    /// Every book.
    pub const ALL: [Self; 5] = [Self::Available, Self::Held, Self::Clearing, Self::CarrierCost, Self::Fees];

    /// The stored word.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Held => "held",
            Self::Clearing => "clearing",
            Self::CarrierCost => "carrier_cost",
            Self::Fees => "fees",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|book| book.key() == key)
    }
}

/// An amount put into a book (negative: taken out).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// Which book.
    pub book: Book,
    /// How much.
    pub amount: Cents,
}

/// Why postings cannot be an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unbalanced {
    /// They do not sum to zero.
    #[error("the postings do not sum to zero")]
    Sum,
    /// They do not fit into 64 bits.
    #[error("the amounts are too large")]
    Overflow,
    /// There is nothing to post.
    #[error("an entry needs at least two postings")]
    TooFew,
}

/// Postings that are known to balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balanced(Vec<Posting>);

impl Balanced {
    /// Checks that the postings sum to zero.
    pub fn new(postings: Vec<Posting>) -> Result<Self, Unbalanced> {
        if postings.len() < 2 {
            return Err(Unbalanced::TooFew);
        }
        match sum(postings.iter().map(|p| p.amount)) {
            Some(Cents::ZERO) => Ok(Self(postings)),
            Some(_) => Err(Unbalanced::Sum),
            None => Err(Unbalanced::Overflow),
        }
    }

    /// A credit from outside to what the customer can spend.
    pub fn credit(amount: Cents) -> Result<Self, Unbalanced> {
        let opposite = amount.checked_neg().ok_or(Unbalanced::Overflow)?;
        Self::new(vec![Posting { book: Book::Available, amount }, Posting { book: Book::Clearing, amount: opposite }])
    }

    /// Money set aside before a carrier is called.
    pub fn hold(amount: Cents) -> Result<Self, Unbalanced> {
        Self::moved(amount, Book::Available, Book::Held)
    }

    /// Money that was set aside comes back: nothing was bought.
    pub fn release(amount: Cents) -> Result<Self, Unbalanced> {
        Self::moved(amount, Book::Held, Book::Available)
    }

    /// A label was bought: what was set aside pays the carrier and our fees; what is left comes back.
    pub fn capture(held: Cents, carrier: Cents, fees: Cents) -> Result<Self, Unbalanced> {
        let spent = carrier.checked_add(fees).ok_or(Unbalanced::Overflow)?;
        let left = held.checked_add(spent.checked_neg().ok_or(Unbalanced::Overflow)?).ok_or(Unbalanced::Overflow)?;
        let out = held.checked_neg().ok_or(Unbalanced::Overflow)?;
        let all = [(Book::Held, out), (Book::CarrierCost, carrier), (Book::Fees, fees), (Book::Available, left)];
        Self::new(all.into_iter().filter(|(_, amount)| *amount != Cents::ZERO).map(|(book, amount)| Posting { book, amount }).collect())
    }

    /// A voided label's money comes back.
    pub fn refund(carrier: Cents, fees: Cents) -> Result<Self, Unbalanced> {
        let back = carrier.checked_add(fees).ok_or(Unbalanced::Overflow)?;
        let minus = |amount: Cents| amount.checked_neg().ok_or(Unbalanced::Overflow);
        let all = [(Book::CarrierCost, minus(carrier)?), (Book::Fees, minus(fees)?), (Book::Available, back)];
        Self::new(all.into_iter().filter(|(_, amount)| *amount != Cents::ZERO).map(|(book, amount)| Posting { book, amount }).collect())
    }

    fn moved(amount: Cents, from: Book, to: Book) -> Result<Self, Unbalanced> {
        let opposite = amount.checked_neg().ok_or(Unbalanced::Overflow)?;
        Self::new(vec![Posting { book: from, amount: opposite }, Posting { book: to, amount }])
    }

    /// The postings.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        &self.0
    }
}

/// Adds amounts up; nothing when they do not fit.
pub fn sum(amounts: impl IntoIterator<Item = Cents>) -> Option<Cents> {
    amounts.into_iter().try_fold(Cents::ZERO, Cents::checked_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refuses_what_does_not_balance() {
        let one = Posting { book: Book::Available, amount: Cents::new(1) };
        assert_eq!(Balanced::new(vec![one]), Err(Unbalanced::TooFew));
        assert_eq!(Balanced::new(vec![one, one]), Err(Unbalanced::Sum));
        let huge = Posting { book: Book::Available, amount: Cents::new(i64::MAX) };
        assert_eq!(Balanced::new(vec![huge, one]), Err(Unbalanced::Overflow));
        assert_eq!(Balanced::credit(Cents::new(i64::MIN)), Err(Unbalanced::Overflow));
    }

    #[test]
    fn a_purchase_holds_captures_and_gives_back_the_rest() {
        let cents = |amount: i64| Cents::new(amount);
        let books = |entry: Balanced| entry.postings().iter().map(|p| (p.book.key(), p.amount.get())).collect::<Vec<_>>();
        assert_eq!(books(Balanced::hold(cents(900)).unwrap()), [("available", -900), ("held", 900)]);
        assert_eq!(books(Balanced::release(cents(900)).unwrap()), [("held", -900), ("available", 900)]);
        let captured = books(Balanced::capture(cents(900), cents(800), cents(50)).unwrap());
        assert_eq!(captured, [("held", -900), ("carrier_cost", 800), ("fees", 50), ("available", 50)]);
        assert_eq!(books(Balanced::refund(cents(800), Cents::ZERO).unwrap()), [("carrier_cost", -800), ("available", 800)]);
    }

    proptest! {
        #[test]
        fn a_credit_always_balances(cents in -1_000_000_000_000_i64..1_000_000_000_000) {
            let entry = Balanced::credit(Cents::new(cents)).unwrap();
            prop_assert_eq!(sum(entry.postings().iter().map(|p| p.amount)), Some(Cents::ZERO));
        }
    }
}
