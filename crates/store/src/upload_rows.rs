//! The rows of uploads: their cells as they were sent, what was wrong with them, or the shipment they became.

use crate::error::StoreError;
use crate::query::{many_values, places, rows_at_once, sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt, json};
use crate::shipments::{Shipment, shipment};
use crate::tx::{Conn, Writer};
use crate::upload_rates::ShortRate;
use domain::Timestamp;
use domain::id::{AccountId, Id, JobId, ShipmentId, UploadId};
use domain::page::Page;

/// A row to be added.
#[derive(Debug, Clone)]
pub struct NewRow {
    /// Its number in the file.
    pub number: i64,
    /// Its cells.
    pub cells: Vec<String>,
    /// What is wrong with it, or what it became and at which price.
    pub outcome: Result<(ShipmentId, Vec<ShortRate>), Vec<String>>,
}

/// A row with the shipment it became.
#[derive(Debug, Clone)]
pub struct ShownRow {
    /// Its number in the file.
    pub number: i64,
    /// The shipment.
    pub shipment: Shipment,
}

/// A row for the results file.
#[derive(Debug, Clone)]
pub struct ResultRow {
    /// Its number in the file.
    pub number: i64,
    /// Its cells.
    pub cells: Vec<String>,
    /// What was wrong with it.
    pub messages: Vec<String>,
    /// The shipment's tracking code.
    pub tracking_code: Option<String>,
    /// Who carries.
    pub carrier: Option<String>,
    /// At which service.
    pub service: Option<String>,
    /// What the label cost.
    pub price_cents: Option<i64>,
    /// Why there is no label.
    pub label_error: Option<String>,
    /// When its draft was changed last; none when it is none.
    pub draft_of: Option<Timestamp>,
}

/// Adds rows in one statement.
pub async fn insert(writer: &mut Writer, account: &AccountId, upload: &UploadId, rows: &[NewRow]) -> Result<(), StoreError> {
    for chunk in rows.chunks(rows_at_once(9)) {
        let text = format!(
            "INSERT INTO upload_rows (account_id, upload_id, row_number, cells, messages, shipment_id, offers, price_cents, taken_cents) VALUES {}",
            many_values(chunk.len(), &[""; 9], 1)
        );
        let mut query = sql_from_parts(text);
        for row in chunk {
            query = query.bind(account).bind(upload).bind(row.number).bind(json(&row.cells)?);
            query = match &row.outcome {
                Ok((id, rates)) => {
                    let (price, taken) = rates.first().map(|ShortRate(.., cents, taken)| (*cents, *taken)).unzip();
                    query.bind(None::<&str>).bind(id).bind(json(rates)?).bind(price).bind(taken)
                }
                Err(messages) => query.bind(json(messages)?).bind(None::<&str>).bind(None::<&str>).bind(None::<i64>).bind(None::<i64>),
            };
        }
        query.execute(writer).await?;
    }
    Ok(())
}

/// Removes some rows; how many there were.
pub async fn delete_some(writer: &mut Writer, account: &AccountId, upload: &UploadId, limit: i64) -> Result<u64, StoreError> {
    sql("DELETE FROM upload_rows WHERE account_id = $1 AND upload_id = $2 AND row_number IN
         (SELECT row_number FROM upload_rows WHERE account_id = $1 AND upload_id = $2 ORDER BY row_number LIMIT $3)")
    .bind(account)
    .bind(upload)
    .bind(limit)
    .execute(writer)
    .await
}

pub(crate) const JOIN: &str = "FROM upload_rows r JOIN shipments s ON s.account_id = r.account_id AND s.shipment_id = r.shipment_id
                    WHERE r.account_id = $1 AND r.upload_id = $2";

/// Which rows a page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All that became shipments.
    All,
    /// Those that could not be bought.
    Errors,
    /// Those that have no label and are not being bought.
    Unbought,
}

