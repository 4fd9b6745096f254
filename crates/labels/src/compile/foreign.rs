//! Pages of carriers' PDF files, taken into ours without changing how they look.
//!
//! The files come from outside: a broken or hostile one gives an error. The library that reads them is kept behind a fence, so that
//! even a panic inside it costs one label and not the whole file. Scripts, forms and links of the file are left behind.

use crate::error::DrawError;
use crate::pdf::file::Ref;
use crate::pdf::{Document, Item};
use hayro_write::hayro_syntax::Pdf;
use hayro_write::{ChunkSettings, ExtractionQuery, extract, pdf_writer};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// No carrier's label has more pages.
const MOST_PAGES: usize = 50;
/// No carrier's label is larger.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// A page: number of its form and its size in points.
type Form = (Ref, f32, f32);

/// Adds every page of a file.
pub fn add<W: Write>(document: &mut Document<W>, bytes: &[u8]) -> Result<(), DrawError> {
    if bytes.len() > MOST_BYTES {
        return Err(DrawError::ForeignPdf("it is too large".into()));
    }
    let read = catch_unwind(AssertUnwindSafe(|| read(document, bytes)));
    let (objects, forms) = read.map_err(|_| DrawError::ForeignPdf("it is damaged".into()))??;
    for (id, object) in &objects {
        document.file().put_whole(*id, object)?;
    }
    for (id, width, height) in forms {
        document.add(Item::Form { id, width, height }, None)?;
    }
    Ok(())
}

/// An object with its number, whole.
type Object = (Ref, Vec<u8>);

fn read<W: Write>(document: &mut Document<W>, bytes: &[u8]) -> Result<(Vec<Object>, Vec<Form>), DrawError> {
    let damaged = |reason: &str| DrawError::ForeignPdf(reason.into());
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| DrawError::ForeignPdf(format!("{error:?}")))?;
    let sizes: Vec<(f32, f32)> = pdf.pages().iter().map(|page| page.render_dimensions()).collect();
    if sizes.is_empty() || sizes.len() > MOST_PAGES {
        return Err(damaged("it has no pages, or too many"));
    }
    let sane = |side: f32| (1.0..=5000.0).contains(&side);
    if !sizes.iter().all(|(width, height)| sane(*width) && sane(*height)) {
        return Err(damaged("its pages have no sensible size"));
    }
    let queries: Vec<ExtractionQuery> = (0..sizes.len()).map(ExtractionQuery::new_xobject).collect();
    let file = document.file();
    let next = Box::new(move || pdf_writer::Ref::new(i32::try_from(file.reserve()).unwrap_or(i32::MAX)));
    let taken = extract(&pdf, next, ChunkSettings::default(), &queries).map_err(|_| damaged("a page is missing"))?;
    let ids = taken.root_refs.iter().map(|id| id.as_ref().map(|id| id.get()).map_err(|_| damaged("a page is missing")));
    let ids: Vec<i32> = ids.collect::<Result<_, _>>()?;
    let number = |id: i32| u32::try_from(id).unwrap_or_default();
    let forms = ids.into_iter().zip(sizes).map(|(id, (width, height))| (number(id), width, height)).collect();
    let mut whole = pdf_writer::Pdf::new();
    whole.extend(&taken.chunk);
    Ok((objects(&whole.finish()).ok_or_else(|| damaged("it cannot be taken apart"))?, forms))
}

/// Takes a finished file apart by its table of places: lines of twenty bytes, one for each number.
fn objects(file: &[u8]) -> Option<Vec<Object>> {
    let tail = file.get(file.len().saturating_sub(64)..)?;
    let tail = String::from_utf8_lossy(tail);
    let start: usize = tail.rsplit_once("startxref\n")?.1.lines().next()?.trim().parse().ok()?;
    let table = file.get(start..)?;
    let first_line = table.iter().skip(5).position(|byte| *byte == b'\n')?.checked_add(6)?;
    let count: usize = std::str::from_utf8(table.get(5..first_line)?).ok()?.split_whitespace().nth(1)?.parse().ok()?;
    let lines = table.get(first_line..first_line.checked_add(count.checked_mul(20)?)?)?;
    let mut places: Vec<(usize, Ref)> = Vec::new();
    for (line, id) in lines.chunks_exact(20).zip(0_u32..) {
        if line.get(17) == Some(&b'n') {
            places.push((std::str::from_utf8(line.get(..10)?).ok()?.parse().ok()?, id));
        }
    }
    places.sort_unstable();
    let ends = places.iter().skip(1).map(|(place, _)| *place).chain([start]);
    places.iter().zip(ends).map(|((from, id), to)| Some((*id, file.get(*from..to)?.trim_ascii_end().to_vec()))).collect()
}
