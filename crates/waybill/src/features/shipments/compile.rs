//! Compiling: the labels of many shipments in one file, drawn on a thread of its own and stored chunk by chunk.
//!
//! Nothing is in memory whole: labels are read in batches, the drawing waits for them, and chunks go to the database as they
//! fill. A shipment without a label is a failed row; the others are compiled.

use super::drawing::{content_type, sheet};
use crate::jobs::{JobContext, JobError};
use chrono::TimeDelta;
use domain::id::{AccountId, FileId, Id, ShipmentId};
use domain::partner::Artwork;
use labels::compile::{Compiler, Format, Source};
use labels::{Dpi, DrawError};
use std::io::{Cursor, Write};
use store::files::{self, CHUNK, StoredFile};
use store::job_rows::{self, JobRow};
use store::{jobs, labels as stored_labels, shipments};
use tokio::sync::mpsc;
use zip::write::SimpleFileOptions;

/// How long a compiled file is kept.
const KEPT: TimeDelta = TimeDelta::days(7);
const WAITING: usize = 32;
/// Labels read and rows written at a time.
const BATCH: usize = 100;

/// What the drawing thread says.
enum Said {
    Row(i64, ShipmentId, Result<(), String>),
    Bytes(Vec<u8>),
    End(Result<(), String>),
}

/// What the drawing thread gets.
struct Piece {
    number: i64,
    id: ShipmentId,
    name: String,
    artwork: Option<Artwork>,
}

/// Runs the job.
pub async fn run(
    context: &JobContext,
    account: &AccountId,
    ids: &[ShipmentId],
    format: &str,
    layout: &str,
    file: &FileId,
) -> Result<(), JobError> {
    let (to_thread, pieces) = std::sync::mpsc::sync_channel(WAITING);
    let (says, mut said) = mpsc::channel(WAITING);
    let (kind, paper) = (format.to_owned(), sheet(layout));
    let drawing = tokio::task::spawn_blocking(move || draw_all(&pieces, &says, &kind, paper));
    let reading = read_all(context, account, ids, to_thread);
    let writing = write_all(context, account, i64::try_from(ids.len()).unwrap_or(i64::MAX), format, file, &mut said);
    let (read, written) = tokio::join!(reading, writing);
    drawing.await.map_err(|error| JobError::Retry(error.to_string()))?;
    read?;
    written
}

async fn read_all(
    context: &JobContext,
    account: &AccountId,
    ids: &[ShipmentId],
    to_thread: std::sync::mpsc::SyncSender<Piece>,
) -> Result<(), JobError> {
    let mut number = 0;
    for batch in ids.chunks(BATCH) {
        if context.is_cancelled().await? {
            return Err(JobError::Cancelled);
        }
        let mut conn = context.app.store().reader().await?;
        let mut found = stored_labels::find_many(&mut conn, account, batch).await?;
        drop(conn);
        for id in batch {
            number += 1;
            let (label, code) = found.remove(id).unzip();
            let name = code.flatten().unwrap_or_default();
            let mut piece = Piece { number, id: id.clone(), name, artwork: label.map(|label| label.artwork) };
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
    }
    Ok(())
}

/// What was drawn since it was last written down.
struct Drawn<'a> {
    context: &'a JobContext,
    account: &'a AccountId,
    total: i64,
    done: i64,
    rows: Vec<JobRow>,
    labels: Vec<ShipmentId>,
}

impl Drawn<'_> {
    fn add(&mut self, number: i64, id: ShipmentId, outcome: Result<(), String>) {
        let ok = outcome.is_ok();
        let (message, reference) = (Some(outcome.err().unwrap_or_default()), Some(id.as_str().to_owned()));
        self.rows.push(JobRow { number, ok, message, reference });
        self.done += 1;
        if ok {
            self.labels.push(id);
        }
    }

    /// Many rows share a commit.
    async fn flush(&mut self) -> Result<(), JobError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut writer = self.context.app.store().writer().await?;
        shipments::mark_many_downloaded(&mut writer, self.account, &self.labels).await?;
        job_rows::record_many(&mut writer, &self.context.job, &self.rows).await?;
        jobs::progress(&mut writer, &self.context.job, self.done, Some(self.total)).await?;
        writer.commit().await?;
        self.rows.clear();
        self.labels.clear();
        Ok(())
    }
}

