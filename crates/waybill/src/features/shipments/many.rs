//! Actions on many shipments: each becomes a job; a request waits a short while and answers the report, or the job to follow.

use super::filters::Filters;
use super::refunding::NOT_REFUNDABLE;
use crate::app::App;
use crate::bulk_report::{self, BulkReport};
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::printing;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::access::Caller;
use domain::id::{FileId, Id, JobId, PrinterId, ShipmentId};
use domain::settings::{FORMATS, LAYOUTS};
use domain::work::{JobState, ShipmentsVerb, ShipmentsWork, Slips, Work};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::time::Duration;
use store::jobs::{self, Owner, Starter};
use store::{shipment_list, shipments, shown_jobs};
use utoipa::ToSchema;

/// The most shipments of one action: as many as an upload can have.
const MOST: usize = 100_000;
/// How long a request waits for its job.
const PATIENCE: Duration = Duration::from_secs(8);
/// More shipments than these take longer than anybody likes to wait without seeing how far it is.
const SOON: usize = 500;
/// Whole shipments in memory at once.
const AT_ONCE: usize = 200;

/// Which shipments.
#[derive(Default, Deserialize, ToSchema)]
pub struct ManyIn {
    /// These.
    #[serde(default)]
    pub(super) ids: Vec<String>,
    /// All that match these filters.
    #[serde(default)]
    pub(super) all_matching: Option<Filters>,
    /// For compiling: `pdf`, `png` or `zpl`.
    #[serde(default)]
    format: String,
    /// For compiling: `4X6` or `8.5X11`.
    #[serde(default)]
    layout: String,
    /// For compiling and printing: whether a packing slip follows each label; by default what the account's settings say.
    #[serde(default)]
    packing_slip: Option<bool>,
    /// For printing: another printer than the account's.
    #[serde(default)]
    printer_id: Option<String>,
}

/// The report, or the job to follow.
#[derive(Serialize, ToSchema)]
pub struct ManyReply {
    success: bool,
    message: String,
    /// The job that is still at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    job_id: Option<String>,
    /// Present when the job has ended.
    report: Option<BulkReport>,
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
    let now = app.now();
    let mut conn = app.store().reader().await?;
    for some in ids.chunks(AT_ONCE) {
        let found = shipments::find_many(&mut conn, &caller.account_id, some).await?;
        if found.len() != some.len() || found.iter().any(|shipment| !shipment.refundable(now)) {
            return Err(ApiError::unprocessable("not_refundable", NOT_REFUNDABLE));
        }
    }
    drop(conn);
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
    let mut conn = app.store().reader().await?;
    let settings = store::accounts::settings(&mut conn, &caller.account_id).await?.unwrap_or_default();
    drop(conn);
    let slips = Slips::wanted(input.packing_slip.unwrap_or(settings.download_packing_slip), &format, false);
    run(&app, &caller, ids, ShipmentsVerb::Compile { format, layout, file: app.id::<FileId>(), slips }).await
}

/// Delete drafts
#[utoipa::path(post, path = "/dashboard/shipments/delete", tag = "shipments", operation_id = "shipments_delete", request_body = ManyIn,
    responses((status = OK, body = ManyReply), (status = ACCEPTED, body = ManyReply)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, Body(input): Body<ManyIn>) -> Answer {
    let ids = chosen(&app, &caller, &input).await?;
    run(&app, &caller, ids, ShipmentsVerb::Delete).await
}

/// Send labels to a printer
#[utoipa::path(post, path = "/dashboard/shipments/print", tag = "shipments", operation_id = "shipments_print", request_body = ManyIn,
    responses((status = OK, body = ManyReply), (status = ACCEPTED, body = ManyReply)))]
pub async fn print(State(app): State<App>, caller: SignedIn, Body(input): Body<ManyIn>) -> Answer {
    let ids = chosen(&app, &caller, &input).await?;
    let format = if input.format.is_empty() { "pdf".to_owned() } else { input.format.clone() };
    if !FORMATS.contains(&format.as_str()) {
        return Err(ApiError::invalid_field("format", "must be pdf, png or zpl"));
    }
    let mut conn = app.store().reader().await?;
    let settings = store::accounts::settings(&mut conn, &caller.account_id).await?.unwrap_or_default();
    let chosen = input.printer_id.filter(|id| !id.is_empty()).or(settings.printer_id);
    let printer = chosen.and_then(|id| PrinterId::parse(&id).ok());
    let missing = || ApiError::unprocessable("no_printer", "There is no printer yet. Please choose one in Label Defaults.");
    let printer = printer.ok_or_else(missing)?;
    let known = store::printers::find(&mut conn, &caller.account_id, &printer).await?.ok_or_else(missing)?;
    drop(conn);
    let slips = Slips::wanted(input.packing_slip.unwrap_or(settings.download_packing_slip), &format, printing::is_raw(&known));
    run(&app, &caller, ids, ShipmentsVerb::Print { format, printer, slips }).await
}

