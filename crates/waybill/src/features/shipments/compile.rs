//! Compiling: the labels of many shipments in one file, drawn on a thread of its own and stored chunk by chunk.
//!
//! Nothing is in memory whole: labels are read in batches, the drawing waits for them, and chunks go to the database as they
//! fill, in one transaction with the rows that were drawn meanwhile. A shipment without a label is a failed row; the others are
//! compiled. After a crash the file is begun anew.

use super::compile_file::{self, Piece, Said};
use super::drawing::content_type;
use super::slip;
use crate::jobs::{JobContext, JobError, RowGroup};
use chrono::TimeDelta;
use domain::id::{AccountId, FileId, Id, ShipmentId};
use std::collections::HashMap;
use store::files::{self, StoredFile};
use store::job_rows::JobRow;
use store::shipments::Shipment;
use store::{labels, shipments};
use tokio::sync::mpsc;

/// How long a compiled file is kept.
const KEPT: TimeDelta = TimeDelta::days(7);
/// Labels that wait for the drawing.
const WAITING: usize = 32;
/// Chunks that wait for the database: two megabytes.
const CHUNKS: usize = 8;

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
    let writing = write_all(context, account, ids.len(), wanted, said);
    let (read, written) = tokio::join!(reading, writing);
    drawing.await.map_err(|error| JobError::Retry(error.to_string()))?;
    // Only what was read to its end is a whole file.
    read?;
    let size = written?;
    let mut writer = context.app.store().writer().await?;
    files::complete(&mut writer, account, wanted.file, size).await?;
    Ok(writer.commit().await?)
}

async fn read_all(
    context: &JobContext,
    account: &AccountId,
    ids: &[ShipmentId],
    slips: bool,
    to_thread: std::sync::mpsc::SyncSender<Piece>,
) -> Result<(), JobError> {
    let mut numbers = 1_i64..;
    for batch in ids.chunks(WAITING) {
        if context.is_cancelled().await? {
            return Err(JobError::Cancelled);
        }
        let mut conn = context.app.store().reader().await?;
        let found = shipments::find_many(&mut conn, account, batch).await?;
        let mut artworks = labels::find_many(&mut conn, account, batch).await?;
        drop(conn);
        let mut found: HashMap<ShipmentId, Shipment> = found.into_iter().map(|shipment| (shipment.id.clone(), shipment)).collect();
        for (id, number) in batch.iter().zip(&mut numbers) {
            let shipment = found.remove(id);
            let slip = shipment.as_ref().filter(|_| slips).map(slip::of);
            let name = shipment.and_then(|shipment| shipment.tracking_code).unwrap_or_default();
            if !give(&to_thread, Piece { number, id: id.clone(), name, artwork: artworks.remove(id), slip }).await {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Gives the thread a label; false when it has ended. It may be busy: waiting for it must not block this one.
async fn give(to_thread: &std::sync::mpsc::SyncSender<Piece>, mut piece: Piece) -> bool {
    loop {
        match to_thread.try_send(piece) {
            Ok(()) => return true,
            Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return false,
            Err(std::sync::mpsc::TrySendError::Full(back)) => piece = back,
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

/// What was drawn and is not yet in the database. Labels count as downloaded with the rows that say so.
struct Drawn {
    rows: RowGroup,
    labels: Vec<ShipmentId>,
    chunks: Vec<Vec<u8>>,
    position: i64,
    size: i64,
}

async fn write_all(
    context: &JobContext,
    account: &AccountId,
    total: usize,
    wanted: &Wanted<'_>,
    mut said: mpsc::Receiver<Said>,
) -> Result<i64, JobError> {
    let app = &context.app;
    let (now, format, file) = (app.now(), wanted.format, wanted.file);
    let (name, content_type) =
        if format == "png" { ("labels.zip".to_owned(), "application/zip") } else { (format!("labels.{format}"), content_type(format)) };
    let stored = StoredFile { id: file.clone(), name, content_type: content_type.into(), size: 0, created_at: now, expires_at: now + KEPT };
    let mut drawn = Drawn { rows: RowGroup::new(0, total), labels: Vec::new(), chunks: Vec::new(), position: 0, size: 0 };
    let mut writer = app.store().writer().await?;
    files::begin(&mut writer, account, &stored).await?;
    drawn.rows.write(&mut writer, &context.job).await?;
    writer.commit().await?;
    loop {
        let said = tokio::select! {
            said = said.recv() => said,
            () = drawn.rows.due() => {
                drawn.write(context, account, file).await?;
                continue;
            }
        };
        match said {
            Some(Said::Row(number, id, outcome)) => {
                let (ok, reference) = (outcome.is_ok(), Some(id.as_str().to_owned()));
                drawn.rows.push(JobRow { number, ok, message: Some(outcome.err().unwrap_or_default()), reference });
                drawn.labels.extend(ok.then_some(id));
            }
            Some(Said::Bytes(bytes)) => drawn.chunks.push(bytes),
            Some(Said::End(Ok(()))) => {
                drawn.write(context, account, file).await?;
                return Ok(drawn.size);
            }
            Some(Said::End(Err(error))) => return Err(JobError::Fail(error)),
            None => return Err(JobError::retry("the drawing stopped")),
        }
        if drawn.rows.is_due() || drawn.chunks.len() >= CHUNKS {
            drawn.write(context, account, file).await?;
        }
    }
}

impl Drawn {
    async fn write(&mut self, context: &JobContext, account: &AccountId, file: &FileId) -> Result<(), JobError> {
        let mut writer = context.app.store().writer().await?;
        shipments::mark_downloaded(&mut writer, account, &self.labels).await?;
        self.labels.clear();
        for bytes in self.chunks.drain(..) {
            self.size += i64::try_from(bytes.len()).unwrap_or(0);
            files::append(&mut writer, account, file, self.position, bytes).await?;
            self.position += 1;
        }
        self.rows.write(&mut writer, &context.job).await?;
        Ok(writer.commit().await?)
    }
}
