//! Money from payment methods to the books, through the API: top-ups that succeed, fail, take days or lose their answer, recharges,
//! invoices, adjustments with their disputes, incentives, and who may see and do what.

use crate::harness::{Answer, Owner, TestApp};
use crate::shipments::{book, buy, credit, drafted, rate_of, shipment};
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::access::Permission;
use domain::account::BillingType;
use domain::incentive::Program;
use domain::ledger::Book;
use domain::money::Cents;
use domain::world::World;
use serde_json::{Value, json};
use store::accounts;

const LIVE: World = World::Live;

async fn card(app: &TestApp, owner: &Owner, number: &str) -> String {
    let typed = json!({"number": number, "expiry": "12/30", "cvc": "123"});
    let token = app.call("POST", "/dashboard/sandbox_bank/cards", Some(&owner.token), typed).await;
    assert_eq!(token.status, StatusCode::OK, "{}", token.text);
    assert!(!token.text.contains(number), "no number comes back");
    let new = json!({"payment_method": {"type": "BankCard", "stripe_source_id": token.json["token"]}});
    let added = app.call("POST", "/dashboard/payment_methods", Some(&owner.token), new).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
    added.json["payment_method"]["id"].as_str().unwrap().to_owned()
}

async fn bank(app: &TestApp, owner: &Owner, account: &str, kind: &str) -> Value {
    let typed = json!({"routing": "110000000", "account": account, "name": "Shop checking"});
    let token = app.call("POST", "/dashboard/sandbox_bank/banks", Some(&owner.token), typed).await;
    assert_eq!(token.status, StatusCode::OK, "{}", token.text);
    let new = json!({"payment_method": {"type": kind, "plaid_token": token.json["token"], "plaid_id": "", "name": ""}});
    let added = app.call("POST", "/dashboard/payment_methods", Some(&owner.token), new).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
    added.json["payment_method"].clone()
}

async fn verified_bank(app: &TestApp, owner: &Owner, account: &str) -> String {
    let added = bank(app, owner, account, "BankAccount").await;
    assert_eq!(added["verified"], false);
    let id = added["id"].as_str().unwrap().to_owned();
    let path = format!("/dashboard/payment_methods/{id}/verify");
    let wrong = app.call("PUT", &path, Some(&owner.token), json!({"amounts": ["0.10", "0.20"]})).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = app.call("PUT", &path, Some(&owner.token), json!({"amounts": ["0.45", "0.32"]})).await;
    assert_eq!((right.status, &right.json["message"]), (StatusCode::OK, &json!("Account was verified successfully.")), "{}", right.text);
    id
}

async fn top_up(app: &TestApp, owner: &Owner, method: &str, amount: &str) -> Answer {
    let body = json!({"amount": amount, "topup_method": method});
    app.call("PATCH", "/dashboard/balance", Some(&owner.token), body).await
}

async fn balance(app: &TestApp, owner: &Owner) -> Value {
    app.get("/dashboard/balance", &owner.token).await.json["balance"].clone()
}

/// A month later nobody is signed in any more.
async fn later(app: &TestApp, owner: Owner, days: i64) -> Owner {
    for _ in 0..days {
        app.advance(TimeDelta::days(1));
        app.run_schedules().await;
    }
    let token = app.session(LIVE, &owner.account_id, None).await;
    Owner { token, ..owner }
}

async fn billed(app: &TestApp, owner: &Owner, billing_type: BillingType, programs: &[Program]) {
    let mut writer = app.app(LIVE).store().writer().await.unwrap();
    accounts::set_billing(&mut writer, &owner.account_id, billing_type, programs).await.unwrap();
    writer.commit().await.unwrap();
}

