//! Events: genuine, forged, old, signed twice; and what each kind means to us.

use super::*;
use domain::payment::{Charge, ChargeState, DisputeState, PaymentNews};
use ring::hmac;
use serde_json::{Value, json};

const NOW: i64 = 1_800_000_000;

fn now() -> Timestamp {
    chrono::DateTime::from_timestamp(NOW, 0).unwrap()
}

fn signature(secret: &str, at: i64, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    hex::encode(hmac::sign(&key, &[at.to_string().as_bytes(), b".", body].concat()))
}

fn stripe(webhook_secret: Option<&str>) -> Stripe {
    let mut settings = settings(Url::parse(BASE).unwrap(), "sk_test_right");
    settings.webhook_secret = webhook_secret.map(Into::into);
    Stripe::new(settings, world(1).1).unwrap()
}

/// An event as Stripe sends it (shape after its published fixtures).
fn event(kind: &str, object: &Value) -> Vec<u8> {
    json!({ "id": "evt_1", "object": "event", "api_version": "2023-08-16", "created": NOW, "type": kind, "livemode": false,
            "pending_webhooks": 1, "request": { "id": null, "idempotency_key": null }, "data": { "object": object } })
    .to_string()
    .into_bytes()
}

fn news(kind: &str, object: &Value) -> PaymentNews {
    let body = event(kind, object);
    let header = format!("t={NOW},v1={}", signature("whsec_test", NOW, &body));
    let event = stripe(Some("whsec_test")).read_event(&header, &body, now()).unwrap();
    assert_eq!((event.id.as_str(), event.name.as_str(), event.at), ("evt_1", kind, now()));
    event.news
}

#[test]
fn only_genuine_and_young_events_are_read() {
    let body = event("plan.created", &json!({}));
    let good = signature("whsec_test", NOW, &body);
    let stripe = stripe(Some("whsec_test"));
    let read = |header: &str| stripe.read_event(header, &body, now()).map(|event| event.id);
    assert_eq!(read(&format!("t={NOW},v1={good}")), Ok("evt_1".into()));
    let other = signature("whsec_other", NOW, &body);
    assert_eq!(read(&format!("t={NOW}, v1={other}, v1={good}, v0=00")), Ok("evt_1".into()));
    for forged in [
        String::new(),
        "t=,v1=".into(),
        format!("v1={good}"),
        format!("t={NOW},v1={other}"),
        format!("t={NOW},v0={good}"),
        format!("t={NOW},v1={}", &good[..62]),
        format!("t={},v1={good}", NOW + 1),
        format!("t={NOW},v1=zz"),
    ] {
        assert_eq!(read(&forged), Err(EventRefusal::Forged), "{forged}");
    }
    let mut changed = body.clone();
    changed[10] ^= 1;
    assert_eq!(stripe.read_event(&format!("t={NOW},v1={good}"), &changed, now()), Err(EventRefusal::Forged));
    for (at, taken) in [(NOW - 300, true), (NOW - 301, false), (NOW + 300, true), (NOW + 301, false)] {
        let header = format!("t={at},v1={}", signature("whsec_test", at, &body));
        assert_eq!(read(&header), if taken { Ok("evt_1".into()) } else { Err(EventRefusal::Stale) }, "{at}");
    }
    let senseless = signature("whsec_test", NOW, b"[]");
    let told = stripe.read_event(&format!("t={NOW},v1={senseless}"), b"[]", now());
    assert!(matches!(told, Err(EventRefusal::Malformed(_))));
}

#[test]
fn without_a_secret_no_event_is_taken() {
    let body = event("plan.created", &json!({}));
    let header = format!("t={NOW},v1={}", signature("", NOW, &body));
    assert_eq!(stripe(None).read_event(&header, &body, now()), Err(EventRefusal::NotExpected));
}

