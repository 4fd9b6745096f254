//! Saved meanings of columns: made, used again, remembered; the fixed ones stay as they are.

use crate::harness::{Owner, TestApp};
use crate::shipments::credit;
use crate::uploads::{HEADER, get, mapped, post, sent, table};
use axum::http::StatusCode;
use domain::world::World;
use serde_json::{Value, json};

async fn prepared() -> (TestApp, Owner) {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    (app, owner)
}

const PATH: &str = "/dashboard/shipment_upload_mappings";

#[tokio::test]
async fn a_saved_mapping_is_applied_and_the_last_one_suggested() {
    let (app, owner) = prepared().await;
    let odd = "K1,K2,K3,K4,K5,K6\nAnn,1 Elm St,Boston,MA,02134,x\n";
    let id = sent(&app, &owner, odd).await;
    let maps = json!({ "0": "to_address.name", "1": "to_address.street1", "2": "to_address.city", "3": "to_address.state", "4": "to_address.zip" });
    let twice = json!({ "0": "to_address.name", "1": "to_address.name" });
    post(&app, &owner, &format!("{id}/update_maps"), json!({ "maps": twice })).await.refused(422, "invalid");
    post(&app, &owner, &format!("{id}/update_maps"), json!({ "maps": { "9": "omit" } })).await.refused(422, "invalid");
    post(&app, &owner, &format!("{id}/update_maps"), json!({ "maps": maps, "save_as": "Odd shop" })).await.expect(200);
    let again = post(&app, &owner, &format!("{id}/update_maps"), json!({ "maps": maps, "save_as": "Odd shop" })).await.expect(422);
    assert_eq!(again["errors"]["save_as"], json!(["has already been taken"]));

    let listed = app.get(PATH, &owner.token).await.expect(200);
    assert_eq!((&listed["items"][0]["name"], &listed["items"][0]["default"]), (&json!("Odd shop"), &json!(false)));
    assert!(listed["items"].as_array().unwrap().iter().skip(1).all(|item| item["default"] == true));
    let mapping = listed["items"][0]["id"].as_str().unwrap().to_owned();
    let fields = [("id", mapping.as_str())];
    let second = app.send_file("/dashboard/shipment_uploads", &owner.token, "two.csv", odd.as_bytes(), &fields).await;
    assert_eq!(second.status, StatusCode::CREATED, "{}", second.text);
    let upload = &second.json["shipment_upload"];
    assert_eq!((&upload["status"], &upload["mapping_name"]), (&json!("mapped"), &json!("Odd shop")));

    let third = sent(&app, &owner, odd).await;
    let suggested = get(&app, &owner, &format!("{third}/maps")).await;
    assert_eq!((&suggested["maps"][1]["target"], &suggested["maps"][1]["suggested"]), (&json!("to_address.street1"), &json!(true)));
    let unknown = [("id", "nobody")];
    let refused = app.send_file("/dashboard/shipment_uploads", &owner.token, "x.csv", odd.as_bytes(), &unknown).await.expect(422);
    assert_eq!(refused["errors"]["id"], json!(["is not one of your mappings"]));
}

#[tokio::test]
async fn mappings_are_edited_and_the_default_ones_fixed() {
    let (app, owner) = prepared().await;
    let body =
        json!({ "shipment_upload_mapping": { "name": "Mine", "dictionary": { "Who": "to_address.name", "Where": "to_address.city" } } });
    let made = app.call("POST", PATH, Some(&owner.token), body.clone()).await.expect(200);
    app.call("POST", PATH, Some(&owner.token), body).await.refused(422, "invalid");
    let id = made["shipment_upload_mapping"]["id"].as_str().unwrap().to_owned();
    let renamed = json!({ "shipment_upload_mapping": { "name": "Ours" } });
    let changed = app.call("PATCH", &format!("{PATH}/{id}"), Some(&owner.token), renamed.clone()).await.expect(200);
    assert_eq!(changed["shipment_upload_mapping"]["dictionary"]["Who"], "to_address.name");
    let wrong = json!({ "shipment_upload_mapping": { "dictionary": { "Who": "nothing" } } });
    let told = app.call("PATCH", &format!("{PATH}/{id}"), Some(&owner.token), wrong).await.expect(422);
    assert_eq!(told["errors"]["shipment_upload_mapping.dictionary.Who"], json!(["is not in the list"]));
    for method in ["PATCH", "DELETE"] {
        app.call(method, &format!("{PATH}/waybill"), Some(&owner.token), renamed.clone()).await.refused(422, "fixed");
    }
    let template = app.get(&format!("{PATH}/waybill/template"), &owner.token).await.expect(200);
    let file = app.call("GET", template["url"].as_str().unwrap(), None, Value::Null).await;
    assert_eq!(
        file.text,
        "Order Id,Name,Company,Email,Phone,Street 1,Street 2,City,State,Zip,Country,Weight (lb),Length (in),Width (in),Height (in)\r\n"
    );
    let stranger = app.owner(World::Live, "other@example.com").await;
    app.call("DELETE", &format!("{PATH}/{id}"), Some(&stranger.token), Value::Null).await.refused(404, "not_found");
    app.call("DELETE", &format!("{PATH}/{id}"), Some(&owner.token), Value::Null).await.expect(200);
    app.get(&format!("{PATH}/{id}/template"), &owner.token).await.refused(404, "not_found");
}

#[tokio::test]
async fn bought_at_once_when_the_mapping_is_known() {
    let (app, owner) = prepared().await;
    credit(&app, &owner, 100_000).await;
    let first = sent(&app, &owner, &table(1)).await;
    mapped(&app, &owner, &first).await;
    let name = json!({ "maps": { "1": "to_address.name", "3": "to_address.street1", "4": "to_address.city", "5": "to_address.state",
        "6": "to_address.zip", "7": "parcel.weight", "8": "parcel.length", "9": "parcel.width", "10": "parcel.height" }, "save_as": "Whole" });
    let wide = format!("{HEADER},Length,Width,Height\nA-1,Bo Diaz,,9 Elm St,Beverly Hills,CA,90210,1.5,8,6,4\n");
    let id = sent(&app, &owner, &wide).await;
    post(&app, &owner, &format!("{id}/update_maps"), name).await.expect(200);
    let mapping = app.get(PATH, &owner.token).await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    let path = "/dashboard/shipment_uploads";
    let fields = [("id", mapping.as_str()), ("buy", "1")];
    let nowhere = app.send_file(path, &owner.token, "x.csv", wide.as_bytes(), &fields).await.expect(422);
    assert!(nowhere["errors"]["from_address.street1"].is_array(), "there is no warehouse yet: {nowhere}");
    let warehouse =
        json!({ "address": { "name": "Ann Lee", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118" } });
    let made = app.call("POST", "/dashboard/user/addresses", Some(&owner.token), warehouse).await;
    assert!(made.status.is_success(), "{}", made.text);
    let begun = app.send_file(path, &owner.token, "x.csv", wide.as_bytes(), &fields).await;
    assert_eq!(begun.json["shipment_upload"]["status"], "rating", "{}", begun.text);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{}/status", begun.json["id"].as_str().unwrap())).await;
    assert_eq!((&status["status"], &status["labels_count"]), (&json!("purchased"), &json!(1)));
    let unmapped = app.send_file(path, &owner.token, "x.csv", wide.as_bytes(), &[("buy", "1")]).await.expect(422);
    assert!(unmapped["errors"]["id"].is_array());
}
