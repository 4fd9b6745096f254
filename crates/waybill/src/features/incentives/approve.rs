//! Approving a report, which pays it.

use super::paying::{self, Paid};
use crate::app::App;
use crate::audit::{actor, record};
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::IncentiveReportId;
use store::{business, incentives};

/// Approve an incentive report
#[utoipa::path(patch, path = "/dashboard/incentive_reports/{id}/approve", tag = "incentives", operation_id = "incentive_report_approve",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn approve(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<IncentiveReportId>,
) -> Result<Json<Done>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let report = incentives::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    if !business::find(&mut writer, account, payments::of(&app).api.partner()).await?.billing_enabled {
        return Err(ApiError::unprocessable("billing_disabled", "Your business account is pending verification"));
    }
    if incentives::approve(&mut writer, account, &id, &caller.name, app.now()).await? {
        let action = Action::IncentiveReportApproved { number: report.number.to_string() };
        record(&app, &mut writer, &caller, &client, &action).await?;
        writer.commit().await?;
    } else {
        drop(writer);
    }
    match paying::pay(&app, account, &report, &actor(&caller, &client)).await? {
        Paid::Ordered => Ok(Done::saying("The incentive report was approved.")),
        Paid::Refused(why) => Err(ApiError::unprocessable("payment_failed", &why)),
    }
}
