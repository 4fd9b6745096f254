//! The outcome of each row of a bulk job, so that a screen can show every one of them.

use crate::error::StoreError;
use crate::jobs::Leased;
use crate::query::{many_values, places, rows_at_once, sql, sql_from_parts};
use crate::row::{Listed, Row};
use crate::tx::{Conn, Writer};
use domain::id::{AccountId, JobId, ShipmentId};
use domain::page::Page;
use std::collections::HashSet;

/// One row's outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRow {
    /// Which row, from one.
    pub number: i64,
    /// Whether it went well.
    pub ok: bool,
    /// What to tell the user.
    pub message: Option<String>,
    /// What came of it, for example a shipment's id.
    pub reference: Option<String>,
}

/// Writes a row's outcome; a retry overwrites the earlier one.
pub async fn record(conn: &mut Conn, job: &Leased, row: &JobRow) -> Result<(), StoreError> {
    sql("INSERT INTO job_rows (account_id, job_id, row_number, state, message, reference) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_id, job_id, row_number) DO UPDATE SET state = $4, message = $5, reference = $6")
    .bind(job.owner.key())
    .bind(&job.id)
    .bind(row.number)
    .bind(if row.ok { "ok" } else { "failed" })
    .bind(row.message.as_deref())
    .bind(row.reference.as_deref())
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the outcomes of several rows, none of them twice, in few statements. What went well stays so, whatever a worker says that
/// was overtaken.
pub async fn record_all(writer: &mut Writer, job: &Leased, rows: &[JobRow]) -> Result<(), StoreError> {
    for chunk in rows.chunks(rows_at_once(6)) {
        let text = format!(
            "INSERT INTO job_rows (account_id, job_id, row_number, state, message, reference) VALUES {}
             ON CONFLICT (account_id, job_id, row_number)
             DO UPDATE SET state = excluded.state, message = excluded.message, reference = excluded.reference WHERE job_rows.state = 'failed'",
            many_values(chunk.len(), &[""; 6], 1)
        );
        let query = chunk.iter().fold(sql_from_parts(text), |query, row| {
            let query = query.bind(job.owner.key()).bind(&job.id).bind(row.number).bind(if row.ok { "ok" } else { "failed" });
            query.bind(row.message.as_deref()).bind(row.reference.as_deref())
        });
        query.execute(writer).await?;
    }
    Ok(())
}

/// What became of a shipment whose rows were told to wait, once that is known: in the job that bought it, and in those that were
/// asked to buy it again meanwhile.
pub async fn settle_pending(
    conn: &mut Conn,
    account: &AccountId,
    shipment: &ShipmentId,
    told: &str,
    ok: bool,
    message: &str,
) -> Result<u64, StoreError> {
    sql("UPDATE job_rows SET state = $4, message = $5 WHERE account_id = $1 AND reference = $2 AND state = 'failed' AND message = $3")
        .bind(account)
        .bind(shipment)
        .bind(told)
        .bind(if ok { "ok" } else { "failed" })
        .bind(message)
        .execute(conn)
        .await
}

/// The same for shipments that have their labels now.
pub async fn settle_bought(conn: &mut Conn, account: &AccountId, shipments: &[&ShipmentId], told: &str) -> Result<(), StoreError> {
    for chunk in shipments.chunks(200) {
        let text = format!(
            "UPDATE job_rows SET state = 'ok',
               message = (SELECT s.tracking_code FROM shipments s WHERE s.account_id = $1 AND s.shipment_id = job_rows.reference)
             WHERE account_id = $1 AND state = 'failed' AND message = $2 AND reference IN ({})",
            places(3, chunk.len())
        );
        chunk.iter().fold(sql_from_parts(text).bind(account).bind(told), |query, id| query.bind(*id)).execute(conn).await?;
    }
    Ok(())
}

/// Why rows failed and how many did so, the most common cause first.
pub async fn causes(conn: &mut Conn, account: &AccountId, job: &JobId, limit: i64) -> Result<Vec<(String, i64)>, StoreError> {
    let rows =
        sql("SELECT COALESCE(message, '') AS said, COUNT(*) AS n FROM job_rows WHERE account_id = $1 AND job_id = $2 AND state = 'failed'
                    GROUP BY COALESCE(message, '') ORDER BY n DESC, said LIMIT $3")
        .bind(account)
        .bind(job)
        .bind(limit)
        .all(conn)
        .await?;
    rows.iter().map(|row| Ok((row.text("said")?, row.int("n")?))).collect()
}

/// What the failed rows were about, in their order.
pub async fn failed_references(conn: &mut Conn, account: &AccountId, job: &JobId, limit: i64) -> Result<Vec<String>, StoreError> {
    references(conn, account, job, "failed", limit).await
}

/// What the rows that went well were about, in their order.
pub async fn good_references(conn: &mut Conn, account: &AccountId, job: &JobId, limit: i64) -> Result<Vec<String>, StoreError> {
    references(conn, account, job, "ok", limit).await
}

async fn references(conn: &mut Conn, account: &AccountId, job: &JobId, state: &str, limit: i64) -> Result<Vec<String>, StoreError> {
    let rows = sql("SELECT reference FROM job_rows WHERE account_id = $1 AND job_id = $2 AND state = $3 AND reference IS NOT NULL
                    ORDER BY row_number LIMIT $4")
    .bind(account)
    .bind(job)
    .bind(state)
    .bind(limit)
    .all(conn)
    .await?;
    rows.iter().map(|row| row.text("reference")).collect()
}

/// How many rows of each of these jobs failed.
pub async fn failed_of(conn: &mut Conn, account: &AccountId, jobs: &[JobId]) -> Result<Vec<(JobId, i64)>, StoreError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let list = places(2, jobs.len());
    let text = format!(
        "SELECT job_id, COUNT(*) AS n FROM job_rows WHERE account_id = $1 AND job_id IN ({list}) AND state = 'failed' GROUP BY job_id"
    );
    let query = jobs.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id));
    query.all(conn).await?.iter().map(|row| Ok((row.id("job_id")?, row.int("n")?))).collect()
}

