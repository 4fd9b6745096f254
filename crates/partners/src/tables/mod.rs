//! Tables that users send us: CSV in whatever form their program writes it, Excel and OpenDocument sheets.
//!
//! Such files are hostile until proven otherwise, so everything here is bounded: columns, rows, the length of a cell, of a row and of
//! all rows together, and what a compressed file unfolds to. Rows are handed on one by one; no file is in memory whole, but for old
//! `.xls` ones, whose size is checked before. Nothing here knows what a column means.

mod biff;
mod bounded;
mod claims;
mod csv;
mod ods;
mod sheet;
mod text;
mod xls;
mod xlsx;
mod zipped;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use std::io::{Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
pub use text::Encoding;

/// Rows below the header.
pub const MOST_ROWS: u64 = 100_000;
/// Columns.
pub const MOST_COLUMNS: usize = 500;
/// Bytes of one cell.
const LONGEST_CELL: usize = 32 * 1024;
/// Bytes of all cells of a row: hundreds of rows are held at once by those who rate them.
const LONGEST_ROW: usize = 256 * 1024;
/// Bytes of all cells of a table: a shared or repeated cell counts as often as it is shown.
const MOST_BYTES: usize = 200 * 1024 * 1024;
/// Rows that are shown beside a column.
const SAMPLES: usize = 3;

/// What a file is, so that it is read the same way again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Format {
    /// Text with a delimiter.
    Csv {
        /// How letters are written.
        encoding: Encoding,
        /// What stands between cells.
        delimiter: char,
    },
    /// Excel since 2007.
    Xlsx,
    /// Excel before.
    Xls,
    /// OpenDocument.
    Ods,
}

/// What a table looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// What the file is.
    pub format: Format,
    /// Names of the columns.
    pub header: Vec<String>,
    /// The first rows.
    pub samples: Vec<Vec<String>>,
    /// Rows that are not blank.
    pub rows: u64,
}

/// A row as the user's program numbers it: the header is usually row 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number in the file.
    pub number: u64,
    /// As many cells as the header has.
    pub cells: Vec<String>,
}

/// Why a file is not taken. Each reads on after 'The file'.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing is in it.
    #[error("is empty")]
    Empty,
    /// Its first row names nothing.
    #[error("has no header: its first row must name the columns")]
    NoHeader,
    /// There is a header only.
    #[error("has no rows below its header")]
    NoRows,
    /// Too many rows.
    #[error("has more than 100,000 rows; please split it")]
    TooManyRows,
    /// Too many columns.
    #[error("has more than 500 columns")]
    TooManyColumns,
    /// A cell is longer than any text of an order.
    #[error("has a cell in row {0} that is too long")]
    LongCell(u64),
    /// The cells of a row are longer together than any order.
    #[error("has a row {0} that is too long")]
    LongRow(u64),
    /// A quotation mark opens a cell and none closes it.
    #[error("has a quotation mark in row {0} that is never closed")]
    OpenQuote(u64),
    /// It unfolds to more than anybody can have meant.
    #[error("is too large once it is unpacked")]
    Bomb,
    /// It can only be opened with a password.
    #[error("is protected by a password; please save it without one")]
    Password,
    /// It is something else.
    #[error("is not a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file")]
    WrongType,
    /// It is damaged.
    #[error("cannot be read: it is damaged or was saved by a program we do not know")]
    Broken,
    /// Our own storage failed while it was read.
    #[error("could not be read from our storage: {0}")]
    Storage(String),
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof | std::io::ErrorKind::InvalidInput => Self::Broken,
            std::io::ErrorKind::FileTooLarge => Self::Bomb,
            _ => Self::Storage(error.to_string()),
        }
    }
}

/// What a reader calls for every row, blank ones too; it says whether to go on.
type Each<'a> = &'a mut dyn FnMut(u64, Vec<String>) -> ControlFlow<()>;

/// Looks at a whole file: what it is, its header, how many rows it has.
pub fn inspect<R: Read + Seek>(mut file: R) -> Result<Outline, Refusal> {
    let (format, certain) = guess(&mut file)?;
    match outline(&mut file, format) {
        // Only the whole file tells whether it is UTF-8: what is not was written by an older Windows program.
        Err(Stop::NotUtf8) if !certain => {
            let Format::Csv { delimiter, .. } = format else { return Err(Refusal::Broken) };
            outline(&mut file, Format::Csv { encoding: Encoding::Windows1252, delimiter }).map_err(Stop::refusal)
        }
        other => other.map_err(Stop::refusal),
    }
}

