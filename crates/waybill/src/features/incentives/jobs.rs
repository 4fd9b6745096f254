//! Gathering a month's incentives into reports, and paying approved ones.

use super::paying::{self, Paid};
use crate::app::App;
use crate::jobs::JobError;
use crate::payments;
use domain::activity::ActorKind;
use domain::id::AccountId;
use domain::incentive::Program;
use domain::invoice::{month_before, month_name};
use domain::money::Cents;
use store::activity::Actor;
use store::incentives::{self, NewReport, Report};
use store::{StoreError, accounts, business};

const AT_ONCE: i64 = 200;

/// Gathers what was earned before this month. Safe to repeat: a month has one report per account and program.
pub async fn gather(app: &App) -> Result<(), JobError> {
    let (from, until) = month_before(app.now());
    let month = month_name(from);
    for program in Program::ALL {
        let mut after = String::new();
        loop {
            let mut conn = app.store().reader().await?;
            let waiting = incentives::accounts_waiting(&mut conn, program, until, &after, AT_ONCE).await?;
            drop(conn);
            let Some(last) = waiting.last() else { break };
            after = last.to_string();
            for account in &waiting {
                let (id, transaction_id, entry_id) = (app.id(), app.id(), app.id());
                let new = NewReport {
                    id: &id,
                    transaction_id: &transaction_id,
                    entry_id: &entry_id,
                    program,
                    month: &month,
                    until,
                    at: app.now(),
                };
                let mut writer = app.store().writer().await?;
                if let Some(report) = incentives::gather(&mut writer, account, &new).await? {
                    approve_if_wanted(app, &mut writer, account, &report).await?;
                    writer.commit().await?;
                }
            }
        }
    }
    pay(app).await
}

async fn approve_if_wanted(app: &App, writer: &mut store::Writer, account: &AccountId, report: &Report) -> Result<(), StoreError> {
    let settings = accounts::settings(writer, account).await?.unwrap_or_default();
    let wanted = if report.amount >= Cents::ZERO { settings.auto_approve_payouts } else { settings.auto_approve_pulls };
    let enabled = business::find(writer, account, payments::of(app).api.partner()).await?.billing_enabled;
    if wanted && enabled {
        incentives::approve(writer, account, &report.id, "Automatic approval", app.now()).await?;
    }
    Ok(())
}

/// Pays approved reports that are neither paid nor under way. One that fails does not stop the others.
pub async fn pay(app: &App) -> Result<(), JobError> {
    let by = Actor { kind: ActorKind::System, name: "Incentives".into(), ip: None };
    let mut after = (String::new(), String::new());
    loop {
        let mut conn = app.store().reader().await?;
        let unpaid = incentives::unpaid_after(&mut conn, &after.0, &after.1, AT_ONCE).await?;
        drop(conn);
        let Some((account, report)) = unpaid.last() else { return Ok(()) };
        after = (account.to_string(), report.id.to_string());
        for (account, report) in &unpaid {
            if let Paid::Refused(why) = paying::pay(app, account, report, &by).await? {
                tracing::warn!(report = report.number, why, "an incentive report could not be paid");
            }
        }
    }
}