#[test]
fn charges_tell_their_key_and_outcome() {
    let intent = |status: &str, error: Value| {
        json!({ "id": "pi_1", "object": "payment_intent", "status": status, "amount": 5000, "latest_charge": "ch_1",
                "metadata": { "waybill_key": "pay_1" }, "last_payment_error": error })
    };
    let charge = |state| Charge { reference: "pi_1".into(), state, cents: Cents::new(5_000) };
    let expected = |outcome| PaymentNews::Charge { charge: "pi_1".into(), key: Some("pay_1".into()), outcome };
    assert_eq!(
        news("payment_intent.succeeded", &intent("succeeded", Value::Null)),
        expected(ChargeOutcome::Succeeded(charge(ChargeState::Succeeded)))
    );
    assert_eq!(
        news("payment_intent.processing", &intent("processing", Value::Null)),
        expected(ChargeOutcome::Processing(charge(ChargeState::Processing)))
    );
    let failed =
        intent("requires_payment_method", json!({ "type": "card_error", "code": "card_declined", "decline_code": "expired_card" }));
    let reason = "The card has expired.".to_owned();
    assert_eq!(news("payment_intent.payment_failed", &failed), expected(ChargeOutcome::Failed { reference: "pi_1".into(), reason }));
    assert_eq!(news("payment_intent.canceled", &intent("canceled", Value::Null)), expected(ChargeOutcome::NotCharged));
    assert_eq!(news("payment_intent.payment_failed", &intent("requires_action", Value::Null)), PaymentNews::Other);
}

#[test]
fn refunds_disputes_and_payouts_are_understood() {
    let refunded = PaymentNews::Refund { charge: "pi_1".into(), state: RefundState::Succeeded };
    assert_eq!(news("charge.refunded", &json!({ "id": "ch_1", "payment_intent": "pi_1", "amount_refunded": 100 })), refunded);
    assert_eq!(news("charge.refunded", &json!({ "id": "ch_1", "payment_intent": null })), PaymentNews::Other);
    let refund = json!({ "id": "re_1", "status": "succeeded", "payment_intent": "pi_1", "metadata": {} });
    assert_eq!(news("refund.updated", &refund), refunded);
    let dispute = |status: &str| json!({ "id": "dp_1", "payment_intent": "pi_1", "charge": "ch_1", "amount": 700, "status": status });
    for (kind, status, state) in [
        ("charge.dispute.created", "needs_response", DisputeState::Opened),
        ("charge.dispute.closed", "won", DisputeState::Won),
        ("charge.dispute.closed", "lost", DisputeState::Lost),
    ] {
        let expected = PaymentNews::Dispute { charge: "pi_1".into(), dispute: "dp_1".into(), cents: Cents::new(700), state };
        assert_eq!(news(kind, &dispute(status)), expected, "{status}");
    }
    assert_eq!(news("charge.dispute.created", &dispute("warning_needs_response")), PaymentNews::Other);
    let transfer = json!({ "id": "tr_1", "amount": 4200, "reversed": true, "metadata": { "waybill_key": "out_1" } });
    let PaymentNews::Payout { key, outcome, .. } = news("transfer.reversed", &transfer) else { panic!() };
    assert!(key.as_deref() == Some("out_1") && matches!(outcome, PayoutOutcome::Failed { .. }));
}

#[test]
fn businesses_and_methods_are_understood() {
    let account = json!({ "id": "acct_1", "payouts_enabled": true, "details_submitted": true, "capabilities": { "transfers": "pending" } });
    let state = OnboardingState { payouts_enabled: false, tos_accepted: true };
    assert_eq!(news("account.updated", &account), PaymentNews::Onboarding { business: "acct_1".into(), state });
    let bank = |status: &str| json!({ "id": "ba_1", "object": "bank_account", "last4": "6789", "status": status });
    let verified = |verified| PaymentNews::Verified { method: "ba_1".into(), verified };
    assert_eq!(news("customer.source.updated", &bank("verified")), verified(true));
    assert_eq!(news("customer.source.updated", &bank("verification_failed")), verified(false));
    assert_eq!(news("customer.source.updated", &json!({ "id": "card_1", "object": "card" })), PaymentNews::Other);
    let removed = PaymentNews::Removed { method: "pm_1".into() };
    assert_eq!(news("payment_method.detached", &json!({ "id": "pm_1", "object": "payment_method" })), removed);
    assert_eq!(news("something.new", &json!({ "id": 7 })), PaymentNews::Other);
}

#[tokio::test]
async fn missed_events_are_listed_oldest_first() {
    let s = scene().await;
    let events = s.stripe.events(now()).await.unwrap();
    assert_eq!(events.iter().map(|event| event.id.as_str()).collect::<Vec<_>>(), ["evt_1", "evt_2"]);
    assert_eq!(s.fake.books().seen[0].field("created[gte]"), NOW.to_string());
}
