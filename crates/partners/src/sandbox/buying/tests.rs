//! Buying from the sandbox: once per key, at the expected price, whatever fails.

use super::*;
use crate::carrier::CarrierApi;
use crate::sandbox::check_digits::kind;
use crate::sandbox::state::SandboxState;
use crate::sandbox::testing::{abroad, carrier, consignment, order, world};
use crate::sandbox::{Sandbox, memory::MemoryState};
use chrono::TimeDelta;
use domain::label::Barcode;
use std::collections::BTreeSet;
use std::sync::Arc;

fn to(words: &str) -> Consignment {
    let mut consignment = consignment();
    consignment.to.street1 = format!("{words} 350 W 31st St");
    consignment
}

#[tokio::test]
async fn every_service_sells_a_label_with_a_valid_number() {
    for of in Carrier::ALL {
        let (sandbox, _) = carrier(of);
        for (index, service) in of.services().iter().enumerate() {
            let parcel = if service.international { abroad() } else { consignment() };
            let bought = sandbox.buy(&order(&format!("key-{index}"), service.code, parcel)).await.unwrap();
            assert!(kind(of, &bought.tracking_code).is_some(), "{of} {} {}", service.code, bought.tracking_code);
            let Artwork::Described { label } = bought.artwork else { panic!() };
            assert!(label.sample && label.service_name == service.name && label.postage_cents == 1_000 && bought.cents == 1_000);
            assert_eq!((label.tracking_code, label.expected_on), (bought.tracking_code, bought.expected_on));
        }
    }
}

