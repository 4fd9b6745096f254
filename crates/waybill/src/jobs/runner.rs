//! The runner: leases due jobs, runs each as a task of its own, keeps the lease alive, records the outcome.
//!
//! No transaction is open while a body runs. Several runners, in one process or many, share the work through the leases.

use super::{JobContext, JobError, registry, schedule};
use crate::app::App;
use chrono::TimeDelta;
use domain::Timestamp;
use domain::work::back_off_millis;
use std::sync::Arc;
use std::time::Duration;
use store::jobs::{self, Leased, Owner};
use store::{StoreError, Writer, hopeless_jobs, upload_states};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const POLL: Duration = Duration::from_secs(1);
/// Jobs given up in one round.
const GIVEN_UP: i64 = 20;

/// One world's runner in one process.
pub struct Runner {
    app: App,
    name: String,
    slots: Arc<Semaphore>,
    tasks: TaskTracker,
    stop: CancellationToken,
    abort: CancellationToken,
}

impl Runner {
    /// A runner that goes on until `stop`.
    #[must_use]
    pub fn new(app: App, stop: CancellationToken) -> Self {
        let name = std::process::id().to_string();
        let slots = Arc::new(Semaphore::new(app.deployment.config.jobs.workers));
        Self { app, name, slots, tasks: TaskTracker::new(), stop, abort: CancellationToken::new() }
    }

    /// Runs jobs until told to stop, then waits for those that are running; what does not end in time is given back.
    pub async fn run(self) {
        if let Err(error) = schedule::ensure(&self.app).await {
            tracing::error!(%error, "the schedules could not be set up");
        }
        while !self.stop.is_cancelled() {
            // Registered before looking, so that a job enqueued meanwhile is not overlooked.
            let ready = self.app.store().jobs_ready().notified();
            let more = match self.round().await {
                Ok(more) => more,
                Err(error) => {
                    tracing::error!(world = self.app.world.name(), %error, "looking for jobs failed");
                    false
                }
            };
            if more {
                continue;
            }
            tokio::select! {
                () = ready => {}
                () = tokio::time::sleep(POLL) => {}
                () = self.stop.cancelled() => {}
            }
        }
        self.tasks.close();
        let patience = Duration::from_secs(self.app.deployment.config.jobs.drain_seconds);
        if tokio::time::timeout(patience, self.tasks.wait()).await.is_err() {
            self.abort.cancel();
            self.tasks.wait().await;
        }
    }

    /// Leases as many jobs as there are free slots: whether more may be waiting.
    async fn round(&self) -> Result<bool, StoreError> {
        schedule::enqueue_due(&self.app).await?;
        let free = self.slots.available_permits();
        if free == 0 {
            // Wait for one to become free before looking again.
            drop(self.slots.acquire().await);
            return Ok(true);
        }
        let leased = lease(&self.app, &self.name, free).await?;
        let full = leased.len() == free;
        for job in leased {
            let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() else { break };
            let (app, abort) = (self.app.clone(), self.abort.clone());
            self.tasks.spawn(async move {
                attend(&app, job, &abort).await;
                drop(slot);
            });
        }
        Ok(full)
    }
}

/// Every lease has a name of its own: a worker whose lease ran out while it stalled must not be taken for the one that took over, and
/// that may be the same runner.
async fn lease(app: &App, runner: &str, limit: usize) -> Result<Vec<Leased>, StoreError> {
    let now = app.now();
    let holder = format!("{runner}-{}", hex::encode(app.deployment.random.bytes::<6>()));
    let mut writer = app.store().writer().await?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let leased = jobs::lease(&mut writer, &holder, now, now + lease_time(app), limit).await?;
    writer.commit().await?;
    // What was leased is run, whatever becomes of these.
    if let Err(error) = give_up_hopeless(app, now).await {
        tracing::error!(world = app.world.name(), %error, "looking for hopeless jobs failed");
    }
    Ok(leased)
}

/// Gives up what no worker takes any more, each in a transaction of its own: one that cannot be given up must not stop the others.
async fn give_up_hopeless(app: &App, now: Timestamp) -> Result<(), StoreError> {
    let mut conn = app.store().reader().await?;
    let hopeless = hopeless_jobs::find(&mut conn, now, GIVEN_UP).await?;
    drop(conn);
    for job in &hopeless {
        let given_up = async {
            let mut writer = app.store().writer().await?;
            hopeless_jobs::give_up(&mut writer, job, now).await?;
            writer.commit().await
        };
        let Err(error) = given_up.await else { continue };
        tracing::error!(job = %job.id, %error, "a job could not be given up; it is tried again later");
        let mut writer = app.store().writer().await?;
        hopeless_jobs::put_off(&mut writer, job, now, now + lease_time(app)).await?;
        writer.commit().await?;
    }
    Ok(())
}

fn lease_time(app: &App) -> TimeDelta {
    TimeDelta::seconds(app.deployment.config.jobs.lease_seconds)
}

