//! The jobs page: bulk actions of the account, newest first, and why rows of one failed.

use super::find;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use crate::http::reply::ListReply;
use crate::signed_files;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::access::{Caller, Guard, Permission};
use domain::id::{AccountId, JobId};
use domain::page::Page;
use domain::work::{JobState, ShipmentsVerb, Work};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use store::shown_jobs::{self, Job, JobFilter};
use store::{Conn, StoreError, job_rows, uploads};
use utoipa::{IntoParams, ToSchema};

/// Which jobs to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobParams {
    page: Option<i64>,
    per: Option<i64>,
    /// `queued`, `running`, `done`, `failed` or `cancelled`; without it, all.
    state: Option<String>,
}

/// A job in the list.
#[derive(Serialize, ToSchema)]
pub struct JobItemOut {
    id: String,
    kind: String,
    /// What it does, in words.
    title: String,
    by: String,
    #[schema(value_type = String)]
    state: JobState,
    created_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    /// Unknown until the job has counted.
    total: Option<i64>,
    done: i64,
    failed: i64,
    /// Whether it can still be stopped.
    cancellable: bool,
    /// Whether failed rows can be done again.
    retryable: bool,
    /// The page or the file that it is about.
    link: Option<String>,
    message: Option<String>,
    retry_of: Option<String>,
}

/// What a job does, in words.
pub fn title(job: &Job) -> String {
    match &job.work {
        Some(Work::RateUpload(work)) => format!("Rate the rows of {}", work.filename),
        Some(Work::BuyUpload(work)) => format!("Buy the labels of {}", work.filename),
        Some(Work::Shipments(work)) => {
            let what = match work.verb {
                ShipmentsVerb::Buy => "Buy labels",
                ShipmentsVerb::Refund => "Refund labels",
                ShipmentsVerb::Compile { .. } => "Compile labels",
                ShipmentsVerb::Print { .. } => "Print labels",
                ShipmentsVerb::Delete => "Delete drafts",
            };
            format!("{what} ({})", job.progress_total.unwrap_or_default())
        }
        Some(Work::ReportShipments { .. }) => "Report of shipments".into(),
        Some(Work::ReportTransactions { .. }) => "Report of transactions".into(),
        _ => job.kind.replace('_', " "),
    }
}

/// Whether the caller may see what a job made: a permission may have been taken back since it was asked for.
pub fn sees(caller: &Caller, job: &Job) -> bool {
    let guard = match &job.work {
        Some(Work::ReportTransactions { .. }) => Guard::AnyOf(&[Permission::BillingReporting]),
        _ => Guard::AnyOf(&[Permission::ShipmentReporting]),
    };
    guard.admits(&caller.role)
}

/// Where to look: an upload's page, or the file that was made.
pub fn link(app: &App, caller: &Caller, job: &Job) -> Option<String> {
    let account = &caller.account_id;
    if !sees(caller, job) {
        return None;
    }
    match job.work.as_ref()? {
        Work::RateUpload(work) | Work::BuyUpload(work) => Some(format!("/shipment-upload/{}", work.upload)),
        Work::Shipments(work) => match &work.verb {
            ShipmentsVerb::Compile { file, .. } if job.state == JobState::Done => Some(signed_files::url(app, account, file)),
            _ => None,
        },
        Work::ReportShipments { file, .. } | Work::ReportTransactions { file, .. } if job.state == JobState::Done => {
            Some(signed_files::url(app, account, file))
        }
        _ => None,
    }
}

/// Whether it can still be stopped: one that has not started, or one that looks between its rows.
pub fn cancellable(job: &Job) -> bool {
    match job.state {
        JobState::Queued => true,
        JobState::Running => !job.cancel_asked && !matches!(job.work, Some(Work::ReportShipments { .. } | Work::ReportTransactions { .. })),
        _ => false,
    }
}

