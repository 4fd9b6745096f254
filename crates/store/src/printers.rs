//! Printers on the network. A name is used once per account.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Listed, Row};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, PrinterId};
use domain::page::Page;

/// A printer as stored.
#[derive(Debug, Clone)]
pub struct Printer {
    /// Its id.
    pub id: PrinterId,
    /// The user's name for it.
    pub name: String,
    /// Where it listens; checked when it was added.
    pub uri: String,
    /// When it was added.
    pub created_at: Timestamp,
}

/// Adds a printer; [`StoreError::Duplicate`] when the name is taken.
pub async fn insert(writer: &mut Writer, account: &AccountId, printer: &Printer) -> Result<(), StoreError> {
    sql("INSERT INTO printers (account_id, printer_id, name, uri, created_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(account)
        .bind(&printer.id)
        .bind(&printer.name)
        .bind(&printer.uri)
        .bind(printer.created_at)
        .execute(writer)
        .await?;
    Ok(())
}

/// A page of an account's printers, by name.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<Printer>, StoreError> {
    let rows = sql("SELECT * FROM printers WHERE account_id = $1 ORDER BY name LIMIT $2 OFFSET $3")
        .bind(account)
        .bind(page.per)
        .bind(page.offset())
        .all(conn)
        .await?;
    Ok(Listed { items: rows.iter().map(printer).collect::<Result<_, _>>()?, total_count: count(conn, account).await? })
}

/// How many printers an account has.
pub async fn count(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM printers WHERE account_id = $1").bind(account).one(conn).await?.int("n")
}

/// One printer.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &PrinterId) -> Result<Option<Printer>, StoreError> {
    let row = sql("SELECT * FROM printers WHERE account_id = $1 AND printer_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(printer).transpose()
}

/// Deletes a printer; whether there was one.
pub async fn delete(writer: &mut Writer, account: &AccountId, id: &PrinterId) -> Result<bool, StoreError> {
    let deleted = sql("DELETE FROM printers WHERE account_id = $1 AND printer_id = $2").bind(account).bind(id).execute(writer).await?;
    Ok(deleted == 1)
}

fn printer(row: &Row) -> Result<Printer, StoreError> {
    Ok(Printer { id: row.id("printer_id")?, name: row.text("name")?, uri: row.text("uri")?, created_at: row.time("created_at")? })
}
