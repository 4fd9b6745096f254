//! What partners tell us by themselves, and the answers around linking a bank account.

use super::{BankSource, ChargeOutcome, OnboardingState, PayoutOutcome, RefundState};
use crate::Timestamp;
use crate::money::Cents;

/// How a charge was contested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeState {
    /// The customer's bank took the money back.
    Opened,
    /// We get it again.
    Won,
    /// It is gone.
    Lost,
}

/// What a partner tells us on its own. Events come twice, late and in any order: they say what to look at, and what was
/// noted for a key or an id must not be noted again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentNews {
    /// A charge moved on.
    Charge {
        /// The partner's name for it.
        charge: String,
        /// Our key, where the partner sends it along.
        key: Option<String>,
        /// What became of it by then.
        outcome: ChargeOutcome,
    },
    /// Money went back to the customer.
    Refund {
        /// The partner's name for the charge.
        charge: String,
        /// How far it is.
        state: RefundState,
    },
    /// A charge is contested: a chargeback.
    Dispute {
        /// The partner's name for the charge.
        charge: String,
        /// The partner's name for the dispute: one dispute is noted once.
        dispute: String,
        /// How much.
        cents: Cents,
        /// How far it is.
        state: DisputeState,
    },
    /// A payout moved on.
    Payout {
        /// The partner's name for it.
        payout: String,
        /// Our key, where the partner sends it along.
        key: Option<String>,
        /// What became of it by then.
        outcome: PayoutOutcome,
    },
    /// A business's onboarding moved on.
    Onboarding {
        /// The partner's name for the business.
        business: String,
        /// How far it is.
        state: OnboardingState,
    },
    /// A bank account was verified, or cannot be any more.
    Verified {
        /// The partner's name for the method.
        method: String,
        /// Which of the two.
        verified: bool,
    },
    /// A method was taken away at the partner.
    Removed {
        /// The partner's name for the method.
        method: String,
    },
    /// Nothing that we act on.
    Other,
}

/// An event whose origin is certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEvent {
    /// The partner's id of the event: whoever handles it remembers it, and handles none twice.
    pub id: String,
    /// The partner's name of its kind, for the log.
    pub name: String,
    /// When it happened, by the partner's clock.
    pub at: Timestamp,
    /// What happened.
    pub news: PaymentNews,
}

/// Why an event is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EventRefusal {
    /// The partner sends no events, or no secret is configured.
    #[error("no events are expected here")]
    NotExpected,
    /// The signature is missing or wrong.
    #[error("the signature is wrong")]
    Forged,
    /// The signature is older than the time that is allowed, or from the future.
    #[error("the signature is too old")]
    Stale,
    /// It is signed, and makes no sense.
    #[error("the event could not be understood: {0}")]
    Malformed(String),
    /// The signature could not be checked now; the partner may send it again.
    #[error("the signature could not be checked: {0}")]
    Unchecked(String),
}

/// What a browser needs to begin linking a bank account.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken {
    /// The token.
    pub token: String,
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LinkToken").finish_non_exhaustive()
    }
}

/// A linked bank account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedBank {
    /// What the bank's customer calls the account, such as `Checking`.
    pub name: String,
    /// The bank.
    pub issuer: String,
    /// The last digits.
    pub last4: String,
    /// The partner's name for the link, by which its events tell what they are about; empty where there is none.
    pub link: String,
    /// What to hand to the payment partner; whoever adds a payout account changes its kind.
    pub source: BankSource,
}

/// What the partner that links bank accounts tells us on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankLinkEvent {
    /// Made of its parts where the partner gives none: none is handled twice.
    pub id: String,
    /// The partner's name of its kind, for the log.
    pub name: String,
    /// The partner's name for the link.
    pub link: String,
    /// Whether the account was found to be the customer's, or cannot be any more; none when the event is about something else.
    pub verified: Option<bool>,
}