/// The ids that were sent, or those that match the filters.
pub(super) async fn chosen(app: &App, caller: &Caller, input: &ManyIn) -> Result<Vec<ShipmentId>, ApiError> {
    let too_many = || ApiError::invalid_field("ids", &format!("are more than {MOST}; please choose fewer"));
    let mut ids = Vec::new();
    if let Some(filters) = &input.all_matching {
        let filter = filters.filter()?;
        let mut conn = app.store().reader().await?;
        ids = shipment_list::matching(&mut conn, &caller.account_id, &filter, "", i64::try_from(MOST + 1).unwrap_or(i64::MAX)).await?;
        if ids.len() > MOST {
            return Err(too_many());
        }
    } else {
        if input.ids.len() > MOST {
            return Err(too_many());
        }
        let mut known = HashSet::new();
        for id in &input.ids {
            let id = ShipmentId::parse(id).map_err(|_| ApiError::invalid_field("ids", "must be ids of shipments"))?;
            if known.insert(id.clone()) {
                ids.push(id);
            }
        }
    }
    if ids.is_empty() { Err(ApiError::invalid_field("base", "Select at least one shipment")) } else { Ok(ids) }
}

async fn run(app: &App, caller: &SignedIn, ids: Vec<ShipmentId>, verb: ShipmentsVerb) -> Answer {
    let (id, few): (JobId, _) = (app.id(), ids.len() <= SOON);
    let work = Work::Shipments(ShipmentsWork { verb, ids, by: caller.name.clone() });
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    let mut writer = app.store().writer().await?;
    jobs::enqueue(&mut writer, &Owner::Account(caller.account_id.clone()), &id, &work, app.now(), starter).await?;
    writer.commit().await?;
    if !few || !ended(app, caller, &id).await? {
        let reply = ManyReply { success: true, message: String::new(), job_id: Some(id.to_string()), report: None, errors: Vec::new() };
        return Ok((StatusCode::ACCEPTED, Json(reply)));
    }
    report(app, caller, &id).await
}

/// Waits a short while for the job to end; whether it did.
async fn ended(app: &App, caller: &SignedIn, id: &JobId) -> Result<bool, ApiError> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let mut pause = Duration::from_millis(20);
    while tokio::time::Instant::now() < deadline {
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(250));
        let mut conn = app.store().reader().await?;
        let job = shown_jobs::find(&mut conn, &caller.account_id, id).await?;
        if job.is_none_or(|job| matches!(job.state, JobState::Done | JobState::Failed | JobState::Cancelled)) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn report(app: &App, caller: &SignedIn, id: &JobId) -> Answer {
    let mut conn = app.store().reader().await?;
    let job = shown_jobs::find(&mut conn, &caller.account_id, id).await?.ok_or_else(ApiError::not_found)?;
    let report = bulk_report::of(app, &mut conn, &caller.account_id, &job).await?;
    drop(conn);
    if job.state == JobState::Failed {
        let message = job.last_error.unwrap_or_else(|| "Something went wrong".into());
        return Err(ApiError::unprocessable("failed", &message));
    }
    let report = report.ok_or_else(ApiError::not_found)?;
    let (message, errors) = (report.message.clone(), report.errors());
    Ok((StatusCode::OK, Json(ManyReply { success: report.any_good(), message, job_id: None, report: Some(report), errors })))
}

/// Which automations to run against which shipments.
#[derive(Default, Deserialize, ToSchema)]
pub struct ExecuteIn {
    /// These.
    #[serde(default)]
    shipment_ids: Vec<String>,
    /// These rules; nothing means all.
    #[serde(default)]
    automation_ids: Option<Vec<String>>,
}

/// What the rules did.
#[derive(Serialize, ToSchema)]
pub struct ExecuteReport {
    applied_actions: i64,
}

/// What the rules did, and a sentence.
#[derive(Serialize, ToSchema)]
pub struct ExecuteReply {
    success: bool,
    message: String,
    report: ExecuteReport,
}

/// Run automations against shipments
#[utoipa::path(post, path = "/dashboard/shipments/execute", tag = "shipments", operation_id = "shipments_execute", request_body = ExecuteIn,
    responses((status = OK, body = ExecuteReply)))]
pub async fn execute(State(_app): State<App>, _caller: SignedIn, Body(input): Body<ExecuteIn>) -> Result<Json<ExecuteReply>, ApiError> {
    if input.shipment_ids.is_empty() {
        return Err(ApiError::invalid_field("base", "Select at least one shipment"));
    }
    if input.automation_ids.is_some_and(|ids| !ids.is_empty()) {
        return Err(ApiError::invalid_field("automation_ids", "are not rules of this account"));
    }
    // An account has no rules yet, so all of them do nothing.
    Ok(Json(ExecuteReply {
        success: true,
        message: "There are no automations to execute.".into(),
        report: ExecuteReport { applied_actions: 0 },
    }))
}
