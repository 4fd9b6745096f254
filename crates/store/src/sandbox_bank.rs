//! The memory of the sandbox bank: documents in drawers, each with a version and perhaps a time. It plays somebody else's
//! database, so it knows no account, and nothing of ours may be read from it but by asking the bank.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;

/// A document as kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Which drawer it is in.
    pub drawer: String,
    /// Its name in the drawer.
    pub key: String,
    /// 1 when it is new; every change adds one.
    pub version: i64,
    /// When something is due.
    pub due_at: Option<Timestamp>,
    /// JSON that only the bank reads.
    pub body: String,
}

/// Keeps a document as version 1 unless there is one under its name; answers the one that then stands there.
pub async fn insert(writer: &mut Writer, record: &Record) -> Result<Record, StoreError> {
    sql("INSERT INTO sandbox_bank (drawer, record_key, version, due_at, body) VALUES ($1, $2, 1, $3, $4) ON CONFLICT (drawer, record_key) DO NOTHING")
        .bind(&record.drawer)
        .bind(&record.key)
        .bind(record.due_at)
        .bind(&record.body)
        .execute(writer)
        .await?;
    find(writer, &record.drawer, &record.key).await?.ok_or(StoreError::MissingReference)
}

/// The document under a name.
pub async fn find(conn: &mut Conn, drawer: &str, key: &str) -> Result<Option<Record>, StoreError> {
    let row = sql("SELECT * FROM sandbox_bank WHERE drawer = $1 AND record_key = $2").bind(drawer).bind(key).optional(conn).await?;
    row.as_ref().map(record_of).transpose()
}

/// Puts a document into the place of the one with the version before; whether it did.
pub async fn replace(writer: &mut Writer, record: &Record) -> Result<bool, StoreError> {
    let replaced =
        sql("UPDATE sandbox_bank SET version = $3, due_at = $4, body = $5 WHERE drawer = $1 AND record_key = $2 AND version = $3 - 1")
            .bind(&record.drawer)
            .bind(&record.key)
            .bind(record.version)
            .bind(record.due_at)
            .bind(&record.body)
            .execute(writer)
            .await?;
    Ok(replaced == 1)
}

/// Documents of a drawer whose time lies after one time and not after another, by time and then by key.
pub async fn due(conn: &mut Conn, drawer: &str, after: Timestamp, until: Timestamp, limit: i64) -> Result<Vec<Record>, StoreError> {
    let rows = sql("SELECT * FROM sandbox_bank WHERE drawer = $1 AND due_at > $2 AND due_at <= $3 ORDER BY due_at, record_key LIMIT $4")
        .bind(drawer)
        .bind(after)
        .bind(until)
        .bind(limit)
        .all(conn)
        .await?;
    rows.iter().map(record_of).collect()
}

/// Documents of a drawer after a key, in the order of keys.
pub async fn list(conn: &mut Conn, drawer: &str, after: &str, limit: i64) -> Result<Vec<Record>, StoreError> {
    let rows = sql("SELECT * FROM sandbox_bank WHERE drawer = $1 AND record_key > $2 ORDER BY record_key LIMIT $3")
        .bind(drawer)
        .bind(after)
        .bind(limit)
        .all(conn)
        .await?;
    rows.iter().map(record_of).collect()
}

fn record_of(row: &Row) -> Result<Record, StoreError> {
    Ok(Record {
        drawer: row.text("drawer")?,
        key: row.text("record_key")?,
        version: row.int("version")?,
        due_at: row.opt_time("due_at")?,
        body: row.text("body")?,
    })
}
