//! Charges at Stripe: one payment intent per key, and what became of it.
//!
//! The key is Stripe's idempotency key and stands in the intent's metadata. A charge whose answer was lost is looked for among
//! the customer's intents. When there is none, the key is used up by an intent that nobody confirms and that is cancelled: a
//! charge that is still on its way then meets a key that belongs to another request, and is refused. So 'not charged' is final.

use super::Stripe;
use super::call::{Failure, Risk, safe};
use super::wire::{Intent, KEY, Page};
use super::words::{self, NEEDS_OWNER};
use crate::http::Form;
use chrono::TimeDelta;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{Charge, ChargeOrder, ChargeOutcome, ChargeState, MethodKind};

/// Pages of a hundred intents that are looked through for one charge.
const PAGES: usize = 10;
/// How far our clock and Stripe's may differ.
const SKEW_MINUTES: i64 = 60;

impl Stripe {
    pub(super) async fn charge(&self, order: &ChargeOrder) -> Result<Charge, PartnerError> {
        if order.cents <= Cents::ZERO {
            return Err(PartnerError::rejected("amount", "must be more than 0.00"));
        }
        let form = intent_form(order)
            .with("payment_method", &order.method.reference)
            .with("metadata[description]", &order.description)
            .with("confirm", "true")
            .with("off_session", "true");
        let sent: Result<Intent, Failure> = self.caller.post("/v1/payment_intents", &form, Some(&order.key), Risk::Money).await;
        let intent = sent.map_err(|failure| {
            if failure.is_other_content() {
                return PartnerError::rejected("base", "This charge was given up before. Try again.");
            }
            failure.into()
        })?;
        match self.settle(intent, order).await {
            Ok(ChargeOutcome::Succeeded(charge) | ChargeOutcome::Processing(charge)) => Ok(charge),
            Ok(ChargeOutcome::Failed { reason, .. }) => Err(PartnerError::rejected("base", reason)),
            Ok(ChargeOutcome::NotCharged) => Err(PartnerError::rejected("base", "The payment was not made. Try again.")),
            Ok(ChargeOutcome::Unsettled) => Err(PartnerError::OutcomeUnknown("Stripe has not decided yet.".into())),
            Err(malformed @ PartnerError::Malformed(_)) => Err(malformed),
            Err(other) => Err(PartnerError::OutcomeUnknown(other.to_string())),
        }
    }

    pub(super) async fn charge_outcome(&self, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError> {
        let found = match &order.reference {
            Some(reference) => {
                let path = format!("/v1/payment_intents/{}", safe(reference)?);
                Some(self.caller.get(&path, &Form::default()).await?)
            }
            None => self.find(order).await?,
        };
        match found {
            Some(intent) => self.settle(intent, order).await,
            None => self.give_up(order).await,
        }
    }

    /// The intent that bears our key.
    async fn find(&self, order: &ChargeOrder) -> Result<Option<Intent>, PartnerError> {
        let since = order.asked_at - TimeDelta::minutes(SKEW_MINUTES);
        let query = Form::default()
            .with("customer", &order.method.customer)
            .with("created[gte]", since.timestamp().to_string())
            .with("limit", "100");
        let mut after: Option<String> = None;
        for _ in 0..PAGES {
            let query = after.iter().fold(query.clone(), |query, after| query.with("starting_after", after));
            let page: Page<Intent> = self.caller.get("/v1/payment_intents", &query).await?;
            after = page.data.last().map(|intent| intent.id.clone());
            let found = page.data.into_iter().find(|intent| intent.metadata.get(KEY) == Some(&order.key));
            if found.is_some() || !page.has_more || after.is_none() {
                return Ok(found);
            }
        }
        Err(PartnerError::Transient("Stripe lists too many payments of this customer to find one.".into()))
    }

    /// Uses the key up, so that nothing can be charged under it any more.
    async fn give_up(&self, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError> {
        let form = intent_form(order).with("metadata[given_up]", "true");
        let sent: Result<Intent, Failure> = self.caller.post("/v1/payment_intents", &form, Some(&order.key), Risk::Harmless).await;
        match sent {
            Ok(intent) => self.settle(intent, order).await,
            // The charge did arrive: Stripe is at it, or will list it soon.
            Err(failure) if failure.is_other_content() || failure.is_in_flight() => Ok(ChargeOutcome::Unsettled),
            Err(failure) => Err(failure.into()),
        }
    }

    /// What an intent says; one that waits for somebody is cancelled, because nobody is there.
    async fn settle(&self, intent: Intent, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError> {
        if intent.amount != order.cents.get() {
            return Err(PartnerError::Malformed("Stripe knows this charge with another amount.".into()));
        }
        match intent.status.as_str() {
            "requires_action" | "requires_confirmation" | "requires_capture" => {}
            "requires_payment_method" if intent.last_payment_error.is_none() => {}
            _ => return Ok(outcome(&intent)),
        }
        let path = format!("/v1/payment_intents/{}/cancel", safe(&intent.id)?);
        let cancelled: Intent = self.caller.post(&path, &Form::default(), None, Risk::Harmless).await?;
        if intent.status == "requires_action" && cancelled.status == "canceled" {
            return Ok(ChargeOutcome::Failed { reference: intent.id, reason: NEEDS_OWNER.into() });
        }
        Ok(outcome(&cancelled))
    }
}

/// What a charge and its giving up have in common.
fn intent_form(order: &ChargeOrder) -> Form {
    let kind = if order.method.kind == MethodKind::BankCard { "card" } else { "us_bank_account" };
    Form::default()
        .with("amount", order.cents.get().to_string())
        .with("currency", "usd")
        .with("customer", &order.method.customer)
        .with("payment_method_types[]", kind)
        .with(&format!("metadata[{KEY}]"), &order.key)
}

/// What an intent says by itself.
pub(super) fn outcome(intent: &Intent) -> ChargeOutcome {
    let charge = |state| Charge { reference: intent.id.clone(), state, cents: Cents::new(intent.amount) };
    match (intent.status.as_str(), &intent.last_payment_error) {
        ("succeeded", _) => ChargeOutcome::Succeeded(charge(ChargeState::Succeeded)),
        ("processing", _) => ChargeOutcome::Processing(charge(ChargeState::Processing)),
        ("requires_payment_method" | "canceled", Some(error)) => {
            ChargeOutcome::Failed { reference: intent.id.clone(), reason: words::why(error) }
        }
        ("canceled", None) => ChargeOutcome::NotCharged,
        _ => ChargeOutcome::Unsettled,
    }
}
