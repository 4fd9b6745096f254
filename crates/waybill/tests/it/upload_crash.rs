//! Killing the real server while it buys an upload: every row ends bought once or failed with a reason, and the money agrees.
//! On PostgreSQL two nodes share the work and both are killed.
//!
//! The short form runs always; `WAYBILL_CRASH_ROWS=2000 WAYBILL_CRASH_KILLS=20` is the long one.

use crate::harness::process::{Node, run};
use crate::harness::{TestApp, form_with_file};
use crate::uploads::{HEADER, overrides};
use chrono::TimeDelta;
use domain::page::Page;
use domain::world::World;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};
use store::testing::TestDatabase;
use store::{ledger_entries, upload_rows, uploads};

const SETTINGS: [(&str, &str); 3] =
    [("WAYBILL_LIMITS_REQUESTS_PER_SECOND", "100000"), ("WAYBILL_LIMITS_BURST", "100000"), ("WAYBILL_JOBS_LEASE_SECONDS", "2")];
const WORDS: [&str; 8] = ["", "", "", "", "SANDBOX TIMEOUT AFTER", "SANDBOX TIMEOUT BEFORE", "SANDBOX MALFORMED", "SANDBOX REFUSE"];

#[expect(clippy::disallowed_methods, reason = "a test may read its own switch")]
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn table(rows: u64) -> String {
    let mut text = format!("{HEADER}\n");
    for n in 0..rows {
        // Most rows are plain; some have a carrier that answers badly.
        let word = if n.is_multiple_of(7) { WORDS[usize::try_from(n / 7 % 8).unwrap()] } else { "" };
        writeln!(text, "A-{n},Person {n},{word},{n} Elm St,Beverly Hills,CA,90210,1.5").unwrap();
    }
    text
}

async fn call(port: u16, token: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let (status, answer) = Node::try_request(port, method, path, token, &body).await?;
    assert!(status < 300, "{method} {path}: {status} {answer}");
    serde_json::from_str(&answer).ok()
}

/// The nodes of a round: two where the database can bear it.
async fn nodes(database: &TestDatabase) -> Vec<Node> {
    let mut nodes = vec![Node::start(database, &SETTINGS).await];
    if database.url.is_some() {
        nodes.push(Node::start(database, &SETTINGS).await);
    }
    nodes
}

