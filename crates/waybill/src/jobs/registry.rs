//! Which slice runs which kind of work. A new kind does not compile until it has a line here.

use super::{JobContext, JobError};
use crate::features::{adjustments, balance, housekeeping, incentives, invoices, mail, session, shipments, uploads};
use domain::id::AccountId;
use domain::work::Work;
use store::jobs::Owner;

/// Runs a job's body.
pub async fn run(context: &JobContext) -> Result<(), JobError> {
    let app = &context.app;
    match &context.job.work {
        Work::SendMail(letter) => mail::send(app, context.id(), letter).await,
        Work::CreateTestTwin => session::jobs::create_test_twin(app, account(context)?).await,
        Work::FollowPassword { email } => session::jobs::follow_password(app, account(context)?, email).await,
        Work::FollowEmail => session::jobs::follow_email(app, account(context)?).await,
        Work::RemoveExpired => housekeeping::remove_expired(app).await,
        Work::CheckBalances => housekeeping::check_balances(app).await,
        Work::SettlePurchases => shipments::jobs::settle_purchases(app).await,
        Work::FollowRefunds => shipments::jobs::follow_refunds(app).await,
        Work::Track => shipments::jobs::track(app).await,
        Work::ReportShipments { filters, email, file } => shipments::report::run(app, account(context)?, filters, email, file).await,
        Work::SettlePayments => balance::settle_payments(app).await,
        Work::Recharge { crossing } => balance::recharge::run(app, account(context)?, *crossing).await,
        Work::FetchAdjustments => adjustments::jobs::fetch(app).await,
        Work::DrawInvoices => invoices::jobs::draw(app).await,
        Work::CollectInvoices => invoices::jobs::collect(app).await,
        Work::IncentiveReports => incentives::jobs::gather(app).await,
        Work::PayIncentives => incentives::jobs::pay(app).await,
        Work::ReportTransactions { filters, program: None, email, file } => {
            balance::report::run(app, account(context)?, filters, email, file).await
        }
        Work::ReportTransactions { program: Some(program), email, file, .. } => {
            incentives::report::run(app, account(context)?, *program, email, file).await
        }
        Work::RateUpload(work) => uploads::rating::run(context, account(context)?, work).await,
        Work::BuyUpload(work) => shipments::upload::run(context, account(context)?, &work.upload, &work.by).await,
        Work::DeleteUpload(work) => uploads::delete::run(context, account(context)?, &work.upload).await,
        Work::Shipments(work) => shipments::bulk::run(context, account(context)?, work).await,
    }
}

fn account(context: &JobContext) -> Result<&AccountId, JobError> {
    match &context.job.owner {
        Owner::Account(id) => Ok(id),
        Owner::System => Err(JobError::fail("this kind of work belongs to an account")),
    }
}