/// Hands on the rows below the header that are not blank, in their order.
pub fn rows<R: Read + Seek>(
    mut file: R,
    format: Format,
    columns: usize,
    mut each: impl FnMut(Row) -> ControlFlow<()>,
) -> Result<(), Refusal> {
    let mut header_seen = false;
    let mut on_row = |number: u64, mut cells: Vec<String>| {
        if is_blank(&cells) {
            return ControlFlow::Continue(());
        }
        if !header_seen {
            header_seen = true;
            return ControlFlow::Continue(());
        }
        cells.resize(columns, String::new());
        each(Row { number, cells })
    };
    walk(&mut file, format, &mut on_row).map_err(Stop::refusal)
}

/// Why reading ended early.
enum Stop {
    Refused(Refusal),
    NotUtf8,
}

impl Stop {
    fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::NotUtf8 => Refusal::Broken,
        }
    }
}

impl<E: Into<Refusal>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

fn is_blank(cells: &[String]) -> bool {
    cells.iter().all(|cell| cell.trim().is_empty())
}

/// What a file is, and whether its first bytes prove it.
fn guess<R: Read + Seek>(file: &mut R) -> Result<(Format, bool), Refusal> {
    let head = text::head(file)?;
    if head.is_empty() {
        return Err(Refusal::Empty);
    }
    if head.starts_with(b"PK\x03\x04") {
        return Ok((zipped::kind(file)?, true));
    }
    if head.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        return Ok((Format::Xls, true));
    }
    let (encoding, certain) = text::encoding(&head)?;
    let delimiter = csv::delimiter(&text::decoded(&head, encoding));
    Ok((Format::Csv { encoding, delimiter }, certain))
}

/// Hands on every row, none too long and not too many bytes of them.
fn walk<R: Read + Seek>(file: &mut R, format: Format, each: Each<'_>) -> Result<(), Stop> {
    let (mut refused, mut total) = (None, 0_usize);
    let mut on_row = |number: u64, cells: Vec<String>| {
        let bytes: usize = cells.iter().map(String::len).sum();
        total = total.saturating_add(bytes);
        if bytes > LONGEST_ROW {
            refused = Some(Refusal::LongRow(number));
        } else if total > MOST_BYTES {
            refused = Some(Refusal::Bomb);
        } else {
            return each(number, cells);
        }
        ControlFlow::Break(())
    };
    let walked = walk_any(file, format, &mut on_row);
    refused.map_or(walked, |refusal| Err(refusal.into()))
}

fn walk_any<R: Read + Seek>(file: &mut R, format: Format, each: Each<'_>) -> Result<(), Stop> {
    file.seek(SeekFrom::Start(0))?;
    match format {
        Format::Csv { encoding, delimiter } => csv::walk(file, encoding, delimiter, each),
        // The libraries below have to be believed; a panic in one of them is a damaged file, not our end.
        sheet => {
            let walked = catch_unwind(AssertUnwindSafe(|| match sheet {
                Format::Xlsx => xlsx::walk(file, each),
                Format::Xls => xls::walk(file, each),
                _ => ods::walk(file, each),
            }));
            Ok(walked.unwrap_or(Err(Refusal::Broken))?)
        }
    }
}

fn outline<R: Read + Seek>(file: &mut R, format: Format) -> Result<Outline, Stop> {
    let mut found = Outline { format, header: Vec::new(), samples: Vec::new(), rows: 0 };
    let mut on_row = |_: u64, mut cells: Vec<String>| {
        if is_blank(&cells) {
            return ControlFlow::Continue(());
        }
        if found.header.is_empty() {
            found.header = cells;
            return ControlFlow::Continue(());
        }
        found.rows += 1;
        if found.samples.len() < SAMPLES {
            cells.resize(found.header.len(), String::new());
            found.samples.push(cells);
        }
        if found.rows > MOST_ROWS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    walk(file, format, &mut on_row)?;
    if found.header.is_empty() {
        return Err(Refusal::Empty.into());
    }
    if !found.header.iter().any(|name| name.chars().any(char::is_alphabetic)) {
        return Err(Refusal::NoHeader.into());
    }
    match found.rows {
        0 => Err(Refusal::NoRows.into()),
        rows if rows > MOST_ROWS => Err(Refusal::TooManyRows.into()),
        _ => Ok(named(found)),
    }
}

/// Empty columns at the right end are nobody's; others get a name.
fn named(mut found: Outline) -> Outline {
    let last = found.header.iter().rposition(|name| !name.trim().is_empty()).map_or(0, |place| place + 1);
    found.header.truncate(last);
    for (place, name) in (1..).zip(found.header.iter_mut()) {
        *name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            *name = format!("Column {place}");
        }
    }
    found.samples.iter_mut().for_each(|cells| cells.truncate(last));
    found
}

/// The text of a cell as we keep it: PostgreSQL knows no NUL.
fn tidy(mut cell: String) -> String {
    if cell.contains('\0') {
        cell.retain(|c| c != '\0');
    }
    cell
}
