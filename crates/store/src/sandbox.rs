//! The memory of the sandbox carriers: numbers drawn, labels sold, manifests made. It plays somebody else's database, so it
//! knows no account, and nothing of ours may be read from it but by asking the carrier.

use crate::error::StoreError;
use crate::query::{many_values, rows_at_once, sql, sql_from_parts};
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use std::collections::HashSet;

/// A sold label as kept: the carrier's record is a document of its own.
#[derive(Debug, Clone)]
pub struct Sold {
    /// Who sold it.
    pub carrier: String,
    /// The buyer's key.
    pub key: String,
    /// The number.
    pub tracking_code: String,
    /// What was charged.
    pub cents: i64,
    /// The record as JSON.
    pub record: String,
    /// When weighing showed a difference.
    pub measured_at: Option<Timestamp>,
}

/// Draws a block of numbers of a series and answers the first: no number is drawn twice, also after a crash.
pub async fn draw(writer: &mut Writer, series: &str, count: i64) -> Result<i64, StoreError> {
    let row = sql("INSERT INTO sandbox_series (name, drawn) VALUES ($1, $2)
                   ON CONFLICT (name) DO UPDATE SET drawn = sandbox_series.drawn + $2 RETURNING drawn")
    .bind(series)
    .bind(count)
    .one(writer)
    .await?;
    Ok(row.int("drawn")? - count + 1)
}

/// What stands under a key.
#[derive(Debug, Clone)]
pub enum Held {
    /// A label.
    Sold(Box<Sold>),
    /// Nothing, and nothing may come.
    Closed,
}

/// Keeps sold labels whose keys are not taken; for the others, what stands under their keys.
pub async fn sell(writer: &mut Writer, all: &[&Sold]) -> Result<Vec<Option<Held>>, StoreError> {
    let mut kept = HashSet::with_capacity(all.len());
    for chunk in all.chunks(rows_at_once(7)) {
        let text = format!(
            "INSERT INTO sandbox_labels (carrier, purchase_key, tracking_code, cents, sold, voided, measured_at) VALUES {}
             ON CONFLICT (carrier, purchase_key) DO NOTHING RETURNING tracking_code",
            many_values(chunk.len(), &[""; 7], 1)
        );
        let query = chunk.iter().fold(sql_from_parts(text), |query, sold| {
            let query = query.bind(&sold.carrier).bind(&sold.key).bind(&sold.tracking_code).bind(sold.cents);
            query.bind(&sold.record).bind(false).bind(sold.measured_at)
        });
        for row in &query.all(writer).await? {
            kept.insert(row.text("tracking_code")?);
        }
    }
    let mut held = Vec::with_capacity(all.len());
    for sold in all {
        held.push(match kept.contains(&sold.tracking_code) {
            true => None,
            false => Some(by_key(writer, &sold.carrier, &sold.key).await?.unwrap_or(Held::Closed)),
        });
    }
    Ok(held)
}

/// Closes a key unless something was sold under it; answers what then stands under the key.
pub async fn close_key(writer: &mut Writer, carrier: &str, key: &str) -> Result<Held, StoreError> {
    sql("INSERT INTO sandbox_labels (carrier, purchase_key, cents, voided) VALUES ($1, $2, 0, $3) ON CONFLICT (carrier, purchase_key) DO NOTHING")
        .bind(carrier)
        .bind(key)
        .bind(false)
        .execute(writer)
        .await?;
    Ok(by_key(writer, carrier, key).await?.unwrap_or(Held::Closed))
}

/// What stands under a key.
pub async fn by_key(conn: &mut Conn, carrier: &str, key: &str) -> Result<Option<Held>, StoreError> {
    let row = sql("SELECT * FROM sandbox_labels WHERE carrier = $1 AND purchase_key = $2").bind(carrier).bind(key).optional(conn).await?;
    row.as_ref().map(held).transpose()
}

/// The label with a number.
pub async fn by_tracking_code(conn: &mut Conn, carrier: &str, tracking_code: &str) -> Result<Option<Sold>, StoreError> {
    let row = sql("SELECT * FROM sandbox_labels WHERE carrier = $1 AND tracking_code = $2")
        .bind(carrier)
        .bind(tracking_code)
        .optional(conn)
        .await?;
    Ok(match row.as_ref().map(held).transpose()? {
        Some(Held::Sold(sold)) => Some(*sold),
        _ => None,
    })
}

/// The labels with these numbers, locked until the writer ends.
pub async fn locked(writer: &mut Writer, carrier: &str, tracking_code: &str) -> Result<Option<Sold>, StoreError> {
    // An update that changes nothing locks the row on PostgreSQL; SQLite has one writer anyway.
    sql("UPDATE sandbox_labels SET voided = voided WHERE carrier = $1 AND tracking_code = $2")
        .bind(carrier)
        .bind(tracking_code)
        .execute(writer)
        .await?;
    by_tracking_code(writer, carrier, tracking_code).await
}

/// Replaces the record of a label.
pub async fn replace(writer: &mut Writer, sold: &Sold, voided: bool, manifest_number: Option<&str>) -> Result<(), StoreError> {
    sql("UPDATE sandbox_labels SET sold = $3, voided = $4, manifest_number = $5 WHERE carrier = $1 AND tracking_code = $2")
        .bind(&sold.carrier)
        .bind(&sold.tracking_code)
        .bind(&sold.record)
        .bind(voided)
        .bind(manifest_number)
        .execute(writer)
        .await?;
    Ok(())
}

/// Keeps a manifest unless its key is taken: whether it was kept.
pub async fn keep_manifest(writer: &mut Writer, carrier: &str, key: &str, made: &str) -> Result<bool, StoreError> {
    let kept = sql(
        "INSERT INTO sandbox_manifests (carrier, manifest_key, made) VALUES ($1, $2, $3) ON CONFLICT (carrier, manifest_key) DO NOTHING",
    )
    .bind(carrier)
    .bind(key)
    .bind(made)
    .execute(writer)
    .await?;
    Ok(kept == 1)
}

/// The manifest made under a key.
pub async fn manifest(conn: &mut Conn, carrier: &str, key: &str) -> Result<Option<String>, StoreError> {
    let row =
        sql("SELECT made FROM sandbox_manifests WHERE carrier = $1 AND manifest_key = $2").bind(carrier).bind(key).optional(conn).await?;
    row.map(|row| row.text("made")).transpose()
}

/// How many labels a carrier sold and for how much, voided ones not counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Sales {
    /// Labels sold.
    pub labels: i64,
    /// What they cost.
    pub cents: i64,
    /// How many of them were voided.
    pub voided: i64,
}

