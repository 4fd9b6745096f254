//! Scheduled work of the product itself: removing what has expired, comparing balances with the ledger.

use crate::app::App;
use crate::jobs::JobError;
use crate::money_check;
use chrono::TimeDelta;
use domain::id::Id;
use store::{accounts, files, idempotency, jobs, payment_events, sessions, throttles, tokens};

/// How long finished jobs can be looked at.
const KEEP_JOBS_DAYS: i64 = 30;
/// How long answers are kept for repeated requests.
const KEEP_ANSWERS_HOURS: i64 = 24;
/// No throttle looks further back.
const KEEP_TRIES_HOURS: i64 = 24;
/// Files removed in one round: their chunks go with them.
const FILES_AT_ONCE: i64 = 200;
/// Partners repeat an event for days, not for months.
const KEEP_EVENTS_DAYS: i64 = 90;
/// Accounts compared with one connection at a time.
const ACCOUNTS_AT_ONCE: i64 = 200;

/// Removes what has expired.
pub async fn remove_expired(app: &App) -> Result<(), JobError> {
    let now = app.now();
    let mut writer = app.store().writer().await?;
    let ended = sessions::remove_expired(&mut writer, now).await?;
    let stale = tokens::remove_expired(&mut writer, now).await?;
    let answers = idempotency::remove_older(&mut writer, now - TimeDelta::hours(KEEP_ANSWERS_HOURS)).await?;
    let tries = throttles::remove_older(&mut writer, now - TimeDelta::hours(KEEP_TRIES_HOURS)).await?;
    let events = payment_events::remove_older(&mut writer, now - TimeDelta::days(KEEP_EVENTS_DAYS)).await?;
    let finished = jobs::remove_finished(&mut writer, now - TimeDelta::days(KEEP_JOBS_DAYS)).await?;
    let old_files = files::remove_expired(&mut writer, now, FILES_AT_ONCE).await?;
    writer.commit().await?;
    tracing::info!(world = app.world.name(), ended, stale, answers, tries, events, finished, old_files, "removed what had expired");
    Ok(())
}

/// Recomputes every balance from the ledger and compares it with the maintained totals.
pub async fn check_balances(app: &App) -> Result<(), JobError> {
    let mut after = String::new();
    loop {
        let mut conn = app.store().reader().await?;
        let ids = accounts::ids_after(&mut conn, &after, ACCOUNTS_AT_ONCE).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = last.as_str().to_owned();
        for id in &ids {
            let complaints = money_check::complaints(&mut conn, id).await?;
            if !complaints.is_empty() {
                tracing::error!(account = %id, ?complaints, "a balance does not agree with the ledger");
                return Err(JobError::fail(&format!("the balance of {id} does not agree with the ledger; run waybill doctor")));
            }
        }
    }
}
