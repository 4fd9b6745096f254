//! The command line.

use crate::harness::process::{Node, command, run};
use domain::world::World;
use serde_json::{Value, json};
use std::process::Output;
use store::testing::TestDatabase;

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

#[tokio::test]
async fn creates_users_with_a_balance_and_the_doctor_agrees() {
    let database = TestDatabase::create().await;
    let create = ["user", "create", "--name", "Ada", "--email", "ada@example.com", "--password", "long enough", "--balance", "12345"];
    let made = run(&database, &create).await;
    assert!(made.status.success(), "{}", complained(&made));
    let again = run(&database, &create).await;
    assert_eq!(complained(&again), "waybill: The address ada@example.com is taken on the live server.");
    let only_test = ["user", "create", "--name", "T", "--email", "t@example.com", "--password", "long enough", "--server", "test"];
    assert!(run(&database, &only_test).await.status.success());

    let report = run(&database, &["doctor", "--json"]).await;
    let json: Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(json["ok"], true, "{json}");
    let accounts = |world: usize| json["worlds"][world]["accounts"].as_array().unwrap().clone();
    assert_eq!((accounts(0).len(), accounts(1).len()), (1, 2));
    assert_eq!(accounts(0)[0]["balance_cents"], 12345);
    assert_eq!(accounts(0)[0]["account_id"], accounts(1)[0]["account_id"], "the same account in both worlds");
    assert!(said(&run(&database, &["doctor"]).await).ends_with("All is well."));
}

#[tokio::test]
async fn bad_values_stop_the_start_with_one_sentence() {
    let database = TestDatabase::create().await;
    let short = run(&database, &["user", "create", "--name", " ", "--email", "x", "--password", "short"]).await;
    assert_eq!(
        complained(&short),
        "waybill: Email is not an e-mail address. Name can't be blank. Password should be at least 8 characters."
    );
    let listen = run(&database, &["serve", "--listen", "nowhere"]).await;
    assert_eq!(complained(&listen), "waybill: http.listen must be an address and a port such as 127.0.0.1:4000.");
    let mut secret = command(&database, database.folder.path(), &["migrate"]);
    let wrong = secret.env("WAYBILL_SECRET_KEY", "hunter2").output().await.unwrap();
    assert!(complained(&wrong).starts_with("waybill: WAYBILL_SECRET_KEY must be 32 bytes in base 64"), "{}", complained(&wrong));
    assert!(!complained(&wrong).contains("hunter2"));
    let unreachable = command(&database, database.folder.path(), &["migrate"]);
    let mut unreachable = unreachable;
    let gone = unreachable.args(["--database-url", "postgres://u:hunter2@127.0.0.1:1/x"]).output().await.unwrap();
    assert!(!gone.status.success());
    assert!(!complained(&gone).contains("hunter2"), "{}", complained(&gone));
}

#[tokio::test]
async fn another_secret_key_is_refused_before_harm_is_done() {
    let database = TestDatabase::create().await;
    assert!(run(&database, &["migrate"]).await.status.success());
    let mut other = command(&database, database.folder.path(), &["migrate"]);
    let other = other.env("WAYBILL_SECRET_KEY", "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=").output().await.unwrap();
    assert!(complained(&other).contains("The secret key is not the one this database was made with"), "{}", complained(&other));
}

#[tokio::test]
async fn a_newer_database_is_refused() {
    let database = TestDatabase::create().await;
    let store = database.open(World::Live).await;
    let mut writer = store.writer().await.unwrap();
    store::testing::pretend_newer(&mut writer).await;
    writer.commit().await.unwrap();
    store.close().await;
    let refused = run(&database, &["migrate"]).await;
    let sentence = complained(&refused);
    assert!(sentence.contains("it was written by a newer Waybill"), "{sentence}");
    assert!(!refused.status.success());
}

#[tokio::test]
async fn the_demo_account_keeps_its_generated_sign_in() {
    let database = TestDatabase::create().await;
    let first = said(&run(&database, &["demo"]).await);
    assert!(first.starts_with("Demo account: sign in with demo@waybill.example and the password "), "{first}");
    assert_eq!(said(&run(&database, &["demo"]).await), first);
    let password = first.rsplit(' ').next().unwrap().to_owned();
    let node = Node::start(&database, &[]).await;
    let body = format!(r#"{{"user":{{"email":"demo@waybill.example","password":"{password}"}}}}"#);
    let (status, answer) = node.request("POST", "/users/sign_in", &body).await;
    assert_eq!(status, 200, "{answer}");
    let token = serde_json::from_str::<Value>(&answer).unwrap()["data"]["api_token"].as_str().unwrap().to_owned();
    demo_money(&node, &token).await;
    assert!(node.stop().await);
    let report = run(&database, &["doctor", "--json"]).await;
    let json: Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(json["ok"], true, "{json:#}");
    for world in [0, 1] {
        let account = &json["worlds"][world]["accounts"][0];
        assert_eq!((&account["pending_credit_cents"], &account["payments_processing"]), (&json!(10_000), &json!(1)), "{account}");
        assert!(account["balance_cents"].as_i64().unwrap() > 5_000, "no recharge is due: {account}");
    }
}

/// The demo account shows something on every screen of money.
async fn demo_money(node: &Node, token: &str) {
    let get = async |path: &str| {
        let (status, answer) = Node::try_request(node.port, "GET", path, token, "").await.unwrap();
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str::<Value>(&answer).unwrap()
    };
    let methods = get("/dashboard/payment_methods").await;
    assert_eq!((methods["cards"].as_array().unwrap().len(), &methods["bank_accounts"][0]["verified"]), (2, &json!(true)));
    assert_eq!(get("/dashboard/balance/transactions?kind=top_up").await["total_count"], 3);
    let adjusted = get("/dashboard/adjustments").await["items"].as_array().unwrap().clone();
    assert_eq!(adjusted.iter().map(|one| one["disputed"].as_bool().unwrap()).collect::<Vec<_>>(), [true, false]);
    assert!(adjusted.iter().all(|one| one["service"] == "Priority" && one["quoted"] != one["charged"]), "{adjusted:?}");
    assert_eq!(get("/dashboard/user/settings").await["settings"]["recharge_threshold"], "50.00");
}

#[tokio::test]
async fn new_terms_are_published_in_both_worlds() {
    let database = TestDatabase::create().await;
    let file = database.folder.path().join("terms.txt");
    std::fs::write(&file, "## New\n\nText.").unwrap();
    let file = file.display().to_string();
    let published = run(&database, &["terms", "publish", "--kind", "terms", "--title", "Our terms", "--file", &file]).await;
    assert_eq!(said(&published), "Published version 2 on the live server and version 2 on the test server.", "{}", complained(&published));
}