/// Labels whose weighing showed a difference after one time and not after another, by time.
pub async fn measured(conn: &mut Conn, carrier: &str, after: Timestamp, until: Timestamp, limit: i64) -> Result<Vec<Sold>, StoreError> {
    let rows = sql("SELECT * FROM sandbox_labels WHERE carrier = $1 AND measured_at > $2 AND measured_at <= $3 ORDER BY measured_at, purchase_key LIMIT $4")
        .bind(carrier)
        .bind(after)
        .bind(until)
        .bind(limit)
        .all(conn)
        .await?;
    let sold = rows.iter().map(held).filter_map(|found| match found {
        Ok(Held::Sold(sold)) => Some(Ok(*sold)),
        Ok(Held::Closed) => None,
        Err(error) => Some(Err(error)),
    });
    sold.collect()
}

/// What a carrier sold.
pub async fn sales(conn: &mut Conn, carrier: &str) -> Result<Sales, StoreError> {
    let row =
        sql("SELECT COUNT(*) AS labels, CAST(COALESCE(SUM(cents), 0) AS BIGINT) AS cents, COUNT(CASE WHEN voided THEN 1 END) AS voided
                   FROM sandbox_labels WHERE carrier = $1 AND tracking_code IS NOT NULL")
        .bind(carrier)
        .one(conn)
        .await?;
    Ok(Sales { labels: row.int("labels")?, cents: row.int("cents")?, voided: row.int("voided")? })
}

fn held(row: &Row) -> Result<Held, StoreError> {
    match (row.opt_text("sold")?, row.opt_text("tracking_code")?) {
        (Some(record), Some(tracking_code)) => Ok(Held::Sold(Box::new(Sold {
            carrier: row.text("carrier")?,
            key: row.text("purchase_key")?,
            tracking_code,
            cents: row.int("cents")?,
            record,
            measured_at: row.opt_time("measured_at")?,
        }))),
        _ => Ok(Held::Closed),
    }
}
