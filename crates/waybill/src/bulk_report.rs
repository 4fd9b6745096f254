//! What came of an action on many shipments, told the same way by the request that waited for it and by the job's page.

use crate::app::App;
use crate::signed_files;
use domain::id::AccountId;
use domain::page::Page;
use domain::work::{ShipmentsVerb, Slips, Work};
use serde::Serialize;
use store::job_rows::{self, JobRow};
use store::shown_jobs::Job;
use store::{Conn, StoreError};
use utoipa::ToSchema;

/// Why there are labels only.
const SLIPS_LEFT_OUT: &str = "Packing slips were left out: they come with PDF and PNG only, not with ZPL or to raw printers.";

/// A bought label.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoughtRow {
    id: String,
    tracking_code: String,
}

/// A row that failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailedRow {
    id: String,
    message: String,
}

/// What came of one label's refund.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefundStatus {
    tracking_code: String,
    status: String,
}

/// What came of all rows. At most two hundred failures are listed; the job's rows have them all.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct BulkReport {
    /// A sentence with the counts.
    pub message: String,
    ok_count: i64,
    failed_count: i64,
    /// For purchases.
    bought: Vec<BoughtRow>,
    failed: Vec<FailedRow>,
    /// For refunds.
    refund_statuses: Vec<RefundStatus>,
    /// For compiling: where the file is.
    url: Option<String>,
    /// For compiling: what it is.
    format: Option<String>,
}

impl BulkReport {
    /// Whether anything went well, or there was nothing to do.
    #[must_use]
    pub fn any_good(&self) -> bool {
        self.ok_count > 0 || self.failed_count == 0
    }

    /// What went wrong, once each.
    #[must_use]
    pub fn errors(&self) -> Vec<String> {
        let mut messages: Vec<String> = self.failed.iter().map(|row| row.message.clone()).collect();
        messages.dedup();
        messages
    }
}

/// The report of a job about shipments; none for other jobs.
pub async fn of(app: &App, conn: &mut Conn, account: &AccountId, job: &Job) -> Result<Option<BulkReport>, StoreError> {
    let Some(Work::Shipments(work)) = &job.work else { return Ok(None) };
    let (ok_count, failed_count) = job_rows::counts(conn, account, &job.id).await?;
    let page = Page { page: 1, per: 200 };
    let failed = job_rows::list(conn, account, &job.id, Some(false), page).await?.items;
    let good = job_rows::list(conn, account, &job.id, Some(true), page).await?.items;
    let mut report = BulkReport { message: sentence(&work.verb, ok_count, failed_count), ok_count, failed_count, ..BulkReport::default() };
    report.failed = failed.into_iter().map(|row| FailedRow { id: reference(&row), message: row.message.unwrap_or_default() }).collect();
    match &work.verb {
        ShipmentsVerb::Buy => {
            report.bought =
                good.into_iter().map(|row| BoughtRow { id: reference(&row), tracking_code: row.message.unwrap_or_default() }).collect();
        }
        ShipmentsVerb::Refund => report.refund_statuses = good.iter().filter_map(refund_status).collect(),
        ShipmentsVerb::Compile { format, file, .. } if ok_count > 0 => {
            report.url = Some(signed_files::url(app, account, file));
            report.format = Some(format.clone());
        }
        _ => {}
    }
    Ok(Some(report))
}

fn reference(row: &JobRow) -> String {
    row.reference.clone().unwrap_or_default()
}

fn refund_status(row: &JobRow) -> Option<RefundStatus> {
    let (code, status) = row.message.as_deref()?.split_once(' ')?;
    Some(RefundStatus { tracking_code: code.to_owned(), status: status.to_owned() })
}

fn sentence(verb: &ShipmentsVerb, ok: i64, failed: i64) -> String {
    let done = match verb {
        ShipmentsVerb::Buy => "label(s) bought",
        ShipmentsVerb::Refund => "refund(s) requested",
        ShipmentsVerb::Compile { .. } => "label(s) compiled",
        ShipmentsVerb::Print { .. } => "label(s) sent to the printer",
        ShipmentsVerb::Delete => "draft(s) deleted",
    };
    let said = if failed == 0 { format!("{ok} {done}.") } else { format!("{ok} {done}, {failed} failed.") };
    match verb {
        ShipmentsVerb::Compile { slips: Slips::LeftOut, .. } | ShipmentsVerb::Print { slips: Slips::LeftOut, .. } => {
            format!("{said} {SLIPS_LEFT_OUT}")
        }
        _ => said,
    }
}
