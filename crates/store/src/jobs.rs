//! Durable jobs: enqueued with the change that needs them, leased by one worker at a time, finished or retried.
//!
//! A job runs outside of any transaction. The lease says who may report its outcome: a worker whose lease was taken over
//! changes nothing any more.

use crate::error::StoreError;
use crate::job_lists;
use crate::query::{sql, sql_from_parts};
use crate::row::{Row, corrupt};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, Id, JobId, PersonId};
use domain::work::{JobState, Work};

/// The account of work that belongs to nobody.
pub const SYSTEM: &str = "system";

/// Whose work it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// The product's own.
    System,
    /// An account's.
    Account(AccountId),
}

impl Owner {
    /// The stored word.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::System => SYSTEM,
            Self::Account(id) => id.as_str(),
        }
    }
}

/// Who asked for a job.
#[derive(Debug, Clone, Copy)]
pub struct Starter<'a> {
    /// The name that screens show.
    pub name: &'a str,
    /// The sub-user, if one asked: it may follow its own jobs.
    pub person_id: Option<&'a PersonId>,
}

impl<'a> Starter<'a> {
    /// The owner, a schedule or the product itself.
    #[must_use]
    pub fn named(name: &'a str) -> Self {
        Self { name, person_id: None }
    }
}

/// A job that this worker holds.
#[derive(Debug, Clone)]
pub struct Leased {
    /// Whose work.
    pub owner: Owner,
    /// Which job.
    pub id: JobId,
    /// What to do.
    pub work: Work,
    /// Which try this is, from one.
    pub attempt: i64,
    /// How many there may be.
    pub max_attempts: i64,
    /// The name of the worker that holds it.
    pub holder: String,
}

/// Enqueues a job in the caller's transaction: it exists if and only if the change does.
pub async fn enqueue(
    writer: &mut Writer,
    owner: &Owner,
    id: &JobId,
    work: &Work,
    run_at: Timestamp,
    starter: Starter<'_>,
) -> Result<(), StoreError> {
    let (work, ids) = work.apart();
    let payload = serde_json::to_string(&work).map_err(|e| StoreError::Corrupt(e.to_string()))?;
    let total = if ids.is_empty() { None } else { i64::try_from(ids.len()).ok() };
    sql(
        "INSERT INTO jobs (account_id, job_id, kind, payload, state, attempts, max_attempts, run_at, progress_done, started_by, person_id, created_at, progress_total)
         VALUES ($1, $2, $3, $4, 'queued', 0, $5, $6, 0, $7, $8, $6, $9)",
    )
    .bind(owner.key())
    .bind(id)
    .bind(work.kind())
    .bind(payload)
    .bind(work.attempts())
    .bind(run_at)
    .bind(starter.name)
    .bind(starter.person_id)
    .bind(total)
    .execute(writer)
    .await?;
    job_lists::insert(writer, owner.key(), id, &ids).await?;
    writer.jobs_enqueued = true;
    Ok(())
}

/// Leases up to `limit` jobs that are due, among them those whose worker died.
///
/// Kinds this program does not know are left to newer nodes. A job whose workers died in every attempt, and one that cannot be
/// read, are left to `hopeless_jobs`: neither may hold up the others.
pub async fn lease(writer: &mut Writer, holder: &str, now: Timestamp, until: Timestamp, limit: i64) -> Result<Vec<Leased>, StoreError> {
    let locked = writer.skip_locked();
    let kinds = Work::KINDS.map(|kind| format!("'{kind}'")).join(", ");
    let statement = format!(
        "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = $1, lease_until = $3, started_at = COALESCE(started_at, $2)
         WHERE (account_id, job_id) IN (
            SELECT account_id, job_id FROM jobs
            WHERE ((state = 'queued' AND run_at <= $2) OR (state = 'running' AND lease_until <= $2 AND attempts < max_attempts))
              AND kind IN ({kinds})
            ORDER BY run_at LIMIT $4{locked})
         RETURNING account_id, job_id, payload, attempts, max_attempts"
    );
    loop {
        let rows = sql_from_parts(statement.clone()).bind(holder).bind(now).bind(until).bind(limit).all(writer).await?;
        let mut leases = Vec::new();
        for row in &rows {
            let read = match leased(row, holder) {
                Ok(job) => with_list(writer, job).await?,
                Err(error) => Err(error.to_string()),
            };
            match read {
                Ok(job) => leases.push(job),
                Err(reason) => set_aside(writer, row, &reason, now).await?,
            }
        }
        if rows.is_empty() || !leases.is_empty() {
            return Ok(leases);
        }
    }
}

/// The job with its list, or why that cannot be read.
async fn with_list(conn: &mut Conn, mut job: Leased) -> Result<Result<Leased, String>, StoreError> {
    if job.work.lacks_list() {
        let found = job_lists::find(conn, job.owner.key(), &job.id).await;
        match found {
            Ok(ids) => job.work.set_list(ids),
            Err(StoreError::Corrupt(reason)) => return Ok(Err(reason)),
            Err(error) => return Err(error),
        }
    }
    Ok(Ok(job))
}

