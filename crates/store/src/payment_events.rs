//! Events of payment partners that were handled, so that none is handled twice. They are noted in the transaction that does
//! what they say: an event whose handling failed is not noted, and may come again.

use crate::error::StoreError;
use crate::query::{sql, sql_from_parts};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use std::collections::HashSet;

/// Notes an event; whether it is new.
pub async fn note(writer: &mut Writer, partner: &str, id: &str, name: &str, now: Timestamp) -> Result<bool, StoreError> {
    let noted = sql("INSERT INTO payment_events (partner, event_id, name, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT (partner, event_id) DO NOTHING")
        .bind(partner)
        .bind(id)
        .bind(name)
        .bind(now)
        .execute(writer)
        .await?;
    Ok(noted == 1)
}

/// Which of these events were handled.
pub async fn known(conn: &mut Conn, partner: &str, ids: &[&str]) -> Result<HashSet<String>, StoreError> {
    let mut found = HashSet::new();
    for chunk in ids.chunks(200) {
        let places: Vec<String> = (2..chunk.len() + 2).map(|n| format!("${n}")).collect();
        let text = format!("SELECT event_id FROM payment_events WHERE partner = $1 AND event_id IN ({})", places.join(", "));
        let rows = chunk.iter().fold(sql_from_parts(text).bind(partner), |query, id| query.bind(*id)).all(conn).await?;
        for row in &rows {
            found.insert(row.text("event_id")?);
        }
    }
    Ok(found)
}

/// Forgets old events: partners stop repeating them after days, and repeated ones would change nothing.
pub async fn remove_older(writer: &mut Writer, before: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM payment_events WHERE received_at < $1").bind(before).execute(writer).await
}
