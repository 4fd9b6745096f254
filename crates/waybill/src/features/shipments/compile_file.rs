//! The file of compiled labels, drawn on a thread of its own: labels come in, chunks and outcomes go out.

use super::drawing;
use domain::id::ShipmentId;
use domain::partner::Artwork;
use labels::DrawError;
use labels::compile::{Compiler, Format, Source};
use labels::packing_slip::PackingSlip;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
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

/// The end of a folder that can still change: an image's header is written once more when the image is there. Flushed after each
/// image, so that no more than one of them is in memory.
struct Tail<W> {
    sink: W,
    start: u64,
    bytes: Cursor<Vec<u8>>,
}

impl<W: Write> Write for Tail<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let ready = std::mem::take(&mut self.bytes).into_inner();
        self.start += u64::try_from(ready.len()).unwrap_or(0);
        self.sink.write_all(&ready)
    }
}

/// Asked for by the writer of folders, for other things than are done here.
impl<W> Read for Tail<W> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.bytes.read(into)
    }
}

impl<W> Seek for Tail<W> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let gone = || std::io::Error::other("that part of the folder is gone");
        let inside = match to {
            SeekFrom::Start(position) => SeekFrom::Start(position.checked_sub(self.start).ok_or_else(gone)?),
            other => other,
        };
        Ok(self.start + self.bytes.seek(inside)?)
    }
}

/// Images cannot be put into one file: they come in a folder.
fn into_zip(pieces: &Receiver<Piece>, says: &mpsc::Sender<Said>, chunks: Chunks<'_>) -> Result<(), DrawError> {
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut folder = zip::ZipWriter::new(Tail { sink: chunks, start: 0, bytes: Cursor::default() });
    folder.set_flush_on_finish_file(true);
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
    let mut tail = folder.finish().map_err(std::io::Error::other)?;
    tail.flush()?;
    Ok(tail.sink.end()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::Id;

    #[test]
    fn images_come_in_a_folder_chunk_by_chunk() {
        let (give, pieces) = std::sync::mpsc::channel();
        let (says, mut said) = mpsc::channel(100);
        let image = |n: u8| vec![n; CHUNK - 7];
        for number in 0..5 {
            let artwork = Some(Artwork::File { format: "png".into(), bytes: image(number) });
            let id = ShipmentId::generate(domain::Timestamp::UNIX_EPOCH, [number; 10]);
            give.send(Piece { number: number.into(), id, name: format!("A{number}"), artwork, slip: None }).unwrap();
        }
        drop(give);
        draw_all(&pieces, &says, "png", "4X6");
        drop(says);
        let (mut file, mut rows, mut before_the_last_row) = (Vec::new(), 0, 0);
        while let Some(said) = said.blocking_recv() {
            match said {
                Said::Row(_, _, outcome) => {
                    outcome.unwrap();
                    (rows, before_the_last_row) = (rows + 1, file.len());
                }
                Said::Bytes(bytes) => file.extend(bytes),
                Said::End(outcome) => outcome.unwrap(),
            }
        }
        assert!(rows == 5 && before_the_last_row > 3 * CHUNK, "images go on as they are drawn: {before_the_last_row}");
        let mut folder = zip::ZipArchive::new(Cursor::new(file)).unwrap();
        assert_eq!(folder.len(), 5);
        for number in 0..5 {
            let mut found = Vec::new();
            folder.by_name(&format!("A{number}.png")).unwrap().read_to_end(&mut found).unwrap();
            assert_eq!(found, image(number));
        }
    }
}
