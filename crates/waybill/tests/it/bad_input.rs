//! Bad input: each a clear error, never a 500, nothing changed.

use crate::harness::TestApp;
use axum::body::Body;
use axum::http::Request;
use domain::world::World;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use waybill::http::access::TABLE;

fn post(path: &str, token: &str, kind: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method("POST").uri(path).header("authorization", format!("Bearer {token}"));
    request.header("content-type", kind).body(body.into()).unwrap()
}

#[tokio::test]
async fn unreadable_bodies_are_named_as_what_they_are() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let json = "application/json";
    let cases: Vec<(&str, Vec<u8>, u16, &str)> = vec![
        (json, b"{".to_vec(), 400, "malformed_json"),
        (json, b"".to_vec(), 400, "malformed_json"),
        (json, b"{} trailing".to_vec(), 400, "malformed_json"),
        (json, b"{\"person\":{\"name\":\"\xff\xfe\"}}".to_vec(), 400, "malformed_json"),
        (json, "[".repeat(100_000).into_bytes(), 422, "invalid"),
        (json, b"[]".to_vec(), 422, "invalid"),
        (json, b"{\"person\":7}".to_vec(), 422, "invalid"),
        (json, b"{\"person\":{\"name\":[1]}}".to_vec(), 422, "invalid"),
        ("text/plain", b"{}".to_vec(), 415, "unsupported_media_type"),
        (json, format!("{{\"person\":{{\"name\":\"{}\"}}}}", "x".repeat(2_000_000)).into_bytes(), 413, "too_large"),
    ];
    for (kind, body, status, code) in cases {
        let shown = String::from_utf8_lossy(&body).chars().take(40).collect::<String>();
        let answer = app.send(post("/dashboard/persons", &owner.token, kind, body)).await;
        assert_eq!((answer.status.as_u16(), answer.json["code"].as_str()), (status, Some(code)), "{shown}: {}", answer.text);
        assert!(!answer.json["message"].as_str().unwrap().is_empty());
    }
    let wrong = app.call("POST", "/dashboard/persons", Some(&owner.token), json!({"person": {"name": 7}})).await.expect(422);
    assert_eq!(wrong["errors"]["person.name"], json!(["must be a string"]));
    assert_eq!(app.get("/dashboard/persons", &owner.token).await.expect(200)["total_count"], 0);
}

#[tokio::test]
async fn unknown_routes_methods_and_ids() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    for path in ["/dashboard/nothing", "/users/nothing", "/test/dashboard/nothing", "/dashboard/"] {
        app.get(path, &owner.token).await.refused(404, "not_found");
    }
    app.call("PUT", "/dashboard/persons", Some(&owner.token), json!({})).await.refused(405, "method_not_allowed");
    for id in ["x", "per_", "per_%00", "..%2F..", "acc_00000000000000000000000000", "%F0%28%8C%28"] {
        let answer = app.call("DELETE", &format!("/dashboard/persons/{id}"), Some(&owner.token), Value::Null).await;
        assert_eq!(answer.status, 404, "{id}: {}", answer.text);
    }
}

#[tokio::test]
async fn control_characters_and_injections_are_stored_as_text_or_refused() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let name = "Robert'); DROP TABLE persons;-- <script>";
    let new = json!({"person": {"name": name, "email": "bobby@example.com", "password": "long enough"}});
    app.call("POST", "/dashboard/persons", Some(&owner.token), new).await.expect(201);
    assert_eq!(app.get("/dashboard/persons", &owner.token).await.expect(200)["items"][0]["name"], name);
    let nul = json!({"person": {"name": "a\u{0}b", "email": "nul@example.com", "password": "long enough"}});
    app.call("POST", "/dashboard/persons", Some(&owner.token), nul).await.refused(422, "invalid");
    let nul = json!({"api_key": {"description": "a\u{0}b"}});
    let answer = app.call("POST", "/dashboard/api_keys", Some(&owner.token), nul).await;
    assert_eq!(answer.status, 422, "{}", answer.text);
    app.get("/dashboard/activity?action=%27%20OR%201%3D1--", &owner.token).await.refused(422, "invalid");
    app.get("/dashboard/activity?action=a%00b", &owner.token).await.refused(400, "malformed_request");
}

/// JSON of every shape, with the field names that the routes know among others.
fn any_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![Just(String::new()), "[ -~]{0,20}", "\\PC{0,10}", Just("x".repeat(5000)), Just("a\u{0}b".into())];
    let leaf =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), any::<i64>().prop_map(Value::from), text.prop_map(Value::from)];
    let names = prop::sample::select(vec![
        "user",
        "person",
        "owner",
        "api_key",
        "settings",
        "email",
        "name",
        "password",
        "permission",
        "description",
        "version",
        "domain",
        "label_format",
        "recharge_threshold",
        "reset_token",
        "current_password",
        "password_confirmation",
        "address",
        "zip",
        "starred",
        "saved_package",
        "parcel",
        "weight",
        "options",
        "hub_id",
        "customs_info",
        "customs_items",
        "carrier_account",
        "credentials",
        "smart_post",
        "printer",
        "uri",
        "other",
    ]);
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(names.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

#[test]
fn no_json_whatsoever_makes_a_route_fail_on_our_side() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).build().unwrap();
    let (app, owner) = runtime.block_on(async {
        let app = TestApp::new().await;
        let owner = app.owner(World::Live, "owner@example.com").await;
        (app, owner)
    });
    let routes: Vec<_> = TABLE.iter().filter(|rule| rule.method != "GET" && !rule.path.contains("sign_out")).collect();
    let strategy = (prop::sample::select(routes), any_json());
    TestRunner::new(Config { cases: 300, failure_persistence: None, ..Config::default() })
        .run(&strategy, |(rule, body)| {
            let path = rule.path.replace("{id}", "per_00000000000000000000000000").replace("{key}", "k");
            let answer = runtime.block_on(app.call(rule.method, &path, Some(&owner.token), body));
            prop_assert!(answer.status.as_u16() < 500, "{} {path}: {}", rule.method, answer.text);
            prop_assert!(answer.json.get("success").is_some(), "{} {path}: {}", rule.method, answer.text);
            Ok(())
        })
        .unwrap();
}
