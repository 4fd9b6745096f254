//! The Permissions screen.

use crate::harness::{PASSWORD, TestApp};
use domain::access::Permission;
use domain::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn adds_toggles_disables_and_deletes() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let new = json!({"person": {"name": "Maya", "email": "maya@example.com", "password": PASSWORD}});
    let person = app.call("POST", "/dashboard/persons", Some(&owner.token), new.clone()).await.expect(201)["person"].clone();
    assert_eq!(person["enabled"], true);
    assert_eq!(person["permissions"].as_object().unwrap().len(), 6);
    let path = format!("/dashboard/persons/{}", person["id"].as_str().unwrap());
    for permission in Permission::ALL {
        let body = json!({"permission": permission.key()});
        let shown = app.call("PATCH", &format!("{path}/toggle_permission"), Some(&owner.token), body).await.expect(200);
        assert_eq!(shown["person"]["permissions"][permission.key()], true);
    }
    let disabled = app.call("PATCH", &format!("{path}/toggle_state"), Some(&owner.token), Value::Null).await.expect(200);
    assert_eq!(disabled["person"]["enabled"], false);
    let locked =
        app.call("PATCH", &format!("{path}/toggle_permission"), Some(&owner.token), json!({"permission": "api_keys"})).await.expect(422);
    assert!(locked["message"].as_str().unwrap().contains("disabled"), "{locked}");
    let list = app.get("/dashboard/persons", &owner.token).await.expect(200);
    assert_eq!((&list["total_count"], &list["items"][0]["permissions"]["api_keys"]), (&json!(1), &json!(true)));
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.refused(404, "not_found");
    // The address is free again.
    app.call("POST", "/dashboard/persons", Some(&owner.token), new).await.expect(201);
}

#[tokio::test]
async fn bad_and_taken_values_are_told_beside_their_fields() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    let empty = app.call("POST", "/dashboard/persons", Some(&owner.token), json!({"person": {}})).await.expect(422);
    for field in ["name", "email", "password"] {
        assert_eq!(empty["errors"][format!("person.{field}")], json!(["can't be blank"]));
    }
    for taken in ["OWNER@example.com", "sub@example.com"] {
        let new = json!({"person": {"name": "X", "email": taken, "password": PASSWORD}});
        let answer = app.call("POST", "/dashboard/persons", Some(&owner.token), new).await.expect(422);
        assert_eq!(answer["errors"]["person.email"], json!(["is taken already"]));
    }
    let unknown = json!({"permission": "everything"});
    let person = app.get("/dashboard/persons", &owner.token).await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/dashboard/persons/{person}/toggle_permission");
    app.call("PATCH", &path, Some(&owner.token), unknown).await.refused(422, "invalid");
    assert_eq!(app.get("/dashboard/persons", &owner.token).await.expect(200)["total_count"], 1);
}

#[tokio::test]
async fn deleting_a_person_ends_its_sessions_and_links() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    app.get("/dashboard/api_keys/token", &person.token).await.expect(200);
    app.call("POST", "/users/password", None, json!({"user": {"email": person.email}})).await.expect(200);
    app.call("DELETE", &format!("/dashboard/persons/{}", person.id), Some(&owner.token), Value::Null).await.expect(200);
    app.get("/dashboard/user", &person.token).await.refused(401, "unauthenticated");
}