/// Makes a job that cannot be read hopeless, with the reason: nobody holds it, and nobody leases it again.
async fn set_aside(conn: &mut Conn, row: &Row, reason: &str, now: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE jobs SET attempts = max_attempts, last_error = $3, lease_owner = NULL, lease_until = $4 WHERE account_id = $1 AND job_id = $2")
        .bind(row.text("account_id")?)
        .bind(row.text("job_id")?)
        .bind(reason)
        .bind(now)
        .execute(conn)
        .await?;
    Ok(())
}

fn leased(row: &Row, holder: &str) -> Result<Leased, StoreError> {
    let owner = match row.text("account_id")?.as_str() {
        SYSTEM => Owner::System,
        text => Owner::Account(AccountId::parse(text).map_err(|_| corrupt("account_id"))?),
    };
    Ok(Leased {
        owner,
        id: row.id("job_id")?,
        work: row.parsed("payload", |text| serde_json::from_str(text).ok())?,
        attempt: row.int("attempts")?,
        max_attempts: row.int("max_attempts")?,
        holder: holder.to_owned(),
    })
}

/// Prolongs a lease: whether it is still ours.
pub async fn heartbeat(conn: &mut Conn, job: &Leased, until: Timestamp) -> Result<bool, StoreError> {
    let kept = sql("UPDATE jobs SET lease_until = $4 WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3 AND state = 'running'")
        .bind(job.owner.key())
        .bind(&job.id)
        .bind(&job.holder)
        .bind(until)
        .execute(conn)
        .await?;
    Ok(kept == 1)
}

/// Whether the lease is still ours; it stays so until the writer ends.
pub async fn is_ours(writer: &mut Writer, job: &Leased) -> Result<bool, StoreError> {
    let text = format!(
        "SELECT job_id FROM jobs WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3 AND state = 'running'{}",
        writer.for_update()
    );
    Ok(sql_from_parts(text).bind(job.owner.key()).bind(&job.id).bind(&job.holder).optional(writer).await?.is_some())
}

/// Marks a job as done: whether the lease was still ours.
pub async fn finish(conn: &mut Conn, job: &Leased, now: Timestamp) -> Result<bool, StoreError> {
    end(conn, job, JobState::Done, None, now).await
}

/// Gives a job up for good, with the reason.
pub async fn fail(conn: &mut Conn, job: &Leased, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
    end(conn, job, JobState::Failed, Some(reason), now).await
}

async fn end(conn: &mut Conn, job: &Leased, state: JobState, reason: Option<&str>, now: Timestamp) -> Result<bool, StoreError> {
    let ended = sql("UPDATE jobs SET state = $4, last_error = $5, finished_at = $6, lease_owner = NULL, lease_until = NULL
                     WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3 AND state = 'running'")
    .bind(job.owner.key())
    .bind(&job.id)
    .bind(&job.holder)
    .bind(state.key())
    .bind(reason)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(ended == 1)
}

/// Puts a job back to be tried again later, with what went wrong.
pub async fn retry(conn: &mut Conn, job: &Leased, reason: &str, run_at: Timestamp) -> Result<bool, StoreError> {
    let back = sql("UPDATE jobs SET state = 'queued', last_error = $4, run_at = $5, lease_owner = NULL, lease_until = NULL
                    WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3 AND state = 'running'")
    .bind(job.owner.key())
    .bind(&job.id)
    .bind(&job.holder)
    .bind(reason)
    .bind(run_at)
    .execute(conn)
    .await?;
    Ok(back == 1)
}

/// Gives a job back untried: the worker is shutting down.
pub async fn give_back(conn: &mut Conn, job: &Leased, now: Timestamp) -> Result<bool, StoreError> {
    let back = sql("UPDATE jobs SET state = 'queued', attempts = attempts - 1, run_at = $4, lease_owner = NULL, lease_until = NULL
                    WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3 AND state = 'running'")
    .bind(job.owner.key())
    .bind(&job.id)
    .bind(&job.holder)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(back == 1)
}

/// Reports how far a job is.
pub async fn progress(conn: &mut Conn, job: &Leased, done: i64, total: Option<i64>) -> Result<(), StoreError> {
    sql("UPDATE jobs SET progress_done = $4, progress_total = $5 WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3")
        .bind(job.owner.key())
        .bind(&job.id)
        .bind(&job.holder)
        .bind(done)
        .bind(total)
        .execute(conn)
        .await?;
    Ok(())
}

/// Reports that so many more rows are done, in the transaction that did them.
pub async fn advance(conn: &mut Conn, job: &Leased, rows: i64) -> Result<(), StoreError> {
    sql("UPDATE jobs SET progress_done = progress_done + $4 WHERE account_id = $1 AND job_id = $2 AND lease_owner = $3")
        .bind(job.owner.key())
        .bind(&job.id)
        .bind(&job.holder)
        .bind(rows)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether somebody asked a job to stop.
pub async fn is_cancel_asked(conn: &mut Conn, job: &Leased) -> Result<bool, StoreError> {
    let row = sql("SELECT cancel_asked FROM jobs WHERE account_id = $1 AND job_id = $2").bind(job.owner.key()).bind(&job.id);
    row.optional(conn).await?.map_or(Ok(false), |row| row.bool("cancel_asked"))
}

/// Ends a job that was asked to stop.
pub async fn cancelled(conn: &mut Conn, job: &Leased, now: Timestamp) -> Result<bool, StoreError> {
    end(conn, job, JobState::Cancelled, None, now).await
}
