//! Who may call what: the table covers every route, and the server keeps to it for every combination of permissions.

use crate::harness::TestApp;
use domain::access::{Guard, Permission, PermissionSet, Role};
use domain::id::{Id, PersonId};
use domain::world::World;
use serde_json::{Value, json};
use waybill::http::access::{TABLE, find};

fn routes() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&waybill::http::document().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let each = paths.iter().flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |m| (m.to_uppercase(), path.clone())));
    each.filter(|(method, _)| method != "PARAMETERS").collect()
}

/// A path that can be called: parameters become ids that exist nowhere.
fn concrete(path: &str) -> String {
    let nowhere = format!("{}_{}", if path.contains("persons") { "per" } else { "job" }, "0".repeat(26));
    path.replace("{id}", &nowhere).replace("{key}", "unknown")
}

#[test]
fn every_route_is_in_the_table_and_every_line_is_a_route() {
    let routes = routes();
    assert!(routes.len() >= 30, "{}", routes.len());
    for (method, path) in &routes {
        let method = axum::http::Method::from_bytes(method.as_bytes()).unwrap();
        assert!(find(&method, path).is_some(), "{method} {path} is missing in http/access.rs");
    }
    for rule in TABLE {
        let known = routes.iter().any(|(method, path)| method == rule.method && path == rule.path);
        assert!(known, "{} {} is in http/access.rs but is no route", rule.method, rule.path);
    }
}

#[tokio::test]
async fn signed_out_callers_reach_only_public_routes() {
    let app = TestApp::new().await;
    let forged = format!("wbs_{}{}", "0".repeat(26), "A".repeat(43));
    for rule in TABLE.iter().filter(|rule| rule.guard != Guard::Anyone) {
        for base in ["", "/test"] {
            let path = format!("{base}{}", concrete(rule.path));
            for token in [None, Some(""), Some("x"), Some(forged.as_str())] {
                let answer = app.call(rule.method, &path, token, json!({})).await;
                assert_eq!(answer.refused(401, "unauthenticated"), "Please sign in.", "{} {path}", rule.method);
            }
        }
    }
}

#[tokio::test]
async fn all_sixty_four_combinations_get_exactly_what_the_table_says() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    for bits in 0..64 {
        let set = PermissionSet::from_bits(bits).unwrap();
        give(&app, &owner.account_id, &person.id, set).await;
        let role = Role::Person { id: person.id.clone(), permissions: set };
        for rule in TABLE.iter().filter(|rule| rule.guard != Guard::Anyone) {
            // A session of its own where the call ends sessions.
            let ends = rule.path.contains("sign_out") || (rule.method == "DELETE" && rule.path == "/dashboard/sessions");
            let fresh = if ends { Some(app.session(World::Live, &owner.account_id, Some(&person.id)).await) } else { None };
            let token = fresh.as_deref().unwrap_or(&person.token);
            let answer = app.call(rule.method, &concrete(rule.path), Some(token), json!({})).await;
            let refused = answer.json["code"] == "access_denied";
            assert_eq!(refused, !rule.guard.admits(&role), "{} {} with {bits:06b}: {}", rule.method, rule.path, answer.text);
            if refused {
                assert_eq!(answer.refused(403, "access_denied"), "Access denied");
            } else {
                assert!(answer.status.as_u16() < 500 && answer.status != 401, "{} {}: {}", rule.method, rule.path, answer.text);
            }
            if ends && rule.path.contains("sessions") {
                // That call ended the long-lived session too; open it again.
                return_session(&app, &owner.account_id, &person.id, &person.token).await;
            }
        }
    }
}

async fn give(app: &TestApp, account: &domain::id::AccountId, person: &PersonId, set: PermissionSet) {
    let world = app.app(World::Live);
    let mut writer = world.store().writer().await.unwrap();
    let mut found = store::people::find(&mut writer, account, person).await.unwrap().unwrap();
    found.permissions = set;
    store::people::save(&mut writer, account, &found).await.unwrap();
    writer.commit().await.unwrap();
}

async fn return_session(app: &TestApp, account: &domain::id::AccountId, person: &PersonId, token: &str) {
    let world = app.app(World::Live);
    let now = world.now();
    let session = store::sessions::Session {
        id: world.id(),
        person_id: Some(person.clone()),
        person_name: None,
        ip: "203.0.113.7".into(),
        user_agent: "test".into(),
        created_at: now,
        last_used_at: now,
        expires_at: now + chrono::TimeDelta::days(30),
    };
    let mut writer = world.store().writer().await.unwrap();
    store::sessions::insert(&mut writer, account, &session, &waybill::secrets::hashed(token)).await.unwrap();
    writer.commit().await.unwrap();
}

#[tokio::test]
async fn a_change_of_permission_holds_on_the_next_request() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    app.get("/dashboard/api_keys", &person.token).await.refused(403, "access_denied");
    let path = format!("/dashboard/persons/{}/toggle_permission", person.id);
    app.call("PATCH", &path, Some(&owner.token), json!({"permission": "api_keys"})).await.expect(200);
    app.get("/dashboard/api_keys", &person.token).await.expect(200);
    app.call("PATCH", &path, Some(&owner.token), json!({"permission": "api_keys"})).await.expect(200);
    app.get("/dashboard/api_keys", &person.token).await.refused(403, "access_denied");
    let state = format!("/dashboard/persons/{}/toggle_state", person.id);
    app.call("PATCH", &state, Some(&owner.token), json!({})).await.expect(200);
    app.get("/dashboard/user", &person.token).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn accounts_do_not_see_each_other() {
    let app = TestApp::new().await;
    let ours = app.owner(World::Live, "ours@example.com").await;
    let theirs = app.owner(World::Live, "theirs@example.com").await;
    let person = app.person(World::Live, &theirs.account_id, "sub@example.com", &[Permission::ApiKeys]).await;
    for path in ["toggle_state", "toggle_permission"] {
        let path = format!("/dashboard/persons/{}/{path}", person.id);
        app.call("PATCH", &path, Some(&ours.token), json!({"permission": "api_keys"})).await.refused(404, "not_found");
    }
    let path = format!("/dashboard/persons/{}", person.id);
    app.call("DELETE", &path, Some(&ours.token), Value::Null).await.refused(404, "not_found");
    assert_eq!(app.get("/dashboard/persons", &ours.token).await.expect(200)["total_count"], 0);
    // A live session is nobody in the test world.
    app.get("/test/dashboard/user", &ours.token).await.refused(401, "unauthenticated");
    assert!(person.id.as_str().starts_with("per_"));
}