#[tokio::test]
async fn a_card_adds_money_and_a_declined_one_says_why() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    let good = card(&app, &owner, "4242 4242 4242 4242").await;
    let answer = top_up(&app, &owner, &good, "150.00").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.json["message"], "Balance updated successfully to $150.00 !");
    assert_eq!(answer.json["payment"]["state"], "succeeded");
    let refused = json!({"number": "4000000000000002", "expiry": "12/30", "cvc": "123"});
    let token = app.call("POST", "/dashboard/sandbox_bank/cards", Some(&owner.token), refused).await.json["token"].clone();
    let new = json!({"payment_method": {"type": "BankCard", "stripe_source_id": token}});
    assert_eq!(app.call("POST", "/dashboard/payment_methods", Some(&owner.token), new).await.json["message"], "The card was declined.");
    let declined = card(&app, &owner, "4000000000000341").await;
    let answer = top_up(&app, &owner, &declined, "50.00").await;
    assert_eq!((answer.status, answer.json["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("payment_failed")));
    assert_eq!(answer.json["message"], "The card was declined.");
    assert_eq!(book(&app, &owner, Book::Available).await, 15_000);

    let log = app.get("/dashboard/balance/transactions?kind=top_up", &owner.token).await.json;
    assert_eq!(log["total_count"], 2);
    assert_eq!(log["items"][0]["payment"]["reason"], "The card was declined.");
    let paid = &log["items"][1];
    assert_eq!(
        (&paid["amount"], &paid["balance_after"], &paid["payment"]["method"]),
        (&json!("150.00"), &json!("150.00"), &json!("Visa 4242"))
    );
    let receipt = app.call("GET", paid["receipt_url"].as_str().unwrap(), None, Value::Null).await;
    assert_eq!(receipt.status, StatusCode::OK);
    assert!(receipt.text.starts_with("%PDF"));
    let forged = paid["receipt_url"].as_str().unwrap().replace("ticket=", "ticket=x");
    assert_eq!(app.call("GET", &forged, None, Value::Null).await.status, StatusCode::NOT_FOUND);
    let one = app.get(&format!("/dashboard/balance/transactions/{}", paid["id"].as_str().unwrap()), &owner.token).await.json;
    assert_eq!(one["entries"][0]["postings"].as_array().unwrap().len(), 2);
    let entries = app.get("/dashboard/balance/entries", &owner.token).await.json;
    assert_eq!((&entries["total_count"], &entries["items"][0]["available_after"]), (&json!(1), &json!("150.00")));
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_asking_and_credits_once() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    let after = card(&app, &owner, "4000000000003220").await;
    let answer = top_up(&app, &owner, &after, "20.00").await;
    assert_eq!((answer.status, &answer.json["payment"]["state"]), (StatusCode::ACCEPTED, &json!("pending")), "{}", answer.text);
    let before = card(&app, &owner, "4000000000003238").await;
    assert_eq!(top_up(&app, &owner, &before, "30.00").await.status, StatusCode::ACCEPTED);
    assert_eq!(book(&app, &owner, Book::Available).await, 0);
    for _ in 0..3 {
        app.advance(TimeDelta::minutes(10));
        app.run_schedules().await;
    }
    assert_eq!(book(&app, &owner, Book::Available).await, 2_000, "what was charged is credited once, what was not is not");
    let log = app.get("/dashboard/balance/transactions", &owner.token).await.json;
    let states: Vec<_> = log["items"].as_array().unwrap().iter().map(|one| one["payment"]["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["failed", "succeeded"]);
}

#[tokio::test]
async fn a_bank_transfer_is_pending_credit_until_it_settles_or_fails() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    let good = verified_bank(&app, &owner, "000123456789").await;
    let failing = verified_bank(&app, &owner, "000111111116").await;
    assert_eq!(top_up(&app, &owner, &good, "100.00").await.json["payment"]["state"], "processing");
    assert_eq!(top_up(&app, &owner, &failing, "40.00").await.json["payment"]["state"], "processing");
    let now = balance(&app, &owner).await;
    assert_eq!((&now["pending_credit"], &now["available_value"], &now["value"]), (&json!("140.00"), &json!("140.00"), &json!("140.00")));
    for _ in 0..14 {
        app.advance(TimeDelta::hours(12));
        app.run_schedules().await;
    }
    let now = balance(&app, &owner).await;
    assert_eq!((&now["pending_credit"], &now["available_value"]), (&json!("0.00"), &json!("100.00")));
}

#[tokio::test]
async fn a_chargeback_takes_the_money_back() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    let method = card(&app, &owner, "4000000000000259").await;
    assert_eq!(top_up(&app, &owner, &method, "60.00").await.status, StatusCode::OK);
    let owner = later(&app, owner, 30).await;
    assert_eq!(book(&app, &owner, Book::Available).await, 0);
    let log = app.get("/dashboard/balance/transactions?kind=chargeback", &owner.token).await.json;
    assert_eq!((&log["total_count"], &log["items"][0]["amount"]), (&json!(1), &json!("-60.00")));
}

#[tokio::test]
async fn a_low_balance_is_recharged_once_from_the_second_method_when_the_first_fails() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    let first = card(&app, &owner, "4000000000009995").await;
    let second = card(&app, &owner, "5555555555554444").await;
    let draft = drafted(&app, &owner, shipment()).await;
    let price = Cents::parse(rate_of(&draft, "Priority")["rate"].as_str().unwrap()).unwrap().get();
    credit(&app, &owner, price + 1_000).await;
    let settings = json!({"settings": {"recharge_threshold": "50.00", "replenishment_amount": "200.00",
        "primary_topup_method_id": first, "secondary_topup_method_id": second}});
    let saved = app.call("PATCH", "/dashboard/user/settings", Some(&owner.token), settings).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert_eq!(
        app.call("DELETE", &format!("/dashboard/payment_methods/{second}"), Some(&owner.token), Value::Null).await.status,
        StatusCode::CONFLICT
    );
    credit(&app, &owner, 10_000).await;
    let other = drafted(&app, &owner, shipment()).await;
    assert_eq!(buy(&app, &owner, &draft, "Priority").await.status, StatusCode::OK);
    let mut writer = app.app(LIVE).store().writer().await.unwrap();
    drop(accounts::settings(&mut writer, &owner.account_id).await.unwrap());
    drop(writer);
    // Falls below the threshold with this one.
    let left = book(&app, &owner, Book::Available).await;
    let settings = json!({"settings": {"recharge_threshold": Cents::new(left).to_string(), "replenishment_amount": "500.00"}});
    assert_eq!(app.call("PATCH", "/dashboard/user/settings", Some(&owner.token), settings).await.status, StatusCode::OK);
    assert_eq!(buy(&app, &owner, &other, "Priority").await.status, StatusCode::OK);
    for _ in 0..3 {
        app.run_jobs().await;
    }
    assert_eq!(book(&app, &owner, Book::Available).await, left - price + 50_000, "one recharge");
    let log = app.get("/dashboard/balance/transactions?kind=recharge", &owner.token).await.json;
    assert_eq!(log["total_count"], 2, "the first method failed, the second paid");
}

#[tokio::test]
async fn an_invoice_is_drawn_paid_and_never_twice() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    billed(&app, &owner, BillingType::Invoicing, &[]).await;
    let method = card(&app, &owner, "4242424242424242").await;
    let draft = drafted(&app, &owner, shipment()).await;
    let price = rate_of(&draft, "Priority")["rate"].as_str().unwrap().to_owned();
    assert_eq!(buy(&app, &owner, &draft, "Priority").await.status, StatusCode::OK);
    let owner = later(&app, owner, 31).await;
    let invoices = app.get("/dashboard/invoices", &owner.token).await.json;
    assert_eq!(invoices["total_count"], 1, "{invoices}");
    let invoice = &invoices["items"][0];
    assert_eq!((&invoice["number"], &invoice["amount_due"], &invoice["status"]), (&json!("000001"), &json!(price), &json!("open")));
    assert_eq!(book(&app, &owner, Book::Available).await, 0);
    let paper = app.call("GET", invoice["report_download_url"].as_str().unwrap(), None, Value::Null).await;
    assert!(paper.text.starts_with("%PDF"));
    let body = json!({"amount": price, "topup_method": method, "invoice_id": invoice["id"]});
    let paid = app.call("PATCH", "/dashboard/balance", Some(&owner.token), body.clone()).await;
    assert_eq!((paid.status, &paid.json["message"]), (StatusCode::OK, &json!("Invoice paid successfully!")), "{}", paid.text);
    assert_eq!(app.call("PATCH", "/dashboard/balance", Some(&owner.token), body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(book(&app, &owner, Book::Receivable).await, 0);
    assert_eq!(app.get("/dashboard/invoices?kind=paid", &owner.token).await.json["items"][0]["status"], "paid");
}

#[tokio::test]
async fn an_underdeclared_parcel_is_adjusted_once_and_a_dispute_brings_it_back() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    credit(&app, &owner, 20_000).await;
    let mut heavy = shipment();
    heavy["shipment"]["to_address"]["company"] = json!("SANDBOX UNDERDECLARED");
    let draft = drafted(&app, &owner, heavy).await;
    assert_eq!(buy(&app, &owner, &draft, "Priority").await.status, StatusCode::OK);
    let bought = book(&app, &owner, Book::Available).await;
    for _ in 0..4 {
        app.advance(TimeDelta::days(1));
        app.run_schedules().await;
    }
    let listed = app.get("/dashboard/adjustments", &owner.token).await.json;
    assert_eq!(listed["total_count"], 1, "{listed}");
    let found = &listed["items"][0];
    let amount = Cents::parse(found["amount"].as_str().unwrap()).unwrap().get();
    assert!(amount > 0 && found["captured"]["parcel"] != found["claimed"]["parcel"], "{found}");
    assert_eq!(book(&app, &owner, Book::Available).await, bought - amount);
    let path = format!("/dashboard/adjustments/{}", found["id"].as_str().unwrap());
    let empty = app.call("PATCH", &path, Some(&owner.token), json!({"detail": "", "expectation": "x"})).await;
    assert_eq!(empty.json["errors"]["detail"][0], "can't be blank");
    let objection = json!({"detail": "Our scale says 2 lb", "expectation": "The difference back"});
    assert_eq!(app.call("PATCH", &path, Some(&owner.token), objection.clone()).await.status, StatusCode::OK);
    assert_eq!(app.call("PATCH", &path, Some(&owner.token), objection).await.status, StatusCode::CONFLICT);
    app.advance(TimeDelta::days(2));
    app.run_schedules().await;
    assert_eq!(book(&app, &owner, Book::Available).await, bought, "won");
    assert_eq!(app.get("/dashboard/adjustments?filter=disputing", &owner.token).await.json["items"][0]["dispute"]["state"], "won");
}

#[tokio::test]
async fn incentives_are_gathered_approved_and_paid_out_once() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    billed(&app, &owner, BillingType::Wallet, &[Program::External]).await;
    credit(&app, &owner, 20_000).await;
    let draft = drafted(&app, &owner, shipment()).await;
    assert_eq!(buy(&app, &owner, &draft, "Priority").await.status, StatusCode::OK);
    let earned = book(&app, &owner, Book::AccruedExternal).await;
    assert!(earned > 0);
    let owner = later(&app, owner, 31).await;
    let listed = app.get("/dashboard/external_balance/transactions", &owner.token).await.json;
    assert_eq!((&listed["total_count"], &listed["items"][0]["status"]), (&json!(1), &json!("unapproved")), "{listed}");
    let table = app.call("GET", listed["items"][0]["incentive_report_url"].as_str().unwrap(), None, Value::Null).await;
    assert_eq!(table.text.lines().count(), 2, "{}", table.text);
    let path = format!("/dashboard/incentive_reports/{}/approve", listed["items"][0]["id"].as_str().unwrap());
    let refused = app.call("PATCH", &path, Some(&owner.token), Value::Null).await;
    assert_eq!(
        (refused.json["code"].as_str(), refused.json["message"].as_str()),
        (Some("billing_disabled"), Some("Your business account is pending verification"))
    );
    let onboarding = app.call("POST", "/dashboard/business_information", Some(&owner.token), json!({"tos_acceptance": "1"})).await;
    assert_eq!(onboarding.status, StatusCode::OK, "{}", onboarding.text);
    assert!(onboarding.json["location"].as_str().unwrap().contains("/business-information"));
    app.advance(TimeDelta::days(1));
    assert_eq!(app.get("/dashboard/business_information", &owner.token).await.json["billing_enabled"], true);
    let refused = app.call("PATCH", &path, Some(&owner.token), Value::Null).await;
    assert_eq!(refused.json["message"], "Add a payout bank account first.", "{}", refused.text);
    bank(&app, &owner, "000123456789", "PayoutBankAccount").await;
    for _ in 0..2 {
        let approved = app.call("PATCH", &path, Some(&owner.token), Value::Null).await;
        assert_eq!(approved.status, StatusCode::OK, "{}", approved.text);
    }
    for _ in 0..10 {
        app.advance(TimeDelta::days(1));
        app.run_schedules().await;
    }
    assert_eq!(book(&app, &owner, Book::IncentivesExternal).await, 0);
    let listed = app.get("/dashboard/external_balance/transactions", &owner.token).await.json;
    assert_eq!(
        (&listed["items"][0]["status"], &listed["items"][0]["amount"]),
        (&json!("succeeded"), &json!(Cents::new(earned).to_string()))
    );
}

