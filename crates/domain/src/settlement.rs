//! Payments from intent to settlement: which step may follow which, and what each posts.
//!
//! Banks tell things twice, late and in any order. A step that does not fit the state changes nothing, so no order of them
//! credits twice; and whatever the order, the books end up as if they had come in the right one.

use crate::incentive::Program;
use crate::ledger::{Balanced, Book, Unbalanced};
use crate::money::Cents;
use crate::transaction::Kind;

/// What a payment is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Money that the customer adds.
    TopUp,
    /// Money that is added because the balance fell below the threshold.
    Recharge,
    /// An invoice is paid.
    Invoice,
    /// Incentives are paid to the customer.
    Payout(Program),
    /// Negative incentives are pulled from the customer.
    Pull(Program),
}

impl Purpose {
    /// The stored word.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::TopUp => "top_up",
            Self::Recharge => "recharge",
            Self::Invoice => "invoice",
            Self::Payout(_) => "payout",
            Self::Pull(_) => "pull",
        }
    }

    /// The program whose incentives it pays.
    #[must_use]
    pub const fn program(self) -> Option<Program> {
        match self {
            Self::Payout(program) | Self::Pull(program) => Some(program),
            _ => None,
        }
    }

    /// Reads the stored word and program.
    #[must_use]
    pub fn read(key: &str, program: Option<Program>) -> Option<Self> {
        match (key, program) {
            ("top_up", None) => Some(Self::TopUp),
            ("recharge", None) => Some(Self::Recharge),
            ("invoice", None) => Some(Self::Invoice),
            ("payout", Some(program)) => Some(Self::Payout(program)),
            ("pull", Some(program)) => Some(Self::Pull(program)),
            _ => None,
        }
    }

    /// The kind of its transaction.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::TopUp => Kind::TopUp,
            Self::Recharge => Kind::Recharge,
            Self::Invoice => Kind::InvoicePayment,
            Self::Payout(_) => Kind::Payout,
            Self::Pull(_) => Kind::Pull,
        }
    }
}

/// Where a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// The bank was not asked yet, or its answer was lost.
    Pending,
    /// The bank accepted it and settles it later.
    Processing,
    /// Done.
    Succeeded,
    /// It did not happen.
    Failed,
    /// The money was sent back.
    Refunded,
    /// The customer's bank took the money back.
    Disputed,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 6] = [Self::Pending, Self::Processing, Self::Succeeded, Self::Failed, Self::Refunded, Self::Disputed];

    /// The stored word, also the one on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// What the bank said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It accepted the payment and settles it later.
    Processing,
    /// It is done.
    Succeeded,
    /// It did not happen.
    Failed,
    /// The customer's bank took this much back.
    Disputed(Cents),
    /// The customer's bank gave again what it took back.
    Reinstated,
    /// All of it was sent back to the customer.
    Refunded,
}

impl Step {
    /// A word for keys.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Disputed(_) => "disputed",
            Self::Reinstated => "reinstated",
            Self::Refunded => "refunded",
        }
    }

    /// The state after this step; none when it does not fit the state before.
    #[must_use]
    pub fn after(self, state: State) -> Option<State> {
        use State::{Disputed, Failed, Pending, Processing, Refunded, Succeeded};
        match (self, state) {
            (Self::Processing, Pending) => Some(Processing),
            // A bank that took the money after it was thought to have failed owes the customer a credit.
            (Self::Succeeded, Pending | Processing | Failed) | (Self::Reinstated, Disputed) => Some(Succeeded),
            (Self::Failed, Pending | Processing) => Some(Failed),
            (Self::Disputed(_), Pending | Processing | Succeeded) => Some(Disputed),
            (Self::Refunded, Pending | Processing | Succeeded) => Some(Refunded),
            _ => None,
        }
    }
}

/// The amounts that a step needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// How much the payment moves.
    pub amount: Cents,
    /// How much of it is disputed.
    pub disputed: Cents,
    /// What is due on its invoice; what is paid beyond that can be spent.
    pub invoice_due: Cents,
}

/// What a step posts when the payment was in a state; none when it moves no money.
pub fn postings(purpose: Purpose, state: State, step: Step, facts: &Facts) -> Result<Option<Balanced>, Unbalanced> {
    match purpose {
        Purpose::Payout(program) => {
            let (book, amount) = (program.reported(), facts.amount);
            match (step, state) {
                // The money is gone from the customer's incentives as soon as the bank accepts the payout.
                (Step::Processing, _) | (Step::Succeeded, State::Pending | State::Failed) => moved(amount, book, Book::Clearing),
                (Step::Failed | Step::Disputed(_) | Step::Refunded, State::Processing | State::Succeeded) => {
                    moved(amount, Book::Clearing, book)
                }
                (Step::Reinstated, _) => moved(amount, book, Book::Clearing),
                _ => Ok(None),
            }
        }
        Purpose::Pull(program) => charge(state, step, facts, &[(program.reported(), facts.amount)], None),
        Purpose::TopUp | Purpose::Recharge => charge(state, step, facts, &[(Book::Available, facts.amount)], Some(Book::PendingCredit)),
        Purpose::Invoice => {
            let due = facts.invoice_due.clamp(Cents::ZERO, facts.amount);
            let beyond = Cents::new(facts.amount.get() - due.get());
            charge(state, step, facts, &[(Book::Receivable, due), (Book::Available, beyond)], Some(Book::PendingCredit))
        }
    }
}

/// Money from the customer's bank: on its way in one book while the bank settles, then where it belongs.
fn charge(
    state: State,
    step: Step,
    facts: &Facts,
    into: &[(Book, Cents)],
    on_its_way: Option<Book>,
) -> Result<Option<Balanced>, Unbalanced> {
    let coming = on_its_way.filter(|_| state == State::Processing);
    match step {
        Step::Processing => on_its_way.map_or(Ok(None), |book| moved(facts.amount, Book::Clearing, book)),
        Step::Succeeded => {
            let out = facts.amount.checked_neg().ok_or(Unbalanced::Overflow)?;
            Balanced::of(into.iter().copied().chain([(coming.unwrap_or(Book::Clearing), out)])).map(Some)
        }
        Step::Reinstated => moved(facts.disputed, Book::Clearing, taken_from(into)),
        Step::Disputed(cents) if state == State::Succeeded => moved(cents, taken_from(into), Book::Clearing),
        Step::Refunded if state == State::Succeeded => moved(facts.amount, taken_from(into), Book::Clearing),
        Step::Failed | Step::Disputed(_) | Step::Refunded => coming.map_or(Ok(None), |book| moved(facts.amount, book, Book::Clearing)),
    }
}

/// A chargeback comes from what can be spent, also when an invoice was paid: it is owed anew. Only incentives stay by themselves.
fn taken_from(into: &[(Book, Cents)]) -> Book {
    match into {
        [(book @ (Book::IncentivesExternal | Book::IncentivesChannel), _), ..] => *book,
        _ => Book::Available,
    }
}

fn moved(amount: Cents, from: Book, to: Book) -> Result<Option<Balanced>, Unbalanced> {
    Balanced::moved(amount, from, to).map(Some)
}

#[cfg(test)]
#[path = "settlement_tests.rs"]
mod tests;
