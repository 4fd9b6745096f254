//! Work that comes round: settling purchases whose outcome is unknown, following refunds, asking carriers where parcels are.
//!
//! Reconcilers: they have no input, look at what is open, and may run on any number of nodes at once.

use super::{purchase, refunding};
use crate::app::App;
use crate::carriers;
use crate::jobs::JobError;
use chrono::TimeDelta;
use domain::carrier::Carrier;
use domain::tracking::TrackingStatus;
use store::tracking::{self, Due};
use store::{purchases, refunds, shipments};

const BATCH: i64 = 200;
/// Younger purchases are still on their way.
const GRACE: TimeDelta = TimeDelta::seconds(30);

/// Asks carriers what became of pending purchases.
pub async fn settle_purchases(app: &App) -> Result<(), JobError> {
    let mut conn = app.store().reader().await?;
    let open = purchases::all_pending(&mut conn, app.now() - GRACE, BATCH).await?;
    drop(conn);
    let mut failed = 0;
    for (account, intent) in &open {
        if let Err(error) = purchase::settle(app, account, intent).await {
            tracing::warn!(purchase = %intent.id, ?error, "a purchase could not be settled yet");
            failed += 1;
        }
    }
    if failed > 0 && failed == open.len() { Err(JobError::Retry(format!("none of {failed} purchases could be settled"))) } else { Ok(()) }
}

/// Asks carriers about open refunds.
pub async fn follow_refunds(app: &App) -> Result<(), JobError> {
    let mut after = (String::new(), String::new());
    loop {
        let mut conn = app.store().reader().await?;
        let open = refunds::open_after(&mut conn, &after.0, &after.1, BATCH).await?;
        drop(conn);
        let Some((account, shipment)) = open.last() else { return Ok(()) };
        after = (account.to_string(), shipment.to_string());
        for (account, shipment) in &open {
            if let Err(error) = refunding::follow(app, account, shipment).await {
                tracing::warn!(%shipment, %error, "a refund could not be followed");
            }
        }
    }
}

/// Asks carriers where parcels are that are due.
pub async fn track(app: &App) -> Result<(), JobError> {
    loop {
        let now = app.now();
        let mut writer = app.store().writer().await?;
        // Set aside for a while: another node does not ask meanwhile, and after a crash they come round again.
        let due = tracking::take_due(&mut writer, now, now + TimeDelta::minutes(10), BATCH).await?;
        writer.commit().await?;
        if due.is_empty() {
            return Ok(());
        }
        for one in &due {
            if let Err(error) = track_one(app, one).await {
                tracing::warn!(shipment = %one.shipment_id, %error, "tracking failed");
            }
        }
    }
}

async fn track_one(app: &App, due: &Due) -> Result<(), JobError> {
    let mut conn = app.store().reader().await?;
    let shipment = shipments::find(&mut conn, &due.account_id, &due.shipment_id).await?;
    drop(conn);
    let known = shipment.and_then(|shipment| Some((Carrier::parse(shipment.carrier.as_deref()?)?, shipment.tracking_code?)));
    let Some((carrier, code)) = known else {
        return set_due(app, due, None).await;
    };
    let asked = match carriers::managed(app, carrier) {
        Ok(api) => api.track(&code).await,
        Err(error) => Err(error),
    };
    let report = match asked {
        Ok(report) => report,
        Err(error) => {
            set_due(app, due, Some(due.tries + 1)).await?;
            return Err(JobError::Retry(error.to_string()));
        }
    };
    let now = app.now();
    let mut writer = app.store().writer().await?;
    let new = tracking::save(&mut writer, &due.account_id, &due.shipment_id, &report, now).await?;
    writer.commit().await?;
    let tries = if new > 0 { 0 } else { due.tries + 1 };
    set_due(app, due, (!is_over(report.status(), tries)).then_some(tries)).await
}

/// A parcel that arrived, or of which nothing was heard for about two months, needs no more asking.
fn is_over(status: TrackingStatus, tries: i64) -> bool {
    status.is_final() || tries > 60
}

/// Soon after news, later and later without.
async fn set_due(app: &App, due: &Due, tries: Option<i64>) -> Result<(), JobError> {
    let wait = |tries: i64| match tries {
        0 => TimeDelta::minutes(30),
        1..=4 => TimeDelta::hours(2),
        5..=20 => TimeDelta::hours(6),
        _ => TimeDelta::hours(24),
    };
    let speed = i32::try_from(app.deployment.config.sandbox.speed).unwrap_or(1).max(1);
    let next = tries.map(|tries| (app.now() + (wait(tries) / speed).max(TimeDelta::seconds(20)), tries));
    let mut writer = app.store().writer().await?;
    tracking::set_due(&mut writer, &due.account_id, &due.shipment_id, next).await?;
    writer.commit().await?;
    Ok(())
}
