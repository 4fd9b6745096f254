//! Saved packages.

use crate::harness::{Answer, Owner, TestApp};
use domain::world::World;
use serde_json::{Value, json};

const PATH: &str = "/dashboard/saved_packages";

fn package(name: &str) -> Value {
    json!({"name": name, "parcel": {"length": 12, "width": "9", "height": 4.5, "weight": "32"}, "customs_info": null, "options": {}})
}

async fn save(app: &TestApp, owner: &Owner, package: Value) -> Answer {
    app.call("POST", PATH, Some(&owner.token), json!({"saved_package": package})).await
}

#[tokio::test]
async fn packages_are_saved_listed_replaced_and_deleted() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let mut abroad = package("Abroad");
    let item = json!({"description": "T-shirt", "quantity": 2, "value": "30", "weight": 12.5, "origin_country": "US"});
    abroad["customs_info"] = json!({"customs_items": [item]});
    abroad["options"] = json!({"carrier_insurance_amount": 100, "hub_id": "17", "label_format": "png"});
    let made = save(&app, &owner, abroad).await.expect(201)["saved_package"].clone();
    assert_eq!(made["parcel"], json!({"length": "12", "width": "9", "height": "4.5", "weight": "32", "predefined_package": "Parcel"}));
    let (customs, options) = (&made["customs_info"], &made["options"]);
    assert_eq!((&customs["contents_type"], &customs["eel_pfc"]), (&json!("merchandise"), &json!("NOEEI 30.37(a)")));
    assert_eq!((&customs["customs_items"][0]["value"], &customs["customs_items"][0]["weight"]), (&json!("30.00"), &json!("12.5")));
    assert_eq!((&options["carrier_insurance_amount"], &options["hub_id"]), (&json!("100.00"), &json!(17)));
    assert_eq!(options["delivery_confirmation"], "NO_SIGNATURE");
    assert_eq!(made["info"], "Parcel 12 x 9 x 4.5 in, 2 lb, insured for $100.00, customs form with 1 item");

    let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
    assert_eq!(app.get(&path, &owner.token).await.expect(200)["saved_package"], made);
    let mut flat = package("A small one");
    flat["parcel"] = json!({"weight": 4, "predefined_package": "SmallFlatRateBox"});
    save(&app, &owner, flat).await.expect(201);
    let list = app.get(&format!("{PATH}?per_page=999"), &owner.token).await.expect(200);
    assert_eq!(list["items"][0]["info"], "Small Flat Rate Box, 4 oz");
    assert_eq!(list["items"][1], json!({"id": made["id"], "name": "Abroad", "info": made["info"]}));

    let replaced = app.call("PATCH", &path, Some(&owner.token), json!({"saved_package": package("Plain")})).await.expect(200);
    let replaced = &replaced["saved_package"];
    assert_eq!((&replaced["customs_info"], &replaced["options"]["hub_id"]), (&Value::Null, &Value::Null));
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
    app.get(&path, &owner.token).await.refused(404, "not_found");
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.refused(404, "not_found");
    assert_eq!(app.get(PATH, &owner.token).await.expect(200)["total_count"], 1);
}

#[tokio::test]
async fn faults_are_told_beside_their_fields_and_a_name_is_used_once() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let fields = |answer: &Value| answer["errors"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let nothing = save(&app, &owner, json!({})).await.expect(422);
    assert_eq!(fields(&nothing), ["name", "parcel.height", "parcel.length", "parcel.weight", "parcel.width"]);
    let mut odd = package("Odd");
    odd["parcel"]["weight"] = json!("heavy");
    odd["options"] = json!({"carrier_insurance_amount": "much"});
    odd["customs_info"] = json!({"customs_items": [{"value": "x"}]});
    let odd = save(&app, &owner, odd).await.expect(422);
    assert_eq!(fields(&odd), ["customs_info.customs_items.0.value", "options.carrier_insurance_amount", "parcel.weight"]);
    let mut unknown = package("Unknown");
    unknown["parcel"]["predefined_package"] = json!("Barrel");
    unknown["options"] = json!({"hub_id": 5, "hazmat": "BOMB", "carrier_insurance_amount": "-1"});
    unknown["customs_info"] = json!({"contents_type": "other"});
    let unknown = save(&app, &owner, unknown).await.expect(422);
    let expected = [
        "customs_info.contents_explanation",
        "customs_info.customs_items",
        "options.carrier_insurance_amount",
        "options.hazmat",
        "options.hub_id",
        "parcel.predefined_package",
    ];
    assert_eq!(fields(&unknown), expected);
    let typed = save(&app, &owner, json!({"name": "x", "parcel": {"weight": true}})).await.expect(422);
    assert_eq!(typed["errors"]["saved_package.parcel.weight"], json!(["must be a number"]));

    save(&app, &owner, package("Box")).await.expect(201);
    assert_eq!(save(&app, &owner, package(" Box ")).await.expect(422)["errors"]["name"], json!(["is taken already"]));
    let other = save(&app, &owner, package("Other")).await.expect(201)["saved_package"]["id"].as_str().unwrap().to_owned();
    let path = format!("{PATH}/{other}");
    let renamed = app.call("PATCH", &path, Some(&owner.token), json!({"saved_package": package("Box")})).await.expect(422);
    assert_eq!(renamed["errors"]["name"], json!(["is taken already"]));
    app.call("PATCH", &path, Some(&owner.token), json!({"saved_package": package("Other")})).await.expect(200);

    let theirs = app.owner(World::Live, "theirs@example.com").await;
    save(&app, &theirs, package("Box")).await.expect(201);
    app.get(&path, &theirs.token).await.refused(404, "not_found");
    app.call("PATCH", &path, Some(&theirs.token), json!({"saved_package": package("Mine")})).await.refused(404, "not_found");
    app.call("DELETE", &path, Some(&theirs.token), Value::Null).await.refused(404, "not_found");
}
