//! Doing something with many shipments, row by row, as a durable job: one bad row never stops the others.
//!
//! Every verb is safe to repeat: after a crash another worker starts from the first row, and what was done stays done.

use super::group::{self, Wanted};
use super::purchase::Refusal;
use super::{compile, paper, refunding, words};
use crate::app::App;
use crate::jobs::{JobContext, JobError};
use domain::activity::ActorKind;
use domain::id::{AccountId, Id, ShipmentId};
use domain::work::{ShipmentsVerb, ShipmentsWork};
use futures_util::stream;
use futures_util::{FutureExt, StreamExt};
use store::activity::Actor;
use store::job_rows::{self, JobRow};
use store::{jobs, shipments};

/// Rows in flight at once.
const AT_ONCE: usize = 8;

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, work: &ShipmentsWork) -> Result<(), JobError> {
    let total = i64::try_from(work.ids.len()).unwrap_or(i64::MAX);
    context.progress(0, Some(total)).await?;
    if let ShipmentsVerb::Compile { format, layout, file } = &work.verb {
        return compile::run(context, account, &work.ids, format, layout, file).await;
    }
    if matches!(work.verb, ShipmentsVerb::Buy) {
        return buy_all(context, account, work, total).await;
    }
    let app = &context.app;
    let rows: Vec<_> = (1_i64..).zip(&work.ids).map(|(number, id)| row(app, account, work, number, id).boxed()).collect();
    // A printer takes one at a time, in the order asked for.
    let at_once = if matches!(work.verb, ShipmentsVerb::Print { .. }) { 1 } else { AT_ONCE };
    let mut rows = stream::iter(rows).buffer_unordered(at_once);
    let mut done = 0;
    while let Some(row) = rows.next().await {
        done += 1;
        context.row_done(&row, done, total).await?;
        if done < total && context.is_cancelled().await? {
            return Err(JobError::Cancelled);
        }
    }
    Ok(())
}

async fn row(app: &App, account: &AccountId, work: &ShipmentsWork, number: i64, id: &ShipmentId) -> JobRow {
    let outcome = match &work.verb {
        ShipmentsVerb::Refund => {
            refunding::ask(app, account, id, &work.by).await.map(|asked| format!("{} {}", asked.tracking_code, asked.status))
        }
        ShipmentsVerb::Print { format, printer } => paper::print(app, account, id, format, printer).await,
        ShipmentsVerb::Delete => delete(app, account, id).await,
        ShipmentsVerb::Compile { .. } | ShipmentsVerb::Buy => Ok(String::new()),
    };
    let (ok, message) = match outcome {
        Ok(message) => (true, message),
        Err(message) => (false, message),
    };
    JobRow { number, ok, message: Some(message), reference: Some(id.as_str().to_owned()) }
}

/// Buys the chosen or cheapest rates, group by group.
async fn buy_all(context: &JobContext, account: &AccountId, work: &ShipmentsWork, total: i64) -> Result<(), JobError> {
    let by = Actor { kind: ActorKind::Owner, name: work.by.clone(), ip: None };
    let mut rows = (1_i64..).zip(work.ids.iter().cloned()).map(|(number, id)| Wanted { number, id }).collect::<Vec<_>>();
    let mut done = 0;
    while !rows.is_empty() {
        if context.is_cancelled().await? {
            return Err(JobError::Cancelled);
        }
        let rest = rows.split_off(group::SIZE.min(rows.len()));
        let begun = group::begin(&context.app, account, std::mem::replace(&mut rows, rest), &by, true).await?;
        let asked = group::ask(&context.app, account, begun).await?;
        let mut writer = context.app.store().writer().await?;
        let fates = group::settle(&context.app, &mut writer, account, &asked).await?;
        done += i64::try_from(fates.len()).unwrap_or(0);
        let told = fates.into_iter().map(|(row, fate)| {
            let (ok, message) = fate.told();
            JobRow { number: row.number, ok, message: Some(message), reference: Some(row.id.as_str().to_owned()) }
        });
        job_rows::record_many(&mut writer, &context.job, &told.collect::<Vec<_>>()).await?;
        jobs::progress(&mut writer, &context.job, done, Some(total)).await?;
        writer.commit().await?;
    }
    Ok(())
}

async fn delete(app: &App, account: &AccountId, id: &ShipmentId) -> Result<String, String> {
    let deleted = async {
        let mut writer = app.store().writer().await?;
        let deleted = shipments::delete_draft(&mut writer, account, id).await?;
        writer.commit().await?;
        Ok::<_, store::StoreError>(deleted)
    };
    match deleted.await {
        Ok(true) => Ok("Deleted".into()),
        Ok(false) => Err("Only drafts can be deleted".into()),
        Err(error) => Err(words::of(&Refusal::Store(error))),
    }
}
