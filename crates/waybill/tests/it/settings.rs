//! The account's settings.

use crate::harness::TestApp;
use domain::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn keeps_what_is_absent_clears_what_is_null_and_checks_the_whole() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let patch =
        async |settings: Value| app.call("PATCH", "/dashboard/user/settings", Some(&owner.token), json!({"settings": settings})).await;
    let first = patch(json!({"label_format": "zpl", "recharge_threshold": "50", "replenishment_amount": "100.00"})).await.expect(200);
    assert_eq!((&first["settings"]["label_format"], &first["settings"]["label_layout"]), (&json!("zpl"), &json!("4X6")));
    let refused = patch(json!({"label_layout": "8.5X11"})).await.expect(422);
    assert_eq!(refused["errors"]["settings.label_format"], json!(["ZPL needs the layout 4X6"]));
    patch(json!({"replenishment_amount": "49.99"})).await.refused(422, "invalid");
    patch(json!({"primary_topup_method_id": "pm_1"})).await.refused(422, "invalid");
    patch(json!({"label_fromat": "pdf"})).await.refused(422, "invalid");
    let cleared = patch(json!({"recharge_threshold": null})).await.expect(200);
    assert_eq!(
        (&cleared["settings"]["recharge_threshold"], &cleared["settings"]["replenishment_amount"]),
        (&Value::Null, &json!("100.00"))
    );
    let shown = app.get("/dashboard/user/settings", &owner.token).await.expect(200);
    assert_eq!(shown["settings"], cleared["settings"]);
    assert_eq!(app.get("/dashboard/activity?action=settings.changed", &owner.token).await.expect(200)["total_count"], 2);
}
