//! Disputing an adjustment, once.

use super::shown::{self, AdjustmentOut};
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::adjustment::Objection;
use domain::id::AdjustmentId;
use serde::{Deserialize, Serialize};
use store::adjustments;
use utoipa::ToSchema;

/// What is wrong, and what should be done.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct DisputeIn {
    detail: String,
    expectation: String,
}

/// The adjustment with its dispute.
#[derive(Serialize, ToSchema)]
pub struct DisputeReply {
    success: bool,
    message: String,
    adjustment: AdjustmentOut,
}

/// Dispute an adjustment
#[utoipa::path(patch, path = "/dashboard/adjustments/{id}", tag = "adjustments", operation_id = "adjustment_dispute",
    params(("id" = String, Path)), request_body = DisputeIn, responses((status = OK, body = DisputeReply)))]
pub async fn dispute(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<AdjustmentId>,
    Body(input): Body<DisputeIn>,
) -> Result<Json<DisputeReply>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let before = adjustments::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let objection = Objection::check(&input.detail, &input.expectation)?;
    if !adjustments::dispute(&mut writer, account, &id, &objection, &caller.name, app.now()).await? {
        return Err(ApiError::conflict("disputed", "This adjustment is disputed already."));
    }
    record(&app, &mut writer, &caller, &client, &Action::AdjustmentDisputed { tracking_code: before.tracking_code }).await?;
    let adjustment = adjustments::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    writer.commit().await?;
    let message = "Your dispute was submitted. We tell you what the carrier decides.".into();
    Ok(Json(DisputeReply { success: true, message, adjustment: shown::adjustment(adjustment) }))
}
