//! The sandbox bank as its customers see it: every magic number, once per key, whatever fails.

use super::memory::MemoryBank;
use super::numbers::{ACCOUNTS, BankEntry, CARDS, CardEntry, ROUTING};
use super::*;
use crate::sandbox::testing::{HeldTime, world};
use chrono::TimeDelta;
use domain::payment::{ChargeState, DisputeState, PaymentNews, PayoutState};

struct Bank {
    bank: SandboxBank,
    time: Arc<HeldTime>,
}

fn bank() -> Bank {
    let (parts, time) = world(1);
    let parts = BankParts { state: Arc::new(MemoryBank::default()), time: parts.time, speed: parts.speed };
    Bank { bank: SandboxBank::new(parts), time }
}

fn customer() -> Customer {
    Customer { account: "acc_1".into(), name: "Ann".into(), email: "ann@example.com".into(), reference: None, business: None }
}

impl Bank {
    fn now(&self) -> Timestamp {
        Time::now(&*self.time)
    }

    async fn offer_card(&self, number: &str) -> String {
        let cvc = if number.starts_with('3') { "1234" } else { "123" };
        let entry = CardEntry { number: number.into(), expires: "12/30".into(), cvc: cvc.into() };
        let token = format!("tok_{number}");
        self.bank.offer("acc_1", &token, entry.check(self.now().date_naive()).unwrap()).await.unwrap();
        token
    }

    async fn card(&self, number: &str) -> MethodRef {
        let token = self.offer_card(number).await;
        self.bank.add_card(&customer(), &token).await.unwrap().method
    }

    async fn account(&self, number: &str, kind: MethodKind) -> MethodRef {
        let entry = BankEntry { routing: ROUTING.into(), account: number.into(), name: "Main".into() };
        let token = format!("btok_{number}_{}", kind.key());
        self.bank.offer("acc_1", &token, entry.check().unwrap()).await.unwrap();
        let linked = self.bank.exchange(&token, "").await.unwrap();
        assert_eq!((linked.name.as_str(), linked.issuer.as_str()), ("Main", "Sandbox Bank"));
        let facts = self.bank.add_bank(&customer(), &BankSource { kind, ..linked.source }).await.unwrap();
        assert_eq!(facts.verified, kind == MethodKind::PayoutBankAccount);
        if !facts.verified {
            let verified = self.bank.verify(&facts.method, [Cents::new(45), Cents::new(32)]).await.unwrap();
            assert_eq!(verified, Verification::Verified);
        }
        facts.method
    }

    fn order(&self, key: &str, cents: i64, method: &MethodRef) -> ChargeOrder {
        let method = method.clone();
        let asked_at = self.now();
        ChargeOrder { key: key.into(), cents: Cents::new(cents), method, description: "Top-up".into(), asked_at, reference: None }
    }
}

fn refused<T: std::fmt::Debug>(result: Result<T, PartnerError>) -> String {
    let Err(PartnerError::Rejected { message, .. }) = result else { panic!("{result:?} should be a refusal") };
    message
}

#[tokio::test]
async fn good_cards_are_charged_once_per_key() {
    let b = bank();
    for number in ["4242424242424242", "5555555555554444", "378282246310005"] {
        let card = b.card(number).await;
        let order = b.order(&format!("pay_{number}"), 5_000, &card);
        let charge = b.bank.charge(&order).await.unwrap();
        assert_eq!((charge.state, charge.cents), (ChargeState::Succeeded, Cents::new(5_000)));
        assert_eq!(b.bank.charge(&order).await.unwrap(), charge);
        assert_eq!(b.bank.charge_outcome(&order).await.unwrap(), ChargeOutcome::Succeeded(charge));
        refused(b.bank.charge(&ChargeOrder { cents: Cents::new(1), ..order }).await);
    }
    assert_eq!(b.bank.charges("", 10).await.unwrap().len(), 3);
}

