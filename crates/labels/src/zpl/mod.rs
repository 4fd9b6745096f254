//! Pages in ZPL, the language of Zebra label printers, at 203 dots an inch.
//!
//! Text, lines and barcodes are the printer's own; what its fonts cannot show is sent as a picture of that line. Everything that a
//! user typed is escaped, so that it can never become a command (see `escape`). Zebra's font 0 is narrower than ours, so a line
//! that was fitted for us fits there too.

pub mod code128;
pub mod escape;
pub mod graphic;

use crate::barcode::place::{Drawn, place};
use crate::barcode::{PDF417_COLUMNS, PDF417_SECURITY, check, encode};
use crate::error::DrawError;
use crate::page::{Align, Area, DPI, Ink, Line, Operation, Page, Placed, area};
use crate::raster::bitmap::Bitmap;
use crate::raster::text as raster_text;
use domain::label::Barcode;
use std::fmt::Write as _;

/// Draws pages, one label format after the other.
pub fn draw(pages: &[Page]) -> Result<String, DrawError> {
    let mut out = String::with_capacity(8 * 1024);
    for page in pages {
        draw_page(page, &mut out)?;
    }
    Ok(out)
}

/// Draws one page.
pub fn draw_page(page: &Page, out: &mut String) -> Result<(), DrawError> {
    let _ = writeln!(out, "^XA^CI28^LH0,0^PW{}^LL{}", page.width, page.height);
    for operation in &page.operations {
        match operation {
            Operation::Fill(Area { x, y, w, h }) => drop(writeln!(out, "^FO{x},{y}^GB{w},{h},{}^FS", w.min(h))),
            Operation::Dashes(Area { x, y, w, h }) => drop(writeln!(out, "^FO{x},{y}^GB{w},{h},1^FS")),
            Operation::Text(line) => text(line, out),
            Operation::Barcode(placed) => barcode(placed, out)?,
            Operation::Mark { area, text } => graphic::mark(*area, text, out),
            Operation::Picture { area: place, .. } => {
                let alone = Page { width: place.right(), height: place.bottom(), operations: vec![operation.clone()] };
                graphic::write(&crate::raster::draw(&alone, DPI)?, 0, 0, out);
            }
        }
    }
    out.push_str("^PQ1^XZ\n");
    Ok(())
}

/// Whether the printer's own font shows every character: ASCII and Latin-1, which all firmware has.
fn is_native(line: &Line) -> bool {
    let known = |c: char| matches!(c, ' '..='~' | '\u{a1}'..='\u{ff}');
    // In field data a backslash can begin an instruction.
    line.text.chars().all(|c| known(c) && c != '\\')
}

fn text(line: &Line, out: &mut String) {
    if !is_native(line) {
        let Area { x, y, w, h } = line.area;
        // Marks above and below letters may leave the line's area a little.
        let margin = line.size / 4;
        let (top, left) = (y.saturating_sub(margin), x.saturating_sub(margin));
        let mut bitmap = Bitmap::new(w.saturating_add(margin.saturating_mul(2)), h.saturating_add(margin.saturating_mul(2)));
        let moved = Line { x: line.x.saturating_sub(left), baseline: line.baseline.saturating_sub(top), ink: Ink::Black, ..line.clone() };
        raster_text(&mut bitmap, &moved, DPI);
        let reverse = if line.ink == Ink::White { "^FR" } else { "" };
        graphic::write_with(&bitmap, left, top, reverse, out);
        return;
    }
    let Area { x, w, .. } = line.area;
    let size = line.size;
    let block = match line.align {
        Align::Left => String::new(),
        Align::Centre => format!("^FB{w},1,0,C"),
        Align::Right => format!("^FB{w},1,0,R"),
    };
    let reverse = if line.ink == Ink::White { "^FR" } else { "" };
    let _ = write!(out, "^FT{x},{}^A0N,{size},{size}{block}{reverse}^FH_^FD", line.baseline);
    escape::push(&line.text, out);
    out.push_str("^FS\n");
}

