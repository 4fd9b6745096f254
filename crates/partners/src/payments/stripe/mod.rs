//! Stripe: cards by Stripe.js, bank accounts by Plaid's tokens, charges, refunds, transfers to businesses, signed events.
//!
//! Written against version 2023-08-16 of its interface (docs/adding-a-payment-partner.md says how every call maps). The
//! secret key is held as [`SecretString`] and must never reach a log, a message or a debug output; card numbers never get here.

mod call;
mod charging;
mod events;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod localstripe;
mod methods;
mod money_out;
#[cfg(test)]
mod tests;
mod wire;
mod words;

use super::PaymentApi;
use crate::sandbox::Time;
use async_trait::async_trait;
use call::Caller;
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{
    BankSource, BrowserKeys, CardStart, Charge, ChargeOrder, ChargeOutcome, Customer, EventRefusal, MethodFacts, MethodRef, Onboarding,
    OnboardingState, PaymentEvent, PaymentPartner, Payout, PayoutOrder, PayoutOutcome, RefundOrder, RefundState, Verification,
};
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Where Stripe is.
pub const BASE: &str = "https://api.stripe.com";

/// How to reach Stripe.
#[derive(Debug, Clone)]
pub struct StripeSettings {
    /// `sk_...` or `rk_...`.
    pub secret_key: SecretString,
    /// `pk_...`, for the browser.
    pub public_key: String,
    /// `whsec_...`; none: no events are taken.
    pub webhook_secret: Option<SecretString>,
    /// [`BASE`], or a fake of it.
    pub base: Url,
    /// How long a call may take; half a minute where nothing is said.
    pub patience: Option<Duration>,
}

/// Stripe under one key.
pub struct Stripe {
    caller: Caller,
    public_key: String,
    webhook_secret: Option<SecretString>,
    time: Arc<dyn Time>,
}

impl Stripe {
    /// Prepares calls; nothing is sent yet.
    pub fn new(settings: StripeSettings, time: Arc<dyn Time>) -> Result<Self, String> {
        let caller = Caller::new(&settings.base, settings.secret_key, settings.patience)?;
        Ok(Self { caller, public_key: settings.public_key, webhook_secret: settings.webhook_secret, time })
    }
}

#[async_trait]
impl PaymentApi for Stripe {
    fn partner(&self) -> PaymentPartner {
        PaymentPartner::Stripe
    }

    fn browser_keys(&self) -> BrowserKeys {
        BrowserKeys { card_provider_public_key: Some(self.public_key.clone()) }
    }

    async fn start_card(&self, customer: &Customer) -> Result<CardStart, PartnerError> {
        self.start_card(customer).await
    }

    async fn add_card(&self, customer: &Customer, source: &str) -> Result<MethodFacts, PartnerError> {
        self.add_card(customer, source).await
    }

    async fn add_bank(&self, customer: &Customer, bank: &BankSource) -> Result<MethodFacts, PartnerError> {
        self.add_bank(customer, bank).await
    }

    async fn verify(&self, method: &MethodRef, amounts: [Cents; 2]) -> Result<Verification, PartnerError> {
        self.verify(method, amounts).await
    }

    async fn remove(&self, method: &MethodRef) -> Result<(), PartnerError> {
        self.remove(method).await
    }

    async fn charge(&self, order: &ChargeOrder) -> Result<Charge, PartnerError> {
        self.charge(order).await
    }

    async fn charge_outcome(&self, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError> {
        self.charge_outcome(order).await
    }

    async fn refund(&self, order: &RefundOrder) -> Result<RefundState, PartnerError> {
        self.refund(order).await
    }

    async fn payout(&self, order: &PayoutOrder) -> Result<Payout, PartnerError> {
        self.payout(order).await
    }

    async fn payout_outcome(&self, order: &PayoutOrder) -> Result<PayoutOutcome, PartnerError> {
        self.payout_outcome(order).await
    }

    async fn start_onboarding(&self, customer: &Customer, return_to: &str) -> Result<Onboarding, PartnerError> {
        self.start_onboarding(customer, return_to).await
    }

    async fn onboarding(&self, reference: &str) -> Result<OnboardingState, PartnerError> {
        self.onboarding(reference).await
    }

    fn read_event(&self, signature: &str, body: &[u8], now: Timestamp) -> Result<PaymentEvent, EventRefusal> {
        let secret = self.webhook_secret.as_ref().ok_or(EventRefusal::NotExpected)?;
        events::check_signature(secret.expose_secret(), signature, body, now)?;
        events::read(body)
    }

    async fn events(&self, since: Timestamp) -> Result<Vec<PaymentEvent>, PartnerError> {
        self.events(since).await
    }
}
