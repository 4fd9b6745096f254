//! Keeps the figures fresh by which PostgreSQL plans. Not a job: it leaves nothing behind, and every node may try.

use crate::app::App;
use std::time::Duration;
use store::{DatabaseKind, figures};
use tokio_util::sync::CancellationToken;

const PAUSE: Duration = Duration::from_secs(3);

/// Looks every few seconds, until told to stop.
pub async fn keep_fresh(app: App, stop: CancellationToken) {
    if app.store().kind() != DatabaseKind::Postgres {
        return;
    }
    loop {
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = stop.cancelled() => return,
        }
        match figures::refresh(app.store()).await {
            Ok(counted) if counted.is_empty() => {}
            Ok(counted) => tracing::debug!(world = app.world.name(), tables = counted.join(", "), "tables were counted"),
            Err(error) => tracing::warn!(world = app.world.name(), %error, "the tables could not be counted"),
        }
    }
}
