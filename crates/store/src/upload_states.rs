//! How uploads move on: rated, bought, deleted, and let go of when their job has ended. Every move says from where and by which job
//! it is allowed, so that of two at once one does it.
//!
//! The upload is taken before its job and before its shipments, by everybody.

use crate::error::StoreError;
use crate::query::{sql, sql_from_parts};
use crate::row::json;
use crate::tx::{Conn, Writer};
use crate::uploads::{ServiceSum, Upload, counts_of, upload};
use domain::Timestamp;
use domain::id::{AccountId, FileId, JobId, UploadId};
use domain::upload::UploadState;
use domain::upload_row::Overrides;

/// No label of an upload was or is being bought: a row that has one must not become a draft again.
pub(crate) const NOTHING_BOUGHT: &str =
    "NOT EXISTS (SELECT 1 FROM shipments WHERE account_id = $1 AND upload_id = $2 AND state IN ('buying', 'bought'))";

/// How an upload is rated.
#[derive(Debug, Clone, Copy)]
pub struct Rating<'a> {
    /// What holds for all rows.
    pub overrides: &'a Overrides,
    /// Whether the labels are bought as soon as all rows are rated.
    pub then_buy: bool,
    /// The job that does it.
    pub job: &'a JobId,
}

/// Begins rating from the first row; whether that was still allowed. What an earlier rating made goes first.
pub async fn begin_rating(
    writer: &mut Writer,
    account: &AccountId,
    id: &UploadId,
    rating: Rating<'_>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let text = format!(
        "UPDATE uploads SET status = 'rating', overrides = $3, job_id = $4, clearing = $5, processed_count = 0, errors_count = 0,
                            services = '[]', buy_at_once = $6, updated_at = $7
         WHERE account_id = $1 AND upload_id = $2 AND status IN ('mapped', 'rated') AND {NOTHING_BOUGHT}"
    );
    let query = sql_from_parts(text).bind(account).bind(id).bind(json(rating.overrides)?).bind(rating.job);
    let begun = query.bind(true).bind(rating.then_buy).bind(now).execute(writer).await?;
    Ok(begun == 1)
}

/// Notes that nothing of an earlier rating is left.
pub async fn cleared(writer: &mut Writer, account: &AccountId, id: &UploadId) -> Result<(), StoreError> {
    sql("UPDATE uploads SET clearing = $3 WHERE account_id = $1 AND upload_id = $2")
        .bind(account)
        .bind(id)
        .bind(false)
        .execute(writer)
        .await?;
    Ok(())
}

/// What a batch of rated rows adds to its upload.
#[derive(Debug, Clone, Copy)]
pub struct RatedBatch<'a> {
    /// How many rows were done before it.
    pub from: i64,
    /// How many are done with it.
    pub to: i64,
    /// How many of its rows were refused.
    pub errors: i64,
    /// What services all rows offer, with it.
    pub services: &'a [ServiceSum],
}

