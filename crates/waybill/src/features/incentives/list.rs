//! The payment log of a program: its reports, whether they are approved, and how their payment stands.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use crate::http::reply::ListReply;
use crate::signed_files::{self, INCENTIVE_REPORTS, RECEIPTS};
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::{AccountId, Id};
use domain::incentive::Program;
use domain::money::Cents;
use domain::page::Page;
use domain::settlement::State as PaymentState;
use serde::{Deserialize, Serialize};
use store::incentives::{self, Report};
use store::payments::{self, Payment};
use utoipa::{IntoParams, ToSchema};

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IncentiveParams {
    page: Option<i64>,
    per: Option<i64>,
}

/// A report and its payment.
#[derive(Serialize, ToSchema)]
pub struct IncentiveOut {
    id: String,
    number: i64,
    created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    external_amount: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    channel_amount: Option<Cents>,
    /// What was paid.
    #[schema(value_type = String)]
    amount: Cents,
    /// What is on its way.
    #[schema(value_type = String)]
    pending_amount: Cents,
    description: String,
    /// `unapproved`, `approved`, or how its payment stands.
    status: &'static str,
    /// `external_incentive` or `channel_incentive`.
    kind: &'static str,
    approved: bool,
    incentive_report_id: String,
    incentive_report_url: String,
    payout_receipt_url: Option<String>,
    /// Why the last payment failed.
    reason: Option<String>,
}

fn shown(app: &App, account: &AccountId, report: Report, payment: Option<&Payment>) -> IncentiveOut {
    let state = payment.map(|payment| payment.state);
    let when = |wanted: &[PaymentState]| if state.is_some_and(|state| wanted.contains(&state)) { report.amount } else { Cents::ZERO };
    let of = |program: Program| (report.program == program).then_some(report.amount);
    let receipt = payment.filter(|payment| payment.state == PaymentState::Succeeded);
    let status = state.map_or(if report.approved.is_some() { "approved" } else { "unapproved" }, PaymentState::key);
    IncentiveOut {
        external_amount: of(Program::External),
        channel_amount: of(Program::Channel),
        amount: when(&[PaymentState::Succeeded]),
        pending_amount: when(&[PaymentState::Pending, PaymentState::Processing]),
        description: format!("Incentives of {} ({} labels)", report.month, report.labels),
        status,
        kind: report.program.kind().key(),
        approved: report.approved.is_some(),
        incentive_report_url: signed_files::document_url(app, account, INCENTIVE_REPORTS, report.id.as_str()),
        payout_receipt_url: receipt.map(|payment| signed_files::document_url(app, account, RECEIPTS, payment.id.as_str())),
        reason: payment.and_then(|payment| payment.reason.clone()),
        number: report.number,
        created_at: report.created_at,
        incentive_report_id: report.id.to_string(),
        id: report.id.to_string(),
    }
}

async fn page_of(
    app: &App,
    account: &AccountId,
    program: Program,
    params: &IncentiveParams,
) -> Result<Json<ListReply<IncentiveOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let mut conn = app.store().reader().await?;
    let listed = incentives::list(&mut conn, account, program, page).await?;
    let ids: Vec<_> = listed.items.iter().map(|report| report.id.clone()).collect();
    let paid = payments::of_reports(&mut conn, account, &ids).await?;
    drop(conn);
    // The newest payment comes first.
    let of = |report: &Report| paid.iter().find(|payment| payment.incentive_report_id.as_ref() == Some(&report.id));
    Ok(ListReply::of(listed, page, |report| {
        let payment = of(&report);
        shown(app, account, report, payment)
    }))
}

/// The payment log of external billing
#[utoipa::path(get, path = "/dashboard/external_balance/transactions", tag = "incentives", operation_id = "external_transactions_list",
    params(IncentiveParams), responses((status = OK, body = ListReply<IncentiveOut>)))]
pub async fn external(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<IncentiveParams>,
) -> Result<Json<ListReply<IncentiveOut>>, ApiError> {
    page_of(&app, &caller.account_id, Program::External, &params).await
}

/// The payment log of the sales channel
#[utoipa::path(get, path = "/dashboard/channel_balance/transactions", tag = "incentives", operation_id = "channel_transactions_list",
    params(IncentiveParams), responses((status = OK, body = ListReply<IncentiveOut>)))]
pub async fn channel(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<IncentiveParams>,
) -> Result<Json<ListReply<IncentiveOut>>, ApiError> {
    page_of(&app, &caller.account_id, Program::Channel, &params).await
}
