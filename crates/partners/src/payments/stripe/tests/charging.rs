//! Charging: once per key, in plain words when it fails, and never lost or doubled when an answer is.

use super::*;
use crate::payments::testing::{Reply, nobody};
use chrono::TimeDelta;
use domain::payment::ChargeState;

#[tokio::test]
async fn a_charge_is_one_confirmed_intent_under_our_key() {
    let s = scene().await;
    let order = s.order("pay_1", "pm_good");
    let charge = s.stripe.charge(&order).await.unwrap();
    assert_eq!((charge.reference.as_str(), charge.state, charge.cents), ("pi_1", ChargeState::Succeeded, Cents::new(5_000)));
    let sent = s.fake.books().seen[0].clone();
    assert_eq!((sent.method.as_str(), sent.path.as_str(), sent.header("idempotency-key")), ("POST", "/v1/payment_intents", "pay_1"));
    let fields = [
        ("amount", "5000"),
        ("currency", "usd"),
        ("customer", "cus_1"),
        ("payment_method", "pm_good"),
        ("payment_method_types[]", "card"),
        ("confirm", "true"),
        ("off_session", "true"),
        ("metadata[waybill_key]", "pay_1"),
        ("metadata[description]", "Top-up"),
    ];
    assert_eq!(sent.fields.len(), fields.len());
    for (name, value) in fields {
        assert_eq!(sent.field(name), value, "{name}");
    }
    assert_eq!(s.stripe.charge(&order).await.unwrap(), charge);
    assert_eq!(s.fake.books().intents.len(), 1);
    refused(s.stripe.charge(&ChargeOrder { cents: Cents::ZERO, ..order }).await);
}

#[tokio::test]
async fn refusals_come_in_plain_words_and_stay() {
    let s = scene().await;
    for (reference, words) in [("pm_declined", "declined"), ("pm_poor", "insufficient funds"), ("pm_3ds", "owner to confirm")] {
        let order = s.order(reference, reference);
        assert!(refused(s.stripe.charge(&order).await).contains(words), "{reference}");
        let ChargeOutcome::Failed { reason, .. } = s.stripe.charge_outcome(&order).await.unwrap() else { panic!("{reference}") };
        assert!(reason.contains(words), "{reason}");
    }
    assert_eq!(s.fake.succeeded(), 0);
}

#[tokio::test]
async fn an_intent_that_waits_for_its_owner_is_cancelled() {
    let s = scene().await;
    let order = s.order("pay_1", "pm_action");
    assert!(refused(s.stripe.charge(&order).await).contains("owner to confirm"));
    assert_eq!(s.fake.books().intents[0]["status"], "canceled");
    assert_eq!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::NotCharged);
}

#[tokio::test]
async fn a_charge_whose_answer_was_lost_is_found_by_our_key() {
    for trouble in [Trouble::LoseAnswer, Trouble::Break, Trouble::Garble] {
        let s = scene().await;
        s.stripe.charge(&s.order("another", "pm_good")).await.unwrap();
        s.trouble(trouble);
        let order = s.order("pay_1", "pm_good");
        let lost = s.stripe.charge(&order).await.unwrap_err();
        assert!(matches!(lost, PartnerError::OutcomeUnknown(_) | PartnerError::Malformed(_)), "{lost:?}");
        let ChargeOutcome::Succeeded(charge) = s.stripe.charge_outcome(&order).await.unwrap() else { panic!() };
        assert_eq!(charge.reference, "pi_2");
        assert_eq!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::Succeeded(charge));
        assert_eq!(s.fake.succeeded(), 2);
    }
}

#[tokio::test]
async fn a_charge_that_never_arrived_cannot_arrive_after_it_was_given_up() {
    let s = scene().await;
    s.trouble(Trouble::LoseRequest);
    let order = s.order("pay_1", "pm_good");
    assert!(matches!(s.stripe.charge(&order).await, Err(PartnerError::OutcomeUnknown(_))));
    assert_eq!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::NotCharged);
    assert_eq!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::NotCharged);
    assert!(refused(s.stripe.charge(&order).await).contains("given up"));
    assert_eq!((s.fake.succeeded(), s.fake.books().intents.len()), (0, 1));
}

