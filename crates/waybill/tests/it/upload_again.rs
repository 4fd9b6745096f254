//! Doing things again with an upload: sent twice, rated again, corrected after the purchase, retried twice; and who sees the money.

use crate::harness::{Owner, TestApp, form_with_file};
use crate::shipments::{credit, drafted, shipment};
use crate::uploads::{get, mapped, overrides, post, rated, sent, table};
use axum::body::Body;
use axum::http::Request;
use domain::access::Permission;
use domain::id::{Id, JobId, UploadId};
use domain::world::World;
use serde_json::{Value, json};
use store::upload_rows;

async fn prepared() -> (TestApp, Owner) {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 100_000_000).await;
    (app, owner)
}

/// Cancels the job that an answer names.
async fn cancel(app: &TestApp, owner: &Owner, begun: &Value) -> String {
    let path = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    app.call("POST", &format!("{path}/cancel"), Some(&owner.token), Value::Null).await.expect(200);
    app.run_jobs().await;
    path
}

#[tokio::test]
async fn a_file_that_is_sent_twice_with_one_key_is_one_upload() {
    let (app, owner) = prepared().await;
    let send = async |key: &str, rows: usize| {
        let (kind, body) = form_with_file("orders.csv", table(rows).as_bytes(), &[]);
        let request = Request::builder().method("POST").uri("/dashboard/shipment_uploads");
        let request = request.header("authorization", format!("Bearer {}", owner.token)).header("idempotency-key", key);
        let length = body.len();
        app.send(request.header("content-type", kind).header("content-length", length).body(Body::from(body)).unwrap()).await
    };
    let (first, second) = (send("a", 2).await, send("a", 2).await);
    assert_eq!((first.status, second.status), (axum::http::StatusCode::CREATED, axum::http::StatusCode::CREATED), "{}", second.text);
    assert_eq!(first.json["id"], second.json["id"]);
    send("a", 30).await.refused(422, "idempotency_key_reused");
    assert_ne!(send("b", 2).await.json["id"], first.json["id"]);
    assert_eq!(app.get("/dashboard/shipment_uploads", &owner.token).await.expect(200)["total_count"], 2);
}

#[tokio::test]
async fn rows_whose_labels_were_bought_are_not_rated_again() {
    let (app, owner) = prepared().await;
    let id = rated(&app, &owner, &table(3)).await;
    // Rated anew and stopped: the drafts of the first time are still there.
    let begun = post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let job = cancel(&app, &owner, &begun).await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["message"]), (&json!("mapped"), &json!("Cancelled")));
    let shown = get(&app, &owner, &id).await;
    assert_eq!((&shown["overrides"]["from_address"]["zip"], &shown["overrides"]["parcel"]["length"]), (&json!("10118"), &json!("8")));

    let first = &get(&app, &owner, &format!("{id}/rates")).await["shipments"][0];
    let path = format!("/dashboard/shipments/{}/buy", first["public_id"].as_str().unwrap());
    app.call("POST", &path, Some(&owner.token), json!({ "rate_id": first["selected_rate_id"] })).await.expect(200);
    app.call("POST", &format!("{job}/retry"), Some(&owner.token), Value::Null).await.refused(409, "nothing_to_retry");
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.refused(409, "upload_busy");
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["labels_count"], 1);
}

#[tokio::test]
async fn buying_at_once_is_over_when_it_was_cancelled() {
    let (app, owner) = prepared().await;
    let warehouse =
        json!({ "address": { "name": "Ann Lee", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118" } });
    app.call("POST", "/dashboard/user/addresses", Some(&owner.token), warehouse).await;
    let first = sent(&app, &owner, &table(1)).await;
    mapped(&app, &owner, &first).await;
    let wide = "Recipient Name,Address,City,State,Zip,Weight,Length,Width,Height\nBo Diaz,9 Elm St,Beverly Hills,CA,90210,1.5,8,6,4\n";
    let id = sent(&app, &owner, wide).await;
    let maps = ["to_address.name", "to_address.street1", "to_address.city", "to_address.state", "to_address.zip", "parcel.weight"];
    let maps = maps.into_iter().chain(["parcel.length", "parcel.width", "parcel.height"]).enumerate();
    let maps: serde_json::Map<String, Value> = maps.map(|(n, target)| (n.to_string(), target.into())).collect();
    post(&app, &owner, &format!("{id}/update_maps"), json!({ "maps": maps, "save_as": "Whole" })).await.expect(200);
    let mapping = app.get("/dashboard/shipment_upload_mappings", &owner.token).await.expect(200)["items"][0]["id"].clone();
    let fields = [("id", mapping.as_str().unwrap()), ("buy", "1")];
    let begun = app.send_file("/dashboard/shipment_uploads", &owner.token, "x.csv", wide.as_bytes(), &fields).await;
    assert_eq!(begun.json["shipment_upload"]["status"], "rating", "{}", begun.text);
    cancel(&app, &owner, &begun.json["shipment_upload"]).await;
    let id = begun.json["id"].as_str().unwrap();
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["labels_count"]), (&json!("rated"), &json!(0)), "prices are looked at first");
}

#[tokio::test]
async fn a_corrected_row_stays_in_sight_until_it_has_its_label() {
    let (app, owner) = prepared().await;
    let text = format!("{}A-x,Bad,SANDBOX REFUSE,1 Oak St,Boston,MA,02134,1\n", table(2));
    let id = rated(&app, &owner, &text).await;
    let begun = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    let failed = get(&app, &owner, &format!("{id}/rates?errors=1")).await["shipments"][0].clone();
    let path = format!("/dashboard/shipments/{}", failed["public_id"].as_str().unwrap());
    let draft = app.get(&path, &owner.token).await.expect(200)["shipment"].clone();
    let mut to = draft["to_address"].clone();
    to["company"] = json!("Better");
    let changed =
        json!({ "draft": true, "shipment": { "from_address": draft["from_address"], "to_address": to, "parcel": draft["parcel"] } });
    app.call("PATCH", &path, Some(&owner.token), changed).await.expect(200);
    let rates = get(&app, &owner, &format!("{id}/rates?errors=1")).await;
    assert_eq!((&rates["total_count"], &rates["shipments"][0]["label_error"]), (&json!(1), &Value::Null), "{rates}");
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["label_errors_count"], &status["row_errors_count"]), (&json!(1), &json!(0)));

    // The job that tried it leaves it alone, were it still at work; the next one buys it.
    let (live, upload) = (app.app(World::Live), UploadId::parse(&id).unwrap());
    let mut conn = live.store().reader().await.unwrap();
    for (asks, rows) in [(JobId::parse(begun["job_id"].as_str().unwrap()).unwrap(), 0), (live.id::<JobId>(), 1)] {
        assert_eq!(upload_rows::to_buy(&mut conn, &owner.account_id, &upload, &asks, 0, 9).await.unwrap().len(), rows);
    }
    drop(conn);

    // Pressed twice, it is done once; and what was done again is not offered again.
    let job = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    let rows = app.get(&format!("{job}/rows?references={}", failed["public_id"].as_str().unwrap()), &owner.token).await.expect(200);
    assert_eq!((&rows["total_count"], &rows["items"][0]["state"]), (&json!(1), &json!("failed")));
    let retry = async || app.call("POST", &format!("{job}/retry"), Some(&owner.token), Value::Null).await.expect(200)["job_id"].clone();
    assert_eq!(retry().await, retry().await);
    assert_eq!(app.get(&job, &owner.token).await.expect(200)["job"]["retryable"], false);
}

