//! Shipments from draft to refund, with the sandbox carriers and real money in the ledger.

use crate::harness::{Owner, TestApp};
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::id::{Id, JobId, LedgerEntryId, ShipmentId, TransactionId};
use domain::ledger::{Balanced, Book};
use domain::money::Cents;
use domain::transaction::Kind;
use domain::work::{ShipmentsVerb, ShipmentsWork, Work};
use domain::world::World;
use serde_json::{Value, json};
use store::jobs::{self, Owner as JobOwner, Starter};
use store::ledger;
use store::transactions::{About, NewTransaction};
use waybill::features::shipments::bulk;
use waybill::jobs::JobContext;

pub async fn credit(app: &TestApp, owner: &Owner, cents: i64) {
    let view = app.app(World::Live);
    let (id, postings) = (view.id::<LedgerEntryId>(), Balanced::credit(Cents::new(cents)).unwrap());
    let key = format!("test credit {id}");
    let transaction: TransactionId = view.id();
    let opened = NewTransaction { id: &transaction, kind: Kind::Credit, description: "credit", about: About::default() };
    let part = ledger::Part::Opens(&opened);
    let entry = ledger::NewEntry { id: &id, key: &key, part, description: "credit", postings: &postings, at: view.now() };
    let mut writer = view.store().writer().await.unwrap();
    ledger::post(&mut writer, &owner.account_id, &entry).await.unwrap();
    writer.commit().await.unwrap();
}

pub async fn book(app: &TestApp, owner: &Owner, book: Book) -> i64 {
    let view = app.app(World::Live);
    let mut conn = view.store().reader().await.unwrap();
    ledger::total(&mut conn, &owner.account_id, book).await.unwrap().get()
}

pub fn shipment() -> Value {
    json!({ "shipment": {
        "from_address": { "name": "Ann Lee", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118" },
        "to_address": { "name": "Bo Diaz", "street1": "9 Elm St", "city": "Beverly Hills", "state": "CA", "zip": "90210", "country": "US" },
        "parcel": { "length": 12, "width": "9", "height": 4.5, "weight": "18" },
        "options": { "print_custom_1": "Shelf 4" },
        "custom_id": "job-77",
    }})
}

pub async fn drafted(app: &TestApp, owner: &Owner, body: Value) -> Value {
    let made = app.call("POST", "/dashboard/shipments", Some(&owner.token), body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    made.json["shipment"].clone()
}

pub fn rate_of<'a>(shipment: &'a Value, service: &str) -> &'a Value {
    shipment["rates"].as_array().unwrap().iter().find(|rate| rate["service"] == service).unwrap()
}

pub async fn buy(app: &TestApp, owner: &Owner, shipment: &Value, service: &str) -> crate::harness::Answer {
    let path = format!("/dashboard/shipments/{}/buy", shipment["id"].as_str().unwrap());
    app.call("POST", &path, Some(&owner.token), json!({ "rate_id": rate_of(shipment, service)["id"] })).await
}

#[tokio::test]
async fn a_label_is_rated_bought_drawn_tracked_and_refunded() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 10_000).await;
    let draft = drafted(&app, &owner, shipment()).await;
    let rates = draft["rates"].as_array().unwrap();
    assert!(rates.len() > 10 && rates.iter().any(|rate| rate["carrier"] == "UPS"));
    let priority = rate_of(&draft, "Priority");
    assert_eq!(priority["card"], "usps-2025-10-05");
    let price: i64 = Cents::parse(priority["rate"].as_str().unwrap()).unwrap().get();

    let bought = buy(&app, &owner, &draft, "Priority").await;
    assert_eq!(bought.status, StatusCode::OK, "{}", bought.text);
    let code = bought.json["tracking_code"].as_str().unwrap().to_owned();
    assert!(code.starts_with("92055"), "{code}");
    assert_eq!(book(&app, &owner, Book::Available).await, 10_000 - price);
    assert_eq!(book(&app, &owner, Book::Held).await, 0);

    let id = draft["id"].as_str().unwrap();
    for (format, start) in [("pdf", "%PDF"), ("zpl", "^XA"), ("png", "\u{fffd}PNG")] {
        let file = app.get(&format!("/dashboard/shipments/{id}/label?format={format}"), &owner.token).await;
        assert_eq!(file.status, StatusCode::OK);
        assert!(file.text.starts_with(start), "{format}: {:?}", file.text.get(..8));
    }
    let again = buy(&app, &owner, &draft, "Priority").await;
    assert_eq!((again.status, again.json["code"].as_str()), (StatusCode::CONFLICT, Some("already_bought")));

    let found = app.get("/dashboard/shipments?q=diaz%20elm", &owner.token).await;
    assert_eq!(found.json["total_count"], 1, "{}", found.text);
    let by_code = app.get(&format!("/dashboard/shipments?q={}", &code[8..18]), &owner.token).await;
    assert_eq!(by_code.json["items"][0]["tracking_code"], code.as_str());
    assert_eq!(app.get("/dashboard/shipments?q=nobody", &owner.token).await.json["total_count"], 0);
    assert_eq!(app.get("/dashboard/shipments?draft=true", &owner.token).await.json["total_count"], 0);

    let refund = app.call_with_jobs("POST", "/dashboard/shipments/refund", &owner.token, json!({ "ids": [id] })).await;
    assert_eq!(refund.json["report"]["refund_statuses"][0], json!({ "tracking_code": code, "status": "submitted" }), "{}", refund.text);
    assert_eq!(book(&app, &owner, Book::Available).await, 10_000 - price, "the carrier has not decided");
    app.advance(TimeDelta::days(16));
    app.run_schedules().await;
    assert_eq!(book(&app, &owner, Book::Available).await, 10_000, "the money is back");
    let shown = app.get(&format!("/dashboard/shipments/{id}"), &owner.token).await;
    assert_eq!(shown.json["shipment"]["status"], "Refund refunded");
}

