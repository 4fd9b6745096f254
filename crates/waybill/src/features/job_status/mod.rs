//! How a job is doing: progress, outcome and the result of each row. Screens with bulk actions follow their job here, and the jobs
//! page lists all of them, does failed rows again and stops what has not started.

mod act;
mod list;

use crate::app::App;
use crate::bulk_report::{self, BulkReport};
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::{Id, JobId};
use domain::page::Page;
use domain::work::JobState;
use serde::{Deserialize, Serialize};
use store::jobs::Job;
use store::{Conn, job_rows, jobs};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(show))
        .routes(routes!(rows))
        .routes(routes!(list::causes))
        .routes(routes!(act::retry))
        .routes(routes!(act::cancel))
}

/// The owner may follow every job of the account, a person its own.
async fn find(conn: &mut Conn, caller: &SignedIn, id: &JobId) -> Result<Job, ApiError> {
    let job = jobs::find(conn, &caller.account_id, id).await?;
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
    let retried = !jobs::retries_of(&mut conn, &caller.account_id, std::slice::from_ref(&id)).await?.is_empty();
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

/// What one look may name.
const MOST_REFERENCES: usize = 200;

/// Which rows to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RowParams {
    page: Option<i64>,
    per: Option<i64>,
    /// `ok` or `failed`; without it, both.
    state: Option<String>,
    /// Only rows about these: ids between commas, at most 200.
    references: Option<String>,
}

/// One row's outcome.
#[derive(Serialize, ToSchema)]
pub struct JobRowOut {
    row: i64,
    /// `ok` or `failed`.
    state: &'static str,
    message: Option<String>,
    reference: Option<String>,
}

/// The outcome of each row of a job
#[utoipa::path(get, path = "/dashboard/jobs/{id}/rows", tag = "jobs", operation_id = "job_rows", params(("id" = String, Path), RowParams),
    responses((status = OK, body = ListReply<JobRowOut>)))]
pub async fn rows(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<JobId>,
    Params(params): Params<RowParams>,
) -> Result<Json<ListReply<JobRowOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let only_ok = match params.state.as_deref() {
        None | Some("") => None,
        Some("ok") => Some(true),
        Some("failed") => Some(false),
        Some(_) => return Err(ApiError::invalid_field("state", "must be ok or failed")),
    };
    let references = params.references.as_deref().filter(|text| !text.is_empty());
    let references: Option<Vec<&str>> = references.map(|text| text.split(',').map(str::trim).collect());
    if references.as_ref().is_some_and(|all| all.len() > MOST_REFERENCES) {
        return Err(ApiError::invalid_field("references", &format!("are more than {MOST_REFERENCES}")));
    }
    let mut conn = app.store().reader().await?;
    find(&mut conn, &caller, &id).await?;
    let account = &caller.account_id;
    let listed = match &references {
        Some(all) => job_rows::about(&mut conn, account, &id, all).await?,
        None => job_rows::list(&mut conn, account, &id, only_ok, page).await?,
    };
    Ok(ListReply::of(listed, page, |row| JobRowOut {
        row: row.number,
        state: if row.ok { "ok" } else { "failed" },
        message: row.message,
        reference: row.reference,
    }))
}
