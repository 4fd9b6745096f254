//! Uploads in a list, one by one, and how far one is.

use super::shown::{StatusReply, UploadAndStatusReply, UploadOut};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PageParams, Params, PathId, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use domain::id::{AccountId, Id, UploadId};
use domain::page::Page;
use domain::upload::UploadState;
use domain::work::JobState;
use store::shown_jobs;
use store::uploads::{self, Counts, Upload};

/// An upload and how its shipments stand.
pub async fn found(app: &App, account: &AccountId, id: &UploadId) -> Result<(Upload, Counts), ApiError> {
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, id).await?.ok_or_else(ApiError::not_found)?;
    let counts = uploads::counts_of(&mut conn, account, id).await?;
    Ok((upload, counts))
}

/// List uploads
#[utoipa::path(get, path = "/dashboard/shipment_uploads", tag = "uploads", operation_id = "upload_list", params(PageParams),
    responses((status = OK, body = ListReply<UploadOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<PageParams>,
) -> Result<Json<ListReply<UploadOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let listed = uploads::list(&mut conn, account, page).await?;
    let ids: Vec<UploadId> = listed.items.iter().map(|upload| upload.id.clone()).collect();
    let mut counts = uploads::counts(&mut conn, account, &ids).await?;
    drop(conn);
    Ok(ListReply::of(listed, page, |upload| {
        let counts = counts.remove(upload.id.as_str()).unwrap_or_default();
        UploadOut::new(&app, account, upload, counts)
    }))
}

/// One upload
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}", tag = "uploads", operation_id = "upload_show", params(("id" = String, Path)),
    responses((status = OK, body = UploadAndStatusReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn, PathId(id): PathId<UploadId>) -> Result<Json<UploadAndStatusReply>, ApiError> {
    let (upload, counts) = found(&app, &caller.account_id, &id).await?;
    let message = unfinished(&app, &caller.account_id, &upload).await?;
    let status = StatusReply::new(&app, &caller.account_id, &upload, counts, message);
    let overrides = upload.overrides.clone().map(Into::into);
    let shipment_upload = UploadOut::new(&app, &caller.account_id, upload, counts);
    Ok(Json(UploadAndStatusReply { id: id.to_string(), shipment_upload, overrides, status }))
}

/// How far an upload is
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}/status", tag = "uploads", operation_id = "upload_status",
    params(("id" = String, Path)), responses((status = OK, body = StatusReply)))]
pub async fn status(State(app): State<App>, caller: SignedIn, PathId(id): PathId<UploadId>) -> Result<Json<StatusReply>, ApiError> {
    let (upload, counts) = found(&app, &caller.account_id, &id).await?;
    let message = unfinished(&app, &caller.account_id, &upload).await?;
    Ok(Json(StatusReply::new(&app, &caller.account_id, &upload, counts, message)))
}

/// Why the last work on an upload did not finish.
async fn unfinished(app: &App, account: &AccountId, upload: &Upload) -> Result<Option<String>, ApiError> {
    let (Some(id), UploadState::Mapped | UploadState::Rated) = (&upload.job_id, upload.status) else { return Ok(None) };
    let mut conn = app.store().reader().await?;
    Ok(match shown_jobs::find(&mut conn, account, id).await? {
        Some(job) if job.state == JobState::Failed => Some(job.last_error.unwrap_or_else(|| "Something went wrong".into())),
        Some(job) if job.state == JobState::Cancelled => Some("Cancelled".into()),
        _ => None,
    })
}