#[tokio::test]
async fn a_parcel_is_followed_until_it_arrives() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 10_000).await;
    let draft = drafted(&app, &owner, shipment()).await;
    buy(&app, &owner, &draft, "Priority").await;
    for _ in 0..60 {
        app.advance(TimeDelta::hours(4));
        app.run_schedules().await;
    }
    let shown = app.get(&format!("/dashboard/shipments/{}", draft["id"].as_str().unwrap()), &owner.token).await;
    let events = shown.json["shipment"]["tracking_events"].as_array().unwrap().clone();
    assert_eq!(shown.json["shipment"]["tracking_status"], "delivered", "{}", shown.text);
    assert!(events.len() >= 5, "{events:?}");
    assert_eq!(events[0]["status"], "delivered");
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_asking() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 10_000).await;
    for (words, ends_bought) in [("SANDBOX TIMEOUT AFTER", true), ("SANDBOX TIMEOUT BEFORE", false)] {
        let mut body = shipment();
        body["shipment"]["to_address"]["company"] = words.into();
        let draft = drafted(&app, &owner, body).await;
        let before = book(&app, &owner, Book::Available).await;
        let answer = buy(&app, &owner, &draft, "GroundAdvantage").await;
        assert_eq!((answer.status, answer.json["pending"].as_bool()), (StatusCode::ACCEPTED, Some(true)), "{words}: {}", answer.text);
        assert!(book(&app, &owner, Book::Held).await > 0, "the money is set aside");
        app.advance(TimeDelta::minutes(2));
        app.run_schedules().await;
        assert_eq!(book(&app, &owner, Book::Held).await, 0, "{words}");
        assert_eq!(book(&app, &owner, Book::Available).await < before, ends_bought, "{words}");
        let shown = app.get(&format!("/dashboard/shipments/{}", draft["id"].as_str().unwrap()), &owner.token).await;
        assert_eq!(shown.json["shipment"]["tracking_code"].is_string(), ends_bought, "{words}");
    }
}

#[tokio::test]
async fn fifty_buyers_of_one_shipment_get_one_label() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 1_000_000).await;
    let draft = drafted(&app, &owner, shipment()).await;
    let answers = futures_util::future::join_all((0..50).map(|_| buy(&app, &owner, &draft, "Priority"))).await;
    let bought = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(bought, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    let price = Cents::parse(rate_of(&draft, "Priority")["rate"].as_str().unwrap()).unwrap().get();
    assert_eq!(book(&app, &owner, Book::Available).await, 1_000_000 - price);
}

#[tokio::test]
async fn fifty_buyers_at_once_never_overdraw() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let first = drafted(&app, &owner, shipment()).await;
    let price = Cents::parse(rate_of(&first, "Priority")["rate"].as_str().unwrap()).unwrap().get();
    credit(&app, &owner, price * 7 + price / 2).await;
    let mut drafts = vec![first];
    for _ in 0..19 {
        drafts.push(drafted(&app, &owner, shipment()).await);
    }
    let answers = futures_util::future::join_all(drafts.iter().map(|draft| buy(&app, &owner, draft, "Priority"))).await;
    let bought = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    let broke = answers.iter().filter(|answer| answer.status == StatusCode::PAYMENT_REQUIRED).count();
    assert_eq!((bought, broke), (7, 13));
    let told = answers.iter().find(|answer| answer.status == StatusCode::PAYMENT_REQUIRED).unwrap();
    assert_eq!(told.json["message"], "Failed to charge your account. Please check your payment method at the Billing Page and try again.");
    assert_eq!(book(&app, &owner, Book::Available).await, price / 2);
}

