//! Durable jobs: the runner, the schedules, and which slice runs which kind. No job bodies live here.
//!
//! A job is at-least-once: after a crash another worker starts it again, so every body must be safe to repeat.

pub mod figures;
mod registry;
mod rows;
mod runner;
mod schedule;

pub use rows::{GROUP, RowGroup};
pub use runner::{Runner, run_due};
pub use schedule::{SCHEDULES, run_schedules};

use crate::app::App;
use domain::id::JobId;
use store::StoreError;
use store::job_rows::{self, JobRow};
use store::jobs::{self, Leased};

/// Why a job did not end well, and whether trying again may help.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Try again later.
    #[error("{0}")]
    Retry(String),
    /// Give up: trying again cannot help.
    #[error("{0}")]
    Fail(String),
    /// Somebody asked it to stop, and it did where that is safe.
    #[error("cancelled")]
    Cancelled,
}

impl JobError {
    /// Try again later.
    #[must_use]
    pub fn retry(reason: &str) -> Self {
        Self::Retry(reason.to_owned())
    }

    /// Give up.
    #[must_use]
    pub fn fail(reason: &str) -> Self {
        Self::Fail(reason.to_owned())
    }
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        Self::Retry(error.to_string())
    }
}

/// What a job body gets: the world's application, and the way to report how far it is.
pub struct JobContext {
    /// The world's application.
    pub app: App,
    /// The job itself.
    pub job: Leased,
}

impl JobContext {
    /// Which job this is.
    #[must_use]
    pub fn id(&self) -> &JobId {
        &self.job.id
    }

    /// Whether somebody asked the job to stop. Bulk jobs look between rows.
    pub async fn is_cancelled(&self) -> Result<bool, JobError> {
        let mut conn = self.app.store().reader().await?;
        Ok(jobs::is_cancel_asked(&mut conn, &self.job).await?)
    }

    /// Reports how far the job is.
    pub async fn progress(&self, done: i64, total: Option<i64>) -> Result<(), JobError> {
        let mut writer = self.app.store().writer().await?;
        jobs::progress(&mut writer, &self.job, done, total).await?;
        Ok(writer.commit().await?)
    }

    /// Records the outcome of one row.
    pub async fn row(&self, row: &JobRow) -> Result<(), JobError> {
        let mut writer = self.app.store().writer().await?;
        job_rows::record(&mut writer, &self.job, row).await?;
        Ok(writer.commit().await?)
    }

    /// Writes the rows that wait and how far the job is with them.
    pub async fn write(&self, group: &mut RowGroup) -> Result<(), JobError> {
        let mut writer = self.app.store().writer().await?;
        group.write(&mut writer, &self.job).await?;
        Ok(writer.commit().await?)
    }
}
