//! Compiling: the labels of many shipments in one file, drawn on a thread of its own and stored chunk by chunk.
//!
//! Nothing is in memory whole: labels are read in batches, the drawing waits for them, and chunks go to the database as they
//! fill. A shipment without a label is a failed row; the others are compiled.

use super::compile_file::{self, Piece, Said};
use super::drawing::content_type;
use super::slip;
use crate::jobs::{JobContext, JobError};
use chrono::TimeDelta;
use domain::id::{AccountId, FileId, Id, ShipmentId};
use store::files::{self, StoredFile};
use store::job_rows::JobRow;
use store::{labels, shipments};
use tokio::sync::mpsc;

/// How long a compiled file is kept.
const KEPT: TimeDelta = TimeDelta::days(7);
const WAITING: usize = 32;

/// What is made of the labels.
pub struct Wanted<'a> {
    /// `pdf`, `png` or `zpl`.
    pub format: &'a str,
    /// `4X6` or `8.5X11`.
    pub layout: &'a str,
    /// The file it becomes.
    pub file: &'a FileId,
    /// Whether a packing slip follows each label.
    pub slips: bool,
}

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, ids: &[ShipmentId], wanted: &Wanted<'_>) -> Result<(), JobError> {
    let (to_thread, pieces) = std::sync::mpsc::sync_channel(WAITING);
    let (says, said) = mpsc::channel(WAITING);
    let (format, layout) = (wanted.format.to_owned(), wanted.layout.to_owned());
    let drawing = tokio::task::spawn_blocking(move || compile_file::draw_all(&pieces, &says, &format, &layout));
    let reading = read_all(context, account, ids, wanted.slips, to_thread);
    let writing = write_all(context, account, i64::try_from(ids.len()).unwrap_or(i64::MAX), wanted, said);
    let (read, written) = tokio::join!(reading, writing);
    drawing.await.map_err(|error| JobError::Retry(error.to_string()))?;
    read?;
    written
}

async fn read_all(
    context: &JobContext,
    account: &AccountId,
    ids: &[ShipmentId],
    slips: bool,
    to_thread: std::sync::mpsc::SyncSender<Piece>,
) -> Result<(), JobError> {
    for (number, id) in (1_i64..).zip(ids) {
        let mut conn = context.app.store().reader().await?;
        let shipment = shipments::find(&mut conn, account, id).await?;
        let label = labels::find(&mut conn, account, id).await?;
        drop(conn);
        let slip = shipment.as_ref().filter(|_| slips).map(slip::of);
        let name = shipment.and_then(|shipment| shipment.tracking_code).unwrap_or_default();
        let mut piece = Piece { number, id: id.clone(), name, artwork: label.map(|label| label.artwork), slip };
        // The thread may be busy: waiting for it must not block this one.
        loop {
            match to_thread.try_send(piece) {
                Ok(()) => break,
                Err(std::sync::mpsc::TrySendError::Full(back)) => {
                    piece = back;
                    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                }
                Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return Ok(()),
            }
        }
    }
    Ok(())
}

async fn write_all(
    context: &JobContext,
    account: &AccountId,
    total: i64,
    wanted: &Wanted<'_>,
    mut said: mpsc::Receiver<Said>,
) -> Result<(), JobError> {
    let app = &context.app;
    let (now, format, file) = (app.now(), wanted.format, wanted.file);
    let (name, content_type) =
        if format == "png" { ("labels.zip".to_owned(), "application/zip") } else { (format!("labels.{format}"), content_type(format)) };
    let stored = StoredFile { id: file.clone(), name, content_type: content_type.into(), size: 0, created_at: now, expires_at: now + KEPT };
    let mut writer = app.store().writer().await?;
    files::begin(&mut writer, account, &stored).await?;
    writer.commit().await?;
    let (mut position, mut size, mut done) = (0_i64, 0_i64, 0_i64);
    while let Some(said) = said.recv().await {
        match said {
            Said::Row(number, id, outcome) => {
                done += 1;
                let ok = outcome.is_ok();
                if ok {
                    let mut writer = app.store().writer().await?;
                    shipments::mark_downloaded(&mut writer, account, &id).await?;
                    writer.commit().await?;
                }
                let row = JobRow { number, ok, message: Some(outcome.err().unwrap_or_default()), reference: Some(id.as_str().to_owned()) };
                context.row_done(&row, done, total).await?;
            }
            Said::Bytes(bytes) => {
                size += i64::try_from(bytes.len()).unwrap_or(0);
                let mut writer = app.store().writer().await?;
                files::append(&mut writer, account, file, position, bytes).await?;
                writer.commit().await?;
                position += 1;
            }
            Said::End(Err(error)) => return Err(JobError::Fail(error)),
            Said::End(Ok(())) => {
                let mut writer = app.store().writer().await?;
                files::complete(&mut writer, account, file, size).await?;
                writer.commit().await?;
            }
        }
    }
    Ok(())
}
