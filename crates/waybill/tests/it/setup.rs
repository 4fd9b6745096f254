//! First-run set-up.

use crate::harness::{PASSWORD, TestApp};
use serde_json::{Value, json};

fn owner() -> Value {
    json!({"owner": {"name": "Ada", "email": "Ada@Example.com", "password": PASSWORD, "password_confirmation": PASSWORD}, "accept_terms": true})
}

#[tokio::test]
async fn makes_the_owner_once_in_both_worlds_and_signs_in() {
    let app = TestApp::new().await;
    assert_eq!(app.call("GET", "/users/setup", None, Value::Null).await.expect(200)["required"], true);
    let made = app.call("POST", "/users/setup", None, owner()).await.expect(201);
    let token = made["data"]["api_token"].as_str().unwrap();
    let user = &app.get("/dashboard/user", token).await.expect(200)["user"];
    assert_eq!((&user["name"], &user["email"], &user["world"]), (&json!("Ada"), &json!("ada@example.com"), &json!("live")));
    assert_eq!((&user["person"], &user["tos_to_accept"]), (&Value::Null, &Value::Null));
    assert_eq!(app.call("GET", "/users/setup", None, Value::Null).await.expect(200)["required"], false);
    let again = app.call("POST", "/users/setup", None, owner()).await;
    assert_eq!(again.refused(409, "already_set_up"), "This Waybill is set up already. Please sign in.");

    assert_eq!(app.run_jobs().await, 1);
    let sign_in = json!({"user": {"email": "ada@example.com", "password": PASSWORD}});
    app.call("POST", "/test/users/sign_in", None, sign_in).await.expect(200);
}

#[tokio::test]
async fn tells_all_faults_at_once_and_changes_nothing() {
    let app = TestApp::new().await;
    let bad = json!({"owner": {"name": " ", "email": "nobody", "password": "short", "password_confirmation": "other"}});
    let answer = app.call("POST", "/users/setup", None, bad).await.expect(422);
    let errors = answer["errors"].as_object().unwrap();
    let fields: Vec<_> = errors.keys().map(String::as_str).collect();
    assert_eq!(fields, ["accept_terms", "owner.email", "owner.name", "owner.password", "owner.password_confirmation"]);
    assert_eq!(errors["owner.password"], json!(["should be at least 8 characters"]));
    assert_eq!(app.call("GET", "/users/setup", None, Value::Null).await.expect(200)["required"], true);
}

#[tokio::test]
async fn of_two_who_set_up_at_once_one_wins() {
    let app = TestApp::new().await;
    let (a, b) = tokio::join!(app.call("POST", "/users/setup", None, owner()), app.call("POST", "/users/setup", None, owner()));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", a.text, b.text);
}
