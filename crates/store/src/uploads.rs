//! Tables of shipments that users sent: what they are, where they stand, how far they are.
//!
//! How they move on is in `upload_states`.

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt, json};
use crate::tx::{Conn, Writer};
use crate::upload_states::NOTHING_BOUGHT;
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
    /// Why the drafts that nobody tried to buy have no label.
    pub unbought: Option<String>,
    /// The job that is or was at it.
    pub job_id: Option<JobId>,
    /// Who sent it.
    pub created_by: String,
    /// When.
    pub created_at: Timestamp,
    /// When it moved on last.
    pub updated_at: Timestamp,
}

impl Upload {
    /// Why a draft that nobody tried to buy has no label: not one that was changed since.
    #[must_use]
    pub fn unbought_since(&self, changed: Timestamp) -> Option<&str> {
        self.unbought.as_deref().filter(|_| self.status == UploadState::Purchased && changed <= self.updated_at)
    }
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

pub(crate) fn upload(row: &Row) -> Result<Upload, StoreError> {
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
        unbought: row.opt_text("unbought")?,
        job_id: row.opt_id("job_id")?,
        created_by: row.text("created_by")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
    })
}
