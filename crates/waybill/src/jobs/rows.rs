//! Outcomes of rows on their way into the database, in groups: a commit for every row would be most of a bulk job's work.
//!
//! A group is written when it is full or a second old, with the progress that it makes, so what a screen shows is true and at
//! most that old. A crash loses a group at most: its rows are done again, and bodies are safe to repeat.

use std::time::Duration;
use store::job_rows::{self, JobRow};
use store::jobs::{self, Leased};
use store::{StoreError, Writer};
use tokio::time::Instant;

/// Rows that are written together.
pub const GROUP: usize = 50;
const LONGEST: Duration = Duration::from_secs(1);

/// The rows that wait to be written.
pub struct RowGroup {
    rows: Vec<JobRow>,
    done: i64,
    total: i64,
    write_by: Option<Instant>,
}

impl RowGroup {
    /// Nothing waits; `done` rows of an earlier try count.
    #[must_use]
    pub fn new(done: usize, total: usize) -> Self {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        Self { rows: Vec::with_capacity(GROUP), done: count(done), total: count(total), write_by: None }
    }

    /// Adds a row.
    pub fn push(&mut self, row: JobRow) {
        self.rows.push(row);
        self.done += 1;
        self.write_by.get_or_insert_with(|| Instant::now() + LONGEST);
    }

    /// Whether no row is left to do.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.done >= self.total
    }

    /// Whether it should be written now.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.rows.len() >= GROUP || self.write_by.is_some_and(|by| by <= Instant::now())
    }

    /// Waits until it should be written; for ever while nothing waits.
    pub async fn due(&self) {
        match self.write_by {
            Some(by) => tokio::time::sleep_until(by).await,
            None => std::future::pending().await,
        }
    }

    /// Writes what waits and how far the job is with it, in the caller's transaction.
    pub async fn write(&mut self, writer: &mut Writer, job: &Leased) -> Result<(), StoreError> {
        job_rows::record_all(writer, job, &self.rows).await?;
        jobs::progress(writer, job, self.done, Some(self.total)).await?;
        self.rows.clear();
        self.write_by = None;
        Ok(())
    }
}
