//! Deleting an upload: gone from all lists at once; a job removes its drafts, rows and file. Bought labels stay.

use super::rating::{clear_drafts, clear_rows};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::jobs::{JobContext, JobError};
use axum::Json;
use axum::extract::State;
use domain::id::{AccountId, JobId, UploadId};
use domain::work::{UploadWork, Work};
use store::jobs::{self, Owner, Starter};
use store::{files, upload_states, uploads};

/// Delete an upload
#[utoipa::path(delete, path = "/dashboard/shipment_uploads/{id}", tag = "uploads", operation_id = "upload_delete", params(("id" = String, Path)),
    responses((status = OK, body = Done)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, PathId(id): PathId<UploadId>) -> Result<Json<Done>, ApiError> {
    let (account, now) = (&caller.account_id, app.now());
    let mut writer = app.store().writer().await?;
    let upload = uploads::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let job: JobId = app.id();
    if !upload_states::begin_deleting(&mut writer, account, &id, &job, now).await? {
        return Err(ApiError::conflict("upload_busy", "This upload is being worked on. Please wait, or cancel its job first."));
    }
    let work = UploadWork { upload: id, filename: upload.filename, by: caller.name.clone() };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    jobs::enqueue(&mut writer, &Owner::Account(account.clone()), &job, &Work::DeleteUpload(work), now, starter).await?;
    writer.commit().await?;
    Ok(Done::saying("Upload deleted"))
}

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, id: &UploadId) -> Result<(), JobError> {
    let mut conn = context.app.store().reader().await?;
    let file = upload_states::file_of_deleting(&mut conn, account, id).await?;
    drop(conn);
    let Some(file) = file else { return Ok(()) };
    clear_drafts(context, account, id).await?;
    clear_rows(context, account, id).await?;
    let mut writer = context.app.store().writer().await?;
    // Not when the job was given up meanwhile and the upload is shown again.
    if upload_states::remove(&mut writer, account, id).await? {
        files::remove(&mut writer, account, &file).await?;
        writer.commit().await?;
    }
    Ok(())
}