#[tokio::test]
async fn gaps_stand_beside_their_fields_and_drafts_may_have_them() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let empty = app.call("POST", "/dashboard/shipments", Some(&owner.token), json!({ "shipment": {} })).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    for path in ["to_address.street1", "from_address.zip", "parcel.weight", "parcel.length"] {
        assert!(empty.json["errors"][path].is_array(), "{path}: {}", empty.text);
    }
    let check = app
        .call("POST", "/dashboard/shipments", Some(&owner.token), json!({ "validate_only": true, "shipment": shipment()["shipment"] }))
        .await;
    assert_eq!((check.status, check.json["shipment"].is_null()), (StatusCode::OK, true));
    let draft = drafted(&app, &owner, json!({ "draft": true, "shipment": { "to_address": { "name": "Half" } } })).await;
    assert_eq!(draft["rates"], json!([]));
    let listed = app.get("/dashboard/shipments?draft=true", &owner.token).await;
    assert_eq!(listed.json["items"][0]["to_name"], "Half");
    let path = format!("/dashboard/shipments/{}", draft["id"].as_str().unwrap());
    let rated = app.call("PATCH", &path, Some(&owner.token), shipment()).await;
    assert!(!rated.json["rates"].as_array().unwrap().is_empty());
    assert_eq!(app.call("DELETE", &path, Some(&owner.token), Value::Null).await.status, StatusCode::OK);
    assert_eq!(app.get(&path, &owner.token).await.status, StatusCode::NOT_FOUND);
}

/// A draft whose price is higher the next time its carrier is asked.
async fn soon_dearer() -> (TestApp, Owner, Value) {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 100_000).await;
    let mut body = shipment();
    body["shipment"]["to_address"]["company"] = "SANDBOX PRICE UP".into();
    let draft = drafted(&app, &owner, body).await;
    (app, owner, draft)
}

#[tokio::test]
async fn a_stale_price_that_rose_is_asked_about() {
    let (app, owner, draft) = soon_dearer().await;
    app.advance(TimeDelta::minutes(20));
    let asked = buy(&app, &owner, &draft, "Priority").await;
    assert_eq!((asked.status, asked.json["code"].as_str()), (StatusCode::CONFLICT, Some("price_changed")), "{}", asked.text);
    let path = format!("/dashboard/shipments/{}/buy", draft["id"].as_str().unwrap());
    let agreed = json!({ "rate_id": rate_of(&draft, "Priority")["id"], "accepted_price": asked.json["price"] });
    let bought = app.call("POST", &path, Some(&owner.token), agreed).await;
    assert_eq!(bought.status, StatusCode::OK, "{}", bought.text);
    assert_eq!(bought.json["shipment"]["price"], asked.json["price"]);
}

#[tokio::test]
async fn buying_again_among_many_agrees_to_the_price_that_rose() {
    let (app, owner, draft) = soon_dearer().await;
    let cheapest = Cents::parse(draft["rates"][0]["rate"].as_str().unwrap()).unwrap().get();
    app.advance(TimeDelta::minutes(20));
    let ids = json!({ "ids": [draft["id"]] });
    let asked = app.call_with_jobs("POST", "/dashboard/shipments/buy", &owner.token, ids.clone()).await;
    let risen = Cents::new(cheapest + 2_000);
    let told = format!("The price rose to ${risen}. Please confirm it.");
    assert_eq!(asked.json["report"]["failed"][0]["message"], told, "{}", asked.text);
    assert_eq!(book(&app, &owner, Book::Available).await, 100_000);
    let path = format!("/dashboard/shipments/{}", draft["id"].as_str().unwrap());
    let shown = app.get(&path, &owner.token).await.expect(200)["shipment"].clone();
    assert_eq!((&shown["selected_rate"]["id"], &shown["selected_rate"]["rate"]), (&draft["rates"][0]["id"], &json!(risen.to_string())));
    let bought = app.call_with_jobs("POST", "/dashboard/shipments/buy", &owner.token, ids).await;
    assert_eq!(bought.json["message"], "1 label(s) bought.", "{}", bought.text);
    assert_eq!(book(&app, &owner, Book::Available).await, 100_000 - risen.get());
}

