//! Uploads as screens see them.

use crate::app::App;
use crate::signed_files;
use crate::ticket;
use chrono::{DateTime, Utc};
use domain::id::{AccountId, Id};
use domain::money::Cents;
use serde::Serialize;
use store::upload_rows::{self, Sums};
use store::uploads::{Counts, Upload};
use store::{Conn, StoreError, accounts, ledger};
use utoipa::ToSchema;

/// What the addresses of events are signed for.
pub const EVENTS: &str = "upload events";

/// An upload.
#[derive(Serialize, ToSchema)]
pub struct UploadOut {
    pub id: String,
    pub created_at: DateTime<Utc>,
    pub filename: String,
    /// Where the file is, for an hour.
    pub file_url: String,
    pub mapping_name: Option<String>,
    /// `initialized`, `mapped`, `rating`, `rated`, `purchasing` or `purchased`.
    pub status: &'static str,
    pub rows_count: i64,
    pub processed_rows_count: i64,
    pub shipments_count: i64,
    pub labels_count: i64,
    /// Rows and labels with errors.
    pub errors_count: i64,
    pub created_by: String,
    pub job_id: Option<String>,
}

impl UploadOut {
    /// Shows an upload.
    pub fn new(app: &App, account: &AccountId, upload: Upload, counts: Counts) -> Self {
        Self {
            file_url: signed_files::url(app, account, &upload.file_id),
            id: upload.id.as_str().to_owned(),
            created_at: upload.created_at,
            filename: upload.filename,
            mapping_name: upload.mapping_name,
            status: upload.status.key(),
            rows_count: upload.rows_count,
            processed_rows_count: upload.processed_count,
            shipments_count: counts.shipments,
            labels_count: counts.labels,
            errors_count: upload.errors_count + counts.label_errors,
            created_by: upload.created_by,
            job_id: upload.job_id.map(|id| id.to_string()),
        }
    }
}

/// One upload.
#[derive(Serialize, ToSchema)]
pub struct UploadReply {
    pub success: bool,
    pub id: String,
    pub shipment_upload: UploadOut,
}

/// One upload, and how far it is.
#[derive(Serialize, ToSchema)]
pub struct UploadAndStatusReply {
    pub id: String,
    pub shipment_upload: UploadOut,
    #[serde(flatten)]
    pub status: StatusReply,
}

/// How far an upload is: what a screen asks for every second.
#[derive(Serialize, ToSchema)]
pub struct StatusReply {
    pub success: bool,
    pub status: &'static str,
    pub rows_count: i64,
    pub processed_rows_count: i64,
    pub shipments_count: i64,
    pub labels_count: i64,
    pub errors_count: i64,
    /// Rows whose carrier has not answered.
    pub buying_count: i64,
    pub job_id: Option<String>,
    /// Where the same comes as server-sent events, for an hour.
    pub events_url: String,
}

impl StatusReply {
    /// Shows how far it is.
    pub fn new(app: &App, account: &AccountId, upload: &Upload, counts: Counts) -> Self {
        let id = upload.id.as_str();
        Self {
            success: true,
            status: upload.status.key(),
            rows_count: upload.rows_count,
            processed_rows_count: upload.processed_count,
            shipments_count: counts.shipments,
            labels_count: counts.labels,
            errors_count: upload.errors_count + counts.label_errors,
            buying_count: counts.buying,
            job_id: upload.job_id.as_ref().map(ToString::to_string),
            events_url: format!("{}/dashboard/shipment_uploads/{id}/events?ticket={}", app.base(), ticket::sign(app, account, EVENTS, id)),
        }
    }
}

/// An answer that says where the upload stands now.
#[derive(Serialize, ToSchema)]
pub struct MovedReply {
    pub success: bool,
    pub status: &'static str,
    /// The job that is at it.
    pub job_id: Option<String>,
}

/// What the labels would cost, and whether there is enough money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoneyOut {
    /// Of all chosen rates.
    pub total: String,
    /// What is left after the purchase; negative when money is missing.
    pub balance_after: String,
    /// How much is missing; none when there is enough.
    pub missing: Option<String>,
}

/// What the chosen rates cost against what can be spent on the account's terms.
pub async fn money(app: &App, conn: &mut Conn, account: &AccountId, upload: &Upload) -> Result<MoneyOut, StoreError> {
    let Sums { all, open } = upload_rows::sums(conn, account, &upload.id).await?;
    let standing = accounts::standing(conn, account).await?.ok_or(StoreError::MissingReference)?;
    let (balances, _) = ledger::balances(conn, account).await?;
    let figures = standing.terms(app.deployment.config.credit_limit()).figures(&balances);
    let left = figures.available_value.get().saturating_sub(open);
    Ok(MoneyOut {
        total: Cents::new(all).to_string(),
        balance_after: Cents::new(left).to_string(),
        missing: (open > 0 && left < 0).then(|| Cents::new(left.saturating_neg()).to_string()),
    })
}
