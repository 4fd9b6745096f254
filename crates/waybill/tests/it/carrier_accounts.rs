//! Users' own accounts with carriers.

use crate::harness::{Answer, Owner, TestApp};
use crate::shipments::{book, credit, drafted, shipment};
use chrono::TimeDelta;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::id::{CarrierAccountId, Id, ShipmentId};
use domain::ledger::Book;
use domain::measure::{Length, Weight};
use domain::options::Options;
use domain::parcel::{OWN_BOX, Parcel};
use domain::partner::PartnerError;
use domain::shipment::{Details, Offers, ShipmentState};
use domain::world::World;
use serde_json::{Value, json};
use std::time::Duration;
use store::drafts;
use store::purchases::{self, Intent};
use store::shipments::{self, Shipment};
use waybill::carriers::{self, OwnAccountError};

const PATH: &str = "/dashboard/carrier_accounts";

fn fedex() -> Value {
    json!({"key": "l7-key-secret", "meter": "118690000", "password": "fedex-password", "account_number": "510087020"})
}

fn ups() -> Value {
    json!({"key": "ups-client-id", "user_id": "merchant", "password": "ups-password", "account_number": "A1B2C3"})
}

async fn add(app: &TestApp, owner: &Owner, carrier: &str, credentials: Value) -> Answer {
    let account = json!({"carrier": carrier, "credentials": credentials, "description": " Main\n account "});
    app.call("POST", PATH, Some(&owner.token), json!({"carrier_account": account})).await
}

async fn stored(app: &TestApp, owner: &Owner, id: &str) -> waybill::carriers::own::CredentialSet {
    let world = app.app(World::Live);
    let mut conn = world.store().reader().await.unwrap();
    let id = CarrierAccountId::parse(id).unwrap();
    let row = store::carrier_accounts::find(&mut conn, &owner.account_id, &id).await.unwrap().unwrap();
    let shown = format!("{row:?}");
    assert!(!shown.contains("secret") && !String::from_utf8_lossy(&row.sealed_credentials).contains("password"), "{shown}");
    carriers::own::unseal(&world, &owner.account_id, &row).unwrap()
}

#[tokio::test]
async fn accounts_are_added_masked_changed_and_deleted() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let mut credentials = fedex();
    credentials["smart_post"] = fedex();
    let made = add(&app, &owner, "FedEx", credentials).await.expect(201)["carrier_account"].clone();
    let id = made["id"].as_str().unwrap().to_owned();
    let dots = "••••••••";
    let masked = json!({"key": dots, "meter": format!("{dots}0000"), "password": dots, "account_number": format!("{dots}7020")});
    assert_eq!((&made["carrier"], &made["description"], &made["custom"]), (&json!("FedEx"), &json!("Main account"), &json!(true)));
    assert_eq!((&made["credentials"]["smart_post"], &made["credentials"]["key"]), (&masked, &json!(dots)));
    app.advance(chrono::TimeDelta::seconds(1));
    add(&app, &owner, "ups", ups()).await.expect(201);
    let list = app.get(PATH, &owner.token).await.expect(200);
    assert_eq!((&list["items"][0], &list["items"][1]["credentials"]["user_id"]), (&made, &json!(format!("{dots}hant"))));
    let managed: Vec<_> = list["managed"].as_array().unwrap().iter().map(|m| m["carrier"].as_str().unwrap()).collect();
    assert_eq!(managed, ["USPS", "FedEx", "UPS", "UniUni"]);
    assert!(!list.to_string().contains("secret") && !list.to_string().contains("password\":\"f"));

    let patch =
        async |account: Value| app.call("PATCH", &format!("{PATH}/{id}"), Some(&owner.token), json!({"carrier_account": account})).await;
    app.advance(chrono::TimeDelta::seconds(1));
    // Blank and masked fields keep; the second set stays while its toggle is on.
    patch(json!({"description": "Ground", "credentials": {"key": "", "password": "new-secret", "account_number": format!("{dots}7020"), "smart_post": {}}})).await.expect(200);
    let set = stored(&app, &owner, &id).await;
    assert!(set.key == "l7-key-secret" && set.password == "new-secret" && set.account_number == "510087020" && set.smart_post.is_some());
    patch(json!({"description": "Ground"})).await.expect(200);
    assert!(stored(&app, &owner, &id).await.smart_post.is_some());
    let off = patch(json!({"credentials": {}})).await.expect(200);
    assert!(stored(&app, &owner, &id).await.smart_post.is_none() && off["carrier_account"]["credentials"].get("smart_post").is_none());
    let fixed = patch(json!({"carrier": "UPS"})).await.expect(422);
    assert_eq!(fixed["errors"]["carrier"], json!(["cannot change: add another account instead"]));

    app.advance(chrono::TimeDelta::seconds(1));
    app.call("DELETE", &format!("{PATH}/{id}"), Some(&owner.token), Value::Null).await.expect(200);
    app.call("DELETE", &format!("{PATH}/{id}"), Some(&owner.token), Value::Null).await.refused(404, "not_found");
    let log = app.get("/dashboard/activity", &owner.token).await.expect(200);
    let told: Vec<_> = log["items"].as_array().unwrap().iter().map(|e| e["summary"].as_str().unwrap()).collect();
    let expected = [
        "Deleted the carrier account FedEx Ground",
        "Changed the carrier account FedEx Ground",
        "Changed the carrier account FedEx Ground",
    ];
    assert_eq!(told[..3], expected);
    assert!(told.contains(&"Added the carrier account UPS Main account"));
    assert!(!log.to_string().contains("secret"));
}

