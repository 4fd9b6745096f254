//! Actions on many shipments: each becomes a job; a request waits a short while and answers the report, or the job to follow.

use super::filters::Filters;
use super::refunding::NOT_REFUNDABLE;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::signed_files;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::id::{FileId, Id, JobId, ShipmentId};
use domain::page::Page;
use domain::settings::{FORMATS, LAYOUTS};
use domain::work::{JobState, ShipmentsVerb, ShipmentsWork, Work};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::job_rows::{self, JobRow};
use store::jobs::{self, Owner, Starter};
use store::{shipment_list, shipments};
use utoipa::ToSchema;

/// The most shipments of one action.
const MOST: usize = 10_000;
/// How long a request waits for its job.
const PATIENCE: Duration = Duration::from_secs(8);

/// Which shipments.
#[derive(Default, Deserialize, ToSchema)]
pub struct ManyIn {
    /// These.
    #[serde(default)]
    ids: Vec<String>,
    /// All that match these filters.
    #[serde(default)]
    all_matching: Option<Filters>,
    /// For compiling: `pdf`, `png` or `zpl`.
    #[serde(default)]
    format: String,
    /// For compiling: `4X6` or `8.5X11`.
    #[serde(default)]
    layout: String,
}

/// What came of one label's refund.
#[derive(Serialize, ToSchema)]
pub struct RefundStatus {
    tracking_code: String,
    status: String,
}

/// What came of one shipment.
#[derive(Serialize, ToSchema)]
pub struct RowReport {
    id: String,
    ok: bool,
    message: String,
}

/// What came of all.
#[derive(Default, Serialize, ToSchema)]
pub struct ManyReport {
    message: String,
    rows: Vec<RowReport>,
    /// For refunds.
    refund_statuses: Vec<RefundStatus>,
    /// For compiling: where the file is.
    url: Option<String>,
    format: Option<String>,
}

/// The report, or the job to follow.
#[derive(Serialize, ToSchema)]
pub struct ManyReply {
    success: bool,
    message: String,
    /// The job that did it, or is still at it.
    job_id: String,
    /// Present when the job has ended.
    report: Option<ManyReport>,
    /// Messages of rows that failed.
    errors: Vec<String>,
}

type Answer = Result<(StatusCode, Json<ManyReply>), ApiError>;

/// Buy labels
#[utoipa::path(post, path = "/dashboard/shipments/buy", tag = "shipments", operation_id = "shipments_buy", request_body = ManyIn,
    responses((status = OK, body = ManyReply), (status = ACCEPTED, body = ManyReply)))]
pub async fn buy(State(app): State<App>, caller: SignedIn, Body(input): Body<ManyIn>) -> Answer {
    let ids = chosen(&app, &caller, &input).await?;
    run(&app, &caller, ids, ShipmentsVerb::Buy).await
}

/// Ask for the money of labels
#[utoipa::path(post, path = "/dashboard/shipments/refund", tag = "shipments", operation_id = "shipments_refund", request_body = ManyIn,
    responses((status = OK, body = ManyReply), (status = ACCEPTED, body = ManyReply)))]
pub async fn refund(State(app): State<App>, caller: SignedIn, Body(input): Body<ManyIn>) -> Answer {
    let ids = chosen(&app, &caller, &input).await?;
    let mut conn = app.store().reader().await?;
    let found = shipments::find_many(&mut conn, &caller.account_id, &ids).await?;
    drop(conn);
    if found.len() != ids.len() || found.iter().any(|shipment| !shipment.refundable(app.now())) {
        return Err(ApiError::unprocessable("not_refundable", NOT_REFUNDABLE));
    }
    run(&app, &caller, ids, ShipmentsVerb::Refund).await
}

/// Put labels into one file
#[utoipa::path(post, path = "/dashboard/shipments/compile", tag = "shipments", operation_id = "shipments_compile", request_body = ManyIn,
    responses((status = OK, body = ManyReply), (status = ACCEPTED, body = ManyReply)))]
pub async fn compile(State(app): State<App>, caller: SignedIn, Body(input): Body<ManyIn>) -> Answer {
    let ids = chosen(&app, &caller, &input).await?;
    let given = |text: &str, otherwise: &str| if text.is_empty() { otherwise.to_owned() } else { text.to_owned() };
    let (format, layout) = (given(&input.format, "pdf"), given(&input.layout, LAYOUTS[0]));
    if !FORMATS.contains(&format.as_str()) {
        return Err(ApiError::invalid_field("format", "must be pdf, png or zpl"));
    }
    if !LAYOUTS.contains(&layout.as_str()) || (format != "pdf" && layout != LAYOUTS[0]) {
        return Err(ApiError::invalid_field("layout", "must be 4X6, or 8.5X11 for pdf"));
    }
    run(&app, &caller, ids, ShipmentsVerb::Compile { format, layout, file: app.id::<FileId>() }).await
}

