//! What is not the API: the web app, its configuration, health, metrics, headers, CORS, the documentation.

use crate::harness::TestApp;
use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

fn get(path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).unwrap()
}

#[tokio::test]
async fn every_answer_carries_the_security_headers_and_a_request_id() {
    let app = TestApp::new().await;
    for path in ["/", "/dashboard/user", "/healthz", "/nothing.js", "/openapi.json", "/test/dashboard/user"] {
        let answer = app.send(get(path, &[])).await;
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer", "{path}");
        assert!(answer.headers.contains_key("content-security-policy"), "{path}");
        assert!(answer.headers.contains_key("x-request-id"), "{path}");
    }
    assert!(!app.send(get("/", &[])).await.headers.contains_key("strict-transport-security"));
    let secure = TestApp::with_settings(&[("WAYBILL_PUBLIC_URL", "https://dashboard.example.com")]).await;
    assert!(secure.send(get("/", &[])).await.headers.contains_key("strict-transport-security"));
    let given = app.send(get("/dashboard/user", &[("x-request-id", "my-id_1")])).await;
    assert_eq!((given.headers["x-request-id"].to_str().unwrap(), &given.json["request_id"]), ("my-id_1", &Value::from("my-id_1")));
    let bad = app.send(get("/dashboard/user", &[("x-request-id", "a b<c>")])).await;
    assert_ne!(bad.headers["x-request-id"], "a b<c>");
}

#[tokio::test]
async fn the_page_has_a_fresh_nonce_and_a_strict_policy() {
    let app = TestApp::new().await;
    let mut nonces = Vec::new();
    for path in ["/", "/shipments", "/shipment/new"] {
        let answer = app.send(get(path, &[])).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        let policy = answer.headers["content-security-policy"].to_str().unwrap().to_owned();
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap().to_owned();
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert!(answer.text.contains(&nonce) && !answer.text.contains("__CSP_NONCE__"));
        assert_eq!(answer.headers["cache-control"], "no-store");
        nonces.push(nonce);
    }
    nonces.dedup();
    assert_eq!(nonces.len(), 3);
}

fn directive<'a>(policy: &'a str, name: &str) -> &'a str {
    policy.split("; ").find_map(|part| part.strip_prefix(name)).unwrap_or_default().trim()
}

#[tokio::test]
async fn payment_partners_are_admitted_only_with_their_keys() {
    let stripe = [
        ("WAYBILL_PAYMENTS_PARTNER", "stripe"),
        ("WAYBILL_PAYMENTS_STRIPE_SECRET_KEY", "sk_test_x"),
        ("WAYBILL_PAYMENTS_STRIPE_PUBLIC_KEY", "pk_test_x"),
    ];
    let plaid = [("WAYBILL_PAYMENTS_PLAID_CLIENT_ID", "client"), ("WAYBILL_PAYMENTS_PLAID_SECRET", "secret")];
    // Keys alone, without the partner, admit nobody.
    let only_keys = [&stripe[1..], &plaid].concat();
    for (settings, hosts, opener) in [
        (vec![], vec![], "same-origin"),
        (only_keys, vec![], "same-origin"),
        (stripe.to_vec(), vec!["stripe.com"], "same-origin"),
        ([&stripe[..], &plaid].concat(), vec!["stripe.com", "plaid.com"], "same-origin-allow-popups"),
    ] {
        let app = TestApp::with_settings(&settings).await;
        let page = app.send(get("/payment-methods", &[])).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert_eq!(page.headers["cross-origin-opener-policy"], opener, "{settings:?}");
        for host in ["stripe.com", "plaid.com"] {
            assert_eq!(policy.contains(host), hosts.contains(&host), "{host}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        if hosts.len() == 2 {
            assert_eq!(directive(policy, "script-src"), "'self' https://js.stripe.com https://*.js.stripe.com https://cdn.plaid.com");
            assert_eq!(
                directive(policy, "frame-src"),
                "'self' blob: https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://cdn.plaid.com"
            );
            let connections = directive(policy, "connect-src");
            assert_eq!(connections, "'self' https://api.stripe.com https://production.plaid.com https://sandbox.plaid.com");
        }
        let other = app.send(get("/_post_message_", &[])).await;
        assert!(!other.headers["content-security-policy"].to_str().unwrap().contains("stripe"), "only the app itself");
    }
}

#[tokio::test]
async fn hashed_files_are_compressed_and_cached_for_ever() {
    let app = TestApp::new().await;
    let page = app.send(get("/", &[])).await.text;
    let script = page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).expect("a script").to_owned();
    let plain = app.send(get(&script, &[])).await;
    assert_eq!(plain.headers["cache-control"], "public, max-age=31536000, immutable");
    assert!(!plain.headers.contains_key("content-encoding"));
    for (accepted, encoding) in [("gzip, deflate, br", "br"), ("gzip", "gzip")] {
        let packed = app.send(get(&script, &[("accept-encoding", accepted)])).await;
        assert_eq!(packed.headers["content-encoding"], encoding);
        assert!(packed.text.len() < plain.text.len());
    }
    let tag = plain.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(app.send(get(&script, &[("if-none-match", &tag)])).await.status, 304);
    assert_eq!(app.send(get(&format!("{script}.br"), &[])).await.status, 404);
    assert_eq!(app.send(get("/assets/missing.js", &[])).await.status, 404);
    assert_eq!(app.send(get("/../Cargo.toml", &[])).await.status, 404);
}

