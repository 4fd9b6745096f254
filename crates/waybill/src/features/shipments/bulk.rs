//! Doing something with many shipments, row by row, as a durable job: one bad row never stops the others.
//!
//! Every verb is safe to repeat: after a crash another worker starts from the first row, and what was done stays done.

use super::purchase::{self, Order, Outcome, Refusal};
use super::{compile, paper, refunding, words};
use crate::app::App;
use crate::jobs::{JobContext, JobError};
use domain::activity::ActorKind;
use domain::id::{AccountId, Id, ShipmentId};
use domain::shipment::ShipmentState;
use domain::work::{ShipmentsVerb, ShipmentsWork, Slips};
use futures_util::stream;
use futures_util::{FutureExt, StreamExt};
use store::activity::Actor;
use store::job_rows::JobRow;
use store::shipments;

/// Rows in flight at once.
const AT_ONCE: usize = 8;

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, work: &ShipmentsWork) -> Result<(), JobError> {
    let total = i64::try_from(work.ids.len()).unwrap_or(i64::MAX);
    context.progress(0, Some(total)).await?;
    if let ShipmentsVerb::Compile { format, layout, file, slips } = &work.verb {
        let wanted = compile::Wanted { format, layout, file, slips: *slips == Slips::Behind };
        return compile::run(context, account, &work.ids, &wanted).await;
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
    }
    Ok(())
}

async fn row(app: &App, account: &AccountId, work: &ShipmentsWork, number: i64, id: &ShipmentId) -> JobRow {
    let outcome = match &work.verb {
        ShipmentsVerb::Buy => buy(app, account, id, &work.by).await,
        ShipmentsVerb::Refund => {
            refunding::ask(app, account, id, &work.by).await.map(|asked| format!("{} {}", asked.tracking_code, asked.status))
        }
        ShipmentsVerb::Print { format, printer, slips } => paper::print(app, account, id, (format, *slips), printer).await,
        ShipmentsVerb::Delete => delete(app, account, id).await,
        ShipmentsVerb::Compile { .. } => Ok(String::new()),
    };
    let (ok, message) = match outcome {
        Ok(message) => (true, message),
        Err(message) => (false, message),
    };
    JobRow { number, ok, message: Some(message), reference: Some(id.as_str().to_owned()) }
}

/// Buys the cheapest rate; a shipment that has its label already is as good as bought.
async fn buy(app: &App, account: &AccountId, id: &ShipmentId, by: &str) -> Result<String, String> {
    let found = async {
        let mut conn = app.store().reader().await?;
        shipments::find(&mut conn, account, id).await
    };
    let shipment = found.await.map_err(|error| words::of(&Refusal::Store(error)))?.ok_or("Not found")?;
    if let (ShipmentState::Bought, Some(code)) = (shipment.state, shipment.tracking_code) {
        return Ok(code);
    }
    let chosen = shipment.selected_rate_id.or_else(|| shipment.offers.rates.first().map(|offered| offered.id.clone()));
    let rate = chosen.ok_or("There is no rate to buy: get rates first")?;
    let by = Actor { kind: ActorKind::Owner, name: by.to_owned(), ip: None };
    match purchase::buy(app, account, &Order { shipment: id, rate: &rate, accepted: None, by: &by }).await {
        Ok(Outcome::Bought) => {
            let mut conn = app.store().reader().await.map_err(|error| words::of(&Refusal::Store(error)))?;
            let bought = shipments::find(&mut conn, account, id).await.map_err(|error| words::of(&Refusal::Store(error)))?;
            Ok(bought.and_then(|bought| bought.tracking_code).unwrap_or_default())
        }
        Ok(Outcome::Pending) => Err(words::PENDING.into()),
        Err(refusal) => Err(words::of(&refusal)),
    }
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