#[tokio::test]
async fn every_credential_is_needed_and_only_fedex_and_ups_are_taken() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    for carrier in ["USPS", "UniUni", "DHL", ""] {
        assert_eq!(add(&app, &owner, carrier, fedex()).await.expect(422)["errors"]["carrier"], json!(["must be FedEx or UPS"]));
    }
    let mut half = fedex();
    half["meter"] = json!(" ");
    half["smart_post"] = json!({"key": "k"});
    let errors = add(&app, &owner, "FedEx", half).await.expect(422)["errors"].clone();
    let fields: Vec<&String> = errors.as_object().unwrap().keys().collect();
    let set = "credentials.smart_post";
    let expected = ["credentials.meter".to_owned(), format!("{set}.account_number"), format!("{set}.meter"), format!("{set}.password")];
    assert_eq!(fields, expected.iter().collect::<Vec<_>>());
    let none = app.call("POST", PATH, Some(&owner.token), json!({"carrier_account": {"carrier": "UPS"}})).await.expect(422);
    assert_eq!(none["errors"].as_object().unwrap().len(), 4);
    assert_eq!(app.get(PATH, &owner.token).await.expect(200)["total_count"], 0);

    let id = add(&app, &owner, "UPS", ups()).await.expect(201)["carrier_account"]["id"].as_str().unwrap().to_owned();
    let theirs = app.owner(World::Live, "theirs@example.com").await;
    for (method, path) in [("PATCH", format!("{PATH}/{id}")), ("DELETE", format!("{PATH}/{id}")), ("POST", format!("{PATH}/{id}/test"))] {
        app.call(method, &path, Some(&theirs.token), json!({})).await.refused(404, "not_found");
    }
    let borrowed = json!({"carrier_account": {"id": id, "credentials": {}}});
    app.call("POST", &format!("{PATH}/test"), Some(&theirs.token), borrowed).await.refused(404, "not_found");
}

#[tokio::test]
async fn credentials_can_be_tried_out_before_and_after_saving() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let attempt =
        async |account: Value| app.call("POST", &format!("{PATH}/test"), Some(&owner.token), json!({"carrier_account": account})).await;
    let good = attempt(json!({"carrier": "FedEx", "credentials": fedex()})).await.expect(200);
    assert_eq!(good["message"], "FedEx accepted the credentials.");
    let mut bad = ups();
    bad["password"] = json!("bad-password");
    let refused = attempt(json!({"carrier": "UPS", "credentials": bad.clone()})).await.refused(422, "partner_refused");
    assert_eq!(refused, "UPS does not accept these credentials.");
    attempt(json!({"carrier": "UPS", "credentials": {}})).await.refused(422, "invalid");
    attempt(json!({"carrier": "USPS", "credentials": fedex()})).await.refused(422, "invalid");

    let id = add(&app, &owner, "UPS", bad).await.expect(201)["carrier_account"]["id"].as_str().unwrap().to_owned();
    let path = format!("{PATH}/{id}/test");
    app.call("POST", &path, Some(&owner.token), Value::Null).await.refused(422, "partner_refused");
    attempt(json!({"id": id, "credentials": {"password": "better"}})).await.expect(200);
    app.call("POST", &path, Some(&owner.token), Value::Null).await.refused(422, "partner_refused");
    let change = json!({"carrier_account": {"credentials": {"password": "better"}}});
    app.call("PATCH", &format!("{PATH}/{id}"), Some(&owner.token), change).await.expect(200);
    app.call("POST", &path, Some(&owner.token), Value::Null).await.expect(200);
    attempt(json!({"id": "nonsense", "credentials": {}})).await.refused(404, "not_found");
}

