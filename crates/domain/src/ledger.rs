//! The arithmetic of the double-entry ledger: books, postings that sum to zero, and the balance they add up to.
//!
//! Rows are written by `store::ledger` alone and are never changed; corrections are new entries. This module must never
//! know how they are kept.

use crate::money::Cents;

/// The books of one customer account. A posting moves money from one book into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Book {
    /// What the customer can spend. An account with credit may be below zero, as far as `credit::Terms::floor` says.
    Available,
    /// What is set aside for purchases whose outcome is not known yet.
    Held,
    /// Top-ups that a bank accepted and has not settled yet.
    PendingCredit,
    /// What stands on open invoices: zero or less.
    Receivable,
    /// Incentives of externally billed labels that are in no report yet.
    AccruedExternal,
    /// Incentives of a sales channel's labels that are in no report yet.
    AccruedChannel,
    /// Reported incentives of externally billed labels that were not paid out or pulled yet.
    IncentivesExternal,
    /// Reported incentives of a sales channel that were not paid out or pulled yet.
    IncentivesChannel,
    /// What the product earned, such as insurance fees.
    Fees,
    /// What carriers were paid for labels.
    CarrierCost,
    /// Where money comes from or goes to outside of the product (payments, credits by the operator).
    Clearing,
}

impl Book {
    /// Every book, in the order of its declaration.
    pub const ALL: [Self; 11] = [
        Self::Available,
        Self::Held,
        Self::PendingCredit,
        Self::Receivable,
        Self::AccruedExternal,
        Self::AccruedChannel,
        Self::IncentivesExternal,
        Self::IncentivesChannel,
        Self::Fees,
        Self::CarrierCost,
        Self::Clearing,
    ];

    /// The stored word, also the one on the wire.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Held => "held",
            Self::PendingCredit => "pending_credit",
            Self::Receivable => "receivable",
            Self::AccruedExternal => "accrued_external",
            Self::AccruedChannel => "accrued_channel",
            Self::IncentivesExternal => "incentives_external",
            Self::IncentivesChannel => "incentives_channel",
            Self::Fees => "fees",
            Self::CarrierCost => "carrier_cost",
            Self::Clearing => "clearing",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|book| book.key() == key)
    }

    fn place(self) -> usize {
        Self::ALL.iter().position(|book| *book == self).unwrap_or(0)
    }
}

/// What stands in every book of an account, or what an entry or a transaction changes in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balances([Cents; Book::ALL.len()]);

impl Balances {
    /// What stands in a book.
    #[must_use]
    pub fn get(&self, book: Book) -> Cents {
        self.0.get(book.place()).copied().unwrap_or_default()
    }

    /// Puts an amount into the place of what stood there.
    pub fn set(&mut self, book: Book, amount: Cents) {
        if let Some(slot) = self.0.get_mut(book.place()) {
            *slot = amount;
        }
    }

    /// Adds an amount to a book; nothing when it does not fit.
    #[must_use]
    pub fn plus(mut self, posting: Posting) -> Option<Self> {
        let sum = self.get(posting.book).checked_add(posting.amount)?;
        self.set(posting.book, sum);
        Some(self)
    }

    /// Adds a change to every book; nothing when it does not fit.
    #[must_use]
    pub fn with(&self, change: &Self) -> Option<Self> {
        Book::ALL.into_iter().try_fold(*self, |sums, book| sums.plus(Posting { book, amount: change.get(book) }))
    }

    /// The change that takes this one back; nothing when it does not fit.
    #[must_use]
    pub fn opposite(&self) -> Option<Self> {
        let mut back = Self::default();
        for book in Book::ALL {
            back.set(book, self.get(book).checked_neg()?);
        }
        Some(back)
    }

    /// Sums up postings; nothing when they do not fit.
    #[must_use]
    pub fn of(postings: &[Posting]) -> Option<Self> {
        postings.iter().try_fold(Self::default(), |sums, posting| sums.plus(*posting))
    }

    /// Whether the balance fell below a threshold with an entry: what was spendable before reached it, what is now does not.
    /// Money on its way counts, so that one need is answered by one recharge.
    #[must_use]
    pub fn fell_below(before: &Self, after: &Self, threshold: Cents) -> bool {
        let enough = |balances: &Self| {
            let coming = balances.get(Book::Available).checked_add(balances.get(Book::PendingCredit));
            coming.is_some_and(|coming| coming >= threshold)
        };
        enough(before) && !enough(after)
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
        Self::new(vec![Posting { book: Book::Available, amount }, Posting { book: Book::Clearing, amount: minus(amount)? }])
    }

    /// Money set aside before a carrier is called.
    pub fn hold(amount: Cents) -> Result<Self, Unbalanced> {
        Self::moved(amount, Book::Available, Book::Held)
    }

    /// Money that was set aside comes back: nothing was bought.
    pub fn release(amount: Cents) -> Result<Self, Unbalanced> {
        Self::moved(amount, Book::Held, Book::Available)
    }

