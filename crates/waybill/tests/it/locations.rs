//! Warehouses.

use crate::harness::{Answer, Owner, TestApp};
use crate::shipments::{credit, shipment};
use domain::access::Permission;
use domain::id::{Id, WarehouseId};
use domain::world::World;
use serde_json::{Value, json};

const PATH: &str = "/dashboard/user/addresses";

fn warehouse(name: &str) -> Value {
    json!({"name": name, "street1": "1 Main St", "city": "New York", "state": "NY", "zip": "10001", "phone": "212 555 0100"})
}

async fn add(app: &TestApp, owner: &Owner, address: Value) -> Answer {
    app.call("POST", PATH, Some(&owner.token), json!({"address": address})).await
}

#[tokio::test]
async fn warehouses_are_added_listed_changed_and_deleted() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let main = add(&app, &owner, warehouse("Main")).await.expect(201)["address"].clone();
    assert_eq!((&main["country"], &main["starred"], &main["last_used"]), (&json!("US"), &json!(false), &Value::Null));
    assert_eq!((&main["full_address"], &main["public_id"]), (&json!("1 Main St, New York, NY 10001, US"), &main["id"]));
    let mut second = warehouse(" Annex\n ");
    second["company"] = json!("Acme");
    add(&app, &owner, second).await.expect(201);
    let mut starred = warehouse("Zoo");
    starred["starred"] = json!(true);
    add(&app, &owner, starred).await.expect(201);
    let names =
        |list: &Value| list["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let list = app.get(PATH, &owner.token).await.expect(200);
    assert_eq!(
        (names(&list), &list["total_count"], &list["per"]),
        (vec!["Zoo".into(), "Annex".into(), "Main".into()], &json!(3), &json!(50))
    );
    assert_eq!(list["items"][1]["full_address"], "Acme, 1 Main St, New York, NY 10001, US");

    let id = WarehouseId::parse(main["id"].as_str().unwrap()).unwrap();
    let world = app.app(World::Live);
    let mut writer = world.store().writer().await.unwrap();
    store::warehouses::touch(&mut writer, &owner.account_id, &id, world.now()).await.unwrap();
    writer.commit().await.unwrap();
    let path = format!("{PATH}/{id}");
    let changed =
        app.call("PATCH", &path, Some(&owner.token), json!({"address": {"starred": true, "zip": "10118-0110"}})).await.expect(200);
    let shown = &changed["address"];
    assert_eq!(
        (&shown["zip"], &shown["city"], &shown["last_used"]),
        (&json!("10118-0110"), &json!("New York"), &json!("2026-03-02T12:00:00Z"))
    );
    assert_eq!(names(&app.get(&format!("{PATH}?per_page=2"), &owner.token).await.expect(200)), ["Main", "Zoo"]);

    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.refused(404, "not_found");
    assert_eq!(app.get(&format!("{PATH}?per_page=999"), &owner.token).await.expect(200)["total_count"], 2);
    app.get(&format!("{PATH}?per_page=1000"), &owner.token).await.refused(422, "invalid");
}

#[tokio::test]
async fn rating_and_buying_from_a_warehouse_is_using_it() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    credit(&app, &owner, 10_000).await;
    let none = app.get("/dashboard/shipments", &owner.token).await.expect(200);
    assert_eq!(none["no_warehouses"], true);
    let id = add(&app, &owner, warehouse("Main")).await.expect(201)["address"]["id"].clone();
    assert_eq!(app.get("/dashboard/shipments", &owner.token).await.expect(200)["no_warehouses"], false);
    let last_used = async || app.get(PATH, &owner.token).await.expect(200)["items"][0]["last_used"].clone();
    let mut body = shipment();
    body["shipment"]["from_address"]["id"] = id.clone();

    body["draft"] = json!(true);
    let draft = app.call("POST", "/dashboard/shipments", Some(&owner.token), body.clone()).await.expect(201)["shipment"].clone();
    assert_eq!((&draft["from_address"]["id"], &draft["from_address"]["city"]), (&id, &json!("New York")));
    assert_eq!(last_used().await, Value::Null, "a draft is not sent");
    body["draft"] = json!(false);
    let path = format!("/dashboard/shipments/{}", draft["id"].as_str().unwrap());
    let rated = app.call("PATCH", &path, Some(&owner.token), body.clone()).await.expect(200);
    assert_eq!(last_used().await, "2026-03-02T12:00:00Z");
    app.advance(chrono::TimeDelta::minutes(5));
    let bought = app.call("POST", &format!("{path}/buy"), Some(&owner.token), json!({"rate_id": rated["rates"][0]["id"]})).await;
    bought.expect(200);
    assert_eq!(last_used().await, "2026-03-02T12:05:00Z");

    body["shipment"]["from_address"]["id"] = json!("somewhere");
    let wrong = app.call("POST", "/dashboard/shipments", Some(&owner.token), body).await.expect(422);
    assert_eq!(wrong["errors"], json!({"from_address.id": ["must be one of your locations"]}));
}

#[tokio::test]
async fn gaps_are_told_beside_their_fields_and_nothing_is_stored() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let blank = add(&app, &owner, json!({"phone": "x".repeat(200)})).await.expect(422);
    let fields: Vec<&String> = blank["errors"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["city", "name", "phone", "state", "street1", "zip"]);
    let mut wrong = warehouse("Main");
    wrong["zip"] = json!("1000");
    assert_eq!(
        add(&app, &owner, wrong.clone()).await.expect(422)["errors"]["zip"],
        json!(["must be a ZIP code such as 10001 or 10001-1234"])
    );
    wrong["zip"] = json!("");
    assert_eq!(add(&app, &owner, wrong.clone()).await.expect(422)["errors"]["zip"], json!(["can't be blank"]));
    assert_eq!(app.get(PATH, &owner.token).await.expect(200)["total_count"], 0);
    wrong["zip"] = json!("K1A 0B1");
    wrong["country"] = json!("ca");
    wrong["state"] = json!("Ontario");
    let abroad = add(&app, &owner, wrong).await.expect(201)["address"].clone();
    assert_eq!(abroad["country"], "CA");
    let path = format!("{PATH}/{}", abroad["id"].as_str().unwrap());
    let refused = app.call("PATCH", &path, Some(&owner.token), json!({"address": {"name": " ", "city": null}})).await.expect(422);
    assert_eq!(refused["errors"], json!({"name": ["can't be blank"]}));
}

#[tokio::test]
async fn everybody_reads_and_the_permission_changes() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let made = add(&app, &owner, warehouse("Main")).await.expect(201);
    let path = format!("{PATH}/{}", made["address"]["id"].as_str().unwrap());
    let reader = app.person(World::Live, &owner.account_id, "reader@example.com", &[]).await;
    let packer = app.person(World::Live, &owner.account_id, "packer@example.com", &[Permission::AddLocations]).await;
    assert_eq!(app.get(PATH, &reader.token).await.expect(200)["total_count"], 1);
    let change = json!({"address": {"name": "Dock"}});
    app.call("PATCH", &path, Some(&reader.token), change.clone()).await.refused(403, "access_denied");
    assert_eq!(app.call("PATCH", &path, Some(&packer.token), change.clone()).await.expect(200)["address"]["name"], "Dock");

    let theirs = app.owner(World::Live, "theirs@example.com").await;
    app.call("PATCH", &path, Some(&theirs.token), change).await.refused(404, "not_found");
    app.call("DELETE", &path, Some(&theirs.token), Value::Null).await.refused(404, "not_found");
    assert_eq!(app.get(PATH, &theirs.token).await.expect(200)["total_count"], 0);
}