async fn until(port: u16, token: &str, path: &str, wanted: &str) {
    let began = Instant::now();
    loop {
        let status = call(port, token, "GET", path, &Value::Null).await.expect("the server is there");
        if status["status"] == wanted {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(600), "in vain: {status}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Waits until more rows are begun than last time, so that every kill meets a server at work; how many are.
async fn further(port: u16, token: &str, path: &str, last: i64) -> i64 {
    let began = Instant::now();
    loop {
        let status = call(port, token, "GET", path, &Value::Null).await.expect("the server is there");
        let begun = ["labels_count", "buying_count", "errors_count"].iter().map(|name| status[name].as_i64().unwrap()).sum();
        if begun > last || status["status"] == "purchased" {
            return begun;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "in vain: {status}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_it_buys_an_upload_every_row_has_one_outcome() {
    let (rows, kills) = (setting("WAYBILL_CRASH_ROWS", 160), setting("WAYBILL_CRASH_KILLS", 2).min(40));
    let database = TestDatabase::create().await;
    let made = [
        "user",
        "create",
        "--name",
        "Ada",
        "--email",
        "ada@example.com",
        "--password",
        "long enough",
        "--server",
        "live",
        "--balance",
        "50000000",
    ];
    assert!(run(&database, &made).await.status.success());
    let mut running = nodes(&database).await;
    let port = running[0].port;
    let (status, answer) =
        running[0].request("POST", "/users/sign_in", r#"{"user":{"email":"ada@example.com","password":"long enough"}}"#).await;
    assert_eq!(status, 200, "{answer}");
    let token = serde_json::from_str::<Value>(&answer).unwrap()["data"]["api_token"].as_str().unwrap().to_owned();
    let (kind, body) = form_with_file("orders.csv", table(rows).as_bytes(), &[("id", "waybill")]);
    let (status, answer) = Node::try_send(port, "POST", "/dashboard/shipment_uploads", &token, &kind, &body).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let id = serde_json::from_str::<Value>(&answer).unwrap()["id"].as_str().unwrap().to_owned();
    let path = format!("/dashboard/shipment_uploads/{id}");
    let maps = json!({ "maps": { "0": "shop_order_id", "1": "to_address.name", "2": "to_address.company", "3": "to_address.street1",
        "4": "to_address.city", "5": "to_address.state", "6": "to_address.zip", "7": "parcel.weight" } });
    call(port, &token, "POST", &format!("{path}/update_maps"), &maps).await.unwrap();
    call(port, &token, "POST", &format!("{path}/rate"), &overrides()).await.unwrap();
    until(port, &token, &format!("{path}/status"), "rated").await;
    call(port, &token, "POST", &format!("{path}/buy_labels"), &json!({})).await.unwrap();
    let mut seen = vec![0];
    for kill in 0..kills {
        seen.push(further(running[0].port, &token, &format!("{path}/status"), *seen.last().unwrap()).await);
        tokio::time::sleep(Duration::from_millis(kill * 137 % 400)).await;
        for node in running.drain(..) {
            node.kill().await;
        }
        running = nodes(&database).await;
    }
    assert!(seen.get(1).is_some_and(|begun| (1..i64::try_from(rows).unwrap()).contains(begun)), "killed at work: {seen:?}");
    until(running[0].port, &token, &format!("{path}/status"), "purchased").await;
    for node in running {
        node.kill().await;
    }
    settled_and_right(database, rows).await;
}

async fn settled_and_right(database: TestDatabase, rows: u64) {
    let app = TestApp::on(database, TimeDelta::minutes(10)).await;
    let view = app.app(World::Live);
    for round in 0.. {
        app.run_schedules().await;
        app.advance(TimeDelta::minutes(11));
        let mut conn = view.store().reader().await.unwrap();
        let open = store::purchases::all_pending(&mut conn, view.now(), view.now(), None, 1).await.unwrap();
        assert!(round < 30, "never settled: {open:?}");
        if open.is_empty() && round > 3 {
            break;
        }
    }
    let mut conn = view.store().reader().await.unwrap();
    let account = store::accounts::ids_after(&mut conn, "", 10).await.unwrap().remove(0);
    let upload = uploads::list(&mut conn, &account, Page { page: 1, per: 10 }).await.unwrap().items.remove(0);
    let counts = uploads::counts_of(&mut conn, &account, &upload.id).await.unwrap();
    assert_eq!((counts.shipments, counts.buying), (i64::try_from(rows).unwrap(), 0), "{counts:?}");
    assert_eq!(counts.labels + counts.label_errors, counts.shipments, "every row has an outcome: {counts:?}");
    assert!(counts.labels > counts.shipments * 9 / 10, "{counts:?}");
    let failed =
        upload_rows::list(&mut conn, &account, &upload.id, upload_rows::Which::Unbought, Page { page: 1, per: 200 }).await.unwrap().items;
    assert!(failed.iter().all(|row| row.shipment.label_error.as_deref().is_some_and(|reason| !reason.is_empty())), "with a reason");
    let refused = |row: &upload_rows::ShownRow| WORDS[5..].contains(&row.shipment.details.to.company.as_str());
    assert!(failed.iter().all(refused), "only what carriers did not sell, and nothing for the kill");
    assert_eq!(store::purchases::open_holds(&mut conn, &account).await.unwrap(), (0, 0), "every hold is resolved");
    assert!(ledger_entries::differences(&mut conn, &account).await.unwrap().is_empty());
    assert!(ledger_entries::unbalanced(&mut conn, &account).await.unwrap().is_empty());
    assert_eq!(ledger_entries::misnumbered(&mut conn, &account).await.unwrap(), None);
    drop(conn);
    let output = run(app.database(), &["doctor", "--json"]).await;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let world = report["worlds"].as_array().unwrap().iter().find(|world| world["world"] == "live").unwrap();
    let sold: i64 = world["sandbox"].as_array().unwrap().iter().map(|carrier| carrier["labels_sold"].as_i64().unwrap()).sum();
    assert_eq!(counts.labels, sold, "what was sold is what was bought");
    for name in ["ledger", "labels"] {
        let check = world["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap();
        assert_eq!(check["ok"], true, "{check}");
    }
}
