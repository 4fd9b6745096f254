//! Work that comes round by itself. All nodes look; the one that moves a schedule on enqueues its job.

use crate::app::App;
use croner::Cron;
use domain::Timestamp;
use domain::id::JobId;
use domain::work::Work;
use std::str::FromStr;
use store::jobs::{self, Owner, Starter};
use store::{StoreError, schedules};

/// Name, cron expression (UTC) and what to do.
pub const SCHEDULES: [(&str, &str, Work); 11] = [
    ("remove_expired", "17 * * * *", Work::RemoveExpired),
    ("check_balances", "30 3 * * *", Work::CheckBalances),
    ("settle_purchases", "* * * * *", Work::SettlePurchases),
    ("track", "* * * * *", Work::Track),
    ("follow_refunds", "*/10 * * * *", Work::FollowRefunds),
    ("settle_payments", "* * * * *", Work::SettlePayments),
    ("fetch_adjustments", "20 4 * * *", Work::FetchAdjustments),
    // On the first of the month, after its last labels are settled.
    ("draw_invoices", "10 1 1 * *", Work::DrawInvoices),
    ("incentive_reports", "20 1 1 * *", Work::IncentiveReports),
    ("collect_invoices", "0 5 * * *", Work::CollectInvoices),
    ("pay_incentives", "30 5 * * *", Work::PayIncentives),
];

fn next(expression: &str, after: Timestamp) -> Result<Timestamp, StoreError> {
    let wrong = |e: croner::errors::CronError| StoreError::Corrupt(format!("the schedule {expression}: {e}"));
    Cron::from_str(expression).map_err(wrong)?.find_next_occurrence(&after, false).map_err(wrong)
}

/// Makes all schedules known to the database.
pub async fn ensure(app: &App) -> Result<(), StoreError> {
    let mut writer = app.store().writer().await?;
    for (name, expression, _) in &SCHEDULES {
        schedules::ensure(&mut writer, name, next(expression, app.now())?).await?;
    }
    writer.commit().await
}

/// Makes the schedules known and enqueues what is due. For the command line and tests; a runner does it by itself.
pub async fn run_schedules(app: &App) -> Result<(), StoreError> {
    ensure(app).await?;
    enqueue_due(app).await
}

/// Enqueues what is due.
pub async fn enqueue_due(app: &App) -> Result<(), StoreError> {
    let now = app.now();
    let mut conn = app.store().reader().await?;
    let due = schedules::due(&mut conn, now).await?;
    drop(conn);
    for (name, expression, work) in SCHEDULES.iter().filter(|(name, ..)| due.iter().any(|d| d == name)) {
        let mut writer = app.store().writer().await?;
        if schedules::move_on(&mut writer, name, now, next(expression, now)?).await? {
            jobs::enqueue(&mut writer, &Owner::System, &app.id::<JobId>(), work, now, Starter::named("schedule")).await?;
            writer.commit().await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_can_be_read() {
        let now = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        for (name, expression, _) in &SCHEDULES {
            assert!(next(expression, now).unwrap() > now, "{name}");
        }
    }
}
