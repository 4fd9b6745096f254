//! Charges, refunds and payouts as they are ordered, and what became of them.

use super::MethodRef;
use crate::Timestamp;
use crate::money::Cents;

/// A charge, and the key under which it must happen only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeOrder {
    /// Ours, such as the payment's id; the same key never charges twice.
    pub key: String,
    /// How much.
    pub cents: Cents,
    /// What is charged.
    pub method: MethodRef,
    /// What the customer reads at the partner.
    pub description: String,
    /// When the intent was written down.
    pub asked_at: Timestamp,
    /// The partner's name for the charge, once it is known.
    pub reference: Option<String>,
}

/// How far a charge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeState {
    /// The money is there.
    Succeeded,
    /// The bank was asked and answers in days.
    Processing,
}

/// A charge that the partner accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// The partner's name for it.
    pub reference: String,
    /// How far it is.
    pub state: ChargeState,
    /// How much.
    pub cents: Cents,
}

/// What became of a charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The money is there.
    Succeeded(Charge),
    /// The bank answers in days.
    Processing(Charge),
    /// It was tried and failed, for good.
    Failed {
        /// The partner's name for it.
        reference: String,
        /// In plain words.
        reason: String,
    },
    /// It never happened, and with this key it never will.
    NotCharged,
    /// The partner cannot say yet; ask again.
    Unsettled,
}

/// Money that goes back to what was charged. Asking again under the same key tells how far it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundOrder {
    /// Ours; the same key never refunds twice.
    pub key: String,
    /// The partner's name for the charge.
    pub charge: String,
    /// How much; at most what was charged.
    pub cents: Cents,
}

/// How far a refund is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundState {
    /// On its way.
    Pending,
    /// The customer has it.
    Succeeded,
    /// It came back.
    Failed {
        /// In plain words.
        reason: String,
    },
}

/// Money that we pay out, and the key under which it must happen only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutOrder {
    /// Ours; the same key never pays twice.
    pub key: String,
    /// How much.
    pub cents: Cents,
    /// The partner's name for the business that is paid.
    pub business: String,
    /// The bank account that it goes to.
    pub method: MethodRef,
    /// What the receiver reads.
    pub description: String,
    /// When the intent was written down.
    pub asked_at: Timestamp,
    /// The partner's name for the payout, once it is known.
    pub reference: Option<String>,
}

/// How far a payout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutState {
    /// On its way.
    Processing,
    /// It left us for good.
    Paid,
}

/// A payout that the partner accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// The partner's name for it.
    pub reference: String,
    /// How far it is.
    pub state: PayoutState,
}

/// What became of a payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutOutcome {
    /// It left us.
    Paid(Payout),
    /// On its way.
    Processing(Payout),
    /// It came back.
    Failed {
        /// The partner's name for it.
        reference: String,
        /// In plain words.
        reason: String,
    },
    /// It never happened, and with this key it never will.
    NotPaid,
    /// The partner cannot say yet; ask again.
    Unsettled,
}

/// The beginning of a business's onboarding at the partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Onboarding {
    /// The partner's name for the business: keep it.
    pub reference: String,
    /// Where to send the browser, good once and soon.
    pub location: String,
}

/// How far a business's onboarding is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OnboardingState {
    /// Whether it can be paid to.
    pub payouts_enabled: bool,
    /// Whether it accepted the partner's agreement.
    pub tos_accepted: bool,
}
