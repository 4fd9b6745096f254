//! What an upload costs against what the account can spend: on credit, and with labels that a carrier bills itself.

use crate::harness::{Owner, TestApp};
use crate::shipments::{book, credit};
use crate::uploads::{cents, get, post, rated, table};
use chrono::TimeDelta;
use domain::account::BillingType;
use domain::id::{Id, ShipmentId};
use domain::ledger::Book;
use domain::money::Cents;
use domain::world::World;
use serde_json::{Value, json};
use std::time::Duration;
use store::accounts;

async fn on_credit(app: &TestApp, owner: &Owner, limit: i64) {
    let mut writer = app.app(World::Live).store().writer().await.unwrap();
    accounts::set_billing(&mut writer, &owner.account_id, BillingType::Invoicing, &[]).await.unwrap();
    accounts::set_credit_limit(&mut writer, &owner.account_id, Some(Cents::new(limit))).await.unwrap();
    writer.commit().await.unwrap();
}

const BROKE: &str = "Failed to charge your account.";

async fn results(app: &TestApp, owner: &Owner, id: &str) -> String {
    let url = get(app, owner, &format!("{id}/results")).await["url"].as_str().unwrap().to_owned();
    let path = url.find("/dashboard").map_or("", |at| &url[at..]);
    app.call("GET", path, None, Value::Null).await.text
}

#[tokio::test]
async fn an_invoiced_account_buys_up_to_its_limit_and_hears_what_is_missing() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let id = rated(&app, &owner, &table(60)).await;
    let total = cents(&get(&app, &owner, &format!("{id}/rates")).await["total"]);
    let price = total / 60;
    on_credit(&app, &owner, price * 55).await;
    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    assert_eq!((cents(&rates["missing"]), cents(&rates["balance_after"])), (price * 5, -price * 5));
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["labels_count"], &status["errors_count"]), (&json!(55), &json!(5)));
    assert_eq!(book(&app, &owner, Book::Available).await, -price * 55);
    // The last ones nobody tried to buy: still each has its reason, on the screen and in the file.
    let failed = get(&app, &owner, &format!("{id}/rates?errors=1")).await["shipments"].clone();
    let told = |row: &Value| row["label_status"] == "error" && row["label_error"].as_str().unwrap().starts_with(BROKE);
    assert!(failed.as_array().unwrap().len() == 5 && failed.as_array().unwrap().iter().all(told), "{failed}");
    assert_eq!(results(&app, &owner, &id).await.matches(BROKE).count(), 5);
    on_credit(&app, &owner, price * 60).await;
    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    assert_eq!((&rates["missing"], cents(&rates["balance_after"])), (&Value::Null, 0));
    post(&app, &owner, &format!("{id}/retry"), json!({})).await.expect(200);
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["labels_count"], 60);
    assert_eq!(book(&app, &owner, Book::Available).await, -total);
    assert_eq!(results(&app, &owner, &id).await.matches(BROKE).count(), 0);
}

#[tokio::test]
async fn what_a_carrier_bills_itself_needs_no_balance() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let own = json!({"carrier": "UPS", "credentials": {"key": "ups-client-id", "user_id": "merchant", "password": "ups-password", "account_number": "A1B2C3"}});
    let made = app.call("POST", "/dashboard/carrier_accounts", Some(&owner.token), json!({ "carrier_account": own })).await.expect(201);
    let id = rated(&app, &owner, &table(2)).await;
    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    let rows = rates["shipments"].as_array().unwrap();
    let view = app.app(World::Live);
    let mut chosen = serde_json::Map::new();
    for row in rows {
        let mut conn = view.store().reader().await.unwrap();
        let shipment = domain::id::Id::parse(row["public_id"].as_str().unwrap()).unwrap();
        let stored = store::shipments::find(&mut conn, &owner.account_id, &shipment).await.unwrap().unwrap();
        let is_own = |id: &domain::id::CarrierAccountId| made["carrier_account"]["id"] == id.to_string();
        let offered = stored.offers.rates.iter().find(|offered| offered.carrier_account_id.as_ref().is_some_and(is_own)).unwrap();
        chosen.insert(row["public_id"].as_str().unwrap().to_owned(), offered.id.to_string().into());
    }
    let path = format!("/dashboard/shipment_uploads/{id}/rates");
    let changed = app.call("PATCH", &path, Some(&owner.token), json!({ "rates": chosen })).await.expect(200);
    assert_eq!((&changed["changed"], &changed["missing"], cents(&changed["balance_after"])), (&json!(2), &Value::Null, 0));
    assert!(cents(&changed["total"]) > 0);
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["labels_count"], 2);
    assert_eq!(book(&app, &owner, Book::Available).await, 0);
}

