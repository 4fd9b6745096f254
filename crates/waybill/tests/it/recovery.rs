//! Password recovery by mail, and changing the own password.

use crate::harness::{Answer, PASSWORD, TestApp};
use chrono::TimeDelta;
use domain::world::World;
use serde_json::{Value, json};

const NEW: &str = "a brand new password";

async fn ask(app: &TestApp, email: &str) -> Answer {
    app.call("POST", "/users/password", None, json!({"user": {"email": email}})).await
}

async fn set(app: &TestApp, secret: &str, password: &str, repeated: &str) -> Answer {
    let user = json!({"user": {"reset_token": secret, "password": password, "password_confirmation": repeated}});
    app.call("PUT", "/users/password", None, user).await
}

async fn sign_in(app: &TestApp, path: &str, email: &str, password: &str) -> u16 {
    app.call("POST", path, None, json!({"user": {"email": email, "password": password}})).await.status.as_u16()
}

/// Runs the mail job and takes the secret out of the newest letter.
async fn secret(app: &TestApp) -> String {
    app.run_jobs().await;
    let letter = app.letters().pop().expect("a letter");
    assert_eq!(letter.to, "owner@example.com");
    let link = letter.text.lines().find(|line| line.starts_with("http://localhost:4000/set-password#")).expect("a link").to_owned();
    link.split_once('#').unwrap().1.to_owned()
}

#[tokio::test]
async fn the_link_works_once_and_ends_all_sessions() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    assert_eq!(ask(&app, "owner@example.com").await.expect(200)["message"], "Reset password email sent.");
    let secret = secret(&app).await;

    let short = set(&app, &secret, "short", "short").await.expect(422);
    assert_eq!(short["errors"]["user.password"], json!(["should be at least 8 characters"]));
    let differs = set(&app, &secret, NEW, "something else").await.expect(422);
    assert_eq!(differs["errors"]["user.password_confirmation"], json!(["Password and repeat password should match"]));
    // Neither used the link up.
    let token = set(&app, &secret, NEW, NEW).await.expect(200)["data"]["api_token"].as_str().unwrap().to_owned();
    app.get("/dashboard/user", &token).await.expect(200);
    app.get("/dashboard/user", &owner.token).await.refused(401, "unauthenticated");
    assert_eq!(sign_in(&app, "/users/sign_in", "owner@example.com", PASSWORD).await, 401);
    assert_eq!(sign_in(&app, "/users/sign_in", "owner@example.com", NEW).await, 200);
    let message = set(&app, &secret, NEW, NEW).await.refused(422, "expired");
    assert_eq!(message, "This link has expired or was used already. Please ask for a new one.");
}

#[tokio::test]
async fn stale_forged_and_replaced_links_are_refused() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    ask(&app, "owner@example.com").await.expect(200);
    let first = secret(&app).await;
    ask(&app, "owner@example.com").await.expect(200);
    let second = secret(&app).await;
    set(&app, &first, NEW, NEW).await.refused(422, "expired");
    for forged in ["", "wbr_", &owner.token, &second[1..], &first.replace("wbr_", "wbs_")] {
        set(&app, forged, NEW, NEW).await.refused(422, "expired");
    }
    app.advance(TimeDelta::hours(2));
    set(&app, &second, NEW, NEW).await.refused(422, "expired");
    app.get("/dashboard/user", &owner.token).await.expect(200);
}

#[tokio::test]
async fn unknown_addresses_get_the_same_answer_and_no_mail() {
    let app = TestApp::new().await;
    assert_eq!(ask(&app, "nobody@example.com").await.expect(200)["message"], "Reset password email sent.");
    app.run_jobs().await;
    assert!(app.letters().is_empty());
    assert_eq!(ask(&app, "nonsense").await.expect(422)["errors"]["user.email"], json!(["is not an e-mail address"]));
    for _ in 0..2 {
        ask(&app, "nobody@example.com").await.expect(200);
    }
    ask(&app, "nobody@example.com").await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn changing_the_password_follows_the_rules_and_ends_other_sessions_in_both_worlds() {
    let app = TestApp::new().await;
    let owner = app.owner_in_both("owner@example.com").await;
    let other = app.session(World::Live, &owner.account_id, None).await;
    let in_test = app.session(World::Test, &owner.account_id, None).await;
    let change = async |current: &str, new: &str, repeated: &str| {
        let user = json!({"user": {"current_password": current, "password": new, "password_confirmation": repeated}});
        app.call("PATCH", "/dashboard/user/password", Some(&owner.token), user).await
    };
    let bad = change("short", "tiny", "").await.expect(422);
    assert_eq!(
        bad["errors"],
        json!({
            "user.current_password": ["Current password should be at least 8 characters"],
            "user.password": ["New password should be at least 8 characters"],
            "user.password_confirmation": ["Password and repeat password should match"],
        })
    );
    let wrong = change("not my password", NEW, NEW).await.expect(422);
    assert_eq!(wrong["errors"]["user.current_password"], json!(["is not your current password"]));
    change(PASSWORD, NEW, NEW).await.expect(200);
    app.get("/dashboard/user", &owner.token).await.expect(200);
    app.get("/dashboard/user", &other).await.refused(401, "unauthenticated");

    app.run_jobs().await;
    app.get("/test/dashboard/user", &in_test).await.refused(401, "unauthenticated");
    assert_eq!(sign_in(&app, "/test/users/sign_in", "owner@example.com", PASSWORD).await, 401);
    assert_eq!(sign_in(&app, "/test/users/sign_in", "owner@example.com", NEW).await, 200);
}

#[tokio::test]
async fn guessing_the_current_password_is_stopped_and_keys_may_not_try() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let created = app.call("POST", "/dashboard/api_keys", Some(&owner.token), json!({"api_key": {"description": "x"}})).await.expect(201);
    let key = created["api_key"]["token"].as_str().unwrap().to_owned();
    let guess = json!({"user": {"current_password": "guess guess", "password": NEW, "password_confirmation": NEW}});
    app.call("PATCH", "/dashboard/user/password", Some(&key), guess.clone()).await.refused(403, "access_denied");
    for _ in 0..10 {
        app.call("PATCH", "/dashboard/user/password", Some(&owner.token), guess.clone()).await.refused(422, "invalid");
    }
    app.call("PATCH", "/dashboard/user/password", Some(&owner.token), guess).await.refused(429, "too_many_requests");
    assert_eq!(app.call("DELETE", "/users/sign_out", Some(&key), Value::Null).await.status, 422);
}
