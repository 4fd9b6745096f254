//! Events of payment partners that were handled, so that none is handled twice. They are noted in the transaction that does
//! what they say: an event whose handling failed is not noted, and may come again.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Writer;
use domain::Timestamp;

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

/// Forgets old events: partners stop repeating them after days, and repeated ones would change nothing.
pub async fn remove_older(writer: &mut Writer, before: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM payment_events WHERE received_at < $1").bind(before).execute(writer).await
}
