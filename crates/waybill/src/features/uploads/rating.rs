//! The job that reads an upload's rows, asks carriers what each would cost, and writes rated drafts, batch by batch.
//!
//! A batch is one commit: its rows, its drafts, and how far the upload is. A worker that takes over skips what was done; two at
//! once cannot both write a batch, because the count must still stand where it stood.

use super::places::Known;
use super::source::Source;
use crate::app::App;
use crate::in_parallel;
use crate::jobs::{JobContext, JobError};
use crate::rating::Raters;
use chrono::TimeDelta;
use domain::fields::FieldErrors;
use domain::id::{AccountId, Id, JobId, ShipmentId, UploadId};
use domain::shipment::Offers;
use domain::upload::{Target, UploadState};
use domain::upload_row::{Overrides, ReadRow, read, sentences};
use domain::work::{UploadWork, Work};
use partners::tables::{self, Format, Refusal, Row};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use store::drafts;
use store::job_rows::{self, JobRow};
use store::jobs::{self, Leased, Owner, Starter};
use store::shipments::{self, Shipment};
use store::upload_rates::{ShortRate, short};
use store::upload_rows::{self, NewRow};
use store::upload_states::{self, RatedBatch};
use store::uploads::{self, ServiceSum, Upload};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Rows of a batch.
const BATCH: usize = 200;
/// Rows rated at once by each thread.
const AT_ONCE: usize = 8;
/// How often another worker may have been faster before this one gives way.
const OVERTAKEN: usize = 10;
/// Rows and drafts of an earlier rating that go in one commit.
const CLEARED: i64 = 500;

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, work: &UploadWork) -> Result<(), JobError> {
    let app = &context.app;
    for _ in 0..OVERTAKEN {
        let mut conn = app.store().reader().await?;
        let upload = uploads::find(&mut conn, account, &work.upload).await?;
        drop(conn);
        let ours = |upload: &Upload| upload.status == UploadState::Rating && upload.job_id.as_ref() == Some(context.id());
        let Some(upload) = upload.filter(ours) else { return Ok(()) };
        if rate(context, account, &upload).await? {
            return finish(context, account, &upload, work).await;
        }
        // The last batch of a worker that was stopped came in between: from there it goes on.
    }
    Err(JobError::retry("another worker is at this upload"))
}

/// Whether all rows are done; not when another worker was faster with a batch.
async fn rate(context: &JobContext, account: &AccountId, upload: &Upload) -> Result<bool, JobError> {
    let app = &context.app;
    if upload.clearing {
        clear_drafts(context, account, &upload.id).await?;
        let mut conn = app.store().reader().await?;
        let counts = uploads::counts_of(&mut conn, account, &upload.id).await?;
        drop(conn);
        // Somebody bought a draft before it could be removed: its row must not become another one.
        if counts.shipments > 0 {
            return Err(JobError::fail("Labels of this upload were bought meanwhile, so it cannot be rated again."));
        }
        clear_rows(context, account, &upload.id).await?;
        let mut writer = app.store().writer().await?;
        upload_states::cleared(&mut writer, account, &upload.id).await?;
        writer.commit().await?;
    }
    context.progress(upload.processed_count, Some(upload.rows_count)).await?;
    rate_all(context, account, upload).await
}

/// Removes the drafts that an earlier rating made.
pub async fn clear_drafts(context: &JobContext, account: &AccountId, id: &UploadId) -> Result<(), JobError> {
    loop {
        let mut writer = context.app.store().writer().await?;
        let drafts = drafts::delete_some_of_upload(&mut writer, account, id.as_str(), CLEARED).await?;
        writer.commit().await?;
        if drafts == 0 {
            return Ok(());
        }
    }
}

/// Removes the rows that an earlier rating read.
pub async fn clear_rows(context: &JobContext, account: &AccountId, id: &UploadId) -> Result<(), JobError> {
    loop {
        let mut writer = context.app.store().writer().await?;
        let rows = upload_rows::delete_some(&mut writer, account, id, CLEARED).await?;
        writer.commit().await?;
        if rows == 0 {
            return Ok(());
        }
    }
}

/// What every row needs.
struct Rules {
    app: App,
    maps: Vec<Target>,
    overrides: Overrides,
    raters: Raters,
}

/// A row that was read and rated, or what is wrong with it.
type Rated = (Row, Result<(ReadRow, Offers), Vec<String>>);

