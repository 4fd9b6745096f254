//! The activity log: every change of people, keys, permissions and credentials, with who, when, what and from where.

use crate::harness::{PASSWORD, TestApp};
use chrono::TimeDelta;
use domain::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn changes_are_logged_with_who_and_what_and_can_be_filtered() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    app.advance(TimeDelta::seconds(1));
    let key = app.call("POST", "/dashboard/api_keys", Some(&owner.token), json!({"api_key": {"description": "scanner"}})).await.expect(201);
    let key = key["api_key"]["token"].as_str().unwrap().to_owned();
    app.advance(TimeDelta::seconds(1));
    let new = json!({"person": {"name": "Maya", "email": "maya@example.com", "password": PASSWORD}});
    let person = app.call("POST", "/dashboard/persons", Some(&key), new).await.expect(201);
    let path = format!("/dashboard/persons/{}", person["person"]["id"].as_str().unwrap());
    app.advance(TimeDelta::days(1));
    app.call("PATCH", &format!("{path}/toggle_permission"), Some(&owner.token), json!({"permission": "scan_forms"})).await.expect(200);
    app.advance(TimeDelta::seconds(1));
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);

    let log = app.get("/dashboard/activity", &owner.token).await.expect(200);
    let summaries: Vec<_> = log["items"].as_array().unwrap().iter().map(|e| e["summary"].as_str().unwrap()).collect();
    assert_eq!(
        summaries[..4],
        ["Deleted the user Maya", "Gave Maya the permission Scan forms", "Added the user Maya", "Created the API key scanner"]
    );
    assert_eq!(log["items"][2]["actor"], json!({"kind": "api_key", "name": "scanner"}));
    assert_eq!(log["items"][3]["actor"], json!({"kind": "owner", "name": "Ada Owner"}));
    let first_day = app.get("/dashboard/activity?date_to=2026-03-02&action=person.created", &owner.token).await.expect(200);
    assert_eq!((&first_day["total_count"], &first_day["items"][0]["action"]), (&json!(1), &json!("person.created")));
    let second_day = app.get("/dashboard/activity?date_from=2026-03-03&per=10", &owner.token).await.expect(200);
    assert_eq!((&second_day["total_count"], &second_day["per"]), (&json!(2), &json!(10)));
    assert!(!log["options"]["actions"].as_array().unwrap().is_empty());
    app.get("/dashboard/activity?date_from=tomorrow", &owner.token).await.refused(422, "invalid");
    app.get("/dashboard/activity?page=x", &owner.token).await.refused(400, "malformed_request");
    app.get("/dashboard/activity?per=7", &owner.token).await.refused(422, "invalid");
}

#[tokio::test]
async fn failed_sign_ins_are_told_to_the_owner() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let wrong = json!({"user": {"email": "owner@example.com", "password": "a wrong guess"}});
    app.call("POST", "/users/sign_in", None, wrong).await.refused(401, "invalid_credentials");
    let log = app.get("/dashboard/activity?action=session.failed", &owner.token).await.expect(200);
    assert_eq!(log["items"][0]["summary"], "A sign-in as owner@example.com failed: wrong password");
}