#[tokio::test]
async fn the_host_name_chooses_the_pair_of_servers() {
    let app = TestApp::new().await;
    let config = app.send(get("/config.json", &[("host", "dashboard.example.com")])).await.json;
    assert_eq!(config["servers"]["primary"]["name"], "production");
    assert_eq!(config["servers"]["alternate"], serde_json::json!({"name": "test", "base": "/test", "world": "test"}));
    let local = app.send(get("/config.json", &[("host", "localhost:4000")])).await.json;
    assert_eq!((&local["servers"]["primary"]["name"], &local["production"]), (&Value::from("development"), &Value::from(false)));
}

#[tokio::test]
async fn only_configured_origins_may_call_or_embed() {
    let settings =
        [("WAYBILL_HTTP_DASHBOARD_ORIGINS", "https://dash.example.com"), ("WAYBILL_HTTP_EMBEDDING_ORIGINS", "https://portal.example.com")];
    let app = TestApp::with_settings(&settings).await;
    let preflight = |origin: &str| {
        let request = Request::builder().method("OPTIONS").uri("/dashboard/user").header("origin", origin);
        let request = request.header("access-control-request-method", "GET").header("access-control-request-headers", "authorization");
        request.body(Body::empty()).unwrap()
    };
    let ours = app.send(preflight("https://dash.example.com")).await;
    assert_eq!(ours.headers["access-control-allow-origin"], "https://dash.example.com");
    let theirs = app.send(preflight("https://evil.example.com")).await;
    assert!(!theirs.headers.contains_key("access-control-allow-origin"));
    let frame = app.send(get("/_post_message_", &[])).await;
    assert_eq!(frame.status, 200, "{}", frame.text);
    let policy = frame.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.ends_with("frame-ancestors https://portal.example.com"), "{policy}");
    assert!(!frame.headers.contains_key("x-frame-options"));
    let alone = TestApp::new().await.send(get("/_post_message_", &[])).await;
    assert!(alone.headers["content-security-policy"].to_str().unwrap().ends_with("frame-ancestors 'none'"));
}

#[tokio::test]
async fn health_metrics_and_documentation() {
    let app = TestApp::with_settings(&[("WAYBILL_HTTP_METRICS_TOKEN", "let me in")]).await;
    assert_eq!(app.send(get("/healthz", &[])).await.text, "ok");
    assert_eq!(app.send(get("/readyz", &[])).await.text, "ready");
    waybill::telemetry::start_metrics();
    app.send(get("/dashboard/user", &[])).await;
    app.send(get("/metrics", &[])).await.refused(403, "access_denied");
    app.send(get("/metrics", &[("authorization", "Bearer wrong")])).await.refused(403, "access_denied");
    let metrics = app.send(get("/metrics", &[("authorization", "Bearer let me in")])).await;
    assert!(metrics.text.contains("waybill_http_requests_total{"), "{}", metrics.text);
    let served = app.send(get("/openapi.json", &[])).await.text;
    assert_eq!(served, waybill::http::document().unwrap());
    let docs = app.send(get("/api-docs/", &[])).await;
    assert_eq!(docs.status, 200, "{}", docs.text);
    assert!(!docs.text.contains("https://"), "nothing comes from another host");
    app.deployment.stop();
    assert_eq!(app.send(get("/readyz", &[])).await.status, 503);
}

#[tokio::test]
async fn too_many_requests_are_slowed_down() {
    let app = TestApp::with_settings(&[("WAYBILL_LIMITS_REQUESTS_PER_SECOND", "1"), ("WAYBILL_LIMITS_BURST", "5")]).await;
    let mut refused = None;
    for _ in 0..8 {
        let answer = app.send(get("/dashboard/terms.json", &[])).await;
        if answer.status == 429 {
            refused = Some(answer);
        }
    }
    let refused = refused.expect("the burst is bounded");
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(429, "too_many_requests");
    assert_eq!(app.send(get("/", &[])).await.status, 200, "pages are not counted");
}