/// Whether all rows are done; not when another worker or a cancellation took the upload away.
async fn rate_all(context: &JobContext, account: &AccountId, upload: &Upload) -> Result<bool, JobError> {
    let app = &context.app;
    let unready = || JobError::fail("the upload has no mapping");
    let (maps, overrides) = (upload.maps.clone().ok_or_else(unready)?, upload.overrides.clone().ok_or_else(unready)?);
    let rules = Arc::new(Rules { app: app.clone(), maps, overrides, raters: Raters::open(app, account).await });
    let (mut batches, reading) = read_rows(app, account, upload).await?;
    let mut state = Progress { done: upload.processed_count, services: known(&upload.services) };
    let mut writing: Option<Writing> = None;
    while let Some(batch) = batches.recv().await {
        if context.is_cancelled().await? {
            // Whoever records that the job ended must not meet a batch of it that is still being written.
            written(writing.take()).await?;
            return Err(JobError::Cancelled);
        }
        let rules = Arc::clone(&rules);
        let rated = in_parallel::map(batch, AT_ONCE, move |row| rate_row(Arc::clone(&rules), row)).await?;
        // The last batch is written while this one was rated.
        if !written(writing.take()).await? {
            return Ok(false);
        }
        let batch = state.next(app, &upload.id, rated);
        let (app, account, id, job) = (app.clone(), account.clone(), upload.id.clone(), context.job.clone());
        writing = Some(tokio::spawn(async move { batch.write(&app, &account, &id, &job).await }));
    }
    let written = written(writing).await?;
    match reading.await.map_err(|error| JobError::Retry(error.to_string()))? {
        Ok(()) => Ok(written),
        Err(Refusal::Storage(cause)) => Err(JobError::Retry(cause)),
        Err(refusal) => Err(JobError::Fail(format!("The file {refusal}"))),
    }
}

/// A batch that is being written while the next one is rated.
type Writing = JoinHandle<Result<bool, JobError>>;

/// Whether the last batch, if there was one, was written.
async fn written(last: Option<Writing>) -> Result<bool, JobError> {
    match last {
        Some(last) => last.await.map_err(|error| JobError::Retry(error.to_string()))?,
        None => Ok(true),
    }
}

