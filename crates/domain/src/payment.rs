//! What we ask of banks and card processors and what they answer, in our own words, the same for every partner.
//!
//! Adapters translate these to and from a partner's API; nothing here names a wire format. A card or account number must never
//! get into any of these types: partners are given tokens, and give back the last four digits.

use crate::Timestamp;
use crate::money::Cents;

/// Who moves the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentPartner {
    /// The bank without a network: the test world's, and the live world's until another is configured.
    Sandbox,
    /// Stripe.
    Stripe,
}

impl PaymentPartner {
    /// The stored word, also the one on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Stripe => "stripe",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Sandbox, Self::Stripe].into_iter().find(|partner| partner.key() == key)
    }
}

/// Who links bank accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BankLinkPartner {
    /// The sandbox's own form.
    Sandbox,
    /// Plaid.
    Plaid,
}

impl BankLinkPartner {
    /// The word on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Plaid => "plaid",
        }
    }
}

/// What a browser needs to talk to the partner itself. Nothing secret.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BrowserKeys {
    /// The card processor's public key; none for the sandbox.
    pub card_provider_public_key: Option<String>,
}

/// What a customer pays with or is paid to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum MethodKind {
    /// A credit or debit card.
    BankCard,
    /// A bank account that is debited.
    BankAccount,
    /// A bank account that is paid to.
    PayoutBankAccount,
}

impl MethodKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::BankCard, Self::BankAccount, Self::PayoutBankAccount];

    /// The stored word, also the `type` on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::BankCard => "BankCard",
            Self::BankAccount => "BankAccount",
            Self::PayoutBankAccount => "PayoutBankAccount",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// A customer as a partner needs to know one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Our account id; partners keep it beside theirs, so that nobody can use somebody else's card.
    pub account: String,
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// The partner's name for the customer, once one is known (from [`CardStart`] or [`MethodFacts`]).
    pub reference: Option<String>,
    /// The partner's name for the customer's business, once onboarding began (from [`Onboarding`]).
    pub business: Option<String>,
}

/// The beginning of adding a card in the browser.
#[derive(Clone, PartialEq, Eq)]
pub struct CardStart {
    /// The partner's name for the customer: keep it.
    pub customer: String,
    /// What the partner's script in the browser needs; none where there is no script.
    pub client_secret: Option<String>,
}

/// A client secret lets whoever holds it finish adding the card.
impl std::fmt::Debug for CardStart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CardStart").field("customer", &self.customer).finish_non_exhaustive()
    }
}

/// A bank account to add.
#[derive(Clone, PartialEq, Eq)]
pub struct BankSource {
    /// The partner's token, good once.
    pub token: String,
    /// Whether it is debited or paid to.
    pub kind: MethodKind,
}

impl std::fmt::Debug for BankSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BankSource").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// A payment method as the partner knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodRef {
    /// What it is.
    pub kind: MethodKind,
    /// The partner's name for its customer (for payouts: for the business).
    pub customer: String,
    /// The partner's name for the method.
    pub reference: String,
}

/// What a partner says about a method that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodFacts {
    /// How to name it from now on; keep `method.customer` with the account too.
    pub method: MethodRef,
    /// Card: its brand, such as `Visa`. Bank account: the bank's name.
    pub issuer: String,
    /// Bank account: the routing number. Empty for cards.
    pub issuer_code: String,
    /// The last four digits.
    pub last4: String,
    /// Card: month and year of its end.
    pub expires: Option<(u8, u16)>,
    /// Whether it can be charged. Cards and payout accounts always can.
    pub verified: bool,
}

/// What came of naming the two small amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// They were right.
    Verified,
    /// They were wrong.
    Wrong {
        /// How often one may try again, where the partner says.
        tries_left: Option<u8>,
    },
    /// They were wrong too often: the account must be added anew.
    Failed,
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_words_are_read_back() {
        for kind in MethodKind::ALL {
            assert_eq!(MethodKind::from_key(kind.key()), Some(kind));
        }
        for partner in [PaymentPartner::Sandbox, PaymentPartner::Stripe] {
            assert_eq!(PaymentPartner::from_key(partner.key()), Some(partner));
        }
        assert_eq!(MethodKind::from_key("Cheque"), None);
        assert_eq!(PaymentPartner::from_key(""), None);
    }

    #[test]
    fn what_opens_something_stays_out_of_debug_output() {
        let start = CardStart { customer: "cus_1".into(), client_secret: Some("hidden".into()) };
        let source = BankSource { token: "hidden".into(), kind: MethodKind::BankAccount };
        let shown = format!("{start:?} {source:?} {:?}", LinkToken { token: "hidden".into() });
        assert!(shown.contains("cus_1") && !shown.contains("hidden"), "{shown}");
    }
}
