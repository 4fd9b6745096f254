//! Optional reporting: traces to an OpenTelemetry collector and to Sentry, both played by a small HTTP server.

use crate::harness::process::{Node, eventually};
use std::sync::{Arc, Mutex};
use store::testing::TestDatabase;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Answers every request with 200 and remembers its first line.
async fn collector() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&seen);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let seen = Arc::clone(&shared);
            tokio::spawn(async move {
                let mut bytes = vec![0; 65536];
                let read = stream.read(&mut bytes).await.unwrap_or(0);
                let text = String::from_utf8_lossy(&bytes[..read]).into_owned();
                seen.lock().expect("not poisoned").push(text.lines().next().unwrap_or_default().to_owned());
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").await;
            });
        }
    });
    (port, seen)
}

fn has(seen: &Mutex<Vec<String>>, begins: &str) -> bool {
    seen.lock().expect("not poisoned").iter().any(|line| line.starts_with(begins))
}

#[tokio::test]
async fn requests_are_traced_to_sentry_and_to_the_collector() {
    let (port, seen) = collector().await;
    let (sentry, otel) = (format!("http://public@127.0.0.1:{port}/42"), format!("http://127.0.0.1:{port}"));
    let database = TestDatabase::create().await;
    let node = Node::start(&database, &[("WAYBILL_SENTRY_DSN", &sentry), ("WAYBILL_OTEL_ENDPOINT", &otel)]).await;
    let (status, _) = node.request("GET", "/dashboard/terms.json", "").await;
    assert_eq!(status, 200);
    let (_, config) = node.request("GET", "/config.json", "").await;
    assert!(config.contains(r#""traces_sample_rate":1"#), "{config}");
    assert!(node.stop().await, "what is left is sent before the end");
    eventually("Sentry gets the trace", || has(&seen, "POST /api/42/envelope/")).await;
    eventually("the collector gets the trace", || has(&seen, "POST /v1/traces")).await;
}