    /// A label was bought: what was set aside pays the carrier and our fees; what is left comes back. Incentives that the label
    /// earns are paid by our fees.
    pub fn capture(held: Cents, carrier: Cents, fees: Cents, incentives: &[(Book, Cents)]) -> Result<Self, Unbalanced> {
        let spent = carrier.checked_add(fees).ok_or(Unbalanced::Overflow)?;
        let left = held.checked_add(minus(spent)?).ok_or(Unbalanced::Overflow)?;
        let fees = fees.checked_add(minus(total(incentives)?)?).ok_or(Unbalanced::Overflow)?;
        let all = [(Book::Held, minus(held)?), (Book::CarrierCost, carrier), (Book::Fees, fees), (Book::Available, left)];
        Self::of(all.into_iter().chain(incentives.iter().copied()))
    }

    /// A voided label's money comes back, and what it earned in incentives (given as it was earned) is taken back.
    pub fn refund(carrier: Cents, fees: Cents, incentives: &[(Book, Cents)]) -> Result<Self, Unbalanced> {
        let back = carrier.checked_add(fees).ok_or(Unbalanced::Overflow)?;
        let taken = incentives.iter().map(|(book, amount)| Ok((*book, minus(*amount)?))).collect::<Result<Vec<_>, Unbalanced>>()?;
        let fees = minus(fees)?.checked_add(total(incentives)?).ok_or(Unbalanced::Overflow)?;
        let all = [(Book::CarrierCost, minus(carrier)?), (Book::Fees, fees), (Book::Available, back)];
        Self::of(all.into_iter().chain(taken))
    }

    /// An entry of amounts in books, nothing where the amount is nothing.
    pub fn of(amounts: impl IntoIterator<Item = (Book, Cents)>) -> Result<Self, Unbalanced> {
        let given = amounts.into_iter().filter(|(_, amount)| *amount != Cents::ZERO);
        Self::new(given.map(|(book, amount)| Posting { book, amount }).collect())
    }

    /// An amount leaves one book for another; a negative one goes the other way.
    pub fn moved(amount: Cents, from: Book, to: Book) -> Result<Self, Unbalanced> {
        Self::new(vec![Posting { book: from, amount: minus(amount)? }, Posting { book: to, amount }])
    }

    /// The postings.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        &self.0
    }
}

fn minus(amount: Cents) -> Result<Cents, Unbalanced> {
    amount.checked_neg().ok_or(Unbalanced::Overflow)
}

fn total(amounts: &[(Book, Cents)]) -> Result<Cents, Unbalanced> {
    sum(amounts.iter().map(|(_, amount)| *amount)).ok_or(Unbalanced::Overflow)
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
        let captured = books(Balanced::capture(cents(900), cents(800), cents(50), &[]).unwrap());
        assert_eq!(captured, [("held", -900), ("carrier_cost", 800), ("fees", 50), ("available", 50)]);
        assert_eq!(books(Balanced::refund(cents(800), Cents::ZERO, &[]).unwrap()), [("carrier_cost", -800), ("available", 800)]);
    }

    #[test]
    fn incentives_are_paid_by_our_fees_and_taken_back_with_the_label() {
        let earned = [(Book::AccruedExternal, Cents::new(18))];
        let captured = Balanced::capture(Cents::new(900), Cents::new(850), Cents::new(50), &earned).unwrap();
        let refunded = Balanced::refund(Cents::new(850), Cents::new(50), &earned).unwrap();
        let both: Vec<Posting> = captured.postings().iter().chain(refunded.postings()).copied().collect();
        let sums = Balances::of(&both).unwrap();
        assert_eq!(Balances::of(captured.postings()).unwrap().get(Book::Fees), Cents::new(32));
        assert_eq!((sums.get(Book::Held), sums.get(Book::Available)), (Cents::new(-900), Cents::new(900)));
        assert!(Book::ALL.iter().filter(|book| !matches!(book, Book::Held | Book::Available)).all(|book| sums.get(*book) == Cents::ZERO));
    }

    #[test]
    fn a_balance_falls_below_its_threshold_once() {
        let with = |available: i64, coming: i64| {
            let mut balances = Balances::default();
            balances.set(Book::Available, Cents::new(available));
            balances.set(Book::PendingCredit, Cents::new(coming));
            balances
        };
        let below = |before: &Balances, after: &Balances| Balances::fell_below(before, after, Cents::new(5000));
        assert!(below(&with(5000, 0), &with(4999, 0)));
        assert!(!below(&with(4999, 0), &with(4000, 0)), "it was below before");
        assert!(!below(&with(6000, 0), &with(5000, 0)), "the threshold itself is enough");
        assert!(!below(&with(4500, 5000), &with(4000, 5000)), "money is on its way");
    }

    proptest! {
        #[test]
        fn a_credit_always_balances(cents in -1_000_000_000_000_i64..1_000_000_000_000) {
            let entry = Balanced::credit(Cents::new(cents)).unwrap();
            prop_assert_eq!(sum(entry.postings().iter().map(|p| p.amount)), Some(Cents::ZERO));
        }
    }
}
