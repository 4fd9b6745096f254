//! Banks and card processors: the one interface to whoever moves money, and to whoever links bank accounts.
//!
//! [`sandbox`] is a bank without a network, [`stripe`] and [`plaid`] are the real ones, [`registry`] chooses. It was checked
//! against their APIs (docs/adding-a-payment-partner.md says how every call maps). Money is never sent twice because an answer
//! was lost: whoever sees [`PartnerError::OutcomeUnknown`] asks for the outcome and nothing else.

pub mod plaid;
pub mod registry;
pub mod sandbox;
pub mod stripe;
#[cfg(test)]
mod testing;

use async_trait::async_trait;
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{
    BankLinkEvent, BankLinkPartner, BankSource, BrowserKeys, CardStart, Charge, ChargeOrder, ChargeOutcome, Customer, EventRefusal,
    LinkToken, LinkedBank, MethodFacts, MethodRef, Onboarding, OnboardingState, PaymentEvent, PaymentPartner, Payout, PayoutOrder,
    PayoutOutcome, RefundOrder, RefundState, Verification,
};

/// Whoever moves money. Calls must not be made while a transaction is open.
#[async_trait]
pub trait PaymentApi: Send + Sync {
    /// Who it is.
    fn partner(&self) -> PaymentPartner;

    /// What a browser needs to know.
    fn browser_keys(&self) -> BrowserKeys;

    /// Begins adding a card in the browser.
    async fn start_card(&self, customer: &Customer) -> Result<CardStart, PartnerError>;

    /// Adds a card that the browser gave to the partner: `source` is the partner's token for it. Asking again answers the same.
    async fn add_card(&self, customer: &Customer, source: &str) -> Result<MethodFacts, PartnerError>;

    /// Adds a bank account. A token is good once; a lost answer means to link the account again.
    async fn add_bank(&self, customer: &Customer, bank: &BankSource) -> Result<MethodFacts, PartnerError>;

    /// Names the two small amounts that the bank account received. Wrong amounts are an answer, not an error.
    async fn verify(&self, method: &MethodRef, amounts: [Cents; 2]) -> Result<Verification, PartnerError>;

    /// Forgets a method. One that is forgotten already is fine.
    async fn remove(&self, method: &MethodRef) -> Result<(), PartnerError>;

    /// Charges, once per key. After [`PartnerError::OutcomeUnknown`] or [`PartnerError::Malformed`] it may have happened: ask for
    /// the outcome. After any other error it did not, and a new attempt with the same key is safe.
    async fn charge(&self, order: &ChargeOrder) -> Result<Charge, PartnerError>;

    /// What became of a charge, whether its answer was lost or the bank takes days.
    ///
    /// [`ChargeOutcome::NotCharged`] is final: a charge that is still on its way must not happen after it was said. So asking
    /// gives up a charge that has not begun.
    async fn charge_outcome(&self, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError>;

    /// Sends money back, once per key. Asking again under the same key answers how far it is.
    async fn refund(&self, order: &RefundOrder) -> Result<RefundState, PartnerError>;

    /// Pays out, once per key. Errors mean the same as with [`PaymentApi::charge`].
    async fn payout(&self, order: &PayoutOrder) -> Result<Payout, PartnerError>;

    /// What became of a payout. [`PayoutOutcome::NotPaid`] is final.
    async fn payout_outcome(&self, order: &PayoutOrder) -> Result<PayoutOutcome, PartnerError>;

    /// Begins or continues the onboarding of a business; the browser comes back to `return_to`.
    async fn start_onboarding(&self, customer: &Customer, return_to: &str) -> Result<Onboarding, PartnerError>;

    /// How far an onboarding is.
    async fn onboarding(&self, reference: &str) -> Result<OnboardingState, PartnerError>;

    /// Reads an event that was sent to us, after its signature was found to be the partner's and young enough.
    fn read_event(&self, signature: &str, body: &[u8], now: Timestamp) -> Result<PaymentEvent, EventRefusal>;

    /// Events that happened since `since` and that we may have missed, oldest first, a few hundred at most; an event may come again.
    /// The sandbox cannot call us, so this is how it tells anything; a real partner's lost events are found by it.
    async fn events(&self, since: Timestamp) -> Result<Vec<PaymentEvent>, PartnerError>;
}

/// Whoever links bank accounts.
#[async_trait]
pub trait BankLinkApi: Send + Sync {
    /// Who it is.
    fn partner(&self) -> BankLinkPartner;

    /// Begins linking in the browser; `user` is our account id.
    async fn link_token(&self, user: &str) -> Result<LinkToken, PartnerError>;

    /// Takes what the browser brought back (a token that is good once, and the account that was chosen).
    async fn exchange(&self, public_token: &str, account_id: &str) -> Result<LinkedBank, PartnerError>;

    /// Reads an event that was sent to us, after its signature was found to be the partner's and young enough.
    async fn read_event(&self, signature: &str, body: &[u8], now: Timestamp) -> Result<BankLinkEvent, EventRefusal>;
}
