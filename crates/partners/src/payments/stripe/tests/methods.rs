//! Customers, cards and bank accounts: whose they are, and when they can be charged.

use super::*;

#[tokio::test]
async fn a_card_begins_in_the_browser() {
    let s = scene().await;
    let start = s.stripe.start_card(&customer()).await.unwrap();
    assert_eq!((start.customer.as_str(), start.client_secret.as_deref()), ("cus_1", Some("seti_1_secret_hidden")));
    assert_eq!(s.stripe.start_card(&customer()).await.unwrap().customer, "cus_1");
    let known = Customer { reference: Some("cus_9".into()), ..customer() };
    assert_eq!(s.stripe.start_card(&known).await.unwrap().customer, "cus_9");
    assert_eq!(s.fake.books().customers.len(), 1);
    assert_eq!(s.fake.books().customers[0]["metadata"]["waybill_account"], "acc_1");
}

#[tokio::test]
async fn a_card_is_taken_by_the_account_that_it_belongs_to() {
    let s = scene().await;
    let facts = s.stripe.add_card(&customer(), "pm_new").await.unwrap();
    assert_eq!(facts.method, method(MethodKind::BankCard, "pm_new"));
    assert_eq!((facts.issuer.as_str(), facts.last4.as_str(), facts.expires), ("Mastercard", "4444", Some((8, 2030))));
    assert!(s.stripe.add_card(&customer(), "pm_attached").await.is_ok());
    let stranger = Customer { account: "acc_2".into(), ..customer() };
    assert!(refused(s.stripe.add_card(&stranger, "pm_attached").await).contains("another account"));
    assert!(refused(s.stripe.add_card(&customer(), "pm_declined").await).contains("declined"));
    refused(s.stripe.add_card(&customer(), "pm_bank").await);
    let before = s.fake.books().seen.len();
    for trick in ["../customers/cus_1", "pm_1?expand[]=customer", "", "pm_1/detach"] {
        refused(s.stripe.add_card(&customer(), trick).await);
    }
    assert_eq!(s.fake.books().seen.len(), before);
}

#[tokio::test]
async fn a_bank_account_is_charged_after_it_was_verified_and_agreed_to() {
    let s = scene().await;
    let source = |token: &str, kind| BankSource { token: token.into(), kind };
    let instant = s.stripe.add_bank(&customer(), &source("btok_instant", MethodKind::BankAccount)).await.unwrap();
    assert!(instant.verified);
    assert_eq!((instant.issuer.as_str(), instant.issuer_code.as_str(), instant.last4.as_str()), ("STRIPE TEST BANK", "110000000", "6789"));
    assert_eq!(s.fake.books().setup_intents.len(), 1);
    assert_eq!(s.fake.books().setup_intents[0]["mandate_data[customer_acceptance][type]"], "offline");
    let slow = s.stripe.add_bank(&customer(), &source("btok_slow", MethodKind::BankAccount)).await.unwrap();
    assert!(!slow.verified && s.fake.books().setup_intents.len() == 1);
    let wrong = s.stripe.verify(&slow.method, [Cents::new(1), Cents::new(2)]).await.unwrap();
    assert_eq!(wrong, Verification::Wrong { tries_left: None });
    let failed = method(MethodKind::BankAccount, "ba_failed");
    assert_eq!(s.stripe.verify(&failed, [Cents::new(1), Cents::new(2)]).await.unwrap(), Verification::Failed);
    assert_eq!(s.stripe.verify(&slow.method, [Cents::new(32), Cents::new(45)]).await.unwrap(), Verification::Verified);
}

#[tokio::test]
async fn a_payout_account_belongs_to_the_business() {
    let s = scene().await;
    let source = BankSource { token: "btok_payout".into(), kind: MethodKind::PayoutBankAccount };
    let told = refused(s.stripe.add_bank(&customer(), &source).await);
    assert_eq!(told, "Your business account is pending verification");
    let business = Customer { business: Some("acct_1".into()), ..customer() };
    let facts = s.stripe.add_bank(&business, &source).await.unwrap();
    assert_eq!((facts.method.customer.as_str(), facts.method.reference.as_str(), facts.verified), ("acct_1", "ba_2", true));
}

#[tokio::test]
async fn forgetting_what_is_gone_is_fine() {
    let s = scene().await;
    s.stripe.remove(&method(MethodKind::BankCard, "pm_good")).await.unwrap();
    s.stripe.remove(&method(MethodKind::BankCard, "pm_gone")).await.unwrap();
    s.stripe.remove(&method(MethodKind::BankAccount, "ba_1")).await.unwrap();
    s.stripe.remove(&method(MethodKind::PayoutBankAccount, "ba_gone")).await.unwrap();
    refused(s.stripe.remove(&method(MethodKind::BankAccount, "../x")).await);
}
