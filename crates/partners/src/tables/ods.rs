//! OpenDocument sheets: the first table of `content.xml`, as a stream. Repeated cells and rows are counted, not unfolded: a
//! spreadsheet fills the rest of its million rows with one repeated blank one.

use super::bounded::{Bounded, LONGEST_PIECE};
use super::sheet::Rows;
use super::{Each, LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, Refusal, zipped};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::io::{BufRead, BufReader, Read, Seek};
use std::ops::ControlFlow;

/// Tags within each other; the parser remembers all that are open.
const DEEPEST: u64 = 256;

impl From<quick_xml::Error> for Refusal {
    fn from(error: quick_xml::Error) -> Self {
        match error {
            quick_xml::Error::Io(error) => std::io::Error::new(error.kind(), error.to_string()).into(),
            _ => Self::Broken,
        }
    }
}

pub fn walk<R: Read + Seek>(file: &mut R, each: Each<'_>) -> Result<(), Refusal> {
    let mut folder = zipped::open(file)?;
    if let Ok(mut manifest) = folder.by_name("META-INF/manifest.xml") {
        let mut text = String::new();
        (&mut manifest).take(1024 * 1024).read_to_string(&mut text)?;
        if text.contains("encryption-data") {
            return Err(Refusal::Password);
        }
    }
    let content = folder.by_name("content.xml")?;
    let mut reader = Reader::from_reader(Bounded::new(BufReader::with_capacity(64 * 1024, content), LONGEST_PIECE));
    table(&mut reader, each)
}

fn repeated(tag: &BytesStart<'_>, name: &str) -> u64 {
    let value = tag
        .try_get_attribute(name)
        .ok()
        .flatten()
        .and_then(|found| found.normalized_value(XmlVersion::Implicit1_0).ok().and_then(|text| text.parse().ok()));
    value.unwrap_or(1).max(1)
}

/// What is known of the cell that is being read.
#[derive(Default)]
struct Cell {
    text: String,
    /// The exact value of a number: what is shown may be rounded.
    number: Option<String>,
    repeated: u64,
}

impl Cell {
    fn begin(tag: &BytesStart<'_>) -> Self {
        let value = |name: &str| {
            let found = tag.try_get_attribute(name).ok().flatten();
            found.and_then(|found| found.normalized_value(XmlVersion::Implicit1_0).ok().map(|text| text.into_owned()))
        };
        let number = value("office:value-type").filter(|kind| kind == "float").and_then(|_| value("office:value"));
        Self { text: String::new(), number, repeated: repeated(tag, "table:number-columns-repeated") }
    }
}

fn table<B: BufRead>(reader: &mut Reader<Bounded<B>>, each: Each<'_>) -> Result<(), Refusal> {
    let mut buffer = Vec::new();
    let (mut inside, mut row, mut column, mut depth) = (false, 0_u64, 0_u64, 0_u64);
    let (mut row_repeated, mut cell, mut paragraphs) = (1_u64, None::<Cell>, 0);
    let mut rows = Rows::new(each);
    let mut filled: Vec<(usize, String)> = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().renew();
        let event = reader.read_event_into(&mut buffer)?;
        depth = deeper(depth, &event)?;
        match event {
            Event::Eof => return Err(if inside { Refusal::Broken } else { Refusal::Empty }),
            Event::Start(tag) => match tag.name().as_ref() {
                "table:table" => inside = true,
                "table:table-row" if inside => {
                    filled.clear();
                    (row_repeated, column) = (repeated(&tag, "table:number-rows-repeated"), 0);
                }
                "table:table-cell" | "table:covered-table-cell" if inside => (cell, paragraphs) = (Some(Cell::begin(&tag)), 0),
                "text:p" => paragraphs += 1,
                "office:annotation" => {
                    let name = tag.to_end().into_owned();
                    reader.read_to_end_into(name.name(), &mut Vec::new())?;
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            },
            Event::Empty(tag) if inside => match tag.name().as_ref() {
                "table:table-cell" | "table:covered-table-cell" => column += repeated(&tag, "table:number-columns-repeated"),
                "table:table-row" => row += repeated(&tag, "table:number-rows-repeated"),
                "text:s" | "text:tab" => append(&mut cell, " ", row)?,
                "text:line-break" => append(&mut cell, "\n", row)?,
                _ => {}
            },
            Event::Text(text) if paragraphs > 0 => append(&mut cell, &text.xml10_content(), row)?,
            Event::GeneralRef(name) if paragraphs > 0 => append(&mut cell, &resolved(&name), row)?,
            Event::End(tag) => match tag.name().as_ref() {
                "table:table" => return finish(rows),
                "text:p" => append(&mut cell, "\n", row)?,
                "table:table-cell" | "table:covered-table-cell" => {
                    if let Some(done) = cell.take() {
                        place(&mut filled, (row, column), &done)?;
                        column += done.repeated;
                    }
                }
                "table:table-row" => {
                    if hand_on(&mut rows, &filled, row, row_repeated)?.is_break() {
                        return Ok(());
                    }
                    filled.clear();
                    row += row_repeated;
                }
                _ => {}
            },
            _ => {}
        }
    }
}

fn deeper(depth: u64, event: &Event<'_>) -> Result<u64, Refusal> {
    match event {
        Event::Start(_) if depth >= DEEPEST => Err(Refusal::Bomb),
        Event::Start(_) => Ok(depth + 1),
        Event::End(_) => Ok(depth.saturating_sub(1)),
        _ => Ok(depth),
    }
}

fn finish(mut rows: Rows<'_>) -> Result<(), Refusal> {
    let _ = rows.flush();
    Ok(())
}

fn append(cell: &mut Option<Cell>, text: &str, row: u64) -> Result<(), Refusal> {
    let Some(cell) = cell else { return Ok(()) };
    if cell.text.len() + text.len() > LONGEST_CELL {
        return Err(Refusal::LongCell(row + 1));
    }
    cell.text.push_str(text);
    Ok(())
}

fn resolved(name: &quick_xml::events::BytesRef<'_>) -> String {
    if let Ok(Some(letter)) = name.resolve_char_ref() {
        return letter.to_string();
    }
    quick_xml::escape::resolve_predefined_entity(name).unwrap_or_default().to_owned()
}

fn place(filled: &mut Vec<(usize, String)>, (row, column): (u64, u64), cell: &Cell) -> Result<(), Refusal> {
    let text = cell.number.as_deref().unwrap_or(&cell.text).trim();
    if text.is_empty() {
        return Ok(());
    }
    if text.len() > LONGEST_CELL {
        return Err(Refusal::LongCell(row + 1));
    }
    let last = column.saturating_add(cell.repeated);
    if last > u64::try_from(MOST_COLUMNS).unwrap_or(u64::MAX) {
        return Err(Refusal::TooManyColumns);
    }
    filled.extend((column..last).map(|column| (usize::try_from(column).unwrap_or(usize::MAX), text.to_owned())));
    Ok(())
}

fn hand_on(rows: &mut Rows<'_>, filled: &[(usize, String)], row: u64, repeated: u64) -> Result<ControlFlow<()>, Refusal> {
    if filled.is_empty() {
        return Ok(ControlFlow::Continue(()));
    }
    // A filled row that repeats beyond what we take is refused by its count.
    for row in row..row.saturating_add(repeated.min(MOST_ROWS + 2)) {
        for (column, text) in filled {
            if rows.cell(row, *column, text.clone())?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}
