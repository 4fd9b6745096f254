//! What holds for every file that a stranger sends: it is a table or it is refused, without a panic and without an endless loop, and
//! what was counted is what is read.

use partners::tables;
use std::io::Cursor;
use std::ops::ControlFlow;

/// Panics of the libraries that read workbooks are caught by us, so they are no finding; those that are not caught still are.
pub fn begin() {
    drop(std::panic::take_hook());
}

/// Looks at a file and reads it.
pub fn check(bytes: &[u8]) {
    if let Ok(outline) = tables::inspect(Cursor::new(bytes)) {
        let mut count = 0;
        let read = tables::rows(Cursor::new(bytes), outline.format, outline.header.len(), |row| {
            assert_eq!(row.cells.len(), outline.header.len());
            count += 1;
            ControlFlow::Continue(())
        });
        assert!(read.is_ok());
        assert_eq!(count, outline.rows);
    }
}
