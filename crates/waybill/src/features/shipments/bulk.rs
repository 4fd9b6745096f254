//! Doing something with many shipments, row by row, as a durable job: one bad row never stops the others.
//!
//! Every verb is safe to repeat. After a crash another worker leaves out the rows whose good outcome was written, and what was done
//! stays done: labels are bought and refunded one by one, whatever the outcomes are grouped into.

use super::group::{self, Of, Wanted};
use super::{compile, paper, refunding};
use crate::app::App;
use crate::jobs::{GROUP, JobContext, JobError, RowGroup};
use domain::activity::ActorKind;
use domain::id::{AccountId, Id, ShipmentId};
use domain::work::{ShipmentsVerb, ShipmentsWork, Slips};
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use store::activity::Actor;
use store::drafts;
use store::job_rows::{self, JobRow};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Rows in flight at once.
const AT_ONCE: usize = 8;

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, work: &ShipmentsWork) -> Result<(), JobError> {
    if let ShipmentsVerb::Compile { format, layout, file, slips } = &work.verb {
        let wanted = compile::Wanted { format, layout, file, slips: *slips == Slips::Behind };
        return compile::run(context, account, &work.ids, &wanted).await;
    }
    let app = &context.app;
    let mut conn = app.store().reader().await?;
    // A purchase that failed has told its reason, a risen price for example: trying it again is for who asked.
    let done = match work.verb {
        ShipmentsVerb::Buy => job_rows::recorded(&mut conn, &context.job).await?,
        _ => job_rows::good(&mut conn, &context.job).await?,
    };
    drop(conn);
    let mut group = RowGroup::new(done.len(), work.ids.len());
    context.write(&mut group).await?;
    let left: Vec<(i64, &ShipmentId)> = (1_i64..).zip(&work.ids).filter(|(number, _)| !done.contains(number)).collect();
    match work.verb {
        ShipmentsVerb::Delete => return delete(context, account, &left, group).await,
        ShipmentsVerb::Buy => return buy(context, account, &left, &work.by).await,
        _ => {}
    }
    // A printer takes one at a time, in the order asked for, and each is noted at once: paper cannot be taken back.
    let printing = matches!(work.verb, ShipmentsVerb::Print { .. });
    let at_once = if printing { 1 } else { AT_ONCE };
    let stop = &CancellationToken::new();
    let (done, mut outcomes) = mpsc::unbounded_channel();
    // Both go on at once: a row may hold the only writer while its neighbours' outcomes wait for it.
    let doing = async move {
        let (mut left, mut begun) = (left.into_iter(), FuturesUnordered::new());
        loop {
            while begun.len() < at_once && !stop.is_cancelled() {
                let Some((number, id)) = left.next() else { break };
                begun.push(row(app, account, work, number, id).boxed());
            }
            let Some(outcome) = begun.next().await else { return };
            if done.send(outcome).is_err() {
                return;
            }
        }
    };
    let noting = async move {
        loop {
            tokio::select! {
                row = outcomes.recv() => match row {
                    Some(row) => group.push(row),
                    None => break,
                },
                () = group.due() => {}
            }
            if printing || group.is_due() {
                context.write(&mut group).await?;
                // What was begun is brought to its end.
                if context.is_cancelled().await? {
                    stop.cancel();
                }
            }
        }
        context.write(&mut group).await?;
        if stop.is_cancelled() && !group.is_whole() { Err(JobError::Cancelled) } else { Ok(()) }
    };
    tokio::join!(doing, noting).1
}

/// Bulk jobs look between groups whether somebody asked them to stop.
async fn stop_if_asked(context: &JobContext) -> Result<(), JobError> {
    if context.is_cancelled().await? { Err(JobError::Cancelled) } else { Ok(()) }
}

async fn row(app: &App, account: &AccountId, work: &ShipmentsWork, number: i64, id: &ShipmentId) -> JobRow {
    let outcome = match &work.verb {
        ShipmentsVerb::Refund => {
            refunding::ask(app, account, id, &work.by).await.map(|asked| format!("{} {}", asked.tracking_code, asked.status))
        }
        ShipmentsVerb::Print { format, printer, slips } => paper::print(app, account, id, (format, *slips), printer).await,
        ShipmentsVerb::Delete | ShipmentsVerb::Buy | ShipmentsVerb::Compile { .. } => Ok(String::new()),
    };
    let (ok, message) = match outcome {
        Ok(message) => (true, message),
        Err(message) => (false, message),
    };
    JobRow { number, ok, message: Some(message), reference: Some(id.as_str().to_owned()) }
}

/// Buys the chosen or cheapest rates, a group in few commits; its outcomes are noted with its labels.
async fn buy(context: &JobContext, account: &AccountId, left: &[(i64, &ShipmentId)], by: &str) -> Result<(), JobError> {
    let by = Actor { kind: ActorKind::Owner, name: by.to_owned(), ip: None };
    for part in left.chunks(group::SIZE) {
        stop_if_asked(context).await?;
        let wanted = part.iter().map(|(number, id)| Wanted { number: *number, id: (*id).clone() }).collect();
        let begun = group::begin(&context.app, account, wanted, &by, true).await?;
        let asked = group::ask(&context.app, account, begun).await?;
        asked.settle(&context.app, account, &context.job, Of::List).await?;
    }
    Ok(())
}

/// Deletes drafts, a group in one transaction with its outcomes: a repeated job does not take its own work for a failure.
async fn delete(context: &JobContext, account: &AccountId, left: &[(i64, &ShipmentId)], mut group: RowGroup) -> Result<(), JobError> {
    for part in left.chunks(GROUP) {
        stop_if_asked(context).await?;
        let mut writer = context.app.store().writer().await?;
        let ids: Vec<ShipmentId> = part.iter().map(|(_, id)| (*id).clone()).collect();
        drafts::lock_drafts(&mut writer, account, &ids).await?;
        for (number, id) in part {
            let ok = drafts::delete_draft(&mut writer, account, id).await?;
            let message = if ok { "Deleted" } else { "Only drafts can be deleted" };
            group.push(JobRow { number: *number, ok, message: Some(message.into()), reference: Some(id.as_str().to_owned()) });
        }
        group.write(&mut writer, &context.job).await?;
        writer.commit().await?;
    }
    Ok(())
}
