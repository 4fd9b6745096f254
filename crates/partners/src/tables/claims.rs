//! The parts of a workbook, looked at before the library reads them. It reserves what a part claims to hold, keeps every style and
//! shared string in memory, and gathers a cell whole: a small file could ask for all the memory there is.

use super::Refusal;
use super::bounded::Bounded;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::io::BufRead;

/// Tags within each other; the parser remembers all that are open.
const DEEPEST: u64 = 256;
/// Texts that cells share.
const MOST_STRINGS: u64 = 4_000_000;
/// Styles and sheets, which are heavier than what they are written as.
const MOST_HELD: u64 = 200_000;
/// What a sheet weighs among them.
const SHEET: u64 = 20;
/// Bytes of the name of a font or of a format: every style that uses it gets a copy.
const LONGEST_NAME: usize = 2 * 1024;
/// Bytes of a reference to another part.
const LONGEST_REFERENCE: usize = 16 * 1024;
/// Bytes between the beginning and the end of a cell.
const LONGEST_MARKUP: u64 = 1024 * 1024;

#[derive(Default)]
struct Found {
    depth: u64,
    /// Where the cell began that is open, and how deep.
    cell: Option<(u64, u64)>,
    claimed: u64,
    strings: u64,
    held: u64,
}

/// Whether the library reads this part by its name, or by a reference that we allow.
pub fn concerns(name: &str) -> bool {
    let name = name.replace('\\', "/").to_ascii_lowercase();
    let name = name.trim_start_matches('/');
    (name.starts_with("xl/") || name == "_rels/.rels") && !name.ends_with(".vml")
}

/// Reads a part to its end; how many shared strings it claims to have.
pub fn scan<B: BufRead>(part: B, longest: usize) -> Result<u64, Refusal> {
    let mut reader = Reader::from_reader(Bounded::new(part, longest));
    let mut buffer = Vec::new();
    let mut found = Found::default();
    loop {
        buffer.clear();
        reader.get_mut().renew();
        match reader.read_event_into(&mut buffer)? {
            Event::Eof => return Ok(found.claimed),
            Event::Start(tag) => {
                found.tag(&tag)?;
                found.depth += 1;
                if found.cell.is_none() && tag.local_name().as_ref() == "c" {
                    found.cell = Some((found.depth, reader.buffer_position()));
                }
            }
            Event::Empty(tag) => found.tag(&tag)?,
            Event::End(_) => {
                found.cell = found.cell.filter(|(depth, _)| *depth != found.depth);
                found.depth = found.depth.saturating_sub(1);
            }
            _ => {}
        }
        let is_long = found.cell.is_some_and(|(_, begin)| reader.buffer_position().saturating_sub(begin) > LONGEST_MARKUP);
        if is_long || found.depth > DEEPEST || found.strings > MOST_STRINGS || found.held > MOST_HELD {
            return Err(Refusal::Bomb);
        }
    }
}

impl Found {
    fn tag(&mut self, tag: &BytesStart<'_>) -> Result<(), Refusal> {
        let length = tag.attributes_raw().len();
        match tag.local_name().as_ref() {
            "sst" => self.claimed = self.claimed.max(claimed(tag)?),
            "si" => self.strings += 1,
            "sheet" => self.held += SHEET,
            "xf" | "font" | "fill" | "border" => self.held += 1,
            "numFmt" | "name" if length > LONGEST_NAME => return Err(Refusal::Bomb),
            "numFmt" => self.held += 1,
            "Relationship" if length > LONGEST_REFERENCE => return Err(Refusal::Bomb),
            "Relationship" => reference(tag)?,
            _ => {}
        }
        Ok(())
    }
}

/// What is not a number is not believed by the library either.
fn claimed(tag: &BytesStart<'_>) -> Result<u64, Refusal> {
    let mut most = 0;
    for found in tag.attributes() {
        let found = found.map_err(|_| Refusal::Broken)?;
        if found.key.as_ref() == "uniqueCount" {
            most = found.value.parse::<u64>().unwrap_or(0);
        }
    }
    Ok(most)
}

/// A reference must not lead the library to a part that nobody looks at before.
fn reference(tag: &BytesStart<'_>) -> Result<(), Refusal> {
    let (mut kind, mut target) = (String::new(), String::new());
    for found in tag.attributes() {
        let found = found.map_err(|_| Refusal::Broken)?;
        match found.key.as_ref() {
            "Type" => kind = found.value.into_owned(),
            "Target" => target = found.value.to_ascii_lowercase(),
            _ => {}
        }
    }
    let is_fine = match kind.rsplit('/').next() {
        Some("officeDocument") => target.trim_start_matches('/').starts_with("xl/"),
        Some("worksheet" | "chartsheet" | "dialogsheet") => target.ends_with(".xml"),
        _ => true,
    };
    if is_fine { Ok(()) } else { Err(Refusal::Broken) }
}
