//! Excel files before 2007. The library unfolds all their sheets in memory, so that how far their cells reach is counted first:
//! one cell at the far corner would cost hundreds of megabytes.

use super::sheet::{Rows, shown};
use super::{Each, Refusal};
use calamine::{Reader, SheetType, SheetVisible, Xls, XlsError};
use cfb::CompoundFile;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// Cells of all sheets, blank ones between others counted.
const MOST_CELLS: u64 = 4_000_000;
const BOF: u16 = 0x0809;
const FILEPASS: u16 = 0x002F;
/// Records that put something into a cell: they begin with its row and column.
const CELLS: [u16; 10] = [0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E];

fn refusal(error: XlsError) -> Refusal {
    match error {
        XlsError::Password => Refusal::Password,
        XlsError::Io(error) => error.into(),
        _ => Refusal::Broken,
    }
}

pub fn walk<R: Read + Seek>(file: &mut R, each: Each<'_>) -> Result<(), Refusal> {
    check(file)?;
    file.seek(SeekFrom::Start(0))?;
    let mut book: Xls<_> = Xls::new(BufReader::new(file)).map_err(refusal)?;
    let sheets = book.sheets_metadata();
    let seen = sheets.iter().find(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible);
    let name = seen.or(sheets.first()).ok_or(Refusal::Empty)?.name.clone();
    let range = book.worksheet_range(&name).map_err(refusal)?;
    let (first_row, first_column) = range.start().unwrap_or_default();
    let mut rows = Rows::new(each);
    for (row, column, value) in range.used_cells() {
        let place = column.saturating_add(usize::try_from(first_column).unwrap_or(usize::MAX));
        let number = u64::from(first_row).saturating_add(u64::try_from(row).unwrap_or(u64::MAX));
        if rows.cell(number, place, shown(value))?.is_break() {
            return Ok(());
        }
    }
    let _ = rows.flush();
    Ok(())
}

fn check<R: Read + Seek>(file: &mut R) -> Result<(), Refusal> {
    file.seek(SeekFrom::Start(0))?;
    let mut folder = CompoundFile::open(BufReader::new(file)).map_err(|_| Refusal::Broken)?;
    if folder.exists("/EncryptedPackage") {
        return Err(Refusal::Password);
    }
    let name = ["/Workbook", "/Book"].into_iter().find(|name| folder.is_stream(name)).ok_or(Refusal::WrongType)?;
    let stream = folder.open_stream(name).map_err(|_| Refusal::Broken)?;
    extent(&mut BufReader::new(stream))
}

/// Walks over the records without believing any: how far the cells of each sheet reach.
fn extent(stream: &mut impl Read) -> Result<(), Refusal> {
    let (mut cells, mut rows, mut columns) = (0_u64, 0_u64, 0_u64);
    let mut head = [0_u8; 4];
    while stream.read_exact(&mut head).is_ok() {
        let [a, b, c, d] = head;
        let (kind, length) = (u16::from_le_bytes([a, b]), u64::from(u16::from_le_bytes([c, d])));
        if kind == FILEPASS {
            return Err(Refusal::Password);
        }
        if kind == BOF {
            cells = cells.saturating_add(rows * columns);
            (rows, columns) = (0, 0);
        }
        let mut place = [0_u8; 4];
        let mut skipped = length;
        if CELLS.contains(&kind) && length >= 4 {
            if stream.read_exact(&mut place).is_err() {
                break;
            }
            let [a, b, c, d] = place;
            rows = rows.max(u64::from(u16::from_le_bytes([a, b])) + 1);
            columns = columns.max(u64::from(u16::from_le_bytes([c, d])) + 1);
            skipped = length - 4;
        }
        std::io::copy(&mut stream.take(skipped), &mut std::io::sink())?;
    }
    if cells.saturating_add(rows * columns) > MOST_CELLS { Err(Refusal::Bomb) } else { Ok(()) }
}