/// Notes how far a job is with rating. It must be where it was when the batch began: whether it was, else another worker was faster.
pub async fn rated_some(
    writer: &mut Writer,
    account: &AccountId,
    id: &UploadId,
    job: &JobId,
    batch: &RatedBatch<'_>,
) -> Result<bool, StoreError> {
    let noted = sql("UPDATE uploads SET processed_count = $4, errors_count = errors_count + $5, services = $6
                     WHERE account_id = $1 AND upload_id = $2 AND processed_count = $3 AND status = 'rating' AND clearing = $7
                       AND job_id = $8")
    .bind(account)
    .bind(id)
    .bind(batch.from)
    .bind(batch.to)
    .bind(batch.errors)
    .bind(json(&batch.services)?)
    .bind(false)
    .bind(job)
    .execute(writer)
    .await?;
    Ok(noted == 1)
}

/// Moves an upload on, if it is in one of these states and this job is the one at it; whether it was.
pub async fn set_status(
    writer: &mut Writer,
    account: &AccountId,
    id: &UploadId,
    job: &JobId,
    from: &[UploadState],
    to: UploadState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let from = from.iter().map(|state| format!("'{}'", state.key())).collect::<Vec<_>>().join(", ");
    let text = format!(
        "UPDATE uploads SET status = $4, updated_at = $5 WHERE account_id = $1 AND upload_id = $2 AND job_id = $3 AND status IN ({from})"
    );
    let moved = sql_from_parts(text).bind(account).bind(id).bind(job).bind(to.key()).bind(now).execute(writer).await?;
    Ok(moved == 1)
}

/// Begins to delete; whether that was still allowed: not while another job is at it.
pub async fn begin_deleting(
    writer: &mut Writer,
    account: &AccountId,
    id: &UploadId,
    job: &JobId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let begun = sql("UPDATE uploads SET status = 'deleting', job_id = $3, updated_at = $4
                     WHERE account_id = $1 AND upload_id = $2 AND status IN ('initialized', 'mapped', 'rated', 'purchased')")
    .bind(account)
    .bind(id)
    .bind(job)
    .bind(now)
    .execute(writer)
    .await?;
    Ok(begun == 1)
}

/// Begins to buy; whether that was still allowed.
pub async fn begin_purchase(
    writer: &mut Writer,
    account: &AccountId,
    id: &UploadId,
    from: UploadState,
    job: &JobId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let begun = sql("UPDATE uploads SET status = 'purchasing', job_id = $4, updated_at = $5, unbought = NULL
                     WHERE account_id = $1 AND upload_id = $2 AND status = $3")
    .bind(account)
    .bind(id)
    .bind(from.key())
    .bind(job)
    .bind(now)
    .execute(writer)
    .await?;
    Ok(begun == 1)
}

/// Says why the drafts that nobody tried to buy have no label, so that every row has an outcome. The first reason holds.
pub async fn leave_unbought(writer: &mut Writer, account: &AccountId, id: &UploadId, reason: &str) -> Result<(), StoreError> {
    let text = "UPDATE uploads SET unbought = COALESCE(unbought, $3) WHERE account_id = $1 AND upload_id = $2";
    sql(text).bind(account).bind(id).bind(reason).execute(writer).await?;
    Ok(())
}

/// Keeps the upload that a job is at, before the job itself is changed: those who write its rows take the two in this order, and two
/// who took them in different orders would wait for each other.
pub async fn lock_of_job(writer: &mut Writer, account: &AccountId, job: &JobId) -> Result<(), StoreError> {
    let text = format!("SELECT upload_id FROM uploads WHERE account_id = $1 AND job_id = $2{}", writer.for_update());
    sql_from_parts(text).bind(account).bind(job).optional(writer).await?;
    Ok(())
}

/// What a job that was cancelled or given up leaves: an upload that is shown and can be rated, bought or deleted again, and a reason
/// on every row.
pub async fn job_ended(writer: &mut Writer, account: &AccountId, job: &JobId, reason: &str, now: Timestamp) -> Result<(), StoreError> {
    let row = sql("SELECT * FROM uploads WHERE account_id = $1 AND job_id = $2").bind(account).bind(job).optional(writer).await?;
    let Some(upload) = row.as_ref().map(upload).transpose()? else { return Ok(()) };
    let to = match upload.status {
        UploadState::Purchasing => UploadState::Purchased,
        UploadState::Rating | UploadState::Deleting => begun_from(writer, account, &upload).await?,
        _ => return Ok(()),
    };
    if set_status(writer, account, &upload.id, job, &[upload.status], to, now).await? && to == UploadState::Purchased {
        leave_unbought(writer, account, &upload.id, reason).await?;
    }
    Ok(())
}

/// From where an upload that could not be rated or deleted can be gone on with. One with labels cannot be rated again.
async fn begun_from(conn: &mut Conn, account: &AccountId, upload: &Upload) -> Result<UploadState, StoreError> {
    let counts = counts_of(conn, account, &upload.id).await?;
    Ok(if counts.labels + counts.buying > 0 {
        UploadState::Purchased
    } else if upload.maps.is_some() {
        UploadState::Mapped
    } else {
        UploadState::Initialized
    })
}

/// Removes an upload whose drafts are gone, and its rows with it; not when it is not being deleted any more.
pub async fn remove(writer: &mut Writer, account: &AccountId, id: &UploadId) -> Result<bool, StoreError> {
    let text = "DELETE FROM uploads WHERE account_id = $1 AND upload_id = $2 AND status = 'deleting'";
    Ok(sql(text).bind(account).bind(id).execute(writer).await? == 1)
}

/// The file of an upload that is being removed; none when it is not.
pub async fn file_of_deleting(conn: &mut Conn, account: &AccountId, id: &UploadId) -> Result<Option<FileId>, StoreError> {
    let row = sql("SELECT file_id FROM uploads WHERE account_id = $1 AND upload_id = $2 AND status = 'deleting'").bind(account).bind(id);
    row.optional(conn).await?.map(|row| row.id("file_id")).transpose()
}