#[tokio::test]
async fn the_same_key_buys_once() {
    let (sandbox, time) = carrier(Carrier::Usps);
    let first = sandbox.buy(&order("k", "Priority", consignment())).await.unwrap();
    time.advance(TimeDelta::hours(3));
    assert_eq!(sandbox.buy(&order("k", "Priority", consignment())).await.unwrap(), first);
    let other = sandbox.buy(&order("k", "Express", consignment())).await.unwrap_err();
    assert!(matches!(other, PartnerError::Rejected { .. }));
    assert!(matches!(sandbox.buy(&order(" ", "Express", consignment())).await, Err(PartnerError::Rejected { .. })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_key_at_once_gives_one_label() {
    let (parts, _) = world(1);
    let state = parts.state.clone();
    let sandbox = Arc::new(Sandbox::new(Carrier::Usps, parts));
    let slow = to("SANDBOX SLOW");
    let tasks: Vec<_> = (0..64)
        .map(|index| {
            let (sandbox, order) = (sandbox.clone(), order(&format!("k{}", index % 4), "Priority", slow.clone()));
            tokio::spawn(async move { sandbox.buy(&order).await.unwrap().tracking_code })
        })
        .collect();
    let mut numbers = BTreeSet::new();
    for task in tasks {
        numbers.insert(task.await.unwrap());
    }
    assert_eq!((numbers.len(), state.count_sold(Carrier::Usps).await.unwrap()), (4, 4));
}

#[tokio::test]
async fn a_higher_price_is_refused_beside_the_rate() {
    let (sandbox, time) = carrier(Carrier::FedEx);
    let rising = to("Sandbox price up");
    assert_eq!(sandbox.rate(&rising).await.unwrap()[0].cents, 1_000);
    time.advance(TimeDelta::minutes(2));
    let refused = sandbox.buy(&order("k", "FEDEX_GROUND", rising.clone())).await.unwrap_err();
    assert_eq!(refused, PartnerError::rejected("rate", "The price rose from $10.00 to $12.00. Get new rates and buy again."));
    let new = sandbox.rate(&rising).await.unwrap()[0].clone();
    assert_eq!((new.cents, new.parts.iter().map(|part| part.cents).sum::<i64>()), (1_200, 1_200));
    let bought = sandbox.buy(&PurchaseOrder { expected_cents: 1_200, ..order("k", "FEDEX_GROUND", rising) }).await.unwrap();
    assert_eq!(bought.cents, 1_200);
}

#[tokio::test]
async fn a_record_survives_being_written_down() {
    let (parts, _) = world(1);
    let state = parts.state.clone();
    let sandbox = Sandbox::new(Carrier::Ups, parts);
    sandbox.buy(&order("k", "Express", abroad())).await.unwrap();
    let sold = state.find_by_key(Carrier::Ups, "k").await.unwrap().unwrap();
    let text = serde_json::to_string(&sold).unwrap();
    assert_eq!(serde_json::from_str::<SoldLabel>(&text).unwrap(), sold);
}

#[tokio::test]
async fn a_ship_date_at_the_end_of_time_is_refused() {
    let (sandbox, _) = carrier(Carrier::Usps);
    for ship_date in [chrono::NaiveDate::MAX, chrono::NaiveDate::MIN] {
        let refused = sandbox.buy(&order("k", "Priority", Consignment { ship_date, ..consignment() })).await;
        assert!(matches!(refused, Err(PartnerError::Rejected { field, .. }) if field == "ship_date"));
    }
}

#[tokio::test]
async fn an_unknown_service_is_refused() {
    let (sandbox, _) = carrier(Carrier::Ups);
    let refused = sandbox.buy(&order("k", "Teleport", consignment())).await.unwrap_err();
    assert_eq!(refused, PartnerError::rejected("rate", "UPS does not offer Teleport for this parcel."));
}

#[tokio::test]
async fn a_lost_answer_leaves_a_label_and_a_lost_request_does_not() {
    let (sandbox, _) = carrier(Carrier::Usps);
    let after = order("after", "Priority", to("SANDBOX TIMEOUT AFTER"));
    assert!(matches!(sandbox.buy(&after).await, Err(PartnerError::OutcomeUnknown(_))));
    let PurchaseOutcome::Bought(bought) = sandbox.purchase_outcome(&after).await.unwrap() else { panic!() };
    assert_eq!(sandbox.buy(&after).await.unwrap(), *bought);

    let malformed = order("odd", "Priority", to("SANDBOX MALFORMED"));
    assert!(matches!(sandbox.buy(&malformed).await, Err(PartnerError::Malformed(_))));
    assert!(matches!(sandbox.purchase_outcome(&malformed).await.unwrap(), PurchaseOutcome::Bought(_)));

    let before = order("before", "Priority", to("SANDBOX TIMEOUT BEFORE"));
    assert!(matches!(sandbox.buy(&before).await, Err(PartnerError::OutcomeUnknown(_))));
    assert_eq!(sandbox.purchase_outcome(&before).await.unwrap(), PurchaseOutcome::NotBought);
}

#[tokio::test]
async fn nothing_is_sold_after_not_bought_was_said() {
    let (sandbox, _) = carrier(Carrier::Usps);
    let late = order("late", "Priority", consignment());
    assert_eq!(sandbox.purchase_outcome(&late).await.unwrap(), PurchaseOutcome::NotBought);
    assert!(matches!(sandbox.buy(&late).await, Err(PartnerError::Rejected { .. })));
    assert_eq!(sandbox.purchase_outcome(&late).await.unwrap(), PurchaseOutcome::NotBought);
}

#[tokio::test]
async fn the_other_faults_do_what_they_say() {
    let (sandbox, time) = carrier(Carrier::UniUni);
    let buy = async |words: &str| sandbox.buy(&order(words, "Standard", to(words))).await;
    assert!(matches!(buy("SANDBOX REFUSE").await, Err(PartnerError::Rejected { field, .. }) if field == "to_address.street1"));
    assert!(matches!(buy("SANDBOX RATE LIMIT").await, Err(PartnerError::Limited { .. })));
    assert!(matches!(buy("SANDBOX DOWN").await, Err(PartnerError::Transient(_))));
    assert!(matches!(sandbox.rate(&to("SANDBOX NO RATES")).await, Err(PartnerError::Rejected { .. })));
    assert!(sandbox.rate(&to("SANDBOX REFUSE")).await.is_ok());
    assert!(buy("SANDBOX SLOW").await.is_ok());
    assert_eq!(*time.slept.lock().unwrap(), SLOW);
}

#[tokio::test]
async fn a_drawn_number_is_never_given_out_again() {
    let state = MemoryState::default();
    let drawn: Vec<u64> =
        [state.next_number("a").await, state.next_number("a").await, state.next_number("b").await].map(Result::unwrap).into();
    assert_eq!(drawn, [1, 2, 1]);
}

#[tokio::test]
async fn a_signature_changes_the_usps_number() {
    let (sandbox, _) = carrier(Carrier::Usps);
    let mut signed = consignment();
    signed.options.delivery_confirmation = domain::options::DeliveryConfirmation::Signature;
    let bought = sandbox.buy(&order("s", "Priority", signed)).await.unwrap();
    assert!(bought.tracking_code.starts_with("92021999999999"));
    let Artwork::Described { label } = bought.artwork else { panic!() };
    assert!(matches!(label.tracking_barcode, Barcode::Gs1128 { content } if content.starts_with("42010001\u{1d}92021")));
}
