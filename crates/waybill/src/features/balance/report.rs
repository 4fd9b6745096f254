//! Exporting transactions as a table (CSV): a job writes it and mails where it is.

use super::transactions::TransactionFilters;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::reply::Done;
use crate::jobs::JobError;
use crate::table_file::TableFile;
use axum::Json;
use axum::extract::State;
use domain::email::Email;
use domain::id::{AccountId, FileId, JobId};
use domain::work::Work;
use serde::{Deserialize, Serialize};
use store::jobs::{self, Owner, Starter};
use store::transactions::{self, Transaction};
use utoipa::ToSchema;

/// Which transactions, and to whom.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct BalanceReportIn {
    filters: TransactionFilters,
    /// Another recipient than the caller.
    email: Option<String>,
}

/// Export the payment log
#[utoipa::path(post, path = "/dashboard/balance/report", tag = "balance", operation_id = "balance_report", request_body = BalanceReportIn,
    responses((status = OK, body = Done)))]
pub async fn request(State(app): State<App>, caller: SignedIn, Body(input): Body<BalanceReportIn>) -> Result<Json<Done>, ApiError> {
    input.filters.check()?;
    let wanted = input.email.as_deref().filter(|email| !email.trim().is_empty()).unwrap_or(&caller.email);
    let email = Email::parse(wanted).map_err(|error| ApiError::invalid_field("email", &error.to_string()))?;
    let filters = serde_json::to_string(&input.filters).map_err(|error| ApiError::internal(&error))?;
    let work = Work::ReportTransactions { filters, program: None, email: email.to_string(), file: app.id::<FileId>() };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    let mut writer = app.store().writer().await?;
    jobs::enqueue(&mut writer, &Owner::Account(caller.account_id.clone()), &app.id::<JobId>(), &work, app.now(), starter).await?;
    writer.commit().await?;
    Ok(Done::saying(&format!("The report is being made. We will mail it to {email}.")))
}

const HEADINGS: [&str; 10] =
    ["Date", "Kind", "Description", "Amount", "Pending", "Change of balance", "Balance after", "Tracking code", "Payment", "Transaction"];

/// Runs the job.
pub async fn run(app: &App, account: &AccountId, filters: &str, email: &str, file: &FileId) -> Result<(), JobError> {
    let filters: TransactionFilters = serde_json::from_str(filters).map_err(|error| JobError::Fail(error.to_string()))?;
    let filter = filters.check().map_err(|_| JobError::fail("the filters cannot be read"))?;
    let name = format!("transactions-{}.csv", app.now().format("%Y-%m-%d"));
    let mut table = TableFile::begin(app, account, file, &name, &HEADINGS).await?;
    let (mut after, mut count) = (0_i64, 0_usize);
    loop {
        let mut conn = app.store().reader().await?;
        let rows = transactions::after(&mut conn, account, &filter, after, 200).await?;
        drop(conn);
        let Some(last) = rows.last() else { break };
        after = last.number;
        count += rows.len();
        rows.iter().for_each(|row| table.row(&line(row)));
        table.flush_if_large().await?;
    }
    table.mail(email, "Your balance report", &format!("Your report of {count} transaction(s) is ready:")).await
}

fn line(row: &Transaction) -> [String; 10] {
    let payment = row.payment.as_ref().map(|payment| format!("{} ({})", payment.method, payment.state.key()));
    [
        row.created_at.format("%Y-%m-%d %H:%M:%S").to_string(),
        row.kind.key().to_owned(),
        row.description.clone(),
        row.amounts.amount.to_string(),
        row.amounts.pending.to_string(),
        row.amounts.available_change.to_string(),
        row.available_after.map(|cents| cents.to_string()).unwrap_or_default(),
        row.tracking.as_ref().map(|(code, _)| code.clone()).unwrap_or_default(),
        payment.unwrap_or_default(),
        row.id.to_string(),
    ]
}