/// Runs one job from lease to outcome.
async fn attend(app: &App, job: Leased, abort: &CancellationToken) {
    let kind = job.work.kind();
    let context = JobContext { app: app.clone(), job: job.clone() };
    // A task of its own: a panic in a body is that job's failure, not the runner's.
    let body = tokio::spawn(async move { registry::run(&context).await });
    let handle = body.abort_handle();
    let outcome = tokio::select! {
        outcome = body => outcome.unwrap_or_else(|panic| Err(JobError::Retry(format!("the job stopped: {panic}")))),
        () = keep_alive(app, &job) => {
            handle.abort();
            tracing::warn!(job = %job.id, kind, "the lease of a job was lost; another worker has it");
            return;
        }
        () = abort.cancelled() => {
            handle.abort();
            note(app, &job, None).await;
            return;
        }
    };
    let label = if outcome.is_ok() { "done" } else { "failed" };
    metrics::counter!("waybill_jobs_run_total", "kind" => kind, "outcome" => label).increment(1);
    note(app, &job, Some(outcome)).await;
}

/// Prolongs the lease every third of its time; returns when it is lost.
async fn keep_alive(app: &App, job: &Leased) {
    let third = Duration::from_secs(u64::try_from(app.deployment.config.jobs.lease_seconds).unwrap_or(30)) / 3;
    loop {
        tokio::time::sleep(third).await;
        let kept = async {
            let mut writer = app.store().writer().await?;
            let kept = jobs::heartbeat(&mut writer, job, app.now() + lease_time(app)).await?;
            writer.commit().await?;
            Ok::<_, StoreError>(kept)
        };
        match kept.await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => tracing::warn!(job = %job.id, %error, "a heartbeat failed"),
        }
    }
}

/// Records the outcome; without one the job is given back untried. A database that stumbles is asked again: else the job would wait
/// until its lease has run out, and would be done again.
async fn note(app: &App, job: &Leased, outcome: Option<Result<(), JobError>>) {
    for pause in [Some(Duration::from_millis(200)), Some(Duration::from_secs(1)), None] {
        match record(app, job, outcome.as_ref()).await {
            Ok(true) => return,
            Ok(false) => return tracing::warn!(job = %job.id, "the outcome of a job came too late; another worker has it"),
            Err(error) => match pause {
                Some(pause) => tokio::time::sleep(pause).await,
                None => tracing::error!(job = %job.id, %error, "the outcome of a job could not be recorded; it will run again"),
            },
        }
    }
}

/// Whether the job was still ours, so that its outcome counts.
async fn record(app: &App, job: &Leased, outcome: Option<&Result<(), JobError>>) -> Result<bool, StoreError> {
    let now = app.now();
    let mut writer = app.store().writer().await?;
    let ours = match outcome {
        None => jobs::give_back(&mut writer, job, now).await?,
        Some(Ok(())) => jobs::finish(&mut writer, job, now).await?,
        Some(Err(JobError::Cancelled)) => {
            lock_upload(&mut writer, job).await?;
            let ours = jobs::cancelled(&mut writer, job, now).await?;
            let_go(&mut writer, job, ours, "Cancelled before it was bought", now).await?
        }
        Some(Err(JobError::Retry(reason))) if job.attempt < job.max_attempts => {
            let jitter = u32::from_le_bytes(app.deployment.random.bytes());
            let wait = TimeDelta::milliseconds(back_off_millis(job.attempt, jitter));
            tracing::warn!(job = %job.id, kind = job.work.kind(), attempt = job.attempt, reason, "a job failed and will be tried again");
            jobs::retry(&mut writer, job, reason, now + wait).await?
        }
        Some(Err(JobError::Retry(reason) | JobError::Fail(reason))) => {
            tracing::error!(job = %job.id, kind = job.work.kind(), attempt = job.attempt, reason, "a job failed for good");
            lock_upload(&mut writer, job).await?;
            let ours = jobs::fail(&mut writer, job, reason, now).await?;
            let_go(&mut writer, job, ours, reason, now).await?
        }
    };
    writer.commit().await?;
    Ok(ours)
}

async fn lock_upload(writer: &mut Writer, job: &Leased) -> Result<(), StoreError> {
    match &job.owner {
        Owner::Account(account) => upload_states::lock_of_job(writer, account, &job.id).await,
        Owner::System => Ok(()),
    }
}

/// Lets go of the upload that a job was at, if the job was still ours to end; else another worker is at it. Passes on whether it was.
async fn let_go(writer: &mut Writer, job: &Leased, ours: bool, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
    if let (true, Owner::Account(account)) = (ours, &job.owner) {
        upload_states::job_ended(writer, account, &job.id, reason, now).await?;
    }
    Ok(ours)
}

/// Runs everything that is due now, one after the other, and tells how many jobs ran. For the command line and tests.
pub async fn run_due(app: &App) -> Result<usize, StoreError> {
    let never = CancellationToken::new();
    let mut ran = 0;
    loop {
        let leased = lease(app, "once", 1).await?;
        let Some(job) = leased.into_iter().next() else { return Ok(ran) };
        attend(app, job, &never).await;
        ran += 1;
    }
}