#[tokio::test]
async fn the_balance_is_for_who_may_see_it() {
    let (app, owner) = prepared().await;
    let id = rated(&app, &owner, &table(2)).await;
    let path = format!("/dashboard/shipment_uploads/{id}/rates");
    assert!(app.get(&path, &owner.token).await.expect(200)["balance_after"].is_string());
    let looks = app.person(World::Live, &owner.account_id, "looks@example.com", &[Permission::ShipmentReporting]).await;
    let shown = app.get(&path, &looks.token).await.expect(200);
    assert_eq!((&shown["balance_after"], &shown["missing"], &shown["open_count"]), (&Value::Null, &Value::Null, &json!(2)));
    let both = [Permission::ShipmentReporting, Permission::BillingReporting];
    let pays = app.person(World::Live, &owner.account_id, "pays@example.com", &both).await;
    assert!(app.get(&path, &pays.token).await.expect(200)["balance_after"].is_string());
}

#[tokio::test]
async fn a_screen_learns_which_of_its_rows_a_job_has_still_to_come_to() {
    let (app, owner) = prepared().await;
    let id = rated(&app, &owner, &table(3)).await;
    let shown = get(&app, &owner, &format!("{id}/rates")).await;
    let ids: Vec<&str> = shown["shipments"].as_array().unwrap().iter().map(|row| row["public_id"].as_str().unwrap()).collect();
    let list = app.call("POST", "/dashboard/shipments/buy", Some(&owner.token), json!({ "ids": ids[..2] })).await.expect(202);
    let upload = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    let asked = format!("references={},{},{}&waiting=true", ids[2], ids[1], "shp_unknown");
    let rows = async |job: &Value| {
        let path = format!("/dashboard/jobs/{}/rows?{asked}", job["job_id"].as_str().unwrap());
        let found = app.get(&path, &owner.token).await.expect(200);
        let told = found["items"].as_array().unwrap().iter().map(|row| (row["row"].as_i64(), row["state"].as_str().map(str::to_owned)));
        told.collect::<Vec<_>>()
    };
    let waiting = |row: i64| (Some(row), Some("waiting".to_owned()));
    assert_eq!(rows(&list).await, [waiting(2)]);
    assert_eq!(rows(&upload).await, [waiting(3), waiting(4)], "numbers of the file");
    app.run_jobs().await;
    let done = rows(&list).await;
    assert!(done.len() == 1 && done[0].1.as_deref() == Some("ok"), "{done:?}");
    assert!(rows(&upload).await.iter().all(|(_, state)| state.as_deref() == Some("ok")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_presses_of_retry_one_makes_a_job() {
    let (app, owner) = prepared().await;
    let mut body = shipment();
    body["shipment"]["to_address"]["company"] = "SANDBOX REFUSE".into();
    let ids = json!({ "ids": [drafted(&app, &owner, body).await["id"]] });
    app.call_with_jobs("POST", "/dashboard/shipments/buy", &owner.token, ids).await;
    let jobs = app.get("/dashboard/jobs", &owner.token).await.expect(200);
    let path = format!("/dashboard/jobs/{}/retry", jobs["items"][0]["id"].as_str().unwrap());
    let presses = (0..10).map(|_| app.call("POST", &path, Some(&owner.token), Value::Null));
    let answers = futures_util::future::join_all(presses).await;
    let made: std::collections::BTreeSet<String> = answers.iter().map(|answer| answer.json["job_id"].to_string()).collect();
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!(app.get("/dashboard/jobs", &owner.token).await.expect(200)["total_count"], 2);
}
