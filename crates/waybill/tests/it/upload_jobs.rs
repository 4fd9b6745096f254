//! Uploads as durable work: stopped and gone on with, cancelled, followed, done again, and never twice.

use crate::harness::{Owner, TestApp};
use crate::shipments::{book, credit};
use crate::uploads::{cents, get, mapped, overrides, post, rated, sent, table};
use axum::body::Body;
use axum::http::Request;
use domain::id::{Id, UploadId};
use domain::ledger::Book;
use domain::world::World;
use serde_json::{Value, json};
use std::time::Duration;
use store::purchases::{self, Intent};
use store::{shipments, upload_rows};
use tokio_util::sync::CancellationToken;
use waybill::app::App;
use waybill::features::shipments::jobs::settle_purchases;
use waybill::jobs::{Runner, run_due};

const ROWS: usize = 450;

pub async fn prepared() -> (TestApp, Owner) {
    let app = TestApp::with_settings(&[("WAYBILL_JOBS_DRAIN_SECONDS", "0")]).await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, 100_000_000).await;
    (app, owner)
}

/// Runs jobs until something holds, then stops the runner in the middle of whatever it does.
async fn run_until(app: App, mut holds: impl AsyncFnMut() -> bool) {
    let stop = CancellationToken::new();
    let runner = tokio::spawn(Runner::new(app, stop.clone()).run());
    let began = std::time::Instant::now();
    while !holds().await {
        assert!(began.elapsed() < Duration::from_secs(240), "in vain");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    stop.cancel();
    runner.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_the_middle_loses_no_row_and_does_none_twice() {
    let (app, owner) = prepared().await;
    let id = sent(&app, &owner, &table(ROWS)).await;
    mapped(&app, &owner, &id).await;
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let status = async || get(&app, &owner, &format!("{id}/status")).await;
    run_until(app.app(World::Live), async || status().await["processed_rows_count"].as_i64() > Some(0)).await;
    let stopped = status().await;
    assert_eq!(stopped["shipments_count"], stopped["processed_rows_count"], "counts are exact: {stopped}");
    app.run_jobs().await;
    let after = status().await;
    assert_eq!(
        (&after["status"], &after["processed_rows_count"], &after["shipments_count"]),
        (&json!("rated"), &json!(ROWS), &json!(ROWS))
    );

    let total = cents(&get(&app, &owner, &format!("{id}/rates?per=10")).await["total"]);
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    run_until(app.app(World::Live), async || status().await["labels_count"].as_i64() > Some(0)).await;
    let stopped = status().await;
    // What was with the carriers when the runner stopped is settled by asking, then bought again where nothing was sold.
    app.advance(chrono::TimeDelta::minutes(1));
    app.run_jobs().await;
    app.run_schedules().await;
    let after = status().await;
    assert_eq!(
        (&after["status"], &after["labels_count"], &after["errors_count"]),
        (&json!("purchased"), &json!(ROWS), &json!(0)),
        "{stopped} {after}"
    );
    assert_eq!(book(&app, &owner, Book::Held).await, 0);
    assert_eq!(book(&app, &owner, Book::Available).await, 100_000_000 - total, "every label was paid once");
}

#[tokio::test]
async fn what_an_upload_left_with_the_carriers_is_bought_by_its_job_and_not_given_up() {
    let (app, owner) = prepared().await;
    let (live, account) = (app.app(World::Live), &owner.account_id);
    let id = rated(&app, &owner, &table(3)).await;
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    // As a worker leaves it that dies before it has called the carrier.
    let mut writer = live.store().writer().await.unwrap();
    let (upload, any) = (UploadId::parse(&id).unwrap(), live.id());
    let first = upload_rows::to_buy(&mut writer, account, &upload, &any, 0, 1).await.unwrap().remove(0).1;
    let draft = shipments::find(&mut writer, account, &first).await.unwrap().unwrap();
    let intent = Intent {
        id: live.id(),
        shipment_id: first,
        carrier_account_id: None,
        consignment: draft.details.consignment(live.now().date_naive()),
        rate: draft.offers.rates[0].rate.clone(),
        hold_cents: 0,
        created_at: live.now(),
    };
    purchases::begin(&mut writer, account, &[&intent]).await.unwrap();
    writer.commit().await.unwrap();

    app.advance(chrono::TimeDelta::minutes(1));
    settle_purchases(&live).await.unwrap();
    app.run_jobs().await;
    let after = get(&app, &owner, &format!("{id}/status")).await;
    let seen = (&after["status"], &after["labels_count"], &after["errors_count"]);
    assert_eq!(seen, (&json!("purchased"), &json!(3), &json!(0)), "{after}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_and_twenty_clicks_buy_each_label_once() {
    let (app, owner) = prepared().await;
    let id = rated(&app, &owner, &table(130)).await;
    let total = cents(&get(&app, &owner, &format!("{id}/rates?per=10")).await["total"]);
    let path = format!("{id}/buy_labels");
    let clicks = (0..20).map(|_| post(&app, &owner, &path, json!({})));
    let answers = futures_util::future::join_all(clicks).await;
    let jobs: std::collections::BTreeSet<String> = answers.iter().map(|answer| answer.json["job_id"].to_string()).collect();
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    let other = app.second_node().await;
    let (one, two) = (app.app(World::Live), other.app(World::Live));
    let (a, b) = tokio::join!(run_due(&one), run_due(&two));
    assert!(a.unwrap() + b.unwrap() >= 1);
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["labels_count"]), (&json!("purchased"), &json!(130)));
    assert_eq!(book(&app, &owner, Book::Available).await, 100_000_000 - total);
}

#[tokio::test]
async fn jobs_are_listed_cancelled_and_done_again() {
    let (app, owner) = prepared().await;
    let text = format!("{}A-x,Bad,SANDBOX REFUSE,1 Oak St,Boston,MA,02134,1\n", table(2));
    let id = rated(&app, &owner, &text).await;
    let listed = app.get("/dashboard/jobs", &owner.token).await.expect(200);
    let job = &listed["items"][0];
    assert_eq!(
        (&job["kind"], &job["title"], &job["by"]),
        (&json!("rate_upload"), &json!("Rate the rows of orders.csv"), &json!("Ada Owner"))
    );
    assert_eq!((&job["done"], &job["total"], &job["failed"]), (&json!(3), &json!(3), &json!(0)));
    assert_eq!(job["link"], json!(format!("/shipment-upload/{id}")));

    let begun = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    let path = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    assert_eq!(app.get("/dashboard/jobs?state=queued", &owner.token).await.expect(200)["items"][0]["cancellable"], true);
    let shown = app.get(&path, &owner.token).await.expect(200)["job"].clone();
    let (title, link) = (json!("Buy the labels of orders.csv"), json!(format!("/shipment-upload/{id}")));
    assert_eq!((&shown["title"], &shown["link"], &shown["cancellable"], &shown["retryable"]), (&title, &link, &json!(true), &json!(false)));
    app.call("POST", &format!("{path}/cancel"), Some(&owner.token), Value::Null).await.expect(200);
    app.call("POST", &format!("{path}/cancel"), Some(&owner.token), Value::Null).await.refused(409, "not_cancellable");
    let shown = app.get(&path, &owner.token).await.expect(200)["job"].clone();
    assert_eq!((&shown["state"], &shown["cancellable"], &shown["retryable"]), (&json!("cancelled"), &json!(false), &json!(true)));
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["labels_count"], &status["errors_count"]), (&json!("purchased"), &json!(0), &json!(3)));
    let again = app.call("POST", &format!("{path}/retry"), Some(&owner.token), Value::Null).await.expect(200);
    app.run_jobs().await;
    let path = format!("/dashboard/jobs/{}", again["job_id"].as_str().unwrap());
    let rows = app.get(&format!("{path}/rows?state=failed"), &owner.token).await.expect(200);
    assert_eq!(rows["total_count"], 1);
    let causes = app.get(&format!("{path}/causes"), &owner.token).await.expect(200);
    assert_eq!(causes["items"][0]["count"], 1);
    let stranger = app.owner(World::Live, "other@example.com").await;
    app.get(&format!("{path}/causes"), &stranger.token).await.refused(404, "not_found");
    app.call("POST", &format!("{path}/cancel"), Some(&stranger.token), Value::Null).await.refused(404, "not_found");
    assert_eq!(app.get("/dashboard/jobs", &stranger.token).await.expect(200)["total_count"], 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_job_stops_between_rows_when_it_is_asked_to() {
    let (app, owner) = prepared().await;
    let id = sent(&app, &owner, &table(1000)).await;
    mapped(&app, &owner, &id).await;
    let begun = post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let path = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    let mut asked = false;
    run_until(app.app(World::Live), async || {
        let job = app.get(&path, &owner.token).await.expect(200)["job"].clone();
        if !asked && job["state"] == "running" {
            asked = app.call("POST", &format!("{path}/cancel"), Some(&owner.token), Value::Null).await.status.is_success();
        }
        job["state"] == "cancelled" || job["state"] == "done"
    })
    .await;
    let job = app.get(&path, &owner.token).await.expect(200)["job"].clone();
    assert_eq!(job["state"], "cancelled");
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!(status["status"], "mapped", "it can be rated again: {status}");
    assert!(status["processed_rows_count"].as_i64() < Some(1000));
}

#[tokio::test]
async fn progress_comes_as_events() {
    let (app, owner) = prepared().await;
    let id = sent(&app, &owner, &table(3)).await;
    mapped(&app, &owner, &id).await;
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let url = get(&app, &owner, &format!("{id}/status")).await["events_url"].as_str().unwrap().to_owned();
    let listening = app.send(Request::builder().uri(&url).body(Body::empty()).unwrap());
    let (heard, _) = tokio::join!(listening, async {
        tokio::time::sleep(Duration::from_millis(1000)).await;
        app.run_jobs().await
    });
    assert_eq!(heard.headers["content-type"], "text/event-stream");
    let told: Vec<Value> = heard.text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
    assert_eq!((&told[0]["status"], &told.last().unwrap()["status"]), (&json!("rating"), &json!("rated")), "{}", heard.text);
    assert_eq!(told.last().unwrap()["processed_rows_count"], 3);
    let forged = app.call("GET", &url.replace("ticket=", "ticket=x"), None, Value::Null).await;
    forged.refused(404, "not_found");
}
