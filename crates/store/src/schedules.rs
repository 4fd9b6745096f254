//! When scheduled work is due next. Of all nodes that see it due, one moves it on, and that one enqueues the job.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;
use domain::Timestamp;

/// Makes a schedule known; an existing one keeps its time.
pub async fn ensure(conn: &mut Conn, name: &str, next_run_at: Timestamp) -> Result<(), StoreError> {
    sql("INSERT INTO schedules (name, next_run_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(next_run_at)
        .execute(conn)
        .await?;
    Ok(())
}

/// The names of schedules that are due.
pub async fn due(conn: &mut Conn, now: Timestamp) -> Result<Vec<String>, StoreError> {
    let rows = sql("SELECT name FROM schedules WHERE next_run_at <= $1 ORDER BY name LIMIT 100").bind(now).all(conn).await?;
    rows.iter().map(|row| row.text("name")).collect()
}

/// Moves a due schedule on: whether this call was the one that did.
pub async fn move_on(conn: &mut Conn, name: &str, now: Timestamp, next_run_at: Timestamp) -> Result<bool, StoreError> {
    let moved = sql("UPDATE schedules SET next_run_at = $3 WHERE name = $1 AND next_run_at <= $2").bind(name).bind(now).bind(next_run_at);
    Ok(moved.execute(conn).await? == 1)
}
