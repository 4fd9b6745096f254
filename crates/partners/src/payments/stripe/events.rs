//! Stripe's events: whether one is genuine, and what it means.
//!
//! A signature is an HMAC over time and body; several may stand in the header while a secret is being changed. It is compared
//! in constant time, before anything of the body is read, and it is good for five minutes.

use super::Stripe;
use super::charging::outcome;
use super::money_out::{onboarding_state, payout_outcome, refund_state};
use super::wire::{Account, Dispute, Intent, KEY, Page, Transfer, WireBank, WireCharge, WireEvent, WireRefund};
use crate::http::Form;
use chrono::DateTime;
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{ChargeOutcome, DisputeState, EventRefusal, PaymentEvent, PaymentNews, RefundState};
use ring::hmac;
use serde::de::DeserializeOwned;

/// For how many seconds a signature is good, in both directions.
const WINDOW: i64 = 300;
/// Pages of a hundred events that one look takes.
const PAGES: usize = 5;

/// Checks a `Stripe-Signature` header.
pub(super) fn check_signature(secret: &str, header: &str, body: &[u8], now: Timestamp) -> Result<(), EventRefusal> {
    let values = |wanted: &'static str| {
        let pairs = header.split(',').filter_map(|pair| pair.trim().split_once('='));
        pairs.filter(move |(name, _)| *name == wanted).map(|(_, value)| value)
    };
    let time = values("t").next().ok_or(EventRefusal::Forged)?;
    let at: i64 = time.parse().map_err(|_| EventRefusal::Forged)?;
    let signed = [time.as_bytes(), b".", body].concat();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let is_ours = |signature: &str| hex::decode(signature).is_ok_and(|tag| hmac::verify(&key, &signed, &tag).is_ok());
    if !values("v1").any(is_ours) {
        return Err(EventRefusal::Forged);
    }
    if now.timestamp().abs_diff(at) > WINDOW.unsigned_abs() {
        return Err(EventRefusal::Stale);
    }
    Ok(())
}

/// Reads an event's body.
pub(super) fn read(body: &[u8]) -> Result<PaymentEvent, EventRefusal> {
    let event: WireEvent = serde_json::from_slice(body).map_err(|error| EventRefusal::Malformed(error.to_string()))?;
    told(event).map_err(|error| EventRefusal::Malformed(error.to_string()))
}

fn told(event: WireEvent) -> Result<PaymentEvent, serde_json::Error> {
    let news = news(&event)?;
    let at = DateTime::from_timestamp(event.created, 0).unwrap_or_default();
    Ok(PaymentEvent { id: event.id, name: event.kind, at, news })
}

fn object<T: DeserializeOwned>(event: &WireEvent) -> Result<T, serde_json::Error> {
    serde_json::from_value(event.data.object.clone())
}

fn news(event: &WireEvent) -> Result<PaymentNews, serde_json::Error> {
    Ok(match event.kind.as_str() {
        "payment_intent.succeeded" | "payment_intent.processing" | "payment_intent.payment_failed" | "payment_intent.canceled" => {
            let intent: Intent = object(event)?;
            match outcome(&intent) {
                ChargeOutcome::Unsettled => PaymentNews::Other,
                outcome => PaymentNews::Charge { key: intent.metadata.get(KEY).cloned(), charge: intent.id, outcome },
            }
        }
        "charge.refunded" => match object::<WireCharge>(event)?.payment_intent {
            Some(charge) => PaymentNews::Refund { charge, state: RefundState::Succeeded },
            None => PaymentNews::Other,
        },
        "refund.updated" | "refund.failed" | "charge.refund.updated" => {
            let refund: WireRefund = object(event)?;
            let state = refund_state(&refund);
            refund.payment_intent.map_or(PaymentNews::Other, |charge| PaymentNews::Refund { charge, state })
        }
        "charge.dispute.created" | "charge.dispute.closed" => dispute(object(event)?),
        "transfer.created" | "transfer.reversed" => {
            let transfer: Transfer = object(event)?;
            let (key, outcome) = (transfer.metadata.get(KEY).cloned(), payout_outcome(&transfer));
            PaymentNews::Payout { payout: transfer.id, key, outcome }
        }
        "account.updated" => {
            let account: Account = object(event)?;
            PaymentNews::Onboarding { state: onboarding_state(&account), business: account.id }
        }
        "customer.source.updated" if is_bank(event) => {
            let bank: WireBank = object(event)?;
            match bank.status.as_deref() {
                Some("verified") => PaymentNews::Verified { method: bank.id, verified: true },
                Some("verification_failed" | "errored") => PaymentNews::Verified { method: bank.id, verified: false },
                _ => PaymentNews::Other,
            }
        }
        "payment_method.detached" | "customer.source.deleted" => match event.data.object.get("id").and_then(|id| id.as_str()) {
            Some(id) => PaymentNews::Removed { method: id.to_owned() },
            None => PaymentNews::Other,
        },
        _ => PaymentNews::Other,
    })
}

fn is_bank(event: &WireEvent) -> bool {
    event.data.object.get("object").and_then(|kind| kind.as_str()) == Some("bank_account")
}

/// A bank's mere question (its status begins with `warning_`) takes no money.
fn dispute(dispute: Dispute) -> PaymentNews {
    let state = match dispute.status.as_str() {
        "won" => DisputeState::Won,
        "lost" => DisputeState::Lost,
        status if status.starts_with("warning_") => return PaymentNews::Other,
        _ => DisputeState::Opened,
    };
    let (cents, id) = (Cents::new(dispute.amount), dispute.id);
    dispute.payment_intent.map_or(PaymentNews::Other, |charge| PaymentNews::Dispute { charge, dispute: id, cents, state })
}

impl Stripe {
    /// Events since a time, oldest first. Stripe lists the newest first: what is left off are the oldest.
    pub(super) async fn events(&self, since: Timestamp) -> Result<Vec<PaymentEvent>, PartnerError> {
        let query = Form::default().with("created[gte]", since.timestamp().to_string()).with("limit", "100");
        let mut events = Vec::new();
        let mut after: Option<String> = None;
        for _ in 0..PAGES {
            let query = after.iter().fold(query.clone(), |query, after| query.with("starting_after", after));
            let page: Page<WireEvent> = self.caller.get("/v1/events", &query).await?;
            after = page.data.last().map(|event| event.id.clone());
            let has_more = page.has_more && after.is_some();
            for event in page.data {
                // An event that makes no sense must not hide the others; it was told by its own delivery.
                events.extend(told(event).ok());
            }
            if !has_more {
                break;
            }
        }
        events.reverse();
        Ok(events)
    }
}