#[tokio::test]
async fn nothing_is_said_while_stripe_does_not_show_it() {
    let s = scene().await;
    let order = s.order("pay_1", "pm_good");
    s.trouble(Trouble::LoseAnswer);
    assert!(s.stripe.charge(&order).await.is_err());
    s.fake.books().lists_lag = true;
    assert_eq!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::Unsettled);
    s.fake.books().lists_lag = false;
    assert!(matches!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::Succeeded(_)));
    let other = s.order("pay_2", "pm_good");
    s.trouble(Trouble::Busy);
    assert!(matches!(s.stripe.charge(&other).await, Err(PartnerError::OutcomeUnknown(_))));
    s.trouble(Trouble::Busy);
    assert_eq!(s.stripe.charge_outcome(&other).await.unwrap(), ChargeOutcome::Unsettled);
    assert_eq!(s.fake.succeeded(), 1);
}

#[tokio::test]
async fn a_bank_debit_is_followed_until_it_settles() {
    let s = scene().await;
    let mut order = s.order("pay_1", "ba_good");
    let charge = s.stripe.charge(&order).await.unwrap();
    assert_eq!(charge.state, ChargeState::Processing);
    assert_eq!(s.fake.books().seen[0].field("payment_method_types[]"), "us_bank_account");
    order.reference = Some(charge.reference);
    assert!(matches!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::Processing(_)));
    s.fake.books().intents[0]["status"] = "succeeded".into();
    assert!(matches!(s.stripe.charge_outcome(&order).await.unwrap(), ChargeOutcome::Succeeded(_)));
    let failure = serde_json::json!({ "type": "invalid_request_error", "code": "payment_method_bank_account_closed" });
    s.fake.books().intents[0]["status"] = "requires_payment_method".into();
    s.fake.books().intents[0]["last_payment_error"] = failure;
    let ChargeOutcome::Failed { reason, .. } = s.stripe.charge_outcome(&order).await.unwrap() else { panic!() };
    assert_eq!(reason, "The bank account is closed.");
    let odd = ChargeOrder { cents: Cents::new(1), ..order };
    assert!(matches!(s.stripe.charge_outcome(&odd).await, Err(PartnerError::Malformed(_))));
}

#[tokio::test]
async fn failures_that_prove_that_nothing_happened_are_told_apart() {
    let s = scene().await;
    let order = s.order("pay_1", "pm_good");
    s.trouble(Trouble::Limit);
    let Err(PartnerError::Limited { retry_after, .. }) = s.stripe.charge(&order).await else { panic!() };
    assert_eq!(retry_after, Duration::from_secs(7));
    let away = Stripe::new(settings(nobody().await, "sk_test_right"), s.time.clone()).unwrap();
    assert!(matches!(away.charge(&order).await, Err(PartnerError::Transient(_))));
    let fake = s.fake.clone();
    let base = serve(move |request| fake.handle(request)).await;
    let locked_out = Stripe::new(settings(base, "sk_test_wrong"), s.time.clone()).unwrap();
    let told = locked_out.charge(&order).await.unwrap_err();
    assert!(matches!(&told, PartnerError::Auth(_)) && !told.to_string().contains("sk_test"), "{told}");
    assert_eq!(s.fake.books().intents.len(), 0);
    let moved = serve(|_| Reply::Text(302, "location: https://elsewhere.example", String::new())).await;
    let moved = Stripe::new(settings(moved, "sk_test_right"), s.time.clone()).unwrap();
    assert!(matches!(moved.charge(&order).await, Err(PartnerError::Malformed(_))));
}

#[tokio::test]
async fn silence_after_sending_is_an_unknown_outcome() {
    let base = serve(|_| Reply::Silence).await;
    let (_, time) = world(1);
    let patient = StripeSettings { patience: Some(Duration::from_secs(2)), ..settings(base, "sk_test_right") };
    let s = Scene { stripe: Stripe::new(patient, time.clone()).unwrap(), fake: Arc::default(), time };
    let order = s.order("pay_1", "pm_good");
    assert!(matches!(s.stripe.charge(&order).await, Err(PartnerError::OutcomeUnknown(_))));
    let before = ChargeOrder { asked_at: order.asked_at - TimeDelta::days(2), ..order };
    assert!(matches!(s.stripe.charge_outcome(&before).await, Err(PartnerError::Transient(_))));
}