#[tokio::test]
async fn rating_and_buying_open_stored_accounts() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let mut bad = fedex();
    bad["key"] = json!("bad-key");
    add(&app, &owner, "FedEx", bad).await.expect(201);
    let world = app.app(World::Live);
    let own = carriers::own_accounts(&world, &owner.account_id).await.unwrap();
    assert_eq!((own.len(), own[0].carrier, own[0].description.as_str()), (1, Carrier::FedEx, "Main account"));
    let carrier = carriers::own(&world, &owner.account_id, &own[0].id).await.unwrap();
    assert_eq!(carrier.carrier(), Carrier::FedEx);
    assert!(matches!(carrier.track("123456789012").await, Err(PartnerError::Auth(_))));
    let theirs = app.owner(World::Live, "theirs@example.com").await;
    let gone = carriers::own(&world, &theirs.account_id, &own[0].id).await;
    assert!(matches!(gone, Err(OwnAccountError::Gone)));
}

fn details() -> Details {
    let from = Address {
        name: "Ann".into(),
        street1: "1 Main St".into(),
        city: "New York".into(),
        state: "NY".into(),
        zip: "10001".into(),
        country: "US".into(),
        ..Address::default()
    };
    let side = Some(Length::inches(6));
    let parcel = Parcel { length: side, width: side, height: side, weight: Weight::ounces(12), predefined_package: OWN_BOX.into() };
    Details { to: from.clone(), from, warehouse_id: None, return_to: None, parcel, customs: None, options: Options::default() }
}

#[tokio::test]
async fn an_account_stays_while_a_label_is_being_bought_with_it() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let id = add(&app, &owner, "UPS", ups()).await.expect(201)["carrier_account"]["id"].as_str().unwrap().to_owned();
    let (world, own_id) = (app.app(World::Live), CarrierAccountId::parse(&id).unwrap());
    let consignment = details().consignment(world.now().date_naive());
    let carrier = carriers::own(&world, &owner.account_id, &own_id).await.unwrap();
    let rate = carrier.rate(&consignment).await.unwrap().remove(0);
    let shipment_id: ShipmentId = world.id();
    let shipment = Shipment {
        id: shipment_id.clone(),
        state: ShipmentState::Draft,
        source: "internal".into(),
        custom_id: None,
        shop_order_id: None,
        upload_id: None,
        details: details(),
        offers: Offers::default(),
        rated_at: None,
        selected_rate_id: None,
        carrier: None,
        service: None,
        price_cents: None,
        zone: None,
        tracking_code: None,
        tracking_status: None,
        label_status: None,
        label_error: None,
        refund_status: None,
        refundable_until: None,
        downloaded: false,
        listed_at: world.now(),
        created_at: world.now(),
        updated_at: world.now(),
    };
    let (id_of_purchase, hold_cents) = (world.id(), rate.cents);
    let carrier_account_id = Some(own_id);
    let intent = Intent { id: id_of_purchase, shipment_id, carrier_account_id, consignment, rate, hold_cents, created_at: world.now() };
    let mut writer = world.store().writer().await.unwrap();
    shipments::insert(&mut writer, &owner.account_id, &shipment).await.unwrap();
    purchases::begin(&mut writer, &owner.account_id, &[&intent]).await.unwrap();
    writer.commit().await.unwrap();
    let path = format!("{PATH}/{id}");
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.refused(409, "conflict");
    let mut writer = world.store().writer().await.unwrap();
    purchases::refused(&mut writer, &owner.account_id, &intent, "no", world.now()).await.unwrap();
    writer.commit().await.unwrap();
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
}

