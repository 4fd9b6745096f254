//! How far a balance may go below zero, and what of it can be spent: the one rule that keeps accounts from overdrawing.
//!
//! The ledger asks it while it holds the account's row. It must never look anything up.

use crate::account::BillingType;
use crate::ledger::{Balances, Book};
use crate::money::Cents;

/// On which terms an account spends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// From a prepaid balance, or by invoice.
    pub billing_type: BillingType,
    /// Wallet: how much of the money on its way may be spent. Invoicing: how much may be owed.
    pub credit_limit: Cents,
}

/// What a balance is, in the figures that screens show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// What the account has: available, held and on its way.
    pub value: Cents,
    /// What can be spent now.
    pub available_value: Cents,
    /// How much of the money on its way can be spent now.
    pub available_pending_credit_value: Cents,
    /// All money on its way.
    pub pending_credit: Cents,
    /// The limit.
    pub credit_limit: Cents,
    /// How much of the limit is used.
    pub credit_used: Cents,
}

fn plus(a: Cents, b: Cents) -> Cents {
    Cents::new(a.get().saturating_add(b.get()))
}

fn minus(a: Cents) -> Cents {
    Cents::new(a.get().saturating_neg())
}

impl Terms {
    /// The least that may be left in the book of available money, as the books stand.
    #[must_use]
    pub fn floor(&self, balances: &Balances) -> Cents {
        match self.billing_type {
            BillingType::Wallet => minus(balances.get(Book::PendingCredit).clamp(Cents::ZERO, self.credit_limit.max(Cents::ZERO))),
            BillingType::Invoicing => minus(plus(self.credit_limit, balances.get(Book::Receivable))),
        }
    }

    /// Whether what is available reaches the floor.
    #[must_use]
    pub fn keeps(&self, balances: &Balances) -> bool {
        balances.get(Book::Available) >= self.floor(balances)
    }

    /// The figures of a balance.
    #[must_use]
    pub fn figures(&self, balances: &Balances) -> Figures {
        let (available, pending) = (balances.get(Book::Available), balances.get(Book::PendingCredit));
        let owed = match self.billing_type {
            BillingType::Wallet => minus(available),
            BillingType::Invoicing => minus(plus(available, balances.get(Book::Receivable))),
        };
        Figures {
            value: plus(plus(available, balances.get(Book::Held)), pending),
            available_value: plus(available, minus(self.floor(balances))),
            available_pending_credit_value: pending.min(self.credit_limit),
            pending_credit: pending,
            credit_limit: self.credit_limit,
            credit_used: owed.max(Cents::ZERO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn books(amounts: &[(Book, i64)]) -> Balances {
        let mut balances = Balances::default();
        for (book, amount) in amounts {
            balances.set(*book, Cents::new(*amount));
        }
        balances
    }

    #[test]
    fn a_wallet_spends_money_on_its_way_up_to_the_limit() {
        let terms = Terms { billing_type: BillingType::Wallet, credit_limit: Cents::new(500) };
        assert_eq!(terms.floor(&Balances::default()), Cents::ZERO);
        assert_eq!(terms.floor(&books(&[(Book::PendingCredit, 300)])), Cents::new(-300));
        assert_eq!(terms.floor(&books(&[(Book::PendingCredit, 800)])), Cents::new(-500));
        let figures = terms.figures(&books(&[(Book::Available, -100), (Book::Held, 40), (Book::PendingCredit, 300)]));
        let shown = [figures.value, figures.available_value, figures.available_pending_credit_value, figures.credit_used];
        assert_eq!(shown, [240, 200, 300, 100].map(Cents::new));
    }

    #[test]
    fn an_invoiced_account_owes_up_to_its_limit_open_invoices_included() {
        let terms = Terms { billing_type: BillingType::Invoicing, credit_limit: Cents::new(500) };
        let open = books(&[(Book::Available, -100), (Book::Receivable, -200)]);
        assert_eq!(terms.floor(&open), Cents::new(-300));
        assert!(terms.keeps(&open));
        assert!(!terms.keeps(&books(&[(Book::Available, -301), (Book::Receivable, -200)])));
        let figures = terms.figures(&open);
        assert_eq!([figures.available_value, figures.credit_used], [200, 300].map(Cents::new));
    }
}
