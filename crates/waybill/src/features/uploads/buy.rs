//! Starting to buy an upload's labels, and starting again with what failed or money did not reach.

use super::choose;
use super::shown::MovedReply;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::id::{AccountId, JobId, UploadId};
use domain::upload::UploadState;
use domain::work::{UploadWork, Work};
use serde::Deserialize;
use std::collections::HashMap;
use store::jobs::{self, Owner, Starter};
use store::uploads::{self, Upload};
use store::{shown_jobs, upload_rows, upload_states};
use utoipa::ToSchema;

/// Which rates to buy.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct BuyLabelsIn {
    /// Shipment to rate, where another than the chosen one is wanted.
    rates: HashMap<String, String>,
}

fn moved(upload: &Upload) -> Json<MovedReply> {
    let job_id = upload.job_id.as_ref().map(ToString::to_string);
    Json(MovedReply { success: true, status: upload.status.key(), job_id })
}

async fn found(app: &App, account: &AccountId, id: &UploadId) -> Result<Upload, ApiError> {
    let mut conn = app.store().reader().await?;
    uploads::find(&mut conn, account, id).await?.ok_or_else(ApiError::not_found)
}

/// Moves the upload on and enqueues the job, in one transaction. Whoever comes second gets the first one's job.
async fn begin(app: &App, caller: &SignedIn, upload: Upload, from: UploadState) -> Result<Json<MovedReply>, ApiError> {
    let account = &caller.account_id;
    let (job, now): (JobId, _) = (app.id(), app.now());
    let mut writer = app.store().writer().await?;
    if !upload_states::begin_purchase(&mut writer, account, &upload.id, from, &job, now).await? {
        // The first one's change may wait for its commit: this one sees it and waits too.
        let upload = uploads::find(&mut writer, account, &upload.id).await?.ok_or_else(ApiError::not_found)?;
        writer.commit().await?;
        return Ok(moved(&upload));
    }
    if !upload_rows::any_draft(&mut writer, account, &upload.id).await? {
        return Err(ApiError::invalid_field("base", "There is nothing to buy"));
    }
    // So that counts are right from the start; the job forgives the rest of them.
    upload_rows::forgive_some(&mut writer, account, &upload.id, &job).await?;
    let work = UploadWork { upload: upload.id.clone(), filename: upload.filename, by: caller.name.clone() };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    jobs::enqueue(&mut writer, &Owner::Account(account.clone()), &job, &Work::BuyUpload(work), now, starter).await?;
    if let Some(old) = upload.job_id.as_ref().filter(|_| from == UploadState::Purchased) {
        shown_jobs::link_retry(&mut writer, account, &job, old).await?;
    }
    writer.commit().await?;
    Ok(Json(MovedReply { success: true, status: UploadState::Purchasing.key(), job_id: Some(job.to_string()) }))
}

/// Buy the labels of an upload
#[utoipa::path(post, path = "/dashboard/shipment_uploads/{id}/buy_labels", tag = "uploads", operation_id = "upload_buy_labels",
    params(("id" = String, Path)), request_body = BuyLabelsIn, responses((status = OK, body = MovedReply)))]
pub async fn buy_labels(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<UploadId>,
    Body(input): Body<BuyLabelsIn>,
) -> Result<Json<MovedReply>, ApiError> {
    let upload = found(&app, &caller.account_id, &id).await?;
    match upload.status {
        UploadState::Rated => {}
        UploadState::Purchasing | UploadState::Purchased => return Ok(moved(&upload)),
        _ => return Err(ApiError::conflict("not_rated", "This upload is not rated yet.")),
    }
    if !input.rates.is_empty() {
        choose::single(&app, &caller.account_id, &upload, &input.rates).await?;
    }
    begin(&app, &caller, upload, UploadState::Rated).await
}

/// Buy what failed or stopped for want of money
#[utoipa::path(post, path = "/dashboard/shipment_uploads/{id}/retry", tag = "uploads", operation_id = "upload_retry",
    params(("id" = String, Path)), responses((status = OK, body = MovedReply)))]
pub async fn retry(State(app): State<App>, caller: SignedIn, PathId(id): PathId<UploadId>) -> Result<Json<MovedReply>, ApiError> {
    let upload = found(&app, &caller.account_id, &id).await?;
    match upload.status {
        UploadState::Purchased => begin(&app, &caller, upload, UploadState::Purchased).await,
        UploadState::Purchasing => Ok(moved(&upload)),
        _ => Err(ApiError::conflict("not_purchased", "The labels of this upload were not bought yet.")),
    }
}
