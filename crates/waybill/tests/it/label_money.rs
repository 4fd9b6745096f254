//! What labels do to the books: credit by billing type, incentives earned and taken back, a recharge once per crossing, and
//! checks that find what does not agree.

use crate::harness::{Owner, TestApp};
use crate::shipments::{book, buy, credit, drafted, rate_of, shipment};
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::account::BillingType;
use domain::incentive::Program;
use domain::ledger::Book;
use domain::money::Cents;
use domain::page::Page;
use domain::transaction::Kind;
use domain::work::Work;
use domain::world::World;
use serde_json::json;
use store::transactions::{self, Filter, Transaction};
use store::{accounts, incentives, jobs, ledger_entries};

async fn billed(app: &TestApp, owner: &Owner, billing_type: BillingType, programs: &[Program], limit: i64) {
    let mut writer = app.app(World::Live).store().writer().await.unwrap();
    accounts::set_billing(&mut writer, &owner.account_id, billing_type, programs).await.unwrap();
    accounts::set_credit_limit(&mut writer, &owner.account_id, Some(Cents::new(limit))).await.unwrap();
    writer.commit().await.unwrap();
}

async fn listed(app: &TestApp, owner: &Owner) -> Vec<Transaction> {
    let view = app.app(World::Live);
    let mut conn = view.store().reader().await.unwrap();
    transactions::list(&mut conn, &owner.account_id, &Filter::default(), Page::check(None, None).unwrap()).await.unwrap().items
}

#[tokio::test]
async fn a_label_is_one_transaction_that_earns_incentives_and_a_refund_takes_them_back() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    billed(&app, &owner, BillingType::Wallet, &Program::ALL, 0).await;
    credit(&app, &owner, 10_000).await;
    let draft = drafted(&app, &owner, shipment()).await;
    let price = Cents::parse(rate_of(&draft, "Priority")["rate"].as_str().unwrap()).unwrap().get();
    let earned = (price * 2 + 50) / 100;
    assert_eq!(buy(&app, &owner, &draft, "Priority").await.status, StatusCode::OK);
    for (name, expected) in [
        (Book::Available, 10_000 - price),
        (Book::AccruedExternal, earned),
        (Book::AccruedChannel, earned),
        (Book::Fees, -2 * earned),
        (Book::CarrierCost, price),
    ] {
        assert_eq!(book(&app, &owner, name).await, expected, "{name:?}");
    }
    let shown = listed(&app, &owner).await;
    assert_eq!(shown.iter().map(|t| (t.kind, t.amounts.amount.get())).collect::<Vec<_>>(), [(Kind::Label, -price), (Kind::Credit, 10_000)]);
    assert_eq!(shown[0].shipment_id.as_ref().unwrap().to_string(), draft["id"].as_str().unwrap());
    assert_eq!(shown[0].tracking.as_ref().unwrap().1, "USPS");
    let view = app.app(World::Live);
    let mut conn = view.store().reader().await.unwrap();
    let entries = ledger_entries::of_transaction(&mut conn, &owner.account_id, &shown[0].id).await.unwrap();
    assert_eq!(entries.len(), 2, "a hold and its payment");
    assert_eq!(incentives::total_waiting(&mut conn, &owner.account_id, Program::External).await.unwrap(), Cents::new(earned));
    drop(conn);

    let ids = json!({ "ids": [draft["id"]] });
    app.call_with_jobs("POST", "/dashboard/shipments/refund", &owner.token, ids).await;
    assert_eq!(listed(&app, &owner).await[0].refund.as_ref().unwrap().0, Cents::new(price), "the label shows what was asked back");
    app.advance(TimeDelta::days(16));
    app.run_schedules().await;
    for (name, expected) in
        [(Book::Available, 10_000), (Book::AccruedExternal, 0), (Book::AccruedChannel, 0), (Book::Fees, 0), (Book::CarrierCost, 0)]
    {
        assert_eq!(book(&app, &owner, name).await, expected, "{name:?}");
    }
    let shown = listed(&app, &owner).await;
    assert_eq!((shown[0].kind, shown[0].amounts.amount.get()), (Kind::Refund, price));
}

#[tokio::test]
async fn an_invoiced_account_buys_up_to_its_limit_without_money() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let first = drafted(&app, &owner, shipment()).await;
    let second = drafted(&app, &owner, shipment()).await;
    let price = Cents::parse(rate_of(&first, "Priority")["rate"].as_str().unwrap()).unwrap().get();
    assert_eq!(buy(&app, &owner, &first, "Priority").await.status, StatusCode::PAYMENT_REQUIRED, "a wallet without money");
    billed(&app, &owner, BillingType::Invoicing, &[], price * 2 - 1).await;
    assert_eq!(buy(&app, &owner, &first, "Priority").await.status, StatusCode::OK);
    assert_eq!(buy(&app, &owner, &second, "Priority").await.status, StatusCode::PAYMENT_REQUIRED, "that would be a cent too much");
    billed(&app, &owner, BillingType::Invoicing, &[], price * 2).await;
    assert_eq!(buy(&app, &owner, &second, "Priority").await.status, StatusCode::OK);
    assert_eq!(book(&app, &owner, Book::Available).await, -2 * price);
}

#[tokio::test]
async fn a_balance_that_falls_below_its_threshold_asks_for_one_recharge() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let drafts =
        [drafted(&app, &owner, shipment()).await, drafted(&app, &owner, shipment()).await, drafted(&app, &owner, shipment()).await];
    let price = Cents::parse(rate_of(&drafts[0], "Priority")["rate"].as_str().unwrap()).unwrap().get();
    credit(&app, &owner, price * 3).await;
    let view = app.app(World::Live);
    let mut writer = view.store().writer().await.unwrap();
    let mut settings = accounts::settings(&mut writer, &owner.account_id).await.unwrap().unwrap();
    settings.recharge_threshold = Some(Cents::new(price * 2).to_string());
    settings.replenishment_amount = Some("1000.00".into());
    settings.primary_topup_method_id = Some("pm_1".into());
    accounts::save_settings(&mut writer, &owner.account_id, &settings).await.unwrap();
    writer.commit().await.unwrap();
    for draft in &drafts {
        assert_eq!(buy(&app, &owner, draft, "Priority").await.status, StatusCode::OK);
    }
    let mut writer = view.store().writer().await.unwrap();
    let leased =
        jobs::lease(&mut writer, "test", app.app(World::Live).now(), app.app(World::Live).now() + TimeDelta::minutes(1), 50).await.unwrap();
    let recharges: Vec<&Work> = leased.iter().map(|job| &job.work).filter(|work| matches!(work, Work::Recharge { .. })).collect();
    // The credit, then hold and payment of the first label, then the hold of the second: the fourth entry.
    assert_eq!(recharges, [&Work::Recharge { crossing: 4 }]);
}
