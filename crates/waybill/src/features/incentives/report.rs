//! Exporting a program's payment log as a table (CSV): a job writes it and mails where it is.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::reply::Done;
use crate::jobs::JobError;
use crate::table_file::TableFile;
use axum::Json;
use axum::extract::State;
use domain::access::Caller;
use domain::email::Email;
use domain::id::{AccountId, FileId, JobId};
use domain::incentive::Program;
use domain::page::Page;
use domain::work::Work;
use serde::{Deserialize, Serialize};
use store::incentives;
use store::jobs::{self, Owner, Starter};
use utoipa::ToSchema;

/// To whom.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct IncentiveReportIn {
    /// Another recipient than the caller.
    email: Option<String>,
}

async fn request(app: &App, caller: &Caller, program: Program, input: &IncentiveReportIn) -> Result<Json<Done>, ApiError> {
    let wanted = input.email.as_deref().filter(|email| !email.trim().is_empty()).unwrap_or(&caller.email);
    let email = Email::parse(wanted).map_err(|error| ApiError::invalid_field("email", &error.to_string()))?;
    let file = app.id::<FileId>();
    let work = Work::ReportTransactions { filters: String::new(), program: Some(program), email: email.to_string(), file };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    let mut writer = app.store().writer().await?;
    jobs::enqueue(&mut writer, &Owner::Account(caller.account_id.clone()), &app.id::<JobId>(), &work, app.now(), starter).await?;
    writer.commit().await?;
    Ok(Done::saying(&format!("The report is being made. We will mail it to {email}.")))
}

/// Export the payment log of external billing
#[utoipa::path(post, path = "/dashboard/external_balance/report", tag = "incentives", operation_id = "external_balance_report",
    request_body = IncentiveReportIn, responses((status = OK, body = Done)))]
pub async fn external(State(app): State<App>, caller: SignedIn, Body(input): Body<IncentiveReportIn>) -> Result<Json<Done>, ApiError> {
    request(&app, &caller, Program::External, &input).await
}

/// Export the payment log of the sales channel
#[utoipa::path(post, path = "/dashboard/channel_balance/report", tag = "incentives", operation_id = "channel_balance_report",
    request_body = IncentiveReportIn, responses((status = OK, body = Done)))]
pub async fn channel(State(app): State<App>, caller: SignedIn, Body(input): Body<IncentiveReportIn>) -> Result<Json<Done>, ApiError> {
    request(&app, &caller, Program::Channel, &input).await
}

/// Runs the job.
pub async fn run(app: &App, account: &AccountId, program: Program, email: &str, file: &FileId) -> Result<(), JobError> {
    let name = format!("{}-incentives-{}.csv", program.key(), app.now().format("%Y-%m-%d"));
    let mut table = TableFile::begin(app, account, file, &name, &["Report", "Made", "Month", "Labels", "Amount", "Approved"]).await?;
    let (mut page, mut count) = (Page { page: 1, per: 200 }, 0_usize);
    loop {
        let mut conn = app.store().reader().await?;
        let reports = incentives::list(&mut conn, account, program, page).await?.items;
        drop(conn);
        for report in &reports {
            table.row(&[
                report.number.to_string(),
                report.created_at.format("%Y-%m-%d").to_string(),
                report.month.clone(),
                report.labels.to_string(),
                report.amount.to_string(),
                report.approved.as_ref().map(|(at, by)| format!("{} by {by}", at.format("%Y-%m-%d"))).unwrap_or_default(),
            ]);
        }
        count += reports.len();
        table.flush_if_large().await?;
        if reports.len() < 200 {
            break;
        }
        page.page += 1;
    }
    table.mail(email, "Your incentives report", &format!("Your report of {count} payment(s) is ready:")).await
}