const GONE: &str = "This carrier account does not exist any more. Please get rates again.";

/// A draft rated under the user's own account, and the rate.
async fn rated_under_own(app: &TestApp, owner: &Owner) -> (ShipmentId, Value) {
    let draft = drafted(app, owner, shipment()).await;
    let rates = draft["rates"].as_array().unwrap();
    let own = rates.iter().find(|rate| rate["service_name"].as_str().unwrap().ends_with("(your account)")).unwrap();
    (ShipmentId::parse(draft["id"].as_str().unwrap()).unwrap(), own["id"].clone())
}

#[tokio::test]
async fn a_rate_of_a_deleted_account_buys_nothing() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    credit(&app, &owner, 10_000).await;
    let id = add(&app, &owner, "UPS", ups()).await.expect(201)["carrier_account"]["id"].as_str().unwrap().to_owned();
    let (shipment_id, rate) = rated_under_own(&app, &owner).await;
    app.call("DELETE", &format!("{PATH}/{id}"), Some(&owner.token), Value::Null).await.expect(200);
    let path = format!("/dashboard/shipments/{shipment_id}");
    for later in [TimeDelta::zero(), TimeDelta::minutes(20)] {
        app.advance(later);
        let refused = app.call("POST", &format!("{path}/buy"), Some(&owner.token), json!({ "rate_id": rate })).await;
        assert_eq!(refused.refused(409, "carrier_account_gone"), GONE);
    }

    // Among many too: here the rate is the only one there is.
    let live = app.app(World::Live);
    let mut writer = live.store().writer().await.unwrap();
    let mut stored = shipments::find(&mut writer, &owner.account_id, &shipment_id).await.unwrap().unwrap();
    stored.offers.rates.retain(|offered| offered.carrier_account_id.is_some());
    assert!(drafts::save_draft(&mut writer, &owner.account_id, &stored).await.unwrap());
    writer.commit().await.unwrap();
    let ids = json!({ "ids": [shipment_id.to_string()] });
    let many = app.call_with_jobs("POST", "/dashboard/shipments/buy", &owner.token, ids).await;
    assert_eq!(many.json["report"]["failed"][0]["message"], GONE, "{}", many.text);

    assert_eq!((book(&app, &owner, Book::Available).await, book(&app, &owner, Book::Held).await), (10_000, 0));
    assert_eq!(app.get(&path, &owner.token).await.expect(200)["shipment"]["tracking_code"], Value::Null);
}

#[tokio::test]
async fn an_account_that_goes_before_its_carrier_is_asked_gives_the_money_back() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    credit(&app, &owner, 10_000).await;
    let id = add(&app, &owner, "UPS", ups()).await.expect(201)["carrier_account"]["id"].as_str().unwrap().to_owned();
    let (shipment_id, rate) = rated_under_own(&app, &owner).await;
    let path = format!("/dashboard/shipments/{shipment_id}");
    let live = app.app(World::Live);
    let mut writer = live.store().writer().await.unwrap();
    drafts::lock_drafts(&mut writer, &owner.account_id, std::slice::from_ref(&shipment_id)).await.unwrap();
    store::carrier_accounts::delete(&mut writer, &owner.account_id, &CarrierAccountId::parse(&id).unwrap()).await.unwrap();
    // The purchase is planned with the account, and waits for the shipment until the account is gone.
    let gone = async move {
        tokio::time::sleep(Duration::from_secs(3)).await;
        writer.commit().await.unwrap();
    };
    let bought = format!("{path}/buy");
    let (answer, ()) = tokio::join!(app.call("POST", &bought, Some(&owner.token), json!({ "rate_id": rate })), gone);
    assert_eq!(answer.refused(409, "carrier_account_gone"), GONE);
    assert_eq!((book(&app, &owner, Book::Available).await, book(&app, &owner, Book::Held).await), (10_000, 0));
    let shown = app.get(&path, &owner.token).await.expect(200)["shipment"].clone();
    assert_eq!((&shown["tracking_code"], &shown["label_error"]), (&Value::Null, &json!(GONE)), "{shown}");
}
