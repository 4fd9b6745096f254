//! Jobs as screens and operators see them: found, listed, counted, stopped, done again, removed when they are old.
//!
//! Nobody here runs one: who holds a lease reports by `jobs`.

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::{Listed, Row};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, JobId, PersonId};
use domain::page::Page;
use domain::work::{JobState, Work};

/// A job as a screen shows it.
#[derive(Debug, Clone)]
pub struct Job {
    /// Which job.
    pub id: JobId,
    /// What kind of work.
    pub kind: String,
    /// What was asked for, without its list of shipments (`job_lists`); none when another version asked for it.
    pub work: Option<Work>,
    /// Where it stands.
    pub state: JobState,
    /// Rows done.
    pub progress_done: i64,
    /// Rows in all, when that is known.
    pub progress_total: Option<i64>,
    /// What went wrong last.
    pub last_error: Option<String>,
    /// Who asked for it.
    pub started_by: String,
    /// The sub-user who asked for it, if one did.
    pub person_id: Option<PersonId>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it was first begun.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// Whether somebody asked it to stop.
    pub cancel_asked: bool,
    /// The job whose failed rows it does again.
    pub retry_of: Option<JobId>,
}

/// One job of an account.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &JobId) -> Result<Option<Job>, StoreError> {
    let row = sql("SELECT * FROM jobs WHERE account_id = $1 AND job_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(job).transpose()
}

/// Which jobs of an account a list shows.
#[derive(Debug, Clone, Copy)]
pub struct JobFilter<'a> {
    /// Only those of a sub-user.
    pub person: Option<&'a PersonId>,
    /// Only these kinds, which are words of the source.
    pub kinds: &'a [&'static str],
    /// Only in this state.
    pub state: Option<JobState>,
}

/// A page of an account's jobs, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, filter: JobFilter<'_>, page: Page) -> Result<Listed<Job>, StoreError> {
    let kinds = filter.kinds.iter().map(|kind| format!("'{kind}'")).collect::<Vec<_>>().join(", ");
    let person = if filter.person.is_some() { "AND person_id = $2" } else { "AND $2 IS NULL" };
    let state = filter.state.map_or(String::new(), |state| format!("AND state = '{}'", state.key()));
    // PostgreSQL wants to know the type of a value that is only compared with nothing.
    let person = person.replace("$2 IS", "CAST($2 AS TEXT) IS");
    let scope = format!("FROM jobs WHERE account_id = $1 {person} AND kind IN ({kinds}) {state}");
    let rows = sql_from_parts(format!("SELECT * {scope} ORDER BY created_at DESC, job_id DESC LIMIT $3 OFFSET $4"));
    let rows = rows.bind(account).bind(filter.person).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {scope}")).bind(account).bind(filter.person).one(conn).await?;
    Ok(Listed { items: rows.iter().map(job).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// Takes back a job that has not started; whether it had not.
pub async fn cancel_queued(writer: &mut Writer, account: &AccountId, id: &JobId, now: Timestamp) -> Result<bool, StoreError> {
    let cancelled = sql("UPDATE jobs SET state = 'cancelled', finished_at = $3 WHERE account_id = $1 AND job_id = $2 AND state = 'queued'")
        .bind(account)
        .bind(id)
        .bind(now)
        .execute(writer)
        .await?;
    Ok(cancelled == 1)
}

/// Asks a running job to stop where it is safe; whether it was running.
pub async fn ask_to_cancel(writer: &mut Writer, account: &AccountId, id: &JobId) -> Result<bool, StoreError> {
    let asked = sql("UPDATE jobs SET cancel_asked = $3 WHERE account_id = $1 AND job_id = $2 AND state = 'running'")
        .bind(account)
        .bind(id)
        .bind(true)
        .execute(writer)
        .await?;
    Ok(asked == 1)
}

/// Keeps a job until the writer ends: of two who want to do it again, one does.
pub async fn lock(writer: &mut Writer, account: &AccountId, id: &JobId) -> Result<(), StoreError> {
    let text = format!("SELECT job_id FROM jobs WHERE account_id = $1 AND job_id = $2{}", writer.for_update());
    sql_from_parts(text).bind(account).bind(id).optional(writer).await?;
    Ok(())
}

/// Which of these jobs were done again, and by which job.
pub async fn retries_of(conn: &mut Conn, account: &AccountId, ids: &[JobId]) -> Result<Vec<(JobId, JobId)>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let text =
        format!("SELECT retry_of, job_id FROM jobs WHERE account_id = $1 AND retry_of IN ({}) ORDER BY created_at", places(2, ids.len()));
    let rows = ids.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(conn).await?;
    rows.iter().map(|row| Ok((row.id("retry_of")?, row.id("job_id")?))).collect()
}

/// Notes that a job does the failed rows of another one again.
pub async fn link_retry(writer: &mut Writer, account: &AccountId, id: &JobId, of: &JobId) -> Result<(), StoreError> {
    sql("UPDATE jobs SET retry_of = $3 WHERE account_id = $1 AND job_id = $2").bind(account).bind(id).bind(of).execute(writer).await?;
    Ok(())
}

/// How many jobs wait, run and have failed, for metrics and checks.
pub async fn counts(conn: &mut Conn) -> Result<Vec<(String, i64)>, StoreError> {
    let rows = sql("SELECT state, COUNT(*) AS n FROM jobs WHERE state IN ('queued', 'running', 'failed') GROUP BY state").all(conn).await?;
    rows.iter().map(|row| Ok((row.text("state")?, row.int("n")?))).collect()
}

/// How many jobs are kept that ended well.
pub async fn finished(conn: &mut Conn) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM jobs WHERE finished_at IS NOT NULL AND state = 'done'").one(conn).await?.int("n")
}

/// Removes jobs that ended before the given time; failed ones are kept for the operator.
pub async fn remove_finished(conn: &mut Conn, before: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM jobs WHERE finished_at < $1 AND state IN ('done', 'cancelled')").bind(before).execute(conn).await
}

fn job(row: &Row) -> Result<Job, StoreError> {
    Ok(Job {
        id: row.id("job_id")?,
        kind: row.text("kind")?,
        work: serde_json::from_str(&row.text("payload")?).ok(),
        state: row.parsed("state", JobState::from_key)?,
        progress_done: row.int("progress_done")?,
        progress_total: row.opt_int("progress_total")?,
        last_error: row.opt_text("last_error")?,
        started_by: row.text("started_by")?,
        person_id: row.opt_id("person_id")?,
        created_at: row.time("created_at")?,
        started_at: row.opt_time("started_at")?,
        finished_at: row.opt_time("finished_at")?,
        cancel_asked: row.bool("cancel_asked")?,
        retry_of: row.opt_id("retry_of")?,
    })
}