/// Reads the file on a thread of its own, from the first row that is not done.
async fn read_rows(
    app: &App,
    account: &AccountId,
    upload: &Upload,
) -> Result<(mpsc::Receiver<Vec<Row>>, JoinHandle<Result<(), Refusal>>), JobError> {
    let format: Format = serde_json::from_str(&upload.format).map_err(|error| JobError::Fail(error.to_string()))?;
    let mut conn = app.store().reader().await?;
    let file = store::files::find(&mut conn, account, &upload.file_id, app.now()).await?;
    drop(conn);
    let file = file.ok_or_else(|| JobError::fail("the file is gone"))?;
    let source = Source::new(app, account, &file.id, file.size);
    let (columns, mut skip) = (upload.header.len(), upload.processed_count);
    let (send, batches) = mpsc::channel(2);
    let reading = tokio::task::spawn_blocking(move || {
        let mut batch = Vec::with_capacity(BATCH);
        tables::rows(source, format, columns, |row| {
            if skip > 0 {
                skip -= 1;
                return ControlFlow::Continue(());
            }
            batch.push(row);
            if batch.len() == BATCH && send.blocking_send(std::mem::take(&mut batch)).is_err() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        // Nobody takes rows any more when the job was stopped.
        if !batch.is_empty() {
            let _ = send.blocking_send(batch);
        }
        Ok(())
    });
    Ok((batches, reading))
}

async fn rate_row(rules: Arc<Rules>, row: Row) -> Rated {
    let outcome = match read(&row.cells, &rules.maps, &rules.overrides, &Known) {
        Err(messages) => Err(messages),
        Ok(read) => {
            let offers = rules.raters.offers(&rules.app, &read.details).await;
            if offers.rates.is_empty() { Err(refused(&offers)) } else { Ok((read, offers)) }
        }
    };
    (row, outcome)
}

/// Why no carrier takes a row.
fn refused(offers: &Offers) -> Vec<String> {
    let mut errors = FieldErrors::default();
    offers.refusals.iter().for_each(|refusal| errors.add(&refusal.field, &refusal.message));
    let told = sentences(&errors);
    if told.is_empty() { vec!["No carrier takes this parcel".into()] } else { told }
}

type Services = BTreeMap<(String, String), (i64, i64)>;

fn known(services: &[ServiceSum]) -> Services {
    services.iter().map(|sum| ((sum.carrier.clone(), sum.service.clone()), (sum.count, sum.cents))).collect()
}

/// How far the job is.
struct Progress {
    done: i64,
    services: Services,
}

impl Progress {
    /// Turns rated rows into what is written.
    fn next(&mut self, app: &App, upload: &UploadId, rated: Vec<Rated>) -> Batch {
        let (from, now) = (self.done, app.now());
        let mut batch = Batch { from, to: from, errors: 0, drafts: Vec::new(), rows: Vec::new(), told: Vec::new(), services: Vec::new() };
        for (row, outcome) in rated {
            batch.to += 1;
            let number = i64::try_from(row.number).unwrap_or(i64::MAX);
            let outcome = outcome.map(|(read, offers)| {
                // In the order of the rows, so that labels are compiled in that order too.
                let id: ShipmentId = app.deployment.random.id(now + TimeDelta::microseconds(batch.to));
                let rates = short(&offers, &read.details);
                for ShortRate(carrier, service, _, cents, _) in &rates {
                    let sum = self.services.entry((carrier.clone(), service.clone())).or_default();
                    *sum = (sum.0 + 1, sum.1.saturating_add(*cents));
                }
                batch.drafts.push(Shipment {
                    source: "upload".into(),
                    upload_id: Some(upload.as_str().to_owned()),
                    shop_order_id: read.order_id,
                    selected_rate_id: offers.rates.first().map(|offered| offered.id.clone()),
                    offers,
                    rated_at: Some(now),
                    ..Shipment::draft(id.clone(), read.details, now)
                });
                (id, rates)
            });
            let (ok, message, reference) = match &outcome {
                Ok((id, _)) => (true, None, Some(id.as_str().to_owned())),
                Err(messages) => (false, Some(messages.join(". ")), None),
            };
            batch.errors += i64::from(!ok);
            batch.told.push(JobRow { number, ok, message, reference });
            batch.rows.push(NewRow { number, cells: row.cells, outcome });
        }
        self.done = batch.to;
        let sums = self.services.iter().map(|((carrier, service), (count, cents))| (carrier.clone(), service.clone(), *count, *cents));
        batch.services = sums.map(|(carrier, service, count, cents)| ServiceSum { carrier, service, count, cents }).collect();
        batch
    }
}

/// Rows that are written together.
struct Batch {
    from: i64,
    to: i64,
    errors: i64,
    drafts: Vec<Shipment>,
    rows: Vec<NewRow>,
    told: Vec<JobRow>,
    services: Vec<ServiceSum>,
}

impl Batch {
    /// Whether it was written: not when somebody else was faster.
    async fn write(self, app: &App, account: &AccountId, id: &UploadId, job: &Leased) -> Result<bool, JobError> {
        let mut writer = app.store().writer().await?;
        let batch = RatedBatch { from: self.from, to: self.to, errors: self.errors, services: &self.services };
        if !upload_states::rated_some(&mut writer, account, id, &job.id, &batch).await? {
            return Ok(false);
        }
        shipments::insert_many(&mut writer, account, &self.drafts).await?;
        upload_rows::insert(&mut writer, account, id, &self.rows).await?;
        job_rows::record_all(&mut writer, job, &self.told).await?;
        jobs::advance(&mut writer, job, self.to - self.from).await?;
        writer.commit().await?;
        Ok(true)
    }
}

/// All rows are done; those who asked for it get their labels bought at once.
async fn finish(context: &JobContext, account: &AccountId, upload: &Upload, work: &UploadWork) -> Result<(), JobError> {
    let (app, now) = (&context.app, context.app.now());
    let mut writer = app.store().writer().await?;
    if !upload_states::set_status(&mut writer, account, &upload.id, context.id(), &[UploadState::Rating], UploadState::Rated, now).await? {
        return Ok(());
    }
    if upload.buy_at_once && upload_rows::any_draft(&mut writer, account, &upload.id).await? {
        let job: JobId = app.id();
        upload_states::begin_purchase(&mut writer, account, &upload.id, UploadState::Rated, &job, now).await?;
        let owner = Owner::Account(account.clone());
        jobs::enqueue(&mut writer, &owner, &job, &Work::BuyUpload(work.clone()), now, Starter::named(&work.by)).await?;
    }
    Ok(writer.commit().await?)
}