/// The numbers of the rows that went well in an earlier try: they need not be repeated.
pub async fn good(conn: &mut Conn, job: &Leased) -> Result<HashSet<i64>, StoreError> {
    let rows = sql("SELECT row_number FROM job_rows WHERE account_id = $1 AND job_id = $2 AND state = 'ok'")
        .bind(job.owner.key())
        .bind(&job.id)
        .all(conn)
        .await?;
    rows.iter().map(|row| row.int("row_number")).collect()
}

/// The numbers of the rows that have an outcome, good or not.
pub async fn recorded(conn: &mut Conn, job: &Leased) -> Result<HashSet<i64>, StoreError> {
    let query = sql("SELECT row_number FROM job_rows WHERE account_id = $1 AND job_id = $2").bind(job.owner.key()).bind(&job.id);
    query.all(conn).await?.iter().map(|row| row.int("row_number")).collect()
}

/// How many rows went well and how many failed.
pub async fn counts(conn: &mut Conn, account: &AccountId, job: &JobId) -> Result<(i64, i64), StoreError> {
    let row = sql("SELECT CAST(COALESCE(SUM(CASE WHEN state = 'ok' THEN 1 ELSE 0 END), 0) AS BIGINT) AS good, COUNT(*) AS every
                   FROM job_rows WHERE account_id = $1 AND job_id = $2")
    .bind(account)
    .bind(job)
    .one(conn)
    .await?;
    let good = row.int("good")?;
    Ok((good, row.int("every")? - good))
}

/// A page of outcomes in the order of the rows, all or only the good or the failed ones.
pub async fn list(
    conn: &mut Conn,
    account: &AccountId,
    job: &JobId,
    only_ok: Option<bool>,
    page: Page,
) -> Result<Listed<JobRow>, StoreError> {
    let (which, state) = match only_ok {
        None => ("AND $3 = ''", ""),
        Some(true) => ("AND state = $3", "ok"),
        Some(false) => ("AND state = $3", "failed"),
    };
    let scope = format!("FROM job_rows WHERE account_id = $1 AND job_id = $2 {which}");
    let rows = sql_from_parts(format!("SELECT row_number, state, message, reference {scope} ORDER BY row_number LIMIT $4 OFFSET $5"));
    let rows = rows.bind(account).bind(job).bind(state).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {scope}")).bind(account).bind(job).bind(state).one(conn).await?;
    Ok(Listed { items: rows.iter().map(job_row).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// The outcomes of the rows about these, in their order.
pub async fn about(conn: &mut Conn, account: &AccountId, job: &JobId, references: &[&str]) -> Result<Listed<JobRow>, StoreError> {
    let query = sql_from_parts(about_text(references.len())).bind(account).bind(job);
    let rows = references.iter().fold(query, |query, id| query.bind(*id)).all(conn).await?;
    let mut items = rows.iter().map(job_row).collect::<Result<Vec<_>, _>>()?;
    items.sort_unstable_by_key(|row| row.number);
    Ok(Listed { total_count: i64::try_from(items.len()).unwrap_or(i64::MAX), items })
}

/// Asked for their order too, SQLite would walk through all rows of the job.
pub(crate) fn about_text(references: usize) -> String {
    format!(
        "SELECT row_number, state, message, reference FROM job_rows WHERE account_id = $1 AND job_id = $2 AND reference IN ({})",
        places(3, references)
    )
}

fn job_row(row: &Row) -> Result<JobRow, StoreError> {
    Ok(JobRow {
        number: row.int("row_number")?,
        ok: row.text("state")? == "ok",
        message: row.opt_text("message")?,
        reference: row.opt_text("reference")?,
    })
}
