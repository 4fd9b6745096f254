//! Excel files before 2007. The library reads them whole, so it is given a file of ours with nothing but the one sheet, which was
//! counted before: what it would find in the file of a stranger by itself need not be what we looked at.

use super::sheet::{Rows, shown};
use super::{Each, Refusal, biff};
use calamine::{Reader, SheetType, SheetVisible, Xls, XlsError};
use cfb::{CompoundFile, Version};
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom, Write};

/// Bytes of the workbook in the file.
const LARGEST: u64 = 64 * 1024 * 1024;
/// Smaller streams stand elsewhere in such a file.
const SMALLEST: usize = 4096;

fn refusal(error: XlsError) -> Refusal {
    match error {
        XlsError::Password => Refusal::Password,
        XlsError::Io(error) => error.into(),
        _ => Refusal::Broken,
    }
}

pub fn walk<R: Read + Seek>(file: &mut R, each: Each<'_>) -> Result<(), Refusal> {
    let folder = wrapped(biff::reduced(workbook(file)?)?).map_err(|_| Refusal::Broken)?;
    let mut book: Xls<_> = Xls::new(Cursor::new(folder)).map_err(refusal)?;
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

/// The stream of the workbook.
fn workbook<R: Read + Seek>(file: &mut R) -> Result<Vec<u8>, Refusal> {
    file.seek(SeekFrom::Start(0))?;
    let mut folder = CompoundFile::open(BufReader::new(file)).map_err(|_| Refusal::Broken)?;
    if folder.exists("/EncryptedPackage") {
        return Err(Refusal::Password);
    }
    let name = ["/Workbook", "/Book"].into_iter().find(|name| folder.is_stream(name)).ok_or(Refusal::WrongType)?;
    let stream = folder.open_stream(name).map_err(|_| Refusal::Broken)?;
    let mut bytes = Vec::new();
    let read = stream.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if u64::try_from(read).unwrap_or(u64::MAX) > LARGEST { Err(Refusal::Bomb) } else { Ok(bytes) }
}

/// A file with this stream only.
fn wrapped(mut stream: Vec<u8>) -> std::io::Result<Vec<u8>> {
    let mut folder = CompoundFile::create_with_version(Version::V3, Cursor::new(Vec::new()))?;
    stream.resize(stream.len().max(SMALLEST), 0);
    folder.create_stream("/Workbook")?.write_all(&stream)?;
    folder.flush()?;
    Ok(folder.into_inner().into_inner())
}