/// Delete drafts
#[utoipa::path(post, path = "/dashboard/shipments/delete", tag = "shipments", operation_id = "shipments_delete", request_body = ManyIn,
    responses((status = OK, body = ManyReply), (status = ACCEPTED, body = ManyReply)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, Body(input): Body<ManyIn>) -> Answer {
    let ids = chosen(&app, &caller, &input).await?;
    run(&app, &caller, ids, ShipmentsVerb::Delete).await
}

/// The ids that were sent, or those that match the filters.
async fn chosen(app: &App, caller: &SignedIn, input: &ManyIn) -> Result<Vec<ShipmentId>, ApiError> {
    let too_many = || ApiError::invalid_field("ids", &format!("are more than {MOST}; please choose fewer"));
    let mut ids = Vec::new();
    if let Some(filters) = &input.all_matching {
        let filter = filters.filter()?;
        let mut conn = app.store().reader().await?;
        loop {
            let after = ids.last().map_or("", |id: &ShipmentId| id.as_str()).to_owned();
            let more = shipment_list::matching(&mut conn, &caller.account_id, &filter, &after, 1000).await?;
            if more.is_empty() {
                break;
            }
            ids.extend(more);
            if ids.len() > MOST {
                return Err(too_many());
            }
        }
    } else {
        if input.ids.len() > MOST {
            return Err(too_many());
        }
        for id in &input.ids {
            let id = ShipmentId::parse(id).map_err(|_| ApiError::invalid_field("ids", "must be ids of shipments"))?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    if ids.is_empty() { Err(ApiError::invalid_field("base", "Select at least one shipment")) } else { Ok(ids) }
}

async fn run(app: &App, caller: &SignedIn, ids: Vec<ShipmentId>, verb: ShipmentsVerb) -> Answer {
    let id: JobId = app.id();
    let work = Work::Shipments(ShipmentsWork { verb: verb.clone(), ids, by: caller.name.clone() });
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    let mut writer = app.store().writer().await?;
    jobs::enqueue(&mut writer, &Owner::Account(caller.account_id.clone()), &id, &work, app.now(), starter).await?;
    writer.commit().await?;
    if !ended(app, caller, &id).await? {
        let reply = ManyReply { success: true, message: String::new(), job_id: id.to_string(), report: None, errors: Vec::new() };
        return Ok((StatusCode::ACCEPTED, Json(reply)));
    }
    report(app, caller, &id, &verb).await
}

/// Waits a short while for the job to end; whether it did.
async fn ended(app: &App, caller: &SignedIn, id: &JobId) -> Result<bool, ApiError> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let mut pause = Duration::from_millis(20);
    while tokio::time::Instant::now() < deadline {
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(250));
        let mut conn = app.store().reader().await?;
        let job = jobs::find(&mut conn, &caller.account_id, id).await?;
        if job.is_none_or(|job| matches!(job.state, JobState::Done | JobState::Failed | JobState::Cancelled)) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn report(app: &App, caller: &SignedIn, id: &JobId, verb: &ShipmentsVerb) -> Answer {
    let mut conn = app.store().reader().await?;
    let job = jobs::find(&mut conn, &caller.account_id, id).await?.ok_or_else(ApiError::not_found)?;
    let (ok, failed) = job_rows::counts(&mut conn, &caller.account_id, id).await?;
    let rows = job_rows::list(&mut conn, &caller.account_id, id, None, Page { page: 1, per: 200 }).await?.items;
    drop(conn);
    let errors: Vec<String> = rows.iter().filter(|row| !row.ok).filter_map(|row| row.message.clone()).collect();
    if job.state == JobState::Failed {
        let message = job.last_error.unwrap_or_else(|| "Something went wrong".into());
        return Err(ApiError::unprocessable("failed", &message));
    }
    let message = sentence(verb, ok, failed);
    let mut report = ManyReport { message: message.clone(), rows: rows.iter().map(shown).collect(), ..ManyReport::default() };
    match verb {
        ShipmentsVerb::Refund => report.refund_statuses = rows.iter().filter(|row| row.ok).filter_map(refund_status).collect(),
        ShipmentsVerb::Compile { format, file, .. } if ok > 0 => {
            report.url = Some(signed_files::url(app, &caller.account_id, file));
            report.format = Some(format.clone());
        }
        _ => {}
    }
    let reply = ManyReply { success: ok > 0 || failed == 0, message, job_id: id.to_string(), report: Some(report), errors };
    Ok((StatusCode::OK, Json(reply)))
}

fn shown(row: &JobRow) -> RowReport {
    RowReport { id: row.reference.clone().unwrap_or_default(), ok: row.ok, message: row.message.clone().unwrap_or_default() }
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
        ShipmentsVerb::Delete => "draft(s) deleted",
    };
    if failed == 0 { format!("{ok} {done}.") } else { format!("{ok} {done}, {failed} failed.") }
}