fn barcode(placed: &Placed, out: &mut String) -> Result<(), DrawError> {
    check(&placed.barcode)?;
    let Area { x, y, w, h } = placed.area;
    match &placed.barcode {
        Barcode::Gs1128 { content } => linear(placed, content, true, out),
        Barcode::Code128 { content } => linear(placed, content, false, out),
        Barcode::MaxiCode { postal_code, country, class, message } => {
            // The printer's MaxiCode is about 216 by 204 dots, whatever is asked.
            let (left, top) = (x.saturating_add(w.saturating_sub(216) / 2), y.saturating_add(h.saturating_sub(204) / 2));
            let mode = if postal_code.len() == 9 { 2 } else { 3 };
            let _ = write!(out, "^FO{left},{top}^BD{mode},1,1^FH_^FD{class:03}{country:03}");
            escape::push(&format!("{:<6}{message}", postal_code.to_uppercase()), out);
            out.push_str("^FS\n");
            Ok(())
        }
        Barcode::Pdf417 { content } if escape::is_plain_or_control(content) => {
            let module = placed.module;
            let width = i32::from(PDF417_COLUMNS).saturating_mul(17).saturating_add(69).saturating_mul(module);
            let left = x.saturating_add(w.saturating_sub(width) / 2);
            let top = y.saturating_add(h / 8);
            let row = module.saturating_mul(3);
            let _ = write!(out, "^FO{left},{top}^BY{module}^B7N,{row},{PDF417_SECURITY},{PDF417_COLUMNS},,N^FH_^FD");
            escape::push(content, out);
            out.push_str("^FS\n");
            Ok(())
        }
        Barcode::Qr { content } if escape::is_alphanumeric(content) => {
            let Some((left, top, module)) = square(placed, &QR_SIZES, content.len()) else { return drawn(placed, out) };
            // Without a height of zero, firmware moves the symbol down by the height of the last linear barcode.
            let _ = writeln!(out, "^BY2,3,0^FO{left},{top}^BQN,2,{module}^FDMA,{content}^FS");
            Ok(())
        }
        Barcode::DataMatrix { content } if escape::is_alphanumeric(content) => {
            let Some((left, top, module)) = square(placed, &DATA_MATRIX_SIZES, content.len()) else { return drawn(placed, out) };
            let _ = writeln!(out, "^FO{left},{top}^BXN,{module},200^FD{content}^FS");
            Ok(())
        }
        _ => drawn(placed, out),
    }
}

/// Bytes that a QR code of medium protection holds, and its modules. The printer may choose a smaller one.
const QR_SIZES: [(usize, i32); 6] = [(14, 21), (26, 25), (42, 29), (62, 33), (84, 37), (106, 41)];
/// Characters that a Data Matrix holds, and its modules.
const DATA_MATRIX_SIZES: [(usize, i32); 10] =
    [(5, 12), (8, 14), (12, 16), (18, 18), (22, 20), (30, 22), (36, 24), (44, 26), (62, 32), (86, 36)];

/// Corner and module of a square code that holds so many characters, with three modules of quiet zone.
fn square(placed: &Placed, sizes: &[(usize, i32)], length: usize) -> Option<(i32, i32, i32)> {
    let Area { x, y, w, h } = placed.area;
    let (_, modules) = sizes.iter().find(|(holds, _)| *holds >= length)?;
    let module = placed.module.min(w.min(h).checked_div(modules.saturating_add(6))?).min(10);
    let size = modules.saturating_mul(module);
    (module >= 2).then(|| (x.saturating_add(w.saturating_sub(size) / 2), y.saturating_add(h.saturating_sub(size) / 2), module))
}

/// A linear barcode in the printer's own words.
fn linear(placed: &Placed, content: &str, leading: bool, out: &mut String) -> Result<(), DrawError> {
    let Some(code128::Sequence { data, automatic, modules }) = code128::sequence(content, leading) else { return drawn(placed, out) };
    let Area { x, y, w, h } = placed.area;
    let module = placed.module.min(w.checked_div(modules.saturating_add(20)).unwrap_or_default());
    if module < 2 {
        return drawn(placed, out);
    }
    let left = x.saturating_add(w.saturating_sub(modules.saturating_mul(module)) / 2);
    let mode = if automatic { ",A" } else { "" };
    let _ = writeln!(out, "^FO{left},{y}^BY{module},3,{h}^BCN,{h},N,N,N{mode}^FD{data}^FS");
    Ok(())
}

/// A barcode as a picture: for content that firmware could read as instructions.
fn drawn(placed: &Placed, out: &mut String) -> Result<(), DrawError> {
    let Area { x, y, w, h } = placed.area;
    let here = Placed { area: area(0, 0, w, h), ..placed.clone() };
    let mut bitmap = Bitmap::new(w, h);
    if let Drawn::Rectangles(rectangles) = place(&here, encode(&here.barcode)?, DPI)? {
        rectangles.into_iter().for_each(|rectangle| bitmap.fill(rectangle));
    }
    graphic::write(&bitmap, x, y, out);
    Ok(())
}
