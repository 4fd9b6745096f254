//! How a job is doing: progress, outcome and the result of each row. Screens with bulk actions follow their job here, and the jobs
//! page lists all of them, does failed rows again and stops what has not started.

mod act;
mod list;
mod rows;

use crate::app::App;
use crate::bulk_report::{self, BulkReport};
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::{Id, JobId};
use domain::work::JobState;
use serde::Serialize;
use store::shown_jobs::{self, Job};
use store::{Conn, job_rows};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(show))
        .routes(routes!(rows::rows))
        .routes(routes!(list::causes))
        .routes(routes!(act::retry))
        .routes(routes!(act::cancel))
}

/// The owner may follow every job of the account, a person its own.
async fn find(conn: &mut Conn, caller: &SignedIn, id: &JobId) -> Result<Job, ApiError> {
    let job = shown_jobs::find(conn, &caller.account_id, id).await?;
    job.filter(|job| caller.is_owner() || job.person_id.as_ref() == caller.person_id()).ok_or_else(ApiError::not_found)
}

/// How far it is.
#[derive(Serialize, ToSchema)]
pub struct ProgressOut {
    done: i64,
    /// Unknown until the job has counted.
    total: Option<i64>,
}

/// How the rows ended.
#[derive(Serialize, ToSchema)]
pub struct RowCounts {
    ok: i64,
    failed: i64,
}

/// One job.
#[derive(Serialize, ToSchema)]
pub struct JobOut {
    id: String,
    kind: String,
    #[schema(value_type = String)]
    state: JobState,
    progress: ProgressOut,
    rows: RowCounts,
    /// What went wrong, if anything did.
    message: Option<String>,
    started_by: String,
    created_at: DateTime<Utc>,
    started_at: Option<DateTime<Utc>>,
    finished_at: Option<DateTime<Utc>>,
    /// The job whose failed rows it does again.
    retry_of: Option<String>,
    /// What it does, in words.
    title: String,
    /// The page or the file that it is about.
    link: Option<String>,
    /// Whether it can still be stopped.
    cancellable: bool,
    /// Whether failed rows can be done again.
    retryable: bool,
    /// What came of it, when it has ended and was about shipments.
    report: Option<BulkReport>,
}

/// The answer.
#[derive(Serialize, ToSchema)]
pub struct JobReply {
    success: bool,
    job: JobOut,
}

/// How a job is doing
#[utoipa::path(get, path = "/dashboard/jobs/{id}", tag = "jobs", operation_id = "job_show", params(("id" = String, Path)),
    responses((status = OK, body = JobReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn, PathId(id): PathId<JobId>) -> Result<Json<JobReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let job = find(&mut conn, &caller, &id).await?;
    let (ok, failed) = job_rows::counts(&mut conn, &caller.account_id, &id).await?;
    let told = job.finished_at.is_some() && list::sees(&caller, &job);
    let report = if told { bulk_report::of(&app, &mut conn, &caller.account_id, &job).await? } else { None };
    let gone = list::is_gone(&mut conn, &caller.account_id, &job).await?;
    let retried = !shown_jobs::retries_of(&mut conn, &caller.account_id, std::slice::from_ref(&id)).await?.is_empty();
    let job = JobOut {
        title: list::title(&job),
        link: if gone { None } else { list::link(&app, &caller, &job) },
        cancellable: list::cancellable(&job),
        retryable: !gone && !retried && list::retryable(&job, failed),
        report,
        id: job.id.as_str().to_owned(),
        kind: job.kind,
        state: job.state,
        progress: ProgressOut { done: job.progress_done, total: job.progress_total },
        rows: RowCounts { ok, failed },
        message: job.last_error,
        started_by: job.started_by,
        created_at: job.created_at,
        started_at: job.started_at,
        finished_at: job.finished_at,
        retry_of: job.retry_of.map(|id| id.to_string()),
    };
    Ok(Json(JobReply { success: true, job }))
}
