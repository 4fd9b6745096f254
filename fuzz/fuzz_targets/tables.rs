//! Any bytes are a table or are refused: no panic, no endless loop, and what was counted is what is read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use partners::tables;
use std::io::Cursor;
use std::ops::ControlFlow;

fuzz_target!(|bytes: &[u8]| {
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
});
