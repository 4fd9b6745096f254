//! Excel files since 2007: the cells of the first visible sheet, as a stream.

use super::sheet::{Rows, shown_ref};
use super::{Each, Refusal};
use calamine::{Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use std::io::{BufReader, Read, Seek};

fn refusal(error: XlsxError) -> Refusal {
    match error {
        XlsxError::Password => Refusal::Password,
        XlsxError::Io(error) => error.into(),
        XlsxError::Zip(error) => error.into(),
        _ => Refusal::Broken,
    }
}

pub fn walk<R: Read + Seek>(file: &mut R, each: Each<'_>) -> Result<(), Refusal> {
    let mut book: Xlsx<_> = Xlsx::new(BufReader::with_capacity(64 * 1024, file)).map_err(refusal)?;
    let sheets = book.sheets_metadata();
    let seen = sheets.iter().find(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible);
    let name = seen.or(sheets.first()).ok_or(Refusal::Empty)?.name.clone();
    let mut cells = book.worksheet_cells_reader(&name).map_err(refusal)?;
    let mut rows = Rows::new(each);
    while let Some(cell) = cells.next_cell().map_err(refusal)? {
        let (row, column) = cell.get_position();
        let text = shown_ref(cell.get_value());
        if rows.cell(u64::from(row), usize::try_from(column).unwrap_or(usize::MAX), text)?.is_break() {
            return Ok(());
        }
    }
    let _ = rows.flush();
    Ok(())
}
