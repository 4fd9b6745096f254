//! What became of each row of a job, and which of the rows that a screen shows the job has still to come to.

use super::find;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use domain::id::{AccountId, Id, JobId, ShipmentId};
use domain::page::Page;
use domain::work::Work;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use store::job_rows::{self, JobRow};
use store::shown_jobs::Job;
use store::{Conn, StoreError, job_lists, upload_rows};
use utoipa::{IntoParams, ToSchema};

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
    /// With `references`: also those that the job has still to come to.
    waiting: Option<bool>,
}

/// One row's outcome.
#[derive(Serialize, ToSchema)]
pub struct JobRowOut {
    row: i64,
    /// `ok`, `failed` or `waiting`.
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
    let job = find(&mut conn, &caller, &id).await?;
    let account = &caller.account_id;
    let listed = match &references {
        Some(all) => job_rows::about(&mut conn, account, &id, all).await?,
        None => job_rows::list(&mut conn, account, &id, only_ok, page).await?,
    };
    let waiting = match &references {
        Some(all) if params.waiting == Some(true) && job.finished_at.is_none() => {
            waiting(&mut conn, account, &job, all, &listed.items).await?
        }
        _ => Vec::new(),
    };
    let Json(mut reply) = ListReply::of(listed, page, |row| JobRowOut {
        row: row.number,
        state: if row.ok { "ok" } else { "failed" },
        message: row.message,
        reference: row.reference,
    });
    reply.total_count += i64::try_from(waiting.len()).unwrap_or(0);
    reply.items.extend(waiting);
    Ok(Json(reply))
}

/// Which of these a job that has not ended has still to come to.
async fn waiting(
    conn: &mut Conn,
    account: &AccountId,
    job: &Job,
    references: &[&str],
    told: &[JobRow],
) -> Result<Vec<JobRowOut>, StoreError> {
    let told: HashSet<&str> = told.iter().filter_map(|row| row.reference.as_deref()).collect();
    let open: HashSet<ShipmentId> =
        references.iter().filter(|id| !told.contains(**id)).filter_map(|id| ShipmentId::parse(id).ok()).collect();
    let rows: Vec<(i64, ShipmentId)> = match &job.work {
        _ if open.is_empty() => Vec::new(),
        Some(Work::Shipments(_)) => {
            let all = job_lists::find(conn, account.as_str(), &job.id).await?;
            (1..).zip(all).filter(|(_, id)| open.contains(id)).collect()
        }
        Some(Work::BuyUpload(work)) => {
            let open: Vec<ShipmentId> = open.into_iter().collect();
            upload_rows::drafts_among(conn, account, &work.upload, &open).await?
        }
        _ => Vec::new(),
    };
    let row = |(row, id): (i64, ShipmentId)| JobRowOut { row, state: "waiting", message: None, reference: Some(id.to_string()) };
    Ok(rows.into_iter().map(row).collect())
}
