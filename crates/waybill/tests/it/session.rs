//! Signing in and out, and the list of sessions.

use crate::harness::{Answer, PASSWORD, TestApp};
use chrono::TimeDelta;
use domain::world::World;
use serde_json::{Value, json};

async fn sign_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.call("POST", "/users/sign_in", None, json!({"user": {"email": email, "password": password}})).await
}

#[tokio::test]
async fn signs_owner_and_person_in_and_out() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    for (email, person) in [(" OWNER@example.com ", Value::Null), ("sub@example.com", json!("Sub sub@example.com"))] {
        let token = sign_in(&app, email, PASSWORD).await.expect(200)["data"]["api_token"].as_str().unwrap().to_owned();
        let user = app.get("/dashboard/user", &token).await.expect(200)["user"].clone();
        assert_eq!((&user["name"], &user["person"]["name"]), (&json!("Ada Owner"), &person));
        app.call("DELETE", "/users/sign_out", Some(&token), Value::Null).await.expect(200);
        app.get("/dashboard/user", &token).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn refuses_alike_whether_address_or_password_is_wrong() {
    let app = TestApp::new().await;
    app.owner(World::Live, "owner@example.com").await;
    for (email, password) in
        [("owner@example.com", "wrong password"), ("nobody@example.com", PASSWORD), ("not an address", PASSWORD), ("", "")]
    {
        let message = sign_in(&app, email, password).await.refused(401, "invalid_credentials");
        assert_eq!(message, "Invalid email or password.");
    }
}

#[tokio::test]
async fn guessing_is_stopped_and_opens_again_later() {
    let app = TestApp::new().await;
    app.owner(World::Live, "owner@example.com").await;
    for _ in 0..10 {
        sign_in(&app, "owner@example.com", "a wrong guess").await.refused(401, "invalid_credentials");
    }
    let blocked = sign_in(&app, "owner@example.com", PASSWORD).await;
    assert_eq!(blocked.headers["retry-after"], "900");
    blocked.refused(429, "too_many_requests");
    app.advance(TimeDelta::minutes(15));
    sign_in(&app, "owner@example.com", PASSWORD).await.expect(200);
    // Success forgot the failures.
    for _ in 0..9 {
        sign_in(&app, "owner@example.com", "a wrong guess").await.refused(401, "invalid_credentials");
    }
    sign_in(&app, "owner@example.com", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_disabled_person_cannot_sign_in() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    app.call("PATCH", &format!("/dashboard/persons/{}/toggle_state", person.id), Some(&owner.token), json!({})).await.expect(200);
    let message = sign_in(&app, "sub@example.com", PASSWORD).await.refused(403, "disabled");
    assert_eq!(message, "This user is disabled. Please ask the account owner.");
    sign_in(&app, "sub@example.com", "wrong password").await.refused(401, "invalid_credentials");
}

#[tokio::test]
async fn sessions_expire_unless_they_are_used() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    app.advance(TimeDelta::days(29));
    app.get("/dashboard/user", &owner.token).await.expect(200);
    // Using it prolonged it; the note is written beside the request.
    let mut prolonged = false;
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        let sessions = app.get("/dashboard/sessions", &owner.token).await.expect(200);
        prolonged = sessions["items"][0]["last_used_at"].as_str().unwrap().starts_with("2026-03-31");
        if prolonged {
            break;
        }
    }
    assert!(prolonged);
    app.advance(TimeDelta::days(29));
    app.get("/dashboard/user", &owner.token).await.expect(200);
    app.advance(TimeDelta::days(61));
    app.get("/dashboard/user", &owner.token).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn the_list_shows_and_ends_sessions_but_not_those_of_others() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    let second = sign_in(&app, "sub@example.com", PASSWORD).await.expect(200)["data"]["api_token"].as_str().unwrap().to_owned();

    let all = app.get("/dashboard/sessions", &owner.token).await.expect(200);
    assert_eq!(all["total_count"], 3);
    let own = all["items"].as_array().unwrap().iter().find(|s| s["current"] == true).unwrap();
    assert_eq!(own["person_name"], Value::Null);
    let path = format!("/dashboard/sessions/{}", own["id"].as_str().unwrap());
    app.call("DELETE", &path, Some(&person.token), Value::Null).await.refused(404, "not_found");

    assert_eq!(app.get("/dashboard/sessions", &person.token).await.expect(200)["total_count"], 2);
    let done = app.call("DELETE", "/dashboard/sessions", Some(&person.token), Value::Null).await.expect(200);
    assert_eq!(done["message"], "One other session has ended.");
    app.get("/dashboard/user", &second).await.refused(401, "unauthenticated");
    app.get("/dashboard/user", &person.token).await.expect(200);
    let left = app.get("/dashboard/sessions", &owner.token).await.expect(200);
    let theirs = left["items"].as_array().unwrap().iter().find(|s| s["person_name"] != Value::Null).unwrap()["id"].clone();
    app.call("DELETE", &format!("/dashboard/sessions/{}", theirs.as_str().unwrap()), Some(&owner.token), Value::Null).await.expect(200);
    app.get("/dashboard/user", &person.token).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn keys_are_stored_as_hashes_only() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let created =
        app.call("POST", "/dashboard/api_keys", Some(&owner.token), json!({"api_key": {"description": "scanner"}})).await.expect(201);
    let api_key = created["api_key"]["token"].as_str().unwrap().to_owned();
    app.deployment.close().await;
    for file in std::fs::read_dir(&app.deployment.config.data).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for secret in [&owner.token, &api_key] {
            assert!(!bytes.windows(secret.len()).any(|w| w == secret.as_bytes()), "a key stands in clear in the database");
        }
    }
}