/// A page of rows that became shipments, in their order.
pub async fn list(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    which: Which,
    page: Page,
) -> Result<Listed<ShownRow>, StoreError> {
    let errors = match which {
        Which::All => "",
        Which::Errors => "AND s.state = 'draft' AND s.label_status = 'error'",
        Which::Unbought => "AND s.state = 'draft'",
    };
    let rows = sql_from_parts(format!("SELECT s.*, r.row_number {JOIN} {errors} ORDER BY r.row_number LIMIT $3 OFFSET $4"));
    let rows = rows.bind(account).bind(upload).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {JOIN} {errors}")).bind(account).bind(upload).one(conn).await?;
    let shown = |row: &Row| Ok::<_, StoreError>(ShownRow { number: row.int("row_number")?, shipment: shipment(row)? });
    Ok(Listed { items: rows.iter().map(shown).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// The first rows that became no shipment, with what is wrong.
pub async fn messages(conn: &mut Conn, account: &AccountId, upload: &UploadId, limit: i64) -> Result<Vec<(i64, Vec<String>)>, StoreError> {
    let rows = sql("SELECT row_number, messages FROM upload_rows WHERE account_id = $1 AND upload_id = $2 AND messages IS NOT NULL
                    ORDER BY row_number LIMIT $3")
    .bind(account)
    .bind(upload)
    .bind(limit)
    .all(conn)
    .await?;
    rows.iter().map(|row| Ok((row.int("row_number")?, texts(row, "messages")?))).collect()
}

/// A draft is to be bought by a job when nothing was wrong with it and the job has not tried it: one that is corrected meanwhile waits
/// until the user says so.
const TO_BUY: &str = "s.state = 'draft' AND s.label_status IS NULL AND NOT EXISTS
    (SELECT 1 FROM job_rows j WHERE j.account_id = $1 AND j.reference = s.shipment_id AND j.job_id = $3)";

/// The next drafts for a job to buy, in the order of the rows, after a row.
pub async fn to_buy(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    job: &JobId,
    after: i64,
    limit: i64,
) -> Result<Vec<(i64, ShipmentId)>, StoreError> {
    let text = format!("SELECT r.row_number, s.shipment_id {JOIN} AND r.row_number > $4 AND {TO_BUY} ORDER BY r.row_number LIMIT $5");
    let rows = sql_from_parts(text).bind(account).bind(upload).bind(job).bind(after).bind(limit).all(conn).await?;
    rows.iter().map(|row| Ok((row.int("row_number")?, row.id("shipment_id")?))).collect()
}

/// How many drafts are still to be bought by a job.
pub async fn count_to_buy(conn: &mut Conn, account: &AccountId, upload: &UploadId, job: &JobId) -> Result<i64, StoreError> {
    let text = format!("SELECT COUNT(*) AS n FROM shipments s WHERE s.account_id = $1 AND s.upload_id = $2 AND {TO_BUY}");
    sql_from_parts(text).bind(account).bind(upload).bind(job).one(conn).await?.int("n")
}

/// Which of these are drafts of an upload, with their rows.
pub async fn drafts_among(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    ids: &[ShipmentId],
) -> Result<Vec<(i64, ShipmentId)>, StoreError> {
    let rows = ids.iter().fold(sql_from_parts(drafts_among_text(ids.len())).bind(account), |query, id| query.bind(id)).all(conn).await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        if row.text("upload_id")? == upload.as_str() {
            found.push((row.int("row_number")?, row.id("shipment_id")?));
        }
    }
    found.sort_unstable_by_key(|(number, _)| *number);
    Ok(found)
}

/// Asked for their upload or their order too, SQLite would walk through the rows of the upload.
pub(crate) fn drafts_among_text(ids: usize) -> String {
    format!(
        "SELECT r.upload_id, r.row_number, s.shipment_id
         FROM upload_rows r JOIN shipments s ON s.account_id = r.account_id AND s.shipment_id = r.shipment_id
         WHERE r.account_id = $1 AND r.shipment_id IN ({}) AND s.state = 'draft'",
        places(2, ids)
    )
}

/// Writes the drafts that nobody tried to buy into a job's outcomes, with the reason.
pub async fn note_untried(
    writer: &mut Writer,
    account: &AccountId,
    upload: &UploadId,
    job: &JobId,
    reason: &str,
) -> Result<u64, StoreError> {
    let text = format!(
        "INSERT INTO job_rows (account_id, job_id, row_number, state, message, reference)
         SELECT r.account_id, CAST($3 AS TEXT), r.row_number, 'failed', CAST($4 AS TEXT), r.shipment_id {JOIN}
         AND s.state = 'draft' AND s.label_status IS NULL
         ON CONFLICT (account_id, job_id, row_number) DO NOTHING"
    );
    sql_from_parts(text).bind(account).bind(upload).bind(job).bind(reason).execute(writer).await
}

/// Whether there are drafts, tried or not.
pub async fn any_draft(conn: &mut Conn, account: &AccountId, upload: &UploadId) -> Result<bool, StoreError> {
    let text = "SELECT shipment_id FROM shipments WHERE account_id = $1 AND upload_id = $2 AND state = 'draft' LIMIT 1";
    Ok(sql(text).bind(account).bind(upload).optional(conn).await?.is_some())
}

/// Drafts that are forgiven in one statement: they may be a hundred thousand.
const FORGIVEN: i64 = 500;

/// Some drafts that an earlier job could not buy may be tried again; how many. Those that this job has tried are left alone.
pub async fn forgive_some(writer: &mut Writer, account: &AccountId, upload: &UploadId, job: &JobId) -> Result<u64, StoreError> {
    let text = format!(
        "UPDATE shipments SET label_status = NULL, label_error = NULL WHERE account_id = $1 AND shipment_id IN
           (SELECT shipment_id FROM shipments s
            WHERE s.account_id = $1 AND s.upload_id = $2 AND s.state = 'draft' AND s.label_status = 'error' AND NOT EXISTS
              (SELECT 1 FROM job_rows j
               WHERE j.account_id = $1 AND j.reference = s.shipment_id AND j.state = 'failed' AND j.job_id = $3)
            ORDER BY s.shipment_id LIMIT $4{})",
        writer.for_update()
    );
    sql_from_parts(text).bind(account).bind(upload).bind(job).bind(FORGIVEN).execute(writer).await
}

/// The next rows for the results file, after a row.
pub async fn results_after(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    after: i64,
    limit: i64,
) -> Result<Vec<ResultRow>, StoreError> {
    let rows = sql("SELECT r.row_number, r.cells, r.messages, s.tracking_code, s.carrier, s.service, s.price_cents, s.label_error, s.state, s.updated_at
         FROM upload_rows r LEFT JOIN shipments s ON s.account_id = r.account_id AND s.shipment_id = r.shipment_id
         WHERE r.account_id = $1 AND r.upload_id = $2 AND r.row_number > $3 ORDER BY r.row_number LIMIT $4")
    .bind(account)
    .bind(upload)
    .bind(after)
    .bind(limit)
    .all(conn)
    .await?;
    let read = |row: &Row| {
        Ok(ResultRow {
            number: row.int("row_number")?,
            cells: texts(row, "cells")?,
            messages: if row.opt_text("messages")?.is_some() { texts(row, "messages")? } else { Vec::new() },
            tracking_code: row.opt_text("tracking_code")?,
            carrier: row.opt_text("carrier")?,
            service: row.opt_text("service")?,
            price_cents: row.opt_int("price_cents")?,
            label_error: row.opt_text("label_error")?,
            draft_of: if row.opt_text("state")?.as_deref() == Some("draft") { row.opt_time("updated_at")? } else { None },
        })
    };
    rows.iter().map(read).collect()
}

fn texts(row: &Row, column: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(&row.text(column)?).map_err(|_| corrupt(column))
}