#[tokio::test]
async fn refusals_come_in_plain_words_and_charge_nothing() {
    let b = bank();
    let declined = b.offer_card("4000000000000002").await;
    assert_eq!(refused(b.bank.add_card(&customer(), &declined).await), "The card was declined.");
    for (number, words) in [("4000000000009995", "insufficient funds"), ("4000000000000341", "declined")] {
        let order = b.order(number, 100, &b.card(number).await);
        assert!(refused(b.bank.charge(&order).await).contains(words));
        assert_eq!(b.bank.charge_outcome(&order).await.unwrap(), ChargeOutcome::NotCharged);
    }
    let closed = b.account("000111111113", MethodKind::BankAccount).await;
    assert!(refused(b.bank.charge(&b.order("k", 100, &closed)).await).contains("closed"));
    let card = b.card("4242424242424242").await;
    refused(b.bank.charge(&b.order("zero", 0, &card)).await);
    refused(b.bank.charge(&b.order(" ", 1, &card)).await);
    let none = b.bank.charges("", 10).await.unwrap().into_iter().all(|booked| booked.cents == Cents::ZERO);
    assert!(none);
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_the_books_and_an_answer_is_final() {
    let b = bank();
    let after = b.order("after", 700, &b.card("4000000000003220").await);
    assert!(matches!(b.bank.charge(&after).await, Err(PartnerError::OutcomeUnknown(_))));
    let ChargeOutcome::Succeeded(charge) = b.bank.charge_outcome(&after).await.unwrap() else { panic!() };
    assert_eq!(charge.cents, Cents::new(700));
    let before = b.order("before", 700, &b.card("4000000000003238").await);
    assert!(matches!(b.bank.charge(&before).await, Err(PartnerError::OutcomeUnknown(_))));
    assert_eq!(b.bank.charge_outcome(&before).await.unwrap(), ChargeOutcome::NotCharged);
    let late = b.order("before", 700, &b.card("4242424242424242").await);
    assert!(refused(b.bank.charge(&late).await).contains("given up"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_key_at_once_is_one_charge() {
    let b = Arc::new(bank());
    let order = b.order("k", 900, &b.card("4242424242424242").await);
    let tasks: Vec<_> = (0..32)
        .map(|index| {
            let (b, order) = (b.clone(), order.clone());
            tokio::spawn(async move {
                if index % 8 == 7 { b.bank.charge_outcome(&order).await.map(|_| ()) } else { b.bank.charge(&order).await.map(|_| ()) }
            })
        })
        .collect();
    for task in tasks {
        drop(task.await.unwrap());
    }
    let booked = b.bank.charges("", 10).await.unwrap();
    assert_eq!(booked.len(), 1);
    assert_eq!(b.bank.charge_outcome(&order).await.unwrap(), booked[0].outcome);
}

#[tokio::test]
async fn debits_settle_or_come_back_after_three_banking_days() {
    let b = bank();
    let started = b.now();
    let mut orders = Vec::new();
    for (number, _) in ACCOUNTS.into_iter().filter(|(number, _)| *number != "000111111113") {
        let order = b.order(number, 2_500, &b.account(number, MethodKind::BankAccount).await);
        assert_eq!(b.bank.charge(&order).await.unwrap().state, ChargeState::Processing);
        orders.push(order);
    }
    b.time.advance(TimeDelta::days(3) - TimeDelta::seconds(1));
    for order in &orders {
        assert!(matches!(b.bank.charge_outcome(order).await.unwrap(), ChargeOutcome::Processing(_)));
    }
    assert!(b.bank.events(started).await.unwrap().is_empty());
    b.time.advance(TimeDelta::seconds(1));
    assert!(matches!(b.bank.charge_outcome(&orders[0]).await.unwrap(), ChargeOutcome::Succeeded(_)));
    for (order, words) in [(&orders[1], "refused"), (&orders[2], "insufficient")] {
        let ChargeOutcome::Failed { reason, .. } = b.bank.charge_outcome(order).await.unwrap() else { panic!() };
        assert!(reason.contains(words), "{reason}");
    }
    let events = b.bank.events(started).await.unwrap();
    assert_eq!(events.len(), 3);
    assert_eq!(b.bank.events(started).await.unwrap(), events);
    assert!(b.bank.events(b.now()).await.unwrap().is_empty());
    let told = |key: &str| events.iter().any(|event| matches!(&event.news, PaymentNews::Charge { key: Some(of), .. } if of == key));
    assert!(orders.iter().all(|order| told(&order.key)));
}

#[tokio::test]
async fn a_chargeback_comes_later_for_what_was_not_refunded() {
    let b = bank();
    let card = b.card("4000000000000259").await;
    let started = b.now();
    let charge = b.bank.charge(&b.order("k", 1_000, &card)).await.unwrap();
    assert_eq!(charge.state, ChargeState::Succeeded);
    let refund = |key: &str, cents| RefundOrder { key: key.into(), charge: charge.reference.clone(), cents: Cents::new(cents) };
    assert_eq!(b.bank.refund(&refund("r1", 400)).await.unwrap(), RefundState::Succeeded);
    assert_eq!(b.bank.refund(&refund("r1", 400)).await.unwrap(), RefundState::Succeeded);
    refused(b.bank.refund(&refund("r1", 401)).await);
    refused(b.bank.refund(&refund("r2", 601)).await);
    b.time.advance(TimeDelta::days(3));
    let events = b.bank.events(started).await.unwrap();
    let PaymentNews::Dispute { cents, state, .. } = &events[0].news else { panic!("{events:?}") };
    assert_eq!((*cents, *state, events.len()), (Cents::new(600), DisputeState::Opened, 1));
    refused(b.bank.refund(&refund("r3", 1)).await);
}

#[tokio::test]
async fn refunds_to_a_bank_account_take_days() {
    let b = bank();
    let order = b.order("k", 1_000, &b.account("000123456789", MethodKind::BankAccount).await);
    let charge = b.bank.charge(&order).await.unwrap();
    let refund = RefundOrder { key: "r".into(), charge: charge.reference, cents: Cents::new(1_000) };
    refused(b.bank.refund(&refund).await);
    b.time.advance(TimeDelta::days(4));
    assert_eq!(b.bank.refund(&refund).await.unwrap(), RefundState::Pending);
    b.time.advance(TimeDelta::days(7));
    assert_eq!(b.bank.refund(&refund).await.unwrap(), RefundState::Succeeded);
    assert_eq!(b.bank.charges("", 1).await.unwrap()[0].refunded, Cents::new(1_000));
    refused(b.bank.refund(&RefundOrder { charge: "sbch_other".into(), ..refund }).await);
}

#[tokio::test]
async fn three_wrong_amounts_fail_a_bank_account() {
    let b = bank();
    let offer = BankEntry { routing: ROUTING.into(), account: "000123456789".into(), name: String::new() }.check().unwrap();
    b.bank.offer("acc_1", "t", offer).await.unwrap();
    let method = b.bank.add_bank(&customer(), &BankSource { token: "t".into(), kind: MethodKind::BankAccount }).await.unwrap().method;
    assert!(refused(b.bank.charge(&b.order("k", 1, &method)).await).contains("not verified"));
    let wrong = [Cents::new(32), Cents::new(32)];
    assert_eq!(b.bank.verify(&method, wrong).await.unwrap(), Verification::Wrong { tries_left: Some(2) });
    assert_eq!(b.bank.verify(&method, wrong).await.unwrap(), Verification::Wrong { tries_left: Some(1) });
    assert_eq!(b.bank.verify(&method, wrong).await.unwrap(), Verification::Failed);
    assert_eq!(b.bank.verify(&method, numbers::AMOUNTS).await.unwrap(), Verification::Failed);
}

#[tokio::test]
async fn methods_belong_to_whoever_typed_them_and_can_be_forgotten() {
    let b = bank();
    let token = b.offer_card("4242424242424242").await;
    refused(b.bank.add_card(&Customer { account: "acc_2".into(), ..customer() }, &token).await);
    refused(b.bank.add_bank(&customer(), &BankSource { token: token.clone(), kind: MethodKind::BankAccount }).await);
    refused(b.bank.add_card(&customer(), "tok_unknown").await);
    let facts = b.bank.add_card(&customer(), &token).await.unwrap();
    assert_eq!(b.bank.add_card(&customer(), &token).await.unwrap(), facts);
    assert_eq!((facts.issuer.as_str(), facts.last4.as_str(), facts.expires), ("Visa", "4242", Some((12, 2030))));
    assert!(
        b.bank
            .offer(
                "acc_2",
                &token,
                BankEntry { routing: ROUTING.into(), account: ACCOUNTS[0].0.into(), name: String::new() }.check().unwrap()
            )
            .await
            .is_err()
    );
    b.bank.remove(&facts.method).await.unwrap();
    b.bank.remove(&facts.method).await.unwrap();
    refused(b.bank.charge(&b.order("k", 1, &facts.method)).await);
    refused(b.bank.add_card(&customer(), &token).await);
    let foreign = MethodRef { customer: "sandbox_acc_2".into(), ..facts.method };
    refused(b.bank.charge(&b.order("k2", 1, &foreign)).await);
}

#[tokio::test]
async fn no_number_is_kept() {
    let b = bank();
    for (number, _, _) in CARDS {
        b.offer_card(number).await;
    }
    for record in b.bank.parts.state.list("method", "", 100).await.unwrap() {
        assert!(CARDS.iter().all(|(number, _, _)| !record.body.contains(number)), "{}", record.body);
    }
}

#[tokio::test]
async fn payouts_go_to_an_onboarded_business_once_per_key() {
    let b = bank();
    let good = b.account("000123456789", MethodKind::PayoutBankAccount).await;
    let business = format!("sbbiz_{}", customer().account);
    let order = |key: &str, method: &MethodRef| PayoutOrder {
        key: key.into(),
        cents: Cents::new(4_200),
        business: business.clone(),
        method: method.clone(),
        description: "Incentives".into(),
        asked_at: b.now(),
        reference: None,
    };
    assert!(refused(b.bank.payout(&order("p0", &good)).await).contains("not verified"));
    assert!(!b.bank.onboarding(&business).await.unwrap().payouts_enabled);
    let started = b.bank.start_onboarding(&customer(), "https://shop.example/back").await.unwrap();
    assert_eq!((started.reference.as_str(), started.location.as_str()), (business.as_str(), "https://shop.example/back"));
    assert!(b.bank.onboarding(&business).await.unwrap().payouts_enabled);
    let payout = b.bank.payout(&order("p1", &good)).await.unwrap();
    assert_eq!((payout.state, b.bank.payout(&order("p1", &good)).await.unwrap()), (PayoutState::Processing, payout));
    let failing = b.account("000111111116", MethodKind::PayoutBankAccount).await;
    b.bank.payout(&order("p2", &failing)).await.unwrap();
    let closed = b.account("000111111113", MethodKind::PayoutBankAccount).await;
    refused(b.bank.payout(&order("p3", &closed)).await);
    assert_eq!(b.bank.payout_outcome(&order("p3", &good)).await.unwrap(), PayoutOutcome::NotPaid);
    refused(b.bank.payout(&order("p3", &good)).await);
    let before = b.now();
    b.time.advance(TimeDelta::days(3));
    assert!(matches!(b.bank.payout_outcome(&order("p1", &good)).await.unwrap(), PayoutOutcome::Paid(_)));
    assert!(matches!(b.bank.payout_outcome(&order("p2", &failing)).await.unwrap(), PayoutOutcome::Failed { .. }));
    assert_eq!(b.bank.events(before).await.unwrap().len(), 2);
}
