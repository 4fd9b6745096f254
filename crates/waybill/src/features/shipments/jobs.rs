//! Work that comes round: settling purchases whose outcome is unknown, following refunds, asking carriers where parcels are.
//!
//! Reconcilers: they have no input, look at what is open, and may run on any number of nodes at once.

use super::{purchase, refunding};
use crate::app::App;
use crate::carriers;
use crate::jobs::{GROUP, JobError};
use chrono::TimeDelta;
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::id::AccountId;
use domain::tracking::{TrackingReport, TrackingStatus};
use futures_util::stream;
use futures_util::{FutureExt, StreamExt};
use store::purchases::{self, Intent};
use store::tracking::{self, Due};
use store::{refunds, shipments};

const BATCH: i64 = 200;
/// Batches of pending purchases in one round; the next one begins in a minute.
const BATCHES: usize = 50;
/// Carriers asked at once.
const AT_ONCE: usize = 8;
/// Younger purchases are still on their way.
const GRACE: TimeDelta = TimeDelta::seconds(30);
/// The job of an upload takes its interrupted purchases over within this time, or never.
const FORSAKEN: TimeDelta = TimeDelta::minutes(10);

/// Asks carriers what became of pending purchases: of all of them, so that those of a carrier that cannot be reached do not stand in
/// the way of the others.
pub async fn settle_purchases(app: &App) -> Result<(), JobError> {
    let now = app.now();
    let (mut asked, mut failed) = (0, 0);
    let mut last: Option<Intent> = None;
    for _ in 0..BATCHES {
        let mut conn = app.store().reader().await?;
        let mut open = purchases::all_pending(&mut conn, now - GRACE, now - FORSAKEN, last.as_ref(), BATCH).await?;
        drop(conn);
        let settling: Vec<_> = open.iter().map(|(account, intent)| settle(app, account, intent).boxed()).collect();
        let answers: Vec<bool> = stream::iter(settling).buffer_unordered(AT_ONCE).collect().await;
        asked += answers.len();
        failed += answers.iter().filter(|answered| !**answered).count();
        let Some((_, intent)) = open.pop() else { break };
        last = Some(intent);
    }
    if failed > 0 && failed == asked { Err(JobError::Retry(format!("none of {failed} purchases could be settled"))) } else { Ok(()) }
}

/// Asks what became of one; whether there was an answer.
async fn settle(app: &App, account: &AccountId, intent: &Intent) -> bool {
    let settled = purchase::settle(app, account, intent).await;
    if let Err(error) = &settled {
        tracing::warn!(purchase = %intent.id, ?error, "a purchase could not be settled yet");
    }
    settled.is_ok()
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
        for group in due.chunks(GROUP) {
            let asked = stream::iter(group.iter().map(|one| ask(app, one).boxed()).collect::<Vec<_>>()).buffer_unordered(AT_ONCE);
            let heard: Vec<_> = asked.collect().await;
            note(app, heard).await?;
        }
    }
}

/// What was heard of a parcel.
enum News {
    /// Where it is.
    Report(TrackingReport),
    /// Nothing this time.
    Silence,
    /// There is nothing to ask for.
    Gone,
}

async fn ask<'a>(app: &App, due: &'a Due) -> (&'a Due, News) {
    let answer = async {
        let mut conn = app.store().reader().await.map_err(|error| error.to_string())?;
        let shipment = shipments::find(&mut conn, &due.account_id, &due.shipment_id).await.map_err(|error| error.to_string())?;
        drop(conn);
        let known = shipment.and_then(|shipment| Some((Carrier::parse(shipment.carrier.as_deref()?)?, shipment.tracking_code?)));
        let Some((carrier, code)) = known else { return Ok(News::Gone) };
        let api = carriers::managed(app, carrier).map_err(|error| error.to_string())?;
        Ok(News::Report(api.track(&code).await.map_err(|error| error.to_string())?))
    };
    let news = answer.await.unwrap_or_else(|error: String| {
        tracing::warn!(shipment = %due.shipment_id, error, "tracking failed");
        News::Silence
    });
    (due, news)
}

/// Writes what was heard and when to ask next, for a group in one transaction. After a crash the group is asked for again.
async fn note(app: &App, mut heard: Vec<(&Due, News)>) -> Result<(), JobError> {
    // In one order for everybody, so that two nodes cannot wait for each other.
    heard.sort_by(|(a, _), (b, _)| (&a.account_id, &a.shipment_id).cmp(&(&b.account_id, &b.shipment_id)));
    let mut writer = app.store().writer().await?;
    for (due, news) in heard {
        let tries = match news {
            News::Gone => None,
            News::Silence => Some(due.tries + 1),
            News::Report(report) => {
                let new = tracking::save(&mut writer, &due.account_id, &due.shipment_id, &report, app.now()).await?;
                let tries = if new > 0 { 0 } else { due.tries + 1 };
                (!is_over(report.status(), tries)).then_some(tries)
            }
        };
        let next = tries.map(|tries| (asked_next(app, tries), tries));
        tracking::set_due(&mut writer, &due.account_id, &due.shipment_id, next).await?;
    }
    Ok(writer.commit().await?)
}

/// A parcel that arrived, or of which nothing was heard for about two months, needs no more asking.
fn is_over(status: TrackingStatus, tries: i64) -> bool {
    status.is_final() || tries > 60
}

/// When a carrier is asked again that had nothing new so often: soon after news, later and later without.
pub fn asked_next(app: &App, tries: i64) -> Timestamp {
    let wait = match tries {
        0 => TimeDelta::minutes(30),
        1..=4 => TimeDelta::hours(2),
        5..=20 => TimeDelta::hours(6),
        _ => TimeDelta::hours(24),
    };
    let speed = i32::try_from(app.deployment.config.sandbox.speed).unwrap_or(1).max(1);
    app.now() + (wait / speed).max(TimeDelta::seconds(20))
}
