//! Doing the failed rows of a job again, as a new job that is linked to the old one; stopping a job.

use super::find;
use super::list::{cancellable, retryable};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use axum::Json;
use axum::extract::State;
use domain::id::{AccountId, FileId, Id, JobId, ShipmentId};
use domain::upload::UploadState;
use domain::work::{ShipmentsVerb, ShipmentsWork, UploadWork, Work};
use serde::Serialize;
use std::collections::HashSet;
use store::jobs::{self, Owner, Starter};
use store::shown_jobs::{self, Job};
use store::upload_states::Rating;
use store::{Conn, Writer, job_lists, job_rows, upload_rows, upload_states, uploads};
use utoipa::ToSchema;

const MOST_ROWS: i64 = 100_000;

/// The new job.
#[derive(Serialize, ToSchema)]
pub struct RetryReply {
    success: bool,
    job_id: String,
}

/// Do the failed rows of a job again
#[utoipa::path(post, path = "/dashboard/jobs/{id}/retry", tag = "jobs", operation_id = "job_retry", params(("id" = String, Path)),
    responses((status = OK, body = RetryReply)))]
pub async fn retry(State(app): State<App>, caller: SignedIn, PathId(id): PathId<JobId>) -> Result<Json<RetryReply>, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let job = find(&mut conn, &caller, &id).await?;
    if job.finished_at.is_none() {
        return Err(nothing());
    }
    // Before anything is locked: a list may be long.
    let list = match &job.work {
        Some(Work::Shipments(work)) => Some(again(&app, &mut conn, account, &job, work).await),
        _ => None,
    };
    drop(conn);
    let mut writer = app.store().writer().await?;
    upload_states::lock_of_job(&mut writer, account, &id).await?;
    shown_jobs::lock(&mut writer, account, &id).await?;
    // Pressed twice: one new job does it.
    if let Some((_, done)) = shown_jobs::retries_of(&mut writer, account, std::slice::from_ref(&id)).await?.pop() {
        return Ok(Json(RetryReply { success: true, job_id: done.to_string() }));
    }
    let job = find(&mut writer, &caller, &id).await?;
    let (_, failed) = job_rows::counts(&mut writer, account, &id).await?;
    if !retryable(&job, failed) {
        return Err(nothing());
    }
    let new: JobId = app.id();
    let work = match (&job.work, list) {
        (Some(Work::Shipments(_)), Some(work)) => work?,
        (Some(Work::BuyUpload(work)), _) => buy_again(&app, &mut writer, account, work, &new).await?,
        (Some(Work::RateUpload(work)), _) => rate_again(&app, &mut writer, account, work, &new).await?,
        _ => return Err(nothing()),
    };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    jobs::enqueue(&mut writer, &Owner::Account(account.clone()), &new, &work, app.now(), starter).await?;
    shown_jobs::link_retry(&mut writer, account, &new, &id).await?;
    writer.commit().await?;
    Ok(Json(RetryReply { success: true, job_id: new.to_string() }))
}

fn nothing() -> ApiError {
    ApiError::conflict("nothing_to_retry", "There is nothing to do again.")
}

/// The rows that failed, or that a job which was stopped never reached.
async fn again(app: &App, conn: &mut Conn, account: &AccountId, job: &Job, work: &ShipmentsWork) -> Result<Work, ApiError> {
    let all = if work.ids.is_empty() { job_lists::find(conn, account.as_str(), &job.id).await? } else { work.ids.clone() };
    let failed = job_rows::failed_references(conn, account, &job.id, MOST_ROWS).await?;
    let failed: HashSet<ShipmentId> = failed.iter().filter_map(|id| ShipmentId::parse(id).ok()).collect();
    let done = job_rows::good_references(conn, account, &job.id, MOST_ROWS).await?;
    let done: HashSet<ShipmentId> = done.iter().filter_map(|id| ShipmentId::parse(id).ok()).collect();
    let verb = match &work.verb {
        // A file is made whole, or not at all.
        ShipmentsVerb::Compile { format, layout, slips, .. } => {
            let (format, layout, slips) = (format.clone(), layout.clone(), *slips);
            let verb = ShipmentsVerb::Compile { format, layout, file: app.id::<FileId>(), slips };
            return Ok(Work::Shipments(ShipmentsWork { verb, ids: all, by: work.by.clone() }));
        }
        verb => verb.clone(),
    };
    let ids: Vec<ShipmentId> = all.into_iter().filter(|id| failed.contains(id) || !done.contains(id)).collect();
    if ids.is_empty() {
        return Err(nothing());
    }
    Ok(Work::Shipments(ShipmentsWork { verb, ids, by: work.by.clone() }))
}

async fn buy_again(app: &App, writer: &mut Writer, account: &AccountId, work: &UploadWork, new: &JobId) -> Result<Work, ApiError> {
    let now = app.now();
    if !upload_states::begin_purchase(writer, account, &work.upload, UploadState::Purchased, new, now).await? {
        return Err(nothing());
    }
    if !upload_rows::any_draft(writer, account, &work.upload).await? {
        return Err(nothing());
    }
    upload_rows::forgive_some(writer, account, &work.upload, new).await?;
    Ok(Work::BuyUpload(work.clone()))
}

/// Begins again, with what held for all rows before.
async fn rate_again(app: &App, writer: &mut Writer, account: &AccountId, work: &UploadWork, new: &JobId) -> Result<Work, ApiError> {
    let overrides = uploads::find(writer, account, &work.upload).await?.and_then(|upload| upload.overrides).ok_or_else(nothing)?;
    let rating = Rating { overrides: &overrides, then_buy: false, job: new };
    if !upload_states::begin_rating(writer, account, &work.upload, rating, app.now()).await? {
        return Err(nothing());
    }
    Ok(Work::RateUpload(work.clone()))
}

/// Stop a job: at once when it has not started, between two rows when it runs
#[utoipa::path(post, path = "/dashboard/jobs/{id}/cancel", tag = "jobs", operation_id = "job_cancel", params(("id" = String, Path)),
    responses((status = OK, body = Done)))]
pub async fn cancel(State(app): State<App>, caller: SignedIn, PathId(id): PathId<JobId>) -> Result<Json<Done>, ApiError> {
    let (account, now) = (&caller.account_id, app.now());
    let mut writer = app.store().writer().await?;
    let job = find(&mut writer, &caller, &id).await?;
    upload_states::lock_of_job(&mut writer, account, &id).await?;
    let bulk = Work::BULK.contains(&job.kind.as_str());
    let message = if bulk && shown_jobs::cancel_queued(&mut writer, account, &id, now).await? {
        upload_states::job_ended(&mut writer, account, &id, "Cancelled before it was bought", now).await?;
        "Job cancelled"
    } else if bulk && cancellable(&job) && shown_jobs::ask_to_cancel(&mut writer, account, &id).await? {
        "The job stops after the rows it is at"
    } else {
        return Err(ApiError::conflict("not_cancellable", "This job has ended, or cannot be stopped any more."));
    };
    writer.commit().await?;
    Ok(Done::saying(message))
}
