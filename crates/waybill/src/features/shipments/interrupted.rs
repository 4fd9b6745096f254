//! What a worker that died left with the carriers, for the worker that takes its upload over: carriers are asked what became of it,
//! labels that were sold are noted, and what was not sold is a draft again that the job buys as if nothing had happened.
//!
//! A purchase is interrupted when it is pending and its row has no outcome in the job. Carriers that cannot say are left to the job
//! that settles all purchases, with that as the row's outcome.

use super::{purchase, words};
use crate::app::App;
use crate::in_parallel;
use crate::jobs::{JobContext, JobError};
use chrono::TimeDelta;
use domain::id::{AccountId, Id, UploadId};
use std::time::Duration;
use store::job_rows::{self, JobRow};
use store::purchases::{self, Intent};
use store::{drafts, jobs, shipments};

/// Younger purchases may still be on their way in another worker: a carrier has less time to answer.
const GRACE: TimeDelta = TimeDelta::seconds(16);
/// Looks, a second apart, before what is left is somebody else's.
const LOOKS: usize = 20;
/// Purchases settled at a time, and carriers asked at once by each thread.
const BATCH: i64 = 200;
const AT_ONCE: usize = 8;

/// How many purchases were interrupted.
pub async fn count(app: &App, account: &AccountId, upload: &UploadId, context: &JobContext) -> Result<i64, JobError> {
    let mut conn = app.store().reader().await?;
    Ok(purchases::count_interrupted(&mut conn, account, upload, context.id()).await?)
}

/// Settles what is old enough; whether there was any.
pub async fn settle(context: &JobContext, account: &AccountId, upload: &UploadId) -> Result<bool, JobError> {
    let app = &context.app;
    let mut any = false;
    loop {
        let mut conn = app.store().reader().await?;
        let left = purchases::interrupted(&mut conn, account, upload, context.id(), app.now() - GRACE, BATCH).await?;
        drop(conn);
        if left.is_empty() {
            return Ok(any);
        }
        any = true;
        settle_batch(context, account, left).await?;
    }
}

/// Waits until nothing is too young to be settled, and settles it; whether there was any.
pub async fn settle_rest(context: &JobContext, account: &AccountId, upload: &UploadId) -> Result<bool, JobError> {
    let mut any = false;
    for _ in 0..LOOKS {
        any |= settle(context, account, upload).await?;
        if count(&context.app, account, upload, context).await? == 0 || context.is_cancelled().await? {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Ok(any)
}

/// Asks for each, then notes all of them in one transaction.
async fn settle_batch(context: &JobContext, account: &AccountId, left: Vec<(i64, Intent)>) -> Result<(), JobError> {
    let (with, whose) = (context.app.clone(), account.clone());
    let settled = in_parallel::map(left, AT_ONCE, move |(number, intent)| {
        let (app, account) = (with.clone(), whose.clone());
        async move {
            let settled = purchase::settle(&app, &account, &intent).await.unwrap_or_else(|error| {
                tracing::warn!(purchase = %intent.id, ?error, "a purchase could not be settled yet");
                false
            });
            (number, intent, settled)
        }
    });
    let settled = settled.await?;
    let ids: Vec<_> = settled.iter().map(|(_, intent, _)| intent.shipment_id.clone()).collect();
    let mut writer = context.app.store().writer().await?;
    let found = shipments::find_many(&mut writer, account, &ids).await?;
    let mut rows = Vec::with_capacity(settled.len());
    for (number, intent, settled) in settled {
        let shipment = found.iter().find(|shipment| shipment.id == intent.shipment_id);
        let (ok, message) = match shipment.and_then(|shipment| shipment.tracking_code.clone()) {
            Some(code) => (true, code),
            None if settled => {
                drafts::clear_label_error(&mut writer, account, &intent.shipment_id).await?;
                continue;
            }
            None => (false, words::PENDING.to_owned()),
        };
        rows.push(JobRow { number, ok, message: Some(message), reference: Some(intent.shipment_id.as_str().to_owned()) });
    }
    job_rows::record_all(&mut writer, &context.job, &rows).await?;
    jobs::advance(&mut writer, &context.job, i64::try_from(rows.len()).unwrap_or(0)).await?;
    Ok(writer.commit().await?)
}
