//! Refunds: asked for once per label, followed until the carrier decides. Money moves when it does, never before.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, ShipmentId};

/// A refund as stored.
#[derive(Debug, Clone)]
pub struct Refund {
    /// Of which shipment.
    pub shipment_id: ShipmentId,
    /// `requested`, `submitted`, `refunded` or `rejected`.
    pub status: String,
    /// What would come back.
    pub amount_cents: i64,
    /// When it was asked for.
    pub requested_at: Timestamp,
}

/// Writes the request; `Duplicate` when there is one.
pub async fn request(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    amount_cents: i64,
    by: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO refunds (account_id, shipment_id, status, amount_cents, requested_by, requested_at) VALUES ($1, $2, 'requested', $3, $4, $5)")
        .bind(account)
        .bind(shipment)
        .bind(amount_cents)
        .bind(by)
        .bind(now)
        .execute(writer)
        .await?;
    on_shipment(writer, account, shipment, "requested", now).await
}

/// Notes what the carrier said, unless it had decided before; whether it was noted.
pub async fn note(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    status: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let settled_at = matches!(status, "refunded" | "rejected").then_some(now);
    let noted = sql("UPDATE refunds SET status = $3, settled_at = $4 WHERE account_id = $1 AND shipment_id = $2 AND settled_at IS NULL")
        .bind(account)
        .bind(shipment)
        .bind(status)
        .bind(settled_at)
        .execute(writer)
        .await?;
    if noted == 1 {
        on_shipment(writer, account, shipment, status, now).await?;
    }
    Ok(noted == 1)
}

async fn on_shipment(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    status: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sql("UPDATE shipments SET refund_status = $3, updated_at = $4 WHERE account_id = $1 AND shipment_id = $2")
        .bind(account)
        .bind(shipment)
        .bind(status)
        .bind(now)
        .execute(writer)
        .await?;
    Ok(())
}

/// The refund of a shipment.
pub async fn find(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<Option<Refund>, StoreError> {
    let row = sql("SELECT * FROM refunds WHERE account_id = $1 AND shipment_id = $2").bind(account).bind(shipment).optional(conn).await?;
    row.as_ref().map(refund).transpose()
}

/// Open refunds of all accounts after a place in their order.
pub async fn open_after(conn: &mut Conn, account: &str, shipment: &str, limit: i64) -> Result<Vec<(AccountId, ShipmentId)>, StoreError> {
    let rows = sql("SELECT account_id, shipment_id FROM refunds WHERE settled_at IS NULL AND (account_id, shipment_id) > ($1, $2)
                    ORDER BY account_id, shipment_id LIMIT $3")
    .bind(account)
    .bind(shipment)
    .bind(limit)
    .all(conn)
    .await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, row.id("shipment_id")?))).collect()
}

fn refund(row: &Row) -> Result<Refund, StoreError> {
    Ok(Refund {
        shipment_id: row.id("shipment_id")?,
        status: row.text("status")?,
        amount_cents: row.int("amount_cents")?,
        requested_at: row.time("requested_at")?,
    })
}
