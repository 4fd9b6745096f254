//! The file of compiled labels, drawn on a thread of its own: labels come in, chunks and outcomes go out.

use super::drawing;
use domain::id::ShipmentId;
use domain::partner::Artwork;
use labels::DrawError;
use labels::compile::{Compiler, Format, Source};
use labels::packing_slip::PackingSlip;
use std::io::{Cursor, Write};
use std::sync::mpsc::Receiver;
use store::files::CHUNK;
use tokio::sync::mpsc;
use zip::write::SimpleFileOptions;

/// What the drawing thread says.
pub enum Said {
    /// How a label went.
    Row(i64, ShipmentId, Result<(), String>),
    /// The next chunk of the file.
    Bytes(Vec<u8>),
    /// That the file is whole, or why it will not be.
    End(Result<(), String>),
}

/// What the drawing thread gets.
pub struct Piece {
    /// Which row of the job.
    pub number: i64,
    /// Which shipment.
    pub id: ShipmentId,
    /// What files of its own are called.
    pub name: String,
    /// Its label, if it has one.
    pub artwork: Option<Artwork>,
    /// Its packing slip, if one is wanted.
    pub slip: Option<PackingSlip>,
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

/// Draws what comes and says how it went, until nothing more comes. Runs on a thread that may block.
pub fn draw_all(pieces: &Receiver<Piece>, says: &mpsc::Sender<Said>, format: &str, layout: &str) {
    let chunks = Chunks { says, waiting: Vec::new() };
    let drawn = match format {
        "png" => into_zip(pieces, says, chunks),
        "zpl" => into_one(pieces, says, chunks, Format::Zpl, drawing::sheet(layout)),
        _ => into_one(pieces, says, chunks, Format::Pdf, drawing::sheet(layout)),
    };
    // When nobody listens any more there is nobody to tell.
    let _ = says.blocking_send(Said::End(drawn.map_err(|error| error.to_string())));
}

fn into_one(
    pieces: &Receiver<Piece>,
    says: &mpsc::Sender<Said>,
    chunks: Chunks<'_>,
    format: Format,
    paper: labels::Sheet,
) -> Result<(), DrawError> {
    let mut compiler = Compiler::new(chunks, format, paper)?;
    for piece in pieces {
        let outcome = match &piece.artwork {
            None => Err("There is no label to compile".to_owned()),
            Some(artwork) => compiler.add(drawing::source(artwork)).map_err(|error| error.to_string()),
        };
        // A slip only where its label is: what stands behind a label belongs to it.
        let outcome = outcome.and_then(|()| match &piece.slip {
            Some(slip) => compiler.add(Source::PackingSlip(slip)).map_err(|error| format!("The label has no packing slip: {error}")),
            None => Ok(()),
        });
        let _ = says.blocking_send(Said::Row(piece.number, piece.id, outcome));
    }
    Ok(compiler.finish()?.end()?)
}

/// Images cannot be put into one file: they come in a folder.
fn into_zip(pieces: &Receiver<Piece>, says: &mpsc::Sender<Said>, mut chunks: Chunks<'_>) -> Result<(), DrawError> {
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut folder = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for piece in pieces {
        let images = match &piece.artwork {
            Some(Artwork::File { format, .. }) if format != "png" => Err(format!("The carrier gave this label as {format} only")),
            Some(artwork) => drawing::draw_with(artwork, piece.slip.as_ref(), "png", "").map_err(|error| error.to_string()),
            None => Err("There is no label to compile".to_owned()),
        };
        let outcome = images.and_then(|images| {
            for (page, image) in (1..).zip(images) {
                let name = format!("{}.png", drawing::page_name(&piece.name, page));
                folder.start_file(name, options).map_err(|error| error.to_string())?;
                folder.write_all(&image.bytes).map_err(|error| error.to_string())?;
            }
            Ok(())
        });
        let _ = says.blocking_send(Said::Row(piece.number, piece.id, outcome));
    }
    let folder = folder.finish().map_err(std::io::Error::other)?.into_inner();
    chunks.write_all(&folder)?;
    Ok(chunks.end()?)
}