/// Whether failed rows can be done again.
pub fn retryable(job: &Job, failed: i64) -> bool {
    let ended = matches!(job.state, JobState::Done | JobState::Failed | JobState::Cancelled);
    match &job.work {
        Some(Work::Shipments(_) | Work::BuyUpload(_)) => ended && (failed > 0 || job.state != JobState::Done),
        Some(Work::RateUpload(_)) => matches!(job.state, JobState::Failed | JobState::Cancelled),
        _ => false,
    }
}

/// List bulk actions
#[utoipa::path(get, path = "/dashboard/jobs", tag = "jobs", operation_id = "job_list", params(JobParams),
    responses((status = OK, body = ListReply<JobItemOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<JobParams>,
) -> Result<Json<ListReply<JobItemOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let state = params.state.as_deref().filter(|state| !state.is_empty()).map(|state| {
        JobState::from_key(state).ok_or_else(|| ApiError::invalid_field("state", "must be queued, running, done, failed or cancelled"))
    });
    let account = &caller.account_id;
    let filter = JobFilter { person: caller.person_id(), kinds: &Work::BULK, state: state.transpose()? };
    let mut conn = app.store().reader().await?;
    let listed = shown_jobs::list(&mut conn, account, filter, page).await?;
    let ids: Vec<JobId> = listed.items.iter().map(|job| job.id.clone()).collect();
    let failed: HashMap<JobId, i64> = job_rows::failed_of(&mut conn, account, &ids).await?.into_iter().collect();
    // An upload that was deleted has no page any more, and nothing to retry.
    let gone = uploads::missing(&mut conn, account, &upload_ids(&listed.items)).await?;
    let retried: HashSet<JobId> = shown_jobs::retries_of(&mut conn, account, &ids).await?.into_iter().map(|(old, _)| old).collect();
    drop(conn);
    Ok(ListReply::of(listed, page, |job| {
        let failed = failed.get(&job.id).copied().unwrap_or(0);
        let lost = upload_of(&job).is_some_and(|id| gone.contains(&id));
        JobItemOut {
            title: title(&job),
            link: if lost { None } else { link(&app, &caller, &job) },
            cancellable: cancellable(&job),
            retryable: !lost && !retried.contains(&job.id) && retryable(&job, failed),
            id: job.id.to_string(),
            kind: job.kind,
            by: job.started_by,
            state: job.state,
            created_at: job.created_at,
            finished_at: job.finished_at,
            total: job.progress_total,
            done: job.progress_done,
            failed,
            message: job.last_error,
            retry_of: job.retry_of.map(|id| id.to_string()),
        }
    }))
}

fn upload_of(job: &Job) -> Option<domain::id::UploadId> {
    match job.work.as_ref()? {
        Work::RateUpload(work) | Work::BuyUpload(work) => Some(work.upload.clone()),
        _ => None,
    }
}

/// Whether the upload it is about was deleted.
pub async fn is_gone(conn: &mut Conn, account: &AccountId, job: &Job) -> Result<bool, StoreError> {
    let Some(id) = upload_of(job) else { return Ok(false) };
    Ok(!uploads::missing(conn, account, &[id]).await?.is_empty())
}

fn upload_ids(jobs: &[Job]) -> Vec<domain::id::UploadId> {
    jobs.iter().filter_map(upload_of).collect()
}

/// Why rows failed.
#[derive(Serialize, ToSchema)]
pub struct CauseOut {
    message: String,
    count: i64,
}

/// Causes, the most common first.
#[derive(Serialize, ToSchema)]
pub struct CausesReply {
    success: bool,
    items: Vec<CauseOut>,
}

/// Why rows of a job failed
#[utoipa::path(get, path = "/dashboard/jobs/{id}/causes", tag = "jobs", operation_id = "job_causes", params(("id" = String, Path)),
    responses((status = OK, body = CausesReply)))]
pub async fn causes(State(app): State<App>, caller: SignedIn, PathId(id): PathId<JobId>) -> Result<Json<CausesReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    find(&mut conn, &caller, &id).await?;
    let found = job_rows::causes(&mut conn, &caller.account_id, &id, 100).await?;
    Ok(Json(CausesReply { success: true, items: found.into_iter().map(|(message, count)| CauseOut { message, count }).collect() }))
}
