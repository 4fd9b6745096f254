//! Keys for programmatic access.

use crate::harness::TestApp;
use domain::access::Permission;
use domain::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn a_key_is_shown_once_works_as_owner_and_stops_when_deleted() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let make = async |description: &str| {
        app.advance(chrono::TimeDelta::seconds(1));
        let body = json!({"api_key": {"description": description}});
        app.call("POST", "/dashboard/api_keys", Some(&owner.token), body).await.expect(201)["api_key"].clone()
    };
    let (first, second) = (make("scanner").await, make("shop").await);
    let key = second["token"].as_str().unwrap().to_owned();
    assert_eq!((&first["default"], &second["default"]), (&json!(true), &json!(false)));
    assert_eq!(app.get("/dashboard/persons", &key).await.expect(200)["total_count"], 0);

    let list = app.get("/dashboard/api_keys", &owner.token).await.expect(200);
    let shown = list["items"][0]["token"].as_str().unwrap();
    assert!(shown.starts_with("wbk_") && shown.ends_with(&key[key.len() - 4..]) && shown.chars().count() < 20, "{shown}");

    let second_path = format!("/dashboard/api_keys/{}", second["id"].as_str().unwrap());
    app.call("PATCH", &format!("{second_path}/default"), Some(&owner.token), Value::Null).await.expect(200);
    app.call("DELETE", &second_path, Some(&owner.token), Value::Null).await.expect(200);
    app.get("/dashboard/persons", &key).await.refused(401, "unauthenticated");
    let left = app.get("/dashboard/api_keys", &owner.token).await.expect(200);
    assert_eq!((&left["total_count"], &left["items"][0]["default"]), (&json!(1), &json!(true)));
    let only = format!("/dashboard/api_keys/{}", first["id"].as_str().unwrap());
    let kept = app.call("DELETE", &only, Some(&owner.token), Value::Null).await.expect(422);
    assert_eq!(kept["message"], "The only remaining API key cannot be deleted");
}

#[tokio::test]
async fn a_person_with_the_permission_may_manage_keys() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[Permission::ApiKeys]).await;
    let blank = app.call("POST", "/dashboard/api_keys", Some(&person.token), json!({"api_key": {"description": " "}})).await.expect(422);
    assert_eq!(blank["errors"]["api_key.description"], json!(["can't be blank"]));
    app.call("POST", "/dashboard/api_keys", Some(&person.token), json!({"api_key": {"description": "x"}})).await.expect(201);
    assert_eq!(app.get("/dashboard/api_keys", &owner.token).await.expect(200)["total_count"], 1);
}

#[tokio::test]
async fn a_persons_key_can_do_what_the_person_can_and_never_more() {
    let app = TestApp::new().await;
    let owner = app.owner_in_both("owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[Permission::ApiKeys]).await;
    let made = app.call("POST", "/dashboard/api_keys", Some(&person.token), json!({"api_key": {"description": "x"}})).await.expect(201);
    let key = made["api_key"]["token"].as_str().unwrap().to_owned();
    app.get("/dashboard/api_keys", &key).await.expect(200);
    app.get("/dashboard/persons", &key).await.refused(403, "access_denied");
    // Neither its key nor the owner's turns into a session of the other world.
    app.get("/dashboard/api_keys/token", &key).await.refused(403, "access_denied");
    let made = app.call("POST", "/dashboard/api_keys", Some(&owner.token), json!({"api_key": {"description": "y"}})).await.expect(201);
    app.get("/dashboard/api_keys/token", made["api_key"]["token"].as_str().unwrap()).await.refused(403, "access_denied");
    app.call("PATCH", &format!("/dashboard/persons/{}/toggle_state", person.id), Some(&owner.token), Value::Null).await.expect(200);
    app.get("/dashboard/api_keys", &key).await.refused(401, "unauthenticated");
    app.call("DELETE", &format!("/dashboard/persons/{}", person.id), Some(&owner.token), Value::Null).await.expect(200);
    assert_eq!(app.get("/dashboard/api_keys", &owner.token).await.expect(200)["total_count"], 1);
}
