//! Pictures in ZPL (`^GF`), in Zebra's own compressed hexadecimal form, which every firmware reads.

use super::escape::hex;
use crate::page::Area;
use crate::raster::bitmap::Bitmap;
use crate::raster::glyphs;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Writes a picture with its upper left corner at a place; an empty one is left out.
pub fn write(bitmap: &Bitmap, x: i32, y: i32, out: &mut String) {
    write_with(bitmap, x, y, "", out);
}

/// Writes a picture with further instructions for its field.
pub fn write_with(bitmap: &Bitmap, x: i32, y: i32, instructions: &str, out: &mut String) {
    let stride = bitmap.stride().max(1);
    let rows: Vec<&[u8]> = bitmap.bytes().chunks_exact(stride).collect();
    let is_dark = |row: &&[u8]| row.iter().any(|byte| *byte != 0);
    let Some(first) = rows.iter().position(is_dark) else { return };
    let last = rows.iter().rposition(is_dark).unwrap_or(first);
    let used = rows.get(first..=last).unwrap_or_default();
    let blank = |row: &&[u8]| row.iter().take_while(|byte| **byte == 0).count();
    let filled = |row: &&[u8]| stride.saturating_sub(row.iter().rev().take_while(|byte| **byte == 0).count());
    let from = used.iter().map(blank).min().unwrap_or_default();
    let to = used.iter().map(filled).max().unwrap_or(stride).max(from.saturating_add(1));
    let (width, dots) = (to.saturating_sub(from), |bytes: usize| i32::try_from(bytes).unwrap_or_default());
    // A place left of or above the label is none; such pictures are cut off by the caller's margins.
    let (left, top) = (x.saturating_add(dots(from).saturating_mul(8)).max(0), y.saturating_add(dots(first)).max(0));
    let total = width.saturating_mul(used.len());
    let _ = write!(out, "^FO{left},{top}{instructions}^GFA,{total},{total},{width},");
    let mut before: Option<&[u8]> = None;
    for row in used {
        let row = row.get(from..to).unwrap_or_default();
        if before == Some(row) {
            out.push(':');
        } else {
            push_row(row, out);
        }
        before = Some(row);
    }
    out.push_str("^FS\n");
}

/// One row: runs of equal digits are counted, and a tail of white or black is one character.
fn push_row(row: &[u8], out: &mut String) {
    let digits: Vec<u8> = row.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
    let mut runs = digits.chunk_by(|a, b| a == b).peekable();
    while let Some(run) = runs.next() {
        let digit = run.first().copied().unwrap_or_default();
        match (digit, runs.peek().is_none()) {
            (0, true) => out.push(','),
            (15, true) => out.push('!'),
            _ => push_run(digit, run.len(), out),
        }
    }
}

fn push_run(digit: u8, length: usize, out: &mut String) {
    let mut rest = length;
    while rest > 0 {
        let taken = rest.min(419);
        let letter = |base: u8, count: usize| char::from(base.saturating_add(u8::try_from(count.saturating_sub(1)).unwrap_or_default()));
        if taken >= 20 {
            out.push(letter(b'g', taken / 20));
        }
        if !taken.is_multiple_of(20) && taken > 1 {
            out.push(letter(b'G', taken % 20));
        }
        out.push(hex(digit));
        rest = rest.saturating_sub(taken);
    }
}

type Key = (Area, &'static str);
static MARKS: LazyLock<Mutex<HashMap<Key, Arc<str>>>> = LazyLock::new(|| Mutex::new(HashMap::new()));

/// Writes a mark; the same few stand on all samples, so their text is kept.
pub fn mark(area: Area, text: &'static str, out: &mut String) {
    let kept = {
        let mut marks = MARKS.lock().unwrap_or_else(PoisonError::into_inner);
        if marks.len() > 64 {
            marks.clear();
        }
        let made = || {
            let mut made = String::new();
            write(&glyphs::mark(area.w, area.h, crate::page::DPI, text), area.x, area.y, &mut made);
            made.into()
        };
        Arc::clone(marks.entry((area, text)).or_insert_with(made))
    };
    out.push_str(&kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::area;

    #[test]
    fn runs_are_counted_and_tails_are_short() {
        let mut out = String::new();
        push_row(&[0xff, 0xff, 0x0f, 0x00, 0x00], &mut out);
        assert_eq!(out, "JF0F,");
        out.clear();
        push_run(5, 21, &mut out);
        push_run(5, 40, &mut out);
        push_run(5, 1, &mut out);
        assert_eq!(out, "gG5h55");
    }

    #[test]
    fn pictures_are_trimmed() {
        let mut bitmap = Bitmap::new(64, 20);
        bitmap.fill(area(16, 5, 8, 3));
        let mut out = String::new();
        write(&bitmap, 100, 200, &mut out);
        assert_eq!(out, "^FO116,205^GFA,3,3,1,!::^FS\n");
    }
}
