//! `Idempotency-Key`: repeated requests do nothing twice.

use crate::harness::{Answer, TestApp};
use axum::body::Body;
use axum::http::Request;
use chrono::TimeDelta;
use domain::world::World;
use serde_json::json;

async fn make(app: &TestApp, token: &str, key: &str, description: &str) -> Answer {
    let request = Request::builder()
        .method("POST")
        .uri("/dashboard/api_keys")
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .header("idempotency-key", key)
        .body(Body::from(json!({"api_key": {"description": description}}).to_string()));
    app.send(request.unwrap()).await
}

#[tokio::test]
async fn the_first_answer_is_given_again() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let first = make(&app, &owner.token, "k1", "one").await;
    let again = make(&app, &owner.token, "k1", "one").await;
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(first.expect(201), again.expect(201));
    let message = make(&app, &owner.token, "k1", "two").await.refused(422, "idempotency_key_reused");
    assert_eq!(message, "This Idempotency-Key was used for another request.");
    make(&app, &owner.token, "k2", "").await.refused(422, "invalid");
    make(&app, &owner.token, "", "x").await.refused(400, "malformed_request");
    make(&app, &owner.token, &"k".repeat(129), "x").await.refused(400, "malformed_request");
    assert_eq!(app.get("/dashboard/api_keys", &owner.token).await.expect(200)["total_count"], 1);
    // Another user's key of the same name is another key.
    let other = app.owner(World::Live, "other@example.com").await;
    make(&app, &other.token, "k1", "one").await.expect(201);
}

#[tokio::test]
async fn of_many_at_once_one_is_done() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let (a, b, c) =
        tokio::join!(make(&app, &owner.token, "same", "x"), make(&app, &owner.token, "same", "x"), make(&app, &owner.token, "same", "x"));
    for answer in [a, b, c] {
        assert!([201, 409].contains(&answer.status.as_u16()), "{}", answer.text);
    }
    assert_eq!(app.get("/dashboard/api_keys", &owner.token).await.expect(200)["total_count"], 1);
}

#[tokio::test]
async fn an_answer_is_forgotten_after_a_day() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    make(&app, &owner.token, "k1", "one").await.expect(201);
    app.advance(TimeDelta::hours(25));
    waybill::features::housekeeping::remove_expired(&app.app(World::Live)).await.unwrap();
    make(&app, &owner.token, "k1", "one").await.expect(201);
    assert_eq!(app.get("/dashboard/api_keys", &owner.token).await.expect(200)["total_count"], 2);
}
