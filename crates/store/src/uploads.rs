//! Tables of shipments that users sent: what they are, where they stand, how far they are.
//!
//! Every change of the state says from which states it may come, so that two requests or a request and a job cannot both win.

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt, json};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, FileId, Id, JobId, UploadId};
use domain::page::Page;
use domain::upload::{Target, UploadState};
use domain::upload_row::Overrides;
use std::collections::BTreeMap;

/// How many rows offer a service, and what it would cost for all of them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ServiceSum {
    /// Who carries.
    pub carrier: String,
    /// At which service.
    pub service: String,
    /// Rows that offer it.
    pub count: i64,
    /// What it costs for those.
    pub cents: i64,
}

/// An upload.
#[derive(Debug, Clone)]
pub struct Upload {
    /// Its id.
    pub id: UploadId,
    /// The name the file had.
    pub filename: String,
    /// The file.
    pub file_id: FileId,
    /// What the file is, as its reader wrote it down.
    pub format: String,
    /// Names of the columns.
    pub header: Vec<String>,
    /// The first rows.
    pub samples: Vec<Vec<String>>,
    /// Where it stands.
    pub status: UploadState,
    /// The mapping that was applied: an id of ours or of a fixed one.
    pub mapping_id: Option<String>,
    /// Its name at the time.
    pub mapping_name: Option<String>,
    /// What each column means, once that is confirmed.
    pub maps: Option<Vec<Target>>,
    /// What holds for all rows, once that is confirmed.
    pub overrides: Option<Overrides>,
    /// Whether to buy without asking again.
    pub buy_at_once: bool,
    /// Whether what an earlier rating made must go first.
    pub clearing: bool,
    /// Rows in the file.
    pub rows_count: i64,
    /// Rows that were rated or refused.
    pub processed_count: i64,
    /// Rows that were refused.
    pub errors_count: i64,
    /// What services the rows offer.
    pub services: Vec<ServiceSum>,
    /// The job that is or was at it.
    pub job_id: Option<JobId>,
    /// Who sent it.
    pub created_by: String,
    /// When.
    pub created_at: Timestamp,
}

/// How the shipments of an upload stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Shipments.
    pub shipments: i64,
    /// Those with a label.
    pub labels: i64,
    /// Those that could not be bought.
    pub label_errors: i64,
    /// Those whose carrier was asked and has not answered.
    pub buying: i64,
}

/// Adds an upload.
pub async fn insert(writer: &mut Writer, account: &AccountId, upload: &Upload) -> Result<(), StoreError> {
    sql("INSERT INTO uploads (account_id, upload_id, filename, file_id, format, header, samples, status, mapping_id, mapping_name, maps,
                              buy_at_once, clearing, rows_count, processed_count, errors_count, services, created_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, 0, '[]', $15, $16, $16)")
    .bind(account)
    .bind(&upload.id)
    .bind(&upload.filename)
    .bind(&upload.file_id)
    .bind(&upload.format)
    .bind(json(&upload.header)?)
    .bind(json(&upload.samples)?)
    .bind(upload.status.key())
    .bind(upload.mapping_id.as_deref())
    .bind(upload.mapping_name.as_deref())
    .bind(upload.maps.as_deref().map(keys).transpose()?)
    .bind(upload.buy_at_once)
    .bind(false)
    .bind(upload.rows_count)
    .bind(&upload.created_by)
    .bind(upload.created_at)
    .execute(writer)
    .await?;
    Ok(())
}

fn keys(maps: &[Target]) -> Result<String, StoreError> {
    json(&maps.iter().map(|target| target.key()).collect::<Vec<_>>())
}

/// One upload; those that are being removed are not found.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &UploadId) -> Result<Option<Upload>, StoreError> {
    let row = sql("SELECT * FROM uploads WHERE account_id = $1 AND upload_id = $2 AND status <> 'deleting'").bind(account).bind(id);
    row.optional(conn).await?.as_ref().map(upload).transpose()
}