#[tokio::test]
async fn labels_of_an_upload_and_single_ones_share_the_balance() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let id = rated(&app, &owner, &table(20)).await;
    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    let price = cents(&rates["total"]) / 20;
    credit(&app, &owner, price * 20).await;
    let first = &rates["shipments"][0];
    let single = json!({ "rate_id": first["selected_rate_id"] });
    let path = format!("/dashboard/shipments/{}/buy", first["public_id"].as_str().unwrap());
    app.call("POST", &path, Some(&owner.token), single).await.expect(200);
    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    assert_eq!((cents(&rates["total"]), cents(&rates["balance_after"])), (price * 19, 0), "one is paid already");
    assert_eq!(rates["open_count"], 19);
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["labels_count"], &status["errors_count"]), (&json!(20), &json!(0)));
    assert_eq!((book(&app, &owner, Book::Available).await, book(&app, &owner, Book::Held).await), (0, 0));
}

#[tokio::test]
async fn trying_again_agrees_to_prices_that_rose() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 100_000).await;
    let text = format!("{}A-x,Bo Diaz,SANDBOX PRICE UP,9 Elm St,Beverly Hills,CA,90210,1.5\n", table(1));
    let id = rated(&app, &owner, &text).await;
    let before = get(&app, &owner, &format!("{id}/rates")).await;
    let risen = cents(&before["shipments"][1]["price"]) + 2_000;
    app.advance(TimeDelta::minutes(20));
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["labels_count"], &status["errors_count"]), (&json!(1), &json!(1)));
    let failed = get(&app, &owner, &format!("{id}/rates?errors=1")).await;
    let row = &failed["shipments"][0];
    assert_eq!(row["label_error"], format!("The price rose to ${}. Please confirm it.", Cents::new(risen)));
    assert_eq!((cents(&row["price"]), &row["selected_rate_id"]), (risen, &before["shipments"][1]["selected_rate_id"]));
    assert_eq!(cents(&failed["total"]), cents(&before["total"]) + 2_000, "the total follows");
    post(&app, &owner, &format!("{id}/retry"), json!({})).await.expect(200);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["labels_count"], &status["errors_count"]), (&json!(2), &json!(0)), "{status}");
    let paid = cents(&failed["total"]);
    assert_eq!((book(&app, &owner, Book::Available).await, book(&app, &owner, Book::Held).await), (100_000 - paid, 0));
}

#[tokio::test]
async fn a_row_that_is_corrected_while_it_is_planned_is_bought_as_it_is_then() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 100_000).await;
    let id = rated(&app, &owner, &table(2)).await;
    let first = get(&app, &owner, &format!("{id}/rates")).await["shipments"][0]["public_id"].as_str().unwrap().to_owned();
    // Its rates are asked for again when it is planned, and that takes eight seconds.
    let (live, shipment) = (app.app(World::Live), ShipmentId::parse(&first).unwrap());
    let mut writer = live.store().writer().await.unwrap();
    let mut slow = store::shipments::find(&mut writer, &owner.account_id, &shipment).await.unwrap().unwrap();
    slow.details.to.company = "SANDBOX SLOW".into();
    assert!(store::drafts::save_draft(&mut writer, &owner.account_id, &slow).await.unwrap());
    writer.commit().await.unwrap();
    app.advance(TimeDelta::minutes(20));
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    let path = format!("/dashboard/shipments/{first}");
    let correction = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        app.call("PATCH", &path, Some(&owner.token), crate::shipments::shipment()).await.expect(200);
    };
    tokio::join!(app.run_jobs(), correction);
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["labels_count"], &status["errors_count"]), (&json!(1), &json!(1)), "{status}");
    let failed = get(&app, &owner, &format!("{id}/rates?errors=1")).await;
    assert_eq!(failed["shipments"][0]["label_error"], "This shipment was changed meanwhile. Please try again.");
    post(&app, &owner, &format!("{id}/retry"), json!({})).await.expect(200);
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["labels_count"], 2);
    let shown = app.get(&path, &owner.token).await.expect(200)["shipment"].clone();
    assert_eq!((&shown["to_address"]["street1"], shown["tracking_code"].is_string()), (&json!("9 Elm St"), true), "{shown}");
    assert_eq!(book(&app, &owner, Book::Held).await, 0);
}
