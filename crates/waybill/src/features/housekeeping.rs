//! Scheduled work of the product itself: removing what has expired, comparing balances with the ledger.

use crate::app::App;
use crate::jobs::JobError;
use crate::money_check;
use chrono::TimeDelta;
use domain::id::Id;
use store::{accounts, files, idempotency, payment_events, sessions, shown_jobs, throttles, tokens};

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

/// What expires.
#[derive(Debug, Clone, Copy)]
enum Expiring {
    Sessions,
    Tokens,
    Answers,
    Tries,
    Events,
    Jobs,
    Files,
}

/// Removes what has expired, each kind in a transaction of its own: none waits for another one's rows while it keeps its own.
pub async fn remove_expired(app: &App) -> Result<(), JobError> {
    use Expiring::{Answers, Events, Files, Jobs, Sessions, Tokens, Tries};
    let now = app.now();
    for kind in [Sessions, Tokens, Answers, Tries, Events, Jobs, Files] {
        let mut writer = app.store().writer().await?;
        let removed = match kind {
            Sessions => sessions::remove_expired(&mut writer, now).await?,
            Tokens => tokens::remove_expired(&mut writer, now).await?,
            Answers => idempotency::remove_older(&mut writer, now - TimeDelta::hours(KEEP_ANSWERS_HOURS)).await?,
            Tries => throttles::remove_older(&mut writer, now - TimeDelta::hours(KEEP_TRIES_HOURS)).await?,
            Events => payment_events::remove_older(&mut writer, now - TimeDelta::days(KEEP_EVENTS_DAYS)).await?,
            Jobs => shown_jobs::remove_finished(&mut writer, now - TimeDelta::days(KEEP_JOBS_DAYS)).await?,
            Files => files::remove_expired(&mut writer, now, FILES_AT_ONCE).await?,
        };
        writer.commit().await?;
        if removed > 0 {
            tracing::info!(world = app.world.name(), ?kind, removed, "removed what had expired");
        }
    }
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