async fn write_all(
    context: &JobContext,
    account: &AccountId,
    total: i64,
    format: &str,
    file: &FileId,
    said: &mut mpsc::Receiver<Said>,
) -> Result<(), JobError> {
    let app = &context.app;
    let now = app.now();
    let (name, content_type) =
        if format == "png" { ("labels.zip".to_owned(), "application/zip") } else { (format!("labels.{format}"), content_type(format)) };
    let stored = StoredFile { id: file.clone(), name, content_type: content_type.into(), size: 0, created_at: now, expires_at: now + KEPT };
    let mut writer = app.store().writer().await?;
    files::begin(&mut writer, account, &stored).await?;
    writer.commit().await?;
    let (mut position, mut size) = (0_i64, 0_i64);
    let mut drawn = Drawn { context, account, total, done: 0, rows: Vec::new(), labels: Vec::new() };
    while let Some(said) = said.recv().await {
        match said {
            Said::Row(number, id, outcome) => {
                drawn.add(number, id, outcome);
                if drawn.rows.len() >= BATCH {
                    drawn.flush().await?;
                }
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
                drawn.flush().await?;
                let mut writer = app.store().writer().await?;
                files::complete(&mut writer, account, file, size).await?;
                writer.commit().await?;
            }
        }
    }
    Ok(())
}

/// Sends what is written on, chunk by chunk.
struct Chunks<'a> {
    says: &'a mpsc::Sender<Said>,
    waiting: Vec<u8>,
}

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        while self.waiting.len() >= CHUNK {
            let rest = self.waiting.split_off(CHUNK);
            let full = std::mem::replace(&mut self.waiting, rest);
            self.send(full)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Chunks<'_> {
    fn send(&self, bytes: Vec<u8>) -> std::io::Result<()> {
        self.says.blocking_send(Said::Bytes(bytes)).map_err(|_| std::io::Error::other("nobody takes the file"))
    }

    fn end(self) -> std::io::Result<()> {
        if self.waiting.is_empty() { Ok(()) } else { self.send(self.waiting.clone()) }
    }
}

fn draw_all(pieces: &std::sync::mpsc::Receiver<Piece>, says: &mpsc::Sender<Said>, format: &str, paper: labels::Sheet) {
    let chunks = Chunks { says, waiting: Vec::new() };
    let drawn = match format {
        "png" => into_zip(pieces, says, chunks),
        "zpl" => into_one(pieces, says, chunks, Format::Zpl, paper),
        _ => into_one(pieces, says, chunks, Format::Pdf, paper),
    };
    // When nobody listens any more there is nobody to tell.
    let _ = says.blocking_send(Said::End(drawn.map_err(|error| error.to_string())));
}

fn into_one(
    pieces: &std::sync::mpsc::Receiver<Piece>,
    says: &mpsc::Sender<Said>,
    chunks: Chunks<'_>,
    format: Format,
    paper: labels::Sheet,
) -> Result<(), DrawError> {
    let mut compiler = Compiler::new(chunks, format, paper)?;
    for piece in pieces {
        let outcome = match &piece.artwork {
            None => Err("There is no label to compile".to_owned()),
            Some(artwork) => compiler.add(source(artwork)).map_err(|error| error.to_string()),
        };
        let _ = says.blocking_send(Said::Row(piece.number, piece.id, outcome));
    }
    Ok(compiler.finish()?.end()?)
}

fn source(artwork: &Artwork) -> Source<'_> {
    match artwork {
        Artwork::Described { label } => Source::Label(label),
        Artwork::File { format, bytes } if format == "png" => Source::Png(bytes),
        Artwork::File { format, bytes } if format == "zpl" => Source::Zpl(bytes),
        Artwork::File { bytes, .. } => Source::Pdf(bytes),
    }
}

/// Images cannot be put into one file: they come in a folder.
fn into_zip(pieces: &std::sync::mpsc::Receiver<Piece>, says: &mpsc::Sender<Said>, mut chunks: Chunks<'_>) -> Result<(), DrawError> {
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut folder = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for piece in pieces {
        let images = match &piece.artwork {
            Some(Artwork::Described { label }) => labels::draw_png(label, Dpi::Dpi203).map_err(|error| error.to_string()),
            Some(Artwork::File { format, bytes }) if format == "png" => Ok(vec![bytes.clone()]),
            Some(Artwork::File { format, .. }) => Err(format!("The carrier gave this label as {format} only")),
            None => Err("There is no label to compile".to_owned()),
        };
        let outcome = images.and_then(|images| {
            for (page, image) in (1..).zip(images) {
                let name = if page == 1 { format!("{}.png", piece.name) } else { format!("{}-{page}.png", piece.name) };
                folder.start_file(name, options).map_err(|error| error.to_string())?;
                folder.write_all(&image).map_err(|error| error.to_string())?;
            }
            Ok(())
        });
        let _ = says.blocking_send(Said::Row(piece.number, piece.id, outcome));
    }
    let folder = folder.finish().map_err(std::io::Error::other)?.into_inner();
    chunks.write_all(&folder)?;
    Ok(chunks.end()?)
}