/// A page of uploads, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<Upload>, StoreError> {
    let scope = "FROM uploads WHERE account_id = $1 AND status <> 'deleting'";
    let rows = sql_from_parts(format!("SELECT * {scope} ORDER BY created_at DESC, upload_id DESC LIMIT $2 OFFSET $3"));
    let rows = rows.bind(account).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {scope}")).bind(account).one(conn).await?;
    Ok(Listed { items: rows.iter().map(upload).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// The header and the meanings of the account's last upload that has some.
pub async fn last_mapped(conn: &mut Conn, account: &AccountId) -> Result<Option<Upload>, StoreError> {
    let row = sql("SELECT * FROM uploads WHERE account_id = $1 AND maps IS NOT NULL ORDER BY created_at DESC, upload_id DESC LIMIT 1");
    row.bind(account).optional(conn).await?.as_ref().map(upload).transpose()
}

/// Which of these uploads are gone.
pub async fn missing(conn: &mut Conn, account: &AccountId, ids: &[UploadId]) -> Result<Vec<UploadId>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let text =
        format!("SELECT upload_id FROM uploads WHERE account_id = $1 AND upload_id IN ({}) AND status <> 'deleting'", places(2, ids.len()));
    let rows = ids.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(conn).await?;
    let there = rows.iter().map(|row| row.id("upload_id")).collect::<Result<Vec<UploadId>, _>>()?;
    Ok(ids.iter().filter(|id| !there.contains(id)).cloned().collect())
}

/// How the shipments of these uploads stand.
pub async fn counts(conn: &mut Conn, account: &AccountId, ids: &[UploadId]) -> Result<BTreeMap<String, Counts>, StoreError> {
    let mut found: BTreeMap<String, Counts> = BTreeMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let text = format!(
        "SELECT upload_id, state, label_status, COUNT(*) AS n FROM shipments WHERE account_id = $1 AND upload_id IN ({})
         GROUP BY upload_id, state, label_status",
        places(2, ids.len())
    );
    let rows = ids.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(conn).await?;
    for row in &rows {
        let counts = found.entry(row.text("upload_id")?).or_default();
        let n = row.int("n")?;
        counts.shipments += n;
        match (row.text("state")?.as_str(), row.opt_text("label_status")?.as_deref()) {
            ("bought", _) => counts.labels += n,
            ("buying", _) => counts.buying += n,
            (_, Some("error")) => counts.label_errors += n,
            _ => {}
        }
    }
    Ok(found)
}

/// How the shipments of one upload stand.
pub async fn counts_of(conn: &mut Conn, account: &AccountId, id: &UploadId) -> Result<Counts, StoreError> {
    Ok(counts(conn, account, std::slice::from_ref(id)).await?.remove(id.as_str()).unwrap_or_default())
}

/// Gives the columns their meaning; whether that was still allowed.
pub async fn set_maps(
    writer: &mut Writer,
    account: &AccountId,
    id: &UploadId,
    maps: &[Target],
    mapping: Option<(&str, &str)>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let set = sql_from_parts(format!(
        "UPDATE uploads SET status = 'mapped', maps = $3, mapping_id = $4, mapping_name = $5, updated_at = $6
         WHERE account_id = $1 AND upload_id = $2 AND status IN ('initialized', 'mapped', 'rated') AND {NOTHING_BOUGHT}"
    ))
    .bind(account)
    .bind(id)
    .bind(keys(maps)?)
    .bind(mapping.map(|(id, _)| id))
    .bind(mapping.map(|(_, name)| name))
    .bind(now)
    .execute(writer)
    .await?;
    Ok(set == 1)
}

/// No label of an upload was or is being bought: a row that has one must not become a draft again.
const NOTHING_BOUGHT: &str =
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
    let begun = sql("UPDATE uploads SET status = 'purchasing', job_id = $4, updated_at = $5
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

/// Drafts that nobody tried to buy get a reason, so that every row has an outcome; how many.
pub async fn mark_unbought(writer: &mut Writer, account: &AccountId, id: &UploadId, reason: &str) -> Result<u64, StoreError> {
    sql("UPDATE shipments SET label_status = 'error', label_error = $3
         WHERE account_id = $1 AND upload_id = $2 AND state = 'draft' AND label_status IS NULL")
    .bind(account)
    .bind(id)
    .bind(reason)
    .execute(writer)
    .await
}

/// Drafts that could not be bought may be tried again; how many.
pub async fn forgive_errors(writer: &mut Writer, account: &AccountId, id: &UploadId) -> Result<u64, StoreError> {
    sql("UPDATE shipments SET label_status = NULL, label_error = NULL
         WHERE account_id = $1 AND upload_id = $2 AND state = 'draft' AND label_status = 'error'")
    .bind(account)
    .bind(id)
    .execute(writer)
    .await
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
        mark_unbought(writer, account, &upload.id, reason).await?;
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

fn upload(row: &Row) -> Result<Upload, StoreError> {
    let read =
        |column: &str| -> Result<serde_json::Value, StoreError> { serde_json::from_str(&row.text(column)?).map_err(|_| corrupt(column)) };
    let maps = row.opt_text("maps")?.map(|text| {
        let keys: Vec<String> = serde_json::from_str(&text).map_err(|_| corrupt("maps"))?;
        keys.iter().map(|key| Target::from_key(key).ok_or_else(|| corrupt("maps"))).collect::<Result<Vec<_>, _>>()
    });
    let overrides = row.opt_text("overrides")?.map(|text| serde_json::from_str(&text).map_err(|_| corrupt("overrides")));
    Ok(Upload {
        id: row.id("upload_id")?,
        filename: row.text("filename")?,
        file_id: row.id("file_id")?,
        format: row.text("format")?,
        header: serde_json::from_value(read("header")?).map_err(|_| corrupt("header"))?,
        samples: serde_json::from_value(read("samples")?).map_err(|_| corrupt("samples"))?,
        status: row.parsed("status", UploadState::from_key)?,
        mapping_id: row.opt_text("mapping_id")?,
        mapping_name: row.opt_text("mapping_name")?,
        maps: maps.transpose()?,
        overrides: overrides.transpose()?,
        buy_at_once: row.bool("buy_at_once")?,
        clearing: row.bool("clearing")?,
        rows_count: row.int("rows_count")?,
        processed_count: row.int("processed_count")?,
        errors_count: row.int("errors_count")?,
        services: serde_json::from_value(read("services")?).map_err(|_| corrupt("services"))?,
        job_id: row.opt_id("job_id")?,
        created_by: row.text("created_by")?,
        created_at: row.time("created_at")?,
    })
}
