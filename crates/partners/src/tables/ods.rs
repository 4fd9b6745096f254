//! OpenDocument sheets: the first table of `content.xml`, as a stream. Repeated cells and rows are counted, not unfolded: a
//! spreadsheet fills the rest of its million rows with one repeated blank one.

use super::sheet::Rows;
use super::{Each, MOST_COLUMNS, MOST_ROWS, Refusal, zipped};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::io::{BufReader, Read, Seek};
use std::ops::ControlFlow;

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
    let mut reader = Reader::from_reader(BufReader::with_capacity(64 * 1024, content));
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

fn table<B: std::io::BufRead>(reader: &mut Reader<B>, each: Each<'_>) -> Result<(), Refusal> {
    let mut buffer = Vec::new();
    let (mut inside, mut row, mut column) = (false, 0_u64, 0_u64);
    let (mut row_repeated, mut cell, mut paragraphs) = (1_u64, None::<Cell>, 0);
    let mut rows = Rows::new(each);
    let mut filled: Vec<(usize, String)> = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer)? {
            Event::Eof => return Err(if inside { Refusal::Broken } else { Refusal::Empty }),
            Event::Start(tag) => match tag.name().as_ref() {
                "table:table" => inside = true,
                "table:table-row" if inside => (row_repeated, column) = (repeated(&tag, "table:number-rows-repeated"), 0),
                "table:table-cell" | "table:covered-table-cell" if inside => (cell, paragraphs) = (Some(Cell::begin(&tag)), 0),
                "text:p" => paragraphs += 1,
                "office:annotation" => {
                    let name = tag.to_end().into_owned();
                    reader.read_to_end_into(name.name(), &mut Vec::new())?;
                }
                _ => {}
            },
            Event::Empty(tag) if inside => match tag.name().as_ref() {
                "table:table-cell" | "table:covered-table-cell" => column += repeated(&tag, "table:number-columns-repeated"),
                "table:table-row" => row += repeated(&tag, "table:number-rows-repeated"),
                "text:s" | "text:tab" => cell.iter_mut().for_each(|cell| cell.text.push(' ')),
                "text:line-break" => cell.iter_mut().for_each(|cell| cell.text.push('\n')),
                _ => {}
            },
            Event::Text(text) if paragraphs > 0 => append(&mut cell, &text.xml10_content(), row)?,
            Event::GeneralRef(name) if paragraphs > 0 => append(&mut cell, &resolved(&name), row)?,
            Event::End(tag) => match tag.name().as_ref() {
                "table:table" => return finish(rows),
                "text:p" => cell.iter_mut().for_each(|cell| cell.text.push('\n')),
                "table:table-cell" | "table:covered-table-cell" => {
                    if let Some(done) = cell.take() {
                        place(&mut filled, column, &done)?;
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

fn finish(mut rows: Rows<'_>) -> Result<(), Refusal> {
    let _ = rows.flush();
    Ok(())
}

fn append(cell: &mut Option<Cell>, text: &str, row: u64) -> Result<(), Refusal> {
    let Some(cell) = cell else { return Ok(()) };
    if cell.text.len() + text.len() > super::LONGEST_CELL {
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

fn place(filled: &mut Vec<(usize, String)>, column: u64, cell: &Cell) -> Result<(), Refusal> {
    let text = cell.number.as_deref().unwrap_or(&cell.text).trim();
    if text.is_empty() {
        return Ok(());
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
