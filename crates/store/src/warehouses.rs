//! Warehouses: the places parcels are sent from.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Listed, Row, corrupt, json};
use crate::tx::{Conn, Writer};
use chrono::TimeDelta;
use domain::Timestamp;
use domain::address::Address;
use domain::id::{AccountId, WarehouseId};
use domain::page::Page;

/// A warehouse as stored.
#[derive(Debug, Clone)]
pub struct Warehouse {
    /// Its id.
    pub id: WarehouseId,
    /// Where it is; the name is the user's own for the place.
    pub address: Address,
    /// Whether it stands first in lists.
    pub starred: bool,
    /// When a shipment was last sent from it.
    pub last_used_at: Option<Timestamp>,
    /// When it was added.
    pub created_at: Timestamp,
}

/// Adds a warehouse.
pub async fn insert(writer: &mut Writer, account: &AccountId, warehouse: &Warehouse) -> Result<(), StoreError> {
    sql("INSERT INTO warehouses (account_id, warehouse_id, name, address, starred, last_used_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(account)
        .bind(&warehouse.id)
        .bind(&warehouse.address.name)
        .bind(json(&warehouse.address)?)
        .bind(warehouse.starred)
        .bind(warehouse.last_used_at)
        .bind(warehouse.created_at)
        .execute(writer)
        .await?;
    Ok(())
}

/// A page of an account's warehouses: the starred ones first, then by name.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<Warehouse>, StoreError> {
    let rows = sql("SELECT * FROM warehouses WHERE account_id = $1 ORDER BY starred DESC, name, warehouse_id LIMIT $2 OFFSET $3")
        .bind(account)
        .bind(page.per)
        .bind(page.offset())
        .all(conn)
        .await?;
    Ok(Listed { items: rows.iter().map(warehouse).collect::<Result<_, _>>()?, total_count: count(conn, account).await? })
}

/// How many warehouses an account has.
pub async fn count(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM warehouses WHERE account_id = $1").bind(account).one(conn).await?.int("n")
}

/// Whether an account has any warehouse.
pub async fn any(conn: &mut Conn, account: &AccountId) -> Result<bool, StoreError> {
    Ok(sql("SELECT warehouse_id FROM warehouses WHERE account_id = $1 LIMIT 1").bind(account).optional(conn).await?.is_some())
}

/// One warehouse.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &WarehouseId) -> Result<Option<Warehouse>, StoreError> {
    let row = sql("SELECT * FROM warehouses WHERE account_id = $1 AND warehouse_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(warehouse).transpose()
}

/// Stores address and star.
pub async fn save(writer: &mut Writer, account: &AccountId, warehouse: &Warehouse) -> Result<(), StoreError> {
    sql("UPDATE warehouses SET name = $3, address = $4, starred = $5 WHERE account_id = $1 AND warehouse_id = $2")
        .bind(account)
        .bind(&warehouse.id)
        .bind(&warehouse.address.name)
        .bind(json(&warehouse.address)?)
        .bind(warehouse.starred)
        .execute(writer)
        .await?;
    Ok(())
}

/// Remembers that a shipment was sent from it, to the minute: many labels from one place must not queue for its row. One that is
/// gone meanwhile does not matter.
pub async fn touch(writer: &mut Writer, account: &AccountId, id: &WarehouseId, now: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE warehouses SET last_used_at = $3 WHERE account_id = $1 AND warehouse_id = $2 AND COALESCE(last_used_at, 0) < $4")
        .bind(account)
        .bind(id)
        .bind(now)
        .bind(now - TimeDelta::minutes(1))
        .execute(writer)
        .await?;
    Ok(())
}

/// Deletes a warehouse; whether there was one. Shipments keep their own copy of the address.
pub async fn delete(writer: &mut Writer, account: &AccountId, id: &WarehouseId) -> Result<bool, StoreError> {
    let deleted = sql("DELETE FROM warehouses WHERE account_id = $1 AND warehouse_id = $2").bind(account).bind(id).execute(writer).await?;
    Ok(deleted == 1)
}

fn warehouse(row: &Row) -> Result<Warehouse, StoreError> {
    Ok(Warehouse {
        id: row.id("warehouse_id")?,
        address: serde_json::from_str(&row.text("address")?).map_err(|_| corrupt("address"))?,
        starred: row.bool("starred")?,
        last_used_at: row.opt_time("last_used_at")?,
        created_at: row.time("created_at")?,
    })
}