#[tokio::test]
async fn a_draft_that_is_corrected_meanwhile_is_not_bought_as_it_was() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 10_000).await;
    let draft = drafted(&app, &owner, shipment()).await;
    let (live, id) = (app.app(World::Live), ShipmentId::parse(draft["id"].as_str().unwrap()).unwrap());
    let mut writer = live.store().writer().await.unwrap();
    let mut corrected = store::shipments::find(&mut writer, &owner.account_id, &id).await.unwrap().unwrap();
    corrected.details.to.street1 = "10 Elm St".into();
    corrected.updated_at = live.now() + TimeDelta::seconds(1);
    assert!(store::drafts::save_draft(&mut writer, &owner.account_id, &corrected).await.unwrap());
    // The purchase is planned with the old address, and waits for the shipment until the new one is there.
    let correction = async move {
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
        writer.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(buy(&app, &owner, &draft, "Priority"), correction);
    assert_eq!(answer.refused(409, "shipment_changed"), "This shipment was changed meanwhile. Please try again.");
    assert_eq!((book(&app, &owner, Book::Available).await, book(&app, &owner, Book::Held).await), (10_000, 0));
    let bought = buy(&app, &owner, &draft, "Priority").await.expect(200);
    assert_eq!(bought["shipment"]["to_address"]["street1"], "10 Elm St");
}

#[tokio::test]
async fn many_are_bought_and_compiled_and_one_bad_row_stops_nobody() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 100_000).await;
    let mut ids = Vec::new();
    for index in 0..4 {
        let mut body = shipment();
        if index == 2 {
            body["shipment"]["to_address"]["company"] = "SANDBOX REFUSE".into();
        }
        ids.push(drafted(&app, &owner, body).await["id"].clone());
    }
    let act = async |verb: &str, body: Value| app.call_with_jobs("POST", &format!("/dashboard/shipments/{verb}"), &owner.token, body).await;
    let bought = act("buy", json!({ "ids": ids })).await;
    assert_eq!(bought.json["message"], "3 label(s) bought, 1 failed.", "{}", bought.text);
    let compiled = act("compile", json!({ "all_matching": { "source": "internal" }, "format": "pdf" })).await;
    assert_eq!(compiled.json["message"], "3 label(s) compiled.", "{}", compiled.text);
    let url = compiled.json["report"]["url"].as_str().unwrap();
    let file = app.call("GET", url, None, Value::Null).await;
    assert!(file.text.starts_with("%PDF") && file.headers["content-type"] == "application/pdf");
    let forged = url.replace("ticket=", "ticket=x");
    assert_eq!(app.call("GET", &forged, None, Value::Null).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/dashboard/shipments?downloaded=yes", &owner.token).await.json["total_count"], 3);
    let nothing = act("buy", json!({ "ids": [] })).await;
    assert_eq!(nothing.json["errors"]["base"], json!(["Select at least one shipment"]));
}

#[tokio::test]
async fn a_repeated_job_leaves_out_what_went_well() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let live = app.app(World::Live);
    let mut ids = Vec::new();
    for _ in 0..61 {
        let made = drafted(&app, &owner, json!({ "draft": true, "shipment": { "to_address": { "name": "Half" } } })).await;
        ids.push(ShipmentId::parse(made["id"].as_str().unwrap()).unwrap());
    }
    ids.push(live.id());
    let work = ShipmentsWork { verb: ShipmentsVerb::Delete, ids, by: "Ada".into() };
    let (id, whose) = (live.id::<JobId>(), JobOwner::Account(owner.account_id.clone()));
    let mut writer = live.store().writer().await.unwrap();
    jobs::enqueue(&mut writer, &whose, &id, &Work::Shipments(work.clone()), live.now(), Starter { name: "Ada", person_id: None })
        .await
        .unwrap();
    let mut leased = jobs::lease(&mut writer, "w", live.now(), live.now() + TimeDelta::minutes(1), 9).await.unwrap();
    writer.commit().await.unwrap();
    leased.retain(|job| job.id == id);
    let context = JobContext { app: live.clone(), job: leased.remove(0) };
    for _ in 0..2 {
        // The second time as after a crash: a draft that it deleted itself is no failure.
        bulk::run(&context, &owner.account_id, &work).await.unwrap();
        let shown = app.get(&format!("/dashboard/jobs/{id}"), &owner.token).await.expect(200)["job"].clone();
        assert_eq!((&shown["progress"], &shown["rows"]), (&json!({"done": 62, "total": 62}), &json!({"ok": 61, "failed": 1})));
    }
    assert_eq!(app.get("/dashboard/shipments?draft=true", &owner.token).await.json["total_count"], 0);
}

#[tokio::test]
async fn the_sandbox_remembers_as_its_contract_says() {
    let app = TestApp::new().await;
    let memory = waybill::carriers::StoreMemory::new(app.app(World::Test).store().clone());
    partners::sandbox::state_contract::check(&memory).await.unwrap();
}