#[tokio::test]
async fn permissions_decide_who_sees_and_who_changes() {
    let app = TestApp::new().await;
    let owner = app.owner(LIVE, "ada@example.com").await;
    let method = card(&app, &owner, "4242424242424242").await;
    let reads = app.person(LIVE, &owner.account_id, "read@example.com", &[Permission::BillingReporting]).await.token;
    let changes = app.person(LIVE, &owner.account_id, "change@example.com", &[Permission::BillingSettings]).await.token;
    let neither = app.person(LIVE, &owner.account_id, "neither@example.com", &[Permission::ShipmentReporting]).await.token;
    let add = json!({"amount": "10.00", "topup_method": method});
    for (token, log, topup) in [(&reads, 200, 403), (&changes, 403, 200), (&neither, 403, 403)] {
        assert_eq!(app.get("/dashboard/balance/transactions", token).await.status.as_u16(), log);
        assert_eq!(app.call("PATCH", "/dashboard/balance", Some(token), add.clone()).await.status.as_u16(), topup);
    }
    let labels = json!({"settings": {"label_format": "png"}});
    assert_eq!(app.call("PATCH", "/dashboard/user/settings", Some(&changes), labels).await.status, StatusCode::FORBIDDEN);
    let email = json!({"user": {"email": "mallory@example.com"}});
    let refused = app.call("PATCH", "/dashboard/user", Some(&changes), email).await;
    assert_eq!(refused.json["errors"]["user.email"][0], "can only be changed by the account owner", "{}", refused.text);
    let phone = json!({"user": {"phone": "415 555 0100"}, "contact_address_attributes": {"street_name": "1 Main St", "city": "Reno", "state": "NV", "zip": "8950"}});
    let wrong = app.call("PATCH", "/dashboard/user", Some(&changes), phone).await;
    assert!(wrong.json["errors"]["contact_address.zip"].is_array(), "{}", wrong.text);
}

#[tokio::test]
async fn a_forged_event_is_refused() {
    let app = TestApp::new().await;
    let answer = app.call("POST", "/webhooks/stripe", None, json!({"id": "evt_1", "type": "payment_intent.succeeded"})).await;
    assert!(answer.status.is_client_error(), "{}", answer.text);
    assert!(app.call("POST", "/webhooks/plaid", None, json!({})).await.status.is_client_error());
}
