//! Jobs that buy labels from a carrier that answers late: what they told of a row comes true, or is put right.

use crate::harness::TestApp;
use crate::shipments::{credit, drafted, shipment};
use crate::upload_jobs::prepared;
use crate::uploads::{get, post, rated, table};
use chrono::TimeDelta;
use domain::id::{Id, ShipmentId};
use domain::world::World;
use serde_json::json;
use store::purchases;
use waybill::features::shipments::jobs::settle_purchases;

#[tokio::test]
async fn a_row_whose_carrier_answers_late_tells_what_became_of_it() {
    let (app, owner) = prepared().await;
    let live = app.app(World::Live);
    let late = ["AFTER", "BEFORE"].map(|word| format!("A-{word},Late,SANDBOX TIMEOUT {word},1 Oak St,Boston,MA,02134,1\n")).concat();
    let id = rated(&app, &owner, &format!("{}{late}", table(1))).await;
    let begun = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    let path = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    let failed = async || app.get(&format!("{path}/rows?state=failed"), &owner.token).await.expect(200);
    assert_eq!(failed().await["total_count"], 2);
    app.advance(TimeDelta::minutes(2));
    let mut conn = live.store().reader().await.unwrap();
    let first = purchases::all_pending(&mut conn, live.now(), live.now(), None, 1).await.unwrap().remove(0).1;
    let rest = purchases::all_pending(&mut conn, live.now(), live.now(), Some(&first), 9).await.unwrap();
    drop(conn);
    assert!(rest.len() == 1 && rest[0].1.id != first.id, "every one once: {first:?} {rest:?}");

    settle_purchases(&live).await.unwrap();
    let left = failed().await;
    assert_eq!(left["total_count"], 1, "{left}");
    assert!(left["items"][0]["message"].as_str().unwrap().ends_with("did not answer, and sold no label."), "{left}");
    let shown = app.get(&path, &owner.token).await.expect(200)["job"].clone();
    assert_eq!(shown["rows"], json!({"ok": 2, "failed": 1}));
}

#[tokio::test]
async fn a_bulk_purchase_without_an_upload_is_told_too() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 10_000).await;
    let mut body = shipment();
    body["shipment"]["to_address"]["company"] = "SANDBOX TIMEOUT AFTER".into();
    let ids = json!({ "ids": [drafted(&app, &owner, body).await["id"]] });
    // Asked for twice: both jobs were told to wait.
    let mut paths = Vec::new();
    for _ in 0..2 {
        app.call_with_jobs("POST", "/dashboard/shipments/buy", &owner.token, ids.clone()).await;
        let jobs = app.get("/dashboard/jobs", &owner.token).await.expect(200);
        paths.push(format!("/dashboard/jobs/{}", jobs["items"][0]["id"].as_str().unwrap()));
        app.advance(TimeDelta::milliseconds(1));
    }
    let rows = async |path: &str| app.get(path, &owner.token).await.expect(200)["job"]["rows"].clone();
    for path in &paths {
        assert_eq!(rows(path).await, json!({"ok": 0, "failed": 1}));
    }
    app.advance(TimeDelta::minutes(2));
    settle_purchases(&app.app(World::Live)).await.unwrap();
    for path in &paths {
        assert_eq!(rows(path).await, json!({"ok": 1, "failed": 0}));
    }
}

#[tokio::test]
async fn a_rate_that_is_chosen_while_a_purchase_is_planned_is_noticed() {
    let (app, owner) = prepared().await;
    let (live, account) = (app.app(World::Live), &owner.account_id);
    let id = rated(&app, &owner, &table(1)).await;
    let row = get(&app, &owner, &format!("{id}/rates")).await["shipments"][0].clone();
    let shipment = ShipmentId::parse(row["public_id"].as_str().unwrap()).unwrap();
    let stamp = async || {
        let mut writer = live.store().writer().await.unwrap();
        let locked = store::drafts::lock_drafts(&mut writer, account, std::slice::from_ref(&shipment)).await.unwrap();
        locked[&shipment]
    };
    let planned = stamp().await;
    app.advance(TimeDelta::seconds(1));
    let chosen = json!({ "rates": { shipment.as_str(): row["rates"][1]["public_id"] } });
    let path = format!("/dashboard/shipment_uploads/{id}/rates");
    app.call("PATCH", &path, Some(&owner.token), chosen).await.expect(200);
    assert_ne!(stamp().await, planned, "by this a purchase knows that the draft is another one");
}
