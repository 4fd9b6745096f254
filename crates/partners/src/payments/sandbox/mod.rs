//! A bank without a network: for the test world, for demos, for tests, and for live worlds without a payment partner.
//!
//! It remembers through [`state::BankState`] and takes the time from its parts. It must never be mistaken for the real thing:
//! no money moves. It never keeps a card or account number: only the last four digits and what the number chose to happen.

mod charging;
mod documents;
mod events;
pub mod memory;
mod methods;
pub mod numbers;
mod paying_out;
pub mod settling;
pub mod state;
pub mod state_contract;
#[cfg(test)]
mod tests;

use super::{BankLinkApi, PaymentApi};
use crate::sandbox::Time;
use crate::sandbox::speed::Speed;
use async_trait::async_trait;
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{
    BankLinkEvent, BankLinkPartner, BankSource, BrowserKeys, CardStart, Charge, ChargeOrder, ChargeOutcome, Customer, EventRefusal,
    LinkToken, LinkedBank, MethodFacts, MethodKind, MethodRef, Onboarding, OnboardingState, PaymentEvent, PaymentPartner, Payout,
    PayoutOrder, PayoutOutcome, RefundOrder, RefundState, Verification,
};
use numbers::Offer;
use state::BankState;
use std::sync::Arc;

const DECLINED: &str = "The card was declined.";
const INSUFFICIENT: &str = "The card has insufficient funds.";

/// What a sandbox bank is made of. Cheap to clone.
#[derive(Clone)]
pub struct BankParts {
    /// What it remembers.
    pub state: Arc<dyn BankState>,
    /// Its clock.
    pub time: Arc<dyn Time>,
    /// How fast its time runs.
    pub speed: Speed,
}

/// A charge as the bank's books show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedCharge {
    /// The key under which it was made.
    pub key: String,
    /// How much.
    pub cents: Cents,
    /// What was given back of it.
    pub refunded: Cents,
    /// What became of it by now.
    pub outcome: ChargeOutcome,
}

/// A bank that needs no network. It is also whoever links its own accounts.
#[derive(Clone)]
pub struct SandboxBank {
    parts: BankParts,
}

impl SandboxBank {
    /// The bank of one world.
    #[must_use]
    pub const fn new(parts: BankParts) -> Self {
        Self { parts }
    }

    /// Keeps what the bank's own form took (checked by [`numbers::CardEntry`] or [`numbers::BankEntry`]) under a fresh token of
    /// the caller that nobody can guess; `account` is the account of the person at the form. The token is then the card's
    /// `source`, or the bank account's `public_token`.
    pub async fn offer(&self, account: &str, token: &str, offer: Offer) -> Result<(), PartnerError> {
        methods::offer(&self.parts, account, token, offer).await
    }

    /// The bank's books, for checks: charges after a key, at most `limit`.
    pub async fn charges(&self, after: &str, limit: u32) -> Result<Vec<BookedCharge>, PartnerError> {
        let now = self.parts.time.now();
        let records = self.parts.state.list(charging::CHARGES, after, limit).await?;
        let booked = |record: &state::Record| -> Result<BookedCharge, PartnerError> {
            let key = record.key.clone();
            Ok(match documents::read(record)? {
                charging::Held::Closed => {
                    BookedCharge { key, cents: Cents::ZERO, refunded: Cents::ZERO, outcome: ChargeOutcome::NotCharged }
                }
                charging::Held::Charged(charged) => BookedCharge {
                    outcome: charged.outcome(&key, now),
                    key,
                    cents: Cents::new(charged.cents),
                    refunded: Cents::new(charged.cents.saturating_sub(charged.left())),
                },
            })
        };
        records.iter().map(booked).collect()
    }
}

#[async_trait]
impl PaymentApi for SandboxBank {
    fn partner(&self) -> PaymentPartner {
        PaymentPartner::Sandbox
    }

    fn browser_keys(&self) -> BrowserKeys {
        BrowserKeys::default()
    }

    async fn start_card(&self, customer: &Customer) -> Result<CardStart, PartnerError> {
        Ok(CardStart { customer: methods::customer(&customer.account), client_secret: None })
    }

    async fn add_card(&self, customer: &Customer, source: &str) -> Result<MethodFacts, PartnerError> {
        methods::add(&self.parts, customer, source, MethodKind::BankCard).await
    }

    async fn add_bank(&self, customer: &Customer, bank: &BankSource) -> Result<MethodFacts, PartnerError> {
        methods::add(&self.parts, customer, &bank.token, bank.kind).await
    }

    async fn verify(&self, method: &MethodRef, amounts: [Cents; 2]) -> Result<Verification, PartnerError> {
        methods::verify(&self.parts, method, amounts).await
    }

    async fn remove(&self, method: &MethodRef) -> Result<(), PartnerError> {
        methods::remove(&self.parts, method).await
    }

    async fn charge(&self, order: &ChargeOrder) -> Result<Charge, PartnerError> {
        charging::charge(&self.parts, order).await
    }

    async fn charge_outcome(&self, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError> {
        charging::outcome(&self.parts, order).await
    }

    async fn refund(&self, order: &RefundOrder) -> Result<RefundState, PartnerError> {
        charging::refund(&self.parts, order).await
    }

    async fn payout(&self, order: &PayoutOrder) -> Result<Payout, PartnerError> {
        paying_out::payout(&self.parts, order).await
    }

    async fn payout_outcome(&self, order: &PayoutOrder) -> Result<PayoutOutcome, PartnerError> {
        paying_out::outcome(&self.parts, order).await
    }

    async fn start_onboarding(&self, customer: &Customer, return_to: &str) -> Result<Onboarding, PartnerError> {
        paying_out::start_onboarding(&self.parts, customer, return_to).await
    }

    async fn onboarding(&self, reference: &str) -> Result<OnboardingState, PartnerError> {
        paying_out::onboarding(&self.parts, reference).await
    }

    fn read_event(&self, _signature: &str, _body: &[u8], _now: Timestamp) -> Result<PaymentEvent, EventRefusal> {
        Err(EventRefusal::NotExpected)
    }

    async fn events(&self, since: Timestamp) -> Result<Vec<PaymentEvent>, PartnerError> {
        events::since(&self.parts, since).await
    }
}

#[async_trait]
impl BankLinkApi for SandboxBank {
    fn partner(&self) -> BankLinkPartner {
        BankLinkPartner::Sandbox
    }

    async fn link_token(&self, user: &str) -> Result<LinkToken, PartnerError> {
        Ok(LinkToken { token: format!("link-waybill-sandbox-{user}") })
    }

    async fn exchange(&self, public_token: &str, _account_id: &str) -> Result<LinkedBank, PartnerError> {
        methods::linked(&self.parts, public_token).await
    }

    async fn read_event(&self, _signature: &str, _body: &[u8], _now: Timestamp) -> Result<BankLinkEvent, EventRefusal> {
        Err(EventRefusal::NotExpected)
    }
}
