//! Uploads as screens see them.

use crate::app::App;
use crate::signed_files;
use crate::ticket;
use crate::wire::{AddressOut, OptionsOut, ParcelOut};
use chrono::{DateTime, Utc};
use domain::access::{Caller, Guard, Permission};
use domain::id::{AccountId, Id};
use domain::money::Cents;
use domain::upload::UploadState;
use domain::upload_row::Overrides;
use serde::Serialize;
use store::upload_rates;
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
        let label_errors = label_errors(&upload, counts);
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
            errors_count: upload.errors_count + label_errors,
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
    /// What was said last to hold for all rows.
    pub overrides: Option<OverridesOut>,
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
    /// Rows and labels with errors.
    pub errors_count: i64,
    /// Rows that became no shipment.
    pub row_errors_count: i64,
    /// Shipments without a label although buying is over, or that could not be bought.
    pub label_errors_count: i64,
    /// Rows whose carrier has not answered.
    pub buying_count: i64,
    pub job_id: Option<String>,
    /// Why the last work on it did not finish, while it can be begun again.
    pub message: Option<String>,
    /// Where the same comes as server-sent events, for an hour.
    pub events_url: String,
}

impl StatusReply {
    /// Shows how far it is.
    pub fn new(app: &App, account: &AccountId, upload: &Upload, counts: Counts, message: Option<String>) -> Self {
        let (id, label_errors) = (upload.id.as_str(), label_errors(upload, counts));
        Self {
            success: true,
            status: upload.status.key(),
            rows_count: upload.rows_count,
            processed_rows_count: upload.processed_count,
            shipments_count: counts.shipments,
            labels_count: counts.labels,
            errors_count: upload.errors_count + label_errors,
            row_errors_count: upload.errors_count,
            label_errors_count: label_errors,
            buying_count: counts.buying,
            job_id: upload.job_id.as_ref().map(ToString::to_string),
            message,
            events_url: format!("{}/dashboard/shipment_uploads/{id}/events?ticket={}", app.base(), ticket::sign(app, account, EVENTS, id)),
        }
    }
}

/// Shipments without a label: all that are left when buying is over, also one that was changed since; before, those with an error.
pub fn label_errors(upload: &Upload, counts: Counts) -> i64 {
    if upload.status == UploadState::Purchased { counts.shipments - counts.labels - counts.buying } else { counts.label_errors }
}

/// What holds for all rows, in the shape in which it is sent.
#[derive(Serialize, ToSchema)]
pub struct OverridesOut {
    from_address: AddressOut,
    return_address: Option<AddressOut>,
    parcel: ParcelOut,
    options: OptionsOut,
}

impl From<Overrides> for OverridesOut {
    fn from(overrides: Overrides) -> Self {
        Self {
            from_address: overrides.from.into(),
            return_address: overrides.return_to.map(AddressOut::from),
            parcel: overrides.parcel.into(),
            options: overrides.options.into(),
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
    /// Of all chosen rates; while labels can be bought, of those that have none.
    pub total: String,
    /// Shipments that have no label.
    pub open_count: i64,
    /// What is left after the purchase, negative when money is missing; none for who may not see the balance.
    pub balance_after: Option<String>,
    /// How much is missing; none when there is enough, and for who may not see the balance.
    pub missing: Option<String>,
}

/// Who may see the balance.
const BALANCE: Guard = Guard::AnyOf(&[Permission::BillingReporting, Permission::BillingSettings]);

/// What the chosen rates cost against what can be spent on the account's terms.
pub async fn money(app: &App, conn: &mut Conn, caller: &Caller, upload: &Upload) -> Result<MoneyOut, StoreError> {
    let account = &caller.account_id;
    let sums = upload_rates::sums(conn, account, &upload.id).await?;
    let standing = accounts::standing(conn, account).await?.ok_or(StoreError::MissingReference)?;
    let (balances, _) = ledger::balances(conn, account).await?;
    let figures = standing.terms(app.deployment.config.credit_limit()).figures(&balances);
    let left = figures.available_value.get().saturating_sub(sums.taken);
    let shown = BALANCE.admits(&caller.role);
    Ok(MoneyOut {
        total: Cents::new(if upload.status == UploadState::Rated { sums.open } else { sums.all }).to_string(),
        open_count: sums.open_count,
        balance_after: shown.then(|| Cents::new(left).to_string()),
        missing: (shown && sums.taken > 0 && left < 0).then(|| Cents::new(left.saturating_neg()).to_string()),
    })
}
