//! Killing the server at random instants during purchases and refunds: afterwards every label that the carriers sold is on a
//! shipment and paid once, every hold is resolved, and `doctor` agrees to the cent.
//!
//! Ten kills here; the long form is `WAYBILL_CRASH_KILLS=200 cargo it crash`.

use crate::harness::TestApp;
use crate::harness::process::{Node, run};
use crate::shipments::shipment;
use chrono::TimeDelta;
use domain::world::World;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use store::ledger_entries;
use store::testing::TestDatabase;

const CREDIT: i64 = 50_000_000;
const SETTINGS: [(&str, &str); 3] =
    [("WAYBILL_LIMITS_REQUESTS_PER_SECOND", "100000"), ("WAYBILL_LIMITS_BURST", "100000"), ("WAYBILL_JOBS_LEASE_SECONDS", "2")];
const WORDS: [&str; 8] = ["", "", "", "", "SANDBOX TIMEOUT AFTER", "SANDBOX TIMEOUT BEFORE", "SANDBOX MALFORMED", "SANDBOX REFUSE"];

#[expect(clippy::disallowed_methods, reason = "a test may read its own switch")]
fn kills() -> u64 {
    std::env::var("WAYBILL_CRASH_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

/// Creates, buys and sometimes refunds until the server is gone.
async fn customer(port: u16, token: &str, turn: &AtomicU64, bought: &AtomicU64, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        let number = turn.fetch_add(1, Ordering::Relaxed);
        let mut body = shipment();
        let word = usize::try_from(number % 8).ok().and_then(|index| WORDS.get(index)).copied().unwrap_or_default();
        body["shipment"]["to_address"]["company"] = word.into();
        let Some((201, made)) = Node::try_request(port, "POST", "/dashboard/shipments", token, &body.to_string()).await else { return };
        let made: Value = serde_json::from_str(&made).unwrap_or_default();
        let (id, rates) = (made["shipment"]["id"].as_str().unwrap_or_default(), made["rates"].as_array().cloned().unwrap_or_default());
        let rate = usize::try_from(number).ok().and_then(|n| rates.get(n % rates.len().max(1))).map(|rate| rate["id"].clone());
        let path = format!("/dashboard/shipments/{id}/buy");
        if Node::try_request(port, "POST", &path, token, &json!({ "rate_id": rate }).to_string()).await.is_none() {
            return;
        }
        bought.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(5) {
            let ids = json!({ "ids": [id] }).to_string();
            let refund = Node::try_request(port, "POST", "/dashboard/shipments/refund", token, &ids);
            if tokio::time::timeout(Duration::from_millis(300), refund).await.is_ok_and(|answer| answer.is_none()) {
                return;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_instant_no_label_is_lost_or_paid_twice() {
    let database = TestDatabase::create().await;
    let credit = CREDIT.to_string();
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
        &credit,
    ];
    assert!(run(&database, &made).await.status.success());
    let mut token = String::new();
    let (turn, bought) = (AtomicU64::new(0), AtomicU64::new(0));
    for kill in 0..kills() {
        let node = Node::start(&database, &SETTINGS).await;
        if token.is_empty() {
            let body = r#"{"user":{"email":"ada@example.com","password":"long enough"}}"#;
            let (status, answer) = node.request("POST", "/users/sign_in", body).await;
            assert_eq!(status, 200, "{answer}");
            token = serde_json::from_str::<Value>(&answer).unwrap()["data"]["api_token"].as_str().unwrap().to_owned();
        }
        let (port, over) = (node.port, AtomicBool::new(false));
        let customers = futures_util::future::join_all((0..4).map(|_| customer(port, &token, &turn, &bought, &over)));
        let killer = async {
            // On a slow machine nothing might ever be bought within such a time: it counts from the first purchase.
            let before = bought.load(Ordering::Relaxed);
            for _ in 0..600 {
                if kill.is_multiple_of(2) || bought.load(Ordering::Relaxed) > before {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            tokio::time::sleep(Duration::from_millis(120 + kill * 137 % 600)).await;
            over.store(true, Ordering::Relaxed);
            node.kill().await;
        };
        tokio::join!(customers, killer);
    }
    settled_and_right(database).await;
}

async fn settled_and_right(database: TestDatabase) {
    let app = TestApp::on(database, TimeDelta::minutes(10)).await;
    for _ in 0..3 {
        app.run_schedules().await;
        app.advance(TimeDelta::minutes(11));
    }
    let view = app.app(World::Live);
    let mut conn = view.store().reader().await.unwrap();
    let account = store::accounts::ids_after(&mut conn, "", 10).await.unwrap().remove(0);
    let (open, held) = store::purchases::open_holds(&mut conn, &account).await.unwrap();
    assert_eq!((open, held), (0, 0), "every hold is resolved");
    assert!(ledger_entries::differences(&mut conn, &account).await.unwrap().is_empty());
    assert!(ledger_entries::unbalanced(&mut conn, &account).await.unwrap().is_empty());
    drop(conn);
    let output = run(app.database(), &["doctor", "--json"]).await;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let world = report["worlds"].as_array().unwrap().iter().find(|world| world["world"] == "live").unwrap();
    let sold: i64 = world["sandbox"].as_array().unwrap().iter().map(|carrier| carrier["labels_sold"].as_i64().unwrap()).sum();
    assert!(sold > 0, "something was bought: {report:#}");
    for name in ["ledger", "labels", "database"] {
        let check = world["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap();
        assert_eq!(check["ok"], true, "{check}");
    }
    assert_eq!(world["accounts"][0]["labels_bought"], sold);
}
