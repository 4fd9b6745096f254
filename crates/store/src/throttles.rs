//! Counted tries, shared by all nodes: failed sign-ins and recovery requests.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;
use domain::Timestamp;
use domain::throttle::Limit;

/// When this key may be tried again; nothing when it may be tried now.
pub async fn blocked_until(conn: &mut Conn, key: &str, limit: Limit, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
    let Some(row) = sql("SELECT began_at, tries FROM throttles WHERE throttle_key = $1").bind(key).optional(conn).await? else {
        return Ok(None);
    };
    let began = row.time("began_at")?;
    Ok(limit.exceeded(row.int("tries")?, began, now).then(|| limit.ends(began)))
}

/// Counts a try; the first one after the window opens a new window.
pub async fn count(conn: &mut Conn, key: &str, limit: Limit, now: Timestamp) -> Result<(), StoreError> {
    let oldest = now - chrono::TimeDelta::seconds(limit.window_seconds);
    sql("INSERT INTO throttles (throttle_key, began_at, tries) VALUES ($1, $2, 1)
         ON CONFLICT (throttle_key) DO UPDATE SET
            tries = CASE WHEN throttles.began_at <= $3 THEN 1 ELSE throttles.tries + 1 END,
            began_at = CASE WHEN throttles.began_at <= $3 THEN $2 ELSE throttles.began_at END")
    .bind(key)
    .bind(now)
    .bind(oldest)
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets the tries of a key: it succeeded.
pub async fn clear(conn: &mut Conn, key: &str) -> Result<(), StoreError> {
    sql("DELETE FROM throttles WHERE throttle_key = $1").bind(key).execute(conn).await?;
    Ok(())
}

/// Removes windows that began before the given time.
pub async fn remove_older(conn: &mut Conn, before: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM throttles WHERE began_at < $1").bind(before).execute(conn).await
}
