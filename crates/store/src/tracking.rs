//! Tracking: events stored once, the state of the newest, and when to ask the carrier next.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, ShipmentId};
use domain::tracking::{TrackingEvent, TrackingReport, TrackingStatus};

/// A parcel whose carrier should be asked.
#[derive(Debug, Clone)]
pub struct Due {
    /// Whose.
    pub account_id: AccountId,
    /// Which.
    pub shipment_id: ShipmentId,
    /// How often nothing new was heard in a row.
    pub tries: i64,
}

/// Takes parcels that are due and sets them aside until `again`, so that no other node asks meanwhile.
pub async fn take_due(writer: &mut Writer, now: Timestamp, again: Timestamp, limit: i64) -> Result<Vec<Due>, StoreError> {
    let text = format!(
        "UPDATE tracking_due SET due_at = $2 WHERE (account_id, shipment_id) IN
         (SELECT account_id, shipment_id FROM tracking_due WHERE due_at <= $1 ORDER BY due_at LIMIT $3{})
         RETURNING account_id, shipment_id, tries",
        writer.skip_locked()
    );
    let rows = crate::query::sql_from_parts(text).bind(now).bind(again).bind(limit).all(writer).await?;
    rows.iter()
        .map(|row| Ok(Due { account_id: row.id("account_id")?, shipment_id: row.id("shipment_id")?, tries: row.int("tries")? }))
        .collect()
}

/// When a parcel is asked for next; none when it needs no more asking.
pub async fn set_due(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    due: Option<(Timestamp, i64)>,
) -> Result<(), StoreError> {
    match due {
        None => {
            sql("DELETE FROM tracking_due WHERE account_id = $1 AND shipment_id = $2").bind(account).bind(shipment).execute(writer).await?
        }
        Some((at, tries)) => {
            sql("INSERT INTO tracking_due (account_id, shipment_id, due_at, tries) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (account_id, shipment_id) DO UPDATE SET due_at = $3, tries = $4")
            .bind(account)
            .bind(shipment)
            .bind(at)
            .bind(tries)
            .execute(writer)
            .await?
        }
    };
    Ok(())
}

/// Stores what a carrier told: new events once, and the newest one's state on the shipment. Answers how many were new.
pub async fn save(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    report: &TrackingReport,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let mut new = 0;
    for event in &report.events {
        new += sql("INSERT INTO tracking_events (account_id, shipment_id, happened_at, code, status, message, place) VALUES ($1, $2, $3, $4, $5, $6, $7)
                    ON CONFLICT (account_id, shipment_id, happened_at, code) DO NOTHING")
        .bind(account)
        .bind(shipment)
        .bind(event.at)
        .bind(&event.code)
        .bind(event.status.key())
        .bind(&event.message)
        .bind(&event.place)
        .execute(writer)
        .await?;
    }
    if new > 0 {
        sql("UPDATE shipments SET tracking_status = $3, updated_at = $4 WHERE account_id = $1 AND shipment_id = $2")
            .bind(account)
            .bind(shipment)
            .bind(report.status().key())
            .bind(now)
            .execute(writer)
            .await?;
    }
    Ok(new)
}

/// The events of a parcel, newest first.
pub async fn events(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<TrackingEvent>, StoreError> {
    let rows = sql("SELECT * FROM tracking_events WHERE account_id = $1 AND shipment_id = $2 ORDER BY happened_at DESC, code LIMIT 200")
        .bind(account)
        .bind(shipment)
        .all(conn)
        .await?;
    rows.iter().map(event).collect()
}

fn event(row: &Row) -> Result<TrackingEvent, StoreError> {
    Ok(TrackingEvent {
        at: row.time("happened_at")?,
        status: row.parsed("status", TrackingStatus::parse)?,
        code: row.text("code")?,
        message: row.text("message")?,
        place: row.text("place")?,
    })
}
