//! Terms: versioned documents, and the gate in front of everything.

use crate::harness::TestApp;
use domain::terms::Kind;
use domain::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn new_terms_stop_the_owner_until_accepted_but_not_people_and_programs() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    let key = app.call("POST", "/dashboard/api_keys", Some(&owner.token), json!({"api_key": {"description": "x"}})).await.expect(201);
    let key = key["api_key"]["token"].as_str().unwrap().to_owned();

    let live = app.app(World::Live);
    let mut writer = live.store().writer().await.unwrap();
    waybill::terms_text::publish(&live, &mut writer, Kind::Terms, "New terms", "## One\n\n<script>x</script>").await.unwrap();
    writer.commit().await.unwrap();

    let user = app.get("/dashboard/user", &owner.token).await.expect(200)["user"].clone();
    assert_eq!(user["tos_to_accept"]["title"], "New terms");
    assert_eq!(user["tos_to_accept"]["body"], "<h2>One</h2>\n<p>&lt;script&gt;x&lt;/script&gt;</p>\n");
    let stopped = app.get("/dashboard/persons", &owner.token).await.refused(403, "terms_required");
    assert_eq!(stopped, "Please accept the Terms & Conditions first.");
    app.get("/dashboard/sessions", &person.token).await.expect(200);
    assert_eq!(app.get("/dashboard/user", &person.token).await.expect(200)["user"]["tos_to_accept"], Value::Null);
    app.get("/dashboard/persons", &key).await.expect(200);

    app.call("POST", "/dashboard/user/accept_tos", Some(&owner.token), json!({"version": 1})).await.refused(409, "conflict");
    app.call("POST", "/dashboard/user/accept_tos", Some(&person.token), json!({"version": 2})).await.refused(403, "access_denied");
    app.call("POST", "/dashboard/user/accept_tos", Some(&owner.token), json!({"version": 2})).await.expect(200);
    app.get("/dashboard/persons", &owner.token).await.expect(200);
    assert_eq!(app.get("/dashboard/user", &owner.token).await.expect(200)["user"]["tos_to_accept"], Value::Null);
}

#[tokio::test]
async fn both_documents_are_public() {
    let app = TestApp::new().await;
    for (path, title) in [("/dashboard/terms.json", "Terms & Conditions"), ("/test/dashboard/privacy.json", "Privacy Policy")] {
        let document = app.call("GET", path, None, Value::Null).await.expect(200);
        assert_eq!((&document["title"], &document["version"]), (&json!(title), &json!(1)));
        assert!(document["body"].as_str().unwrap().starts_with("<p>"));
    }
}
