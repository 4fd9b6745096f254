//! Tokens that take a user from one server to the other.

use crate::harness::{Answer, TestApp};
use chrono::TimeDelta;
use domain::access::Permission;
use domain::world::World;
use serde_json::{Value, json};

async fn token(app: &TestApp, base: &str, session: &str) -> String {
    let answer = app.get(&format!("{base}/dashboard/api_keys/token"), session).await.expect(200);
    answer["token"].as_str().unwrap().to_owned()
}

async fn exchange(app: &TestApp, base: &str, token: &str) -> Answer {
    app.call("GET", &format!("{base}/dashboard/api_keys/{token}"), None, Value::Null).await
}

#[tokio::test]
async fn goes_to_the_test_server_and_back_once_each() {
    let app = TestApp::new().await;
    let owner = app.owner_in_both("owner@example.com").await;
    let out = token(&app, "", &owner.token).await;
    let in_test = exchange(&app, "/test", &out).await.expect(200)["key"].as_str().unwrap().to_owned();
    assert_eq!(app.get("/test/dashboard/user", &in_test).await.expect(200)["user"]["world"], "test");
    let back = token(&app, "/test", &in_test).await;
    let in_live = exchange(&app, "", &back).await.expect(200)["key"].as_str().unwrap().to_owned();
    assert_eq!(app.get("/dashboard/user", &in_live).await.expect(200)["user"]["world"], "live");
    for (base, used) in [("/test", &out), ("", &out), ("", &back)] {
        let answer = exchange(&app, base, used).await.expect(422);
        assert_eq!(answer["key"], "expired");
        assert_eq!(answer["message"], "This sign-in link has expired. Please sign in.");
    }
}

#[tokio::test]
async fn expired_and_forged_tokens_are_refused() {
    let app = TestApp::new().await;
    let owner = app.owner_in_both("owner@example.com").await;
    let late = token(&app, "", &owner.token).await;
    app.advance(TimeDelta::seconds(60));
    assert_eq!(exchange(&app, "/test", &late).await.expect(422)["key"], "expired");
    let good = token(&app, "", &owner.token).await;
    let (payload, signature) = good.split_once('.').unwrap();
    for forged in [payload.to_owned(), format!("{payload}."), format!("x{good}"), format!("{payload}.{}", &signature[1..]), "token.".into()]
    {
        assert_eq!(exchange(&app, "/test", &forged).await.expect(422)["key"], "expired", "{forged}");
    }
    exchange(&app, "/test", &good).await.expect(200);
}

#[tokio::test]
async fn an_account_without_a_twin_is_told_so() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let out = token(&app, "", &owner.token).await;
    let message = exchange(&app, "/test", &out).await.refused(404, "not_found");
    assert_eq!(message, "Failed to authenticate, account may not exist");
}

#[tokio::test]
async fn a_person_gets_what_the_other_world_says_of_it() {
    let app = TestApp::new().await;
    let owner = app.owner_in_both("owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[Permission::ApiKeys]).await;
    let out = token(&app, "", &person.token).await;
    exchange(&app, "/test", &out).await.refused(404, "not_found");

    let twin = app.person(World::Test, &owner.account_id, "sub@example.com", &[Permission::ScanForms]).await;
    let out = token(&app, "", &person.token).await;
    let key = exchange(&app, "/test", &out).await.expect(200)["key"].as_str().unwrap().to_owned();
    let user = app.get("/test/dashboard/user", &key).await.expect(200)["user"].clone();
    assert_eq!(user["person"]["id"], json!(twin.id));
    assert_eq!(user["person"]["permissions"]["api_keys"], false);
    assert_eq!(user["person"]["permissions"]["scan_forms"], true);
}

#[tokio::test]
async fn of_many_who_try_one_token_one_gets_in() {
    let app = TestApp::new().await;
    let owner = app.owner_in_both("owner@example.com").await;
    let out = token(&app, "", &owner.token).await;
    let tries = futures_util::future::join_all((0..8).map(|_| exchange(&app, "/test", &out))).await;
    let let_in = tries.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(let_in, 1);
}
