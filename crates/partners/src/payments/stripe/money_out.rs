//! Money that leaves us at Stripe: refunds, transfers to businesses, and the businesses themselves.
//!
//! A refund is looked for before it is made, and a transfer bears our key as its group, so that neither is made twice.

use super::Stripe;
use super::call::{Failure, Risk, safe};
use super::methods::fingerprint;
use super::wire::{ACCOUNT, Account, AccountLink, KEY, Page, Transfer, WireRefund};
use super::words;
use crate::http::Form;
use chrono::TimeDelta;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{Customer, Onboarding, OnboardingState, Payout, PayoutOrder, PayoutOutcome, PayoutState, RefundOrder, RefundState};

/// How long after it was asked for a transfer that Stripe does not list may still appear. A call lasts half a minute at most.
const APPEARS_WITHIN_MINUTES: i64 = 60;

impl Stripe {
    pub(super) async fn refund(&self, order: &RefundOrder) -> Result<RefundState, PartnerError> {
        let query = Form::default().with("payment_intent", safe(&order.charge)?).with("limit", "100");
        let made: Page<WireRefund> = self.caller.get("/v1/refunds", &query).await?;
        if let Some(refund) = made.data.iter().find(|refund| refund.metadata.get(KEY) == Some(&order.key)) {
            return Ok(refund_state(refund));
        }
        let form = Form::default()
            .with("payment_intent", &order.charge)
            .with("amount", order.cents.get().to_string())
            .with(&format!("metadata[{KEY}]"), &order.key);
        let refund: WireRefund = self.caller.post("/v1/refunds", &form, Some(&order.key), Risk::Money).await?;
        Ok(refund_state(&refund))
    }

    pub(super) async fn payout(&self, order: &PayoutOrder) -> Result<Payout, PartnerError> {
        if order.cents <= Cents::ZERO {
            return Err(PartnerError::rejected("amount", "must be more than 0.00"));
        }
        let form = Form::default()
            .with("amount", order.cents.get().to_string())
            .with("currency", "usd")
            .with("destination", safe(&order.business)?)
            .with("transfer_group", &order.key)
            .with("description", &order.description)
            .with(&format!("metadata[{KEY}]"), &order.key);
        let transfer: Transfer = self.caller.post("/v1/transfers", &form, Some(&order.key), Risk::Money).await?;
        match payout_outcome(&transfer) {
            PayoutOutcome::Failed { reason, .. } => Err(PartnerError::rejected("base", reason)),
            _ => Ok(Payout { reference: transfer.id, state: PayoutState::Paid }),
        }
    }

    pub(super) async fn payout_outcome(&self, order: &PayoutOrder) -> Result<PayoutOutcome, PartnerError> {
        let found = match &order.reference {
            Some(reference) => Some(self.caller.get(&format!("/v1/transfers/{}", safe(reference)?), &Form::default()).await?),
            None => {
                let query = Form::default().with("transfer_group", &order.key).with("limit", "10");
                let page: Page<Transfer> = self.caller.get("/v1/transfers", &query).await?;
                page.data.into_iter().find(|transfer| transfer.metadata.get(KEY) == Some(&order.key))
            }
        };
        match found {
            Some(transfer) if transfer.amount != order.cents.get() => {
                Err(PartnerError::Malformed("Stripe knows this payout with another amount.".into()))
            }
            Some(transfer) => Ok(payout_outcome(&transfer)),
            None if self.time.now() - order.asked_at > TimeDelta::minutes(APPEARS_WITHIN_MINUTES) => Ok(PayoutOutcome::NotPaid),
            None => Ok(PayoutOutcome::Unsettled),
        }
    }

    pub(super) async fn start_onboarding(&self, customer: &Customer, return_to: &str) -> Result<Onboarding, PartnerError> {
        let reference = match &customer.business {
            Some(reference) => reference.clone(),
            None => self.new_business(customer).await?,
        };
        let form = Form::default()
            .with("account", &reference)
            .with("refresh_url", return_to)
            .with("return_url", return_to)
            .with("type", "account_onboarding")
            .with("collect", "eventually_due");
        let link: Result<AccountLink, Failure> = self.caller.post("/v1/account_links", &form, None, Risk::Harmless).await;
        Ok(Onboarding { reference, location: link?.url })
    }

    async fn new_business(&self, customer: &Customer) -> Result<String, PartnerError> {
        let form = Form::default()
            .with("type", "custom")
            .with("country", "US")
            .with("email", &customer.email)
            .with("business_profile[name]", &customer.name)
            .with("capabilities[transfers][requested]", "true")
            .with(&format!("metadata[{ACCOUNT}]"), &customer.account);
        let key = format!("business-{}", fingerprint(&[&customer.account, &customer.name, &customer.email]));
        let account: Account = self.caller.post("/v1/accounts", &form, Some(&key), Risk::Harmless).await?;
        Ok(account.id)
    }

    pub(super) async fn onboarding(&self, reference: &str) -> Result<OnboardingState, PartnerError> {
        let account: Account = self.caller.get(&format!("/v1/accounts/{}", safe(reference)?), &Form::default()).await?;
        Ok(onboarding_state(&account))
    }
}

/// How far a refund is.
pub(super) fn refund_state(refund: &WireRefund) -> RefundState {
    match refund.status.as_deref() {
        Some("failed" | "canceled") => RefundState::Failed { reason: words::why_refund(refund.failure_reason.as_deref()) },
        Some("pending" | "requires_action") => RefundState::Pending,
        _ => RefundState::Succeeded,
    }
}

/// What a transfer says. It reaches the business at once, and the business's bank by Stripe's own payouts.
pub(super) fn payout_outcome(transfer: &Transfer) -> PayoutOutcome {
    let reference = transfer.id.clone();
    if transfer.reversed {
        return PayoutOutcome::Failed { reference, reason: "The payout was taken back.".into() };
    }
    PayoutOutcome::Paid(Payout { reference, state: PayoutState::Paid })
}

/// How far a business is.
pub(super) fn onboarding_state(account: &Account) -> OnboardingState {
    let transfers = account.capabilities.get("transfers").is_some_and(|state| state == "active");
    OnboardingState { payouts_enabled: account.payouts_enabled && transfers, tos_accepted: account.details_submitted }
}
