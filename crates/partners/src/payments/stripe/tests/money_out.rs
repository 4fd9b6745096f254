//! Refunds, transfers to businesses, onboarding: none twice, none lost.

use super::*;
use chrono::TimeDelta;
use domain::payment::PayoutState;

#[tokio::test]
async fn a_refund_is_made_once_per_key() {
    let s = scene().await;
    let order = RefundOrder { key: "ref_1".into(), charge: "pi_1".into(), cents: Cents::new(300) };
    s.trouble(Trouble::LoseAnswer);
    assert!(matches!(s.stripe.refund(&order).await, Err(PartnerError::OutcomeUnknown(_))));
    assert_eq!(s.stripe.refund(&order).await.unwrap(), RefundState::Pending);
    s.fake.books().refunds[0]["status"] = "succeeded".into();
    assert_eq!(s.stripe.refund(&order).await.unwrap(), RefundState::Succeeded);
    s.fake.books().refunds[0]["status"] = "failed".into();
    s.fake.books().refunds[0]["failure_reason"] = "expired_or_canceled_card".into();
    let told = s.stripe.refund(&order).await.unwrap();
    assert_eq!(told, RefundState::Failed { reason: "The card no longer takes refunds.".into() });
    assert_eq!(s.fake.books().refunds.len(), 1);
    s.stripe.refund(&RefundOrder { key: "ref_2".into(), ..order }).await.unwrap();
    assert_eq!(s.fake.books().refunds.len(), 2);
}

fn order(s: &Scene, key: &str) -> PayoutOrder {
    PayoutOrder {
        key: key.into(),
        cents: Cents::new(4_200),
        business: "acct_1".into(),
        method: method(MethodKind::PayoutBankAccount, "ba_2"),
        description: "Incentives of October".into(),
        asked_at: Time::now(&*s.time),
        reference: None,
    }
}

#[tokio::test]
async fn a_payout_is_one_transfer_and_is_found_by_its_group() {
    let s = scene().await;
    let order = order(&s, "out_1");
    s.trouble(Trouble::LoseAnswer);
    assert!(matches!(s.stripe.payout(&order).await, Err(PartnerError::OutcomeUnknown(_))));
    let PayoutOutcome::Paid(payout) = s.stripe.payout_outcome(&order).await.unwrap() else { panic!() };
    assert_eq!((payout.reference.as_str(), payout.state), ("tr_1", PayoutState::Paid));
    assert_eq!(s.stripe.payout(&order).await.unwrap(), payout);
    assert_eq!(s.fake.books().transfers.len(), 1);
    s.fake.books().transfers[0]["reversed"] = true.into();
    assert!(matches!(s.stripe.payout_outcome(&order).await.unwrap(), PayoutOutcome::Failed { .. }));
}

#[tokio::test]
async fn a_payout_that_does_not_show_is_given_up_after_an_hour_only() {
    let s = scene().await;
    let order = order(&s, "out_1");
    s.trouble(Trouble::LoseRequest);
    assert!(s.stripe.payout(&order).await.is_err());
    s.time.advance(TimeDelta::minutes(60));
    assert_eq!(s.stripe.payout_outcome(&order).await.unwrap(), PayoutOutcome::Unsettled);
    s.time.advance(TimeDelta::minutes(1));
    assert_eq!(s.stripe.payout_outcome(&order).await.unwrap(), PayoutOutcome::NotPaid);
    refused(s.stripe.payout(&PayoutOrder { cents: Cents::ZERO, ..order }).await);
}

#[tokio::test]
async fn a_business_is_made_once_and_sent_to_stripe() {
    let s = scene().await;
    let onboarding = s.stripe.start_onboarding(&customer(), "https://shop.example/business-information").await.unwrap();
    assert_eq!((onboarding.reference.as_str(), onboarding.location.as_str()), ("acct_1", "https://connect.stripe.test/setup/1"));
    let link = s.fake.books().seen[1].clone();
    assert_eq!((link.path.as_str(), link.field("return_url")), ("/v1/account_links", "https://shop.example/business-information"));
    let known = Customer { business: Some("acct_7".into()), ..customer() };
    assert_eq!(s.stripe.start_onboarding(&known, "https://shop.example").await.unwrap().reference, "acct_7");
    let state = s.stripe.onboarding("acct_1").await.unwrap();
    assert_eq!(state, OnboardingState { payouts_enabled: true, tos_accepted: true });
}
