//! Page operations as PDF drawing, in dots: the sheet sets the scale once, so most numbers are short whole ones.
//!
//! Text goes in as numbers of glyphs, never as characters, so nothing that a user typed can become an instruction.

use super::faces::Faces;
use crate::barcode::hexagons;
use crate::barcode::place::{Drawn, place};
use crate::error::DrawError;
use crate::fonts::Weight;
use crate::fonts::shape::{Glyph, shape};
use crate::page::{Area, DPI, Ink, Line, Operation, Page, Picture};
use crate::raster::glyphs::slants;
use crate::zpl::escape::hex;
use std::fmt::Write as _;
use std::sync::Arc;

/// Draws a page. Pictures are handed to the caller, who gives back the name under which each stands in the page's resources.
pub fn draw(page: &Page, faces: &mut Faces, out: &mut String, pictures: &mut Vec<Arc<Picture>>) -> Result<(), DrawError> {
    for operation in &page.operations {
        match operation {
            Operation::Fill(place) => {
                rectangle(*place, out);
                out.push_str("f\n");
            }
            Operation::Dashes(place) => dashes(*place, out),
            Operation::Text(line) => text(line, faces, out),
            Operation::Barcode(placed) => symbol(&place(placed, crate::barcode::encode(&placed.barcode)?, DPI)?, out),
            Operation::Mark { area, text } => mark(*area, text, faces, out),
            Operation::Picture { area: Area { x, y, w, h }, picture } => {
                let bottom = y.saturating_add(*h);
                let _ = writeln!(out, "q {w} 0 0 -{h} {x} {bottom} cm /P{} Do Q", pictures.len());
                pictures.push(Arc::clone(picture));
            }
        }
    }
    Ok(())
}

/// A rectangle of a path.
fn rectangle(Area { x, y, w, h }: Area, out: &mut String) {
    for value in [x, y, w, h] {
        number(value, out);
    }
    out.push_str("re\n");
}

/// A whole number and a space. Barcodes consist of thousands, and the formatting machinery would take half the time of a page.
fn number(value: i32, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let value = value.unsigned_abs();
    let mut scale = 1_u32;
    while value / scale >= 10 {
        scale = scale.saturating_mul(10);
    }
    while scale > 0 {
        out.push(char::from(b'0'.saturating_add(u8::try_from(value / scale % 10).unwrap_or_default())));
        scale /= 10;
    }
    out.push(' ');
}

/// The number of a glyph as four hexadecimal digits.
fn glyph_number(value: u16, out: &mut String) {
    for shift in [12, 8, 4, 0] {
        out.push(hex(u8::try_from(value >> shift & 15).unwrap_or_default()));
    }
}

fn dashes(place: Area, out: &mut String) {
    let (thickness, x, y) = (place.w.min(place.h), place.x, place.y);
    let (to_x, to_y) = if place.w >= place.h { (place.right(), y) } else { (x, place.bottom()) };
    let _ = writeln!(out, "q {thickness} w [12 12] 0 d {x} {y} m {to_x} {to_y} l S Q");
}

fn symbol(drawn: &Drawn, out: &mut String) {
    match drawn {
        Drawn::Rectangles(rectangles) => {
            for place in rectangles {
                rectangle(*place, out);
            }
            out.push_str("f\n");
        }
        Drawn::Hexagons { x, y, pitch, cells } => {
            // Hundredths of a module to dots.
            let scale = format!("{}.{:05}", pitch / 100_000, pitch % 100_000);
            let _ = writeln!(out, "q {scale} 0 0 {scale} {x} {y} cm");
            for corners in hexagons::polygons(cells) {
                outline(&corners, out);
            }
            for (inner, outer) in hexagons::RINGS {
                outline(&hexagons::circle(outer), out);
                let mut hole = hexagons::circle(inner);
                hole.reverse();
                outline(&hole, out);
            }
            out.push_str("f Q\n");
        }
    }
}

fn outline(corners: &[(i32, i32)], out: &mut String) {
    for (index, (x, y)) in corners.iter().enumerate() {
        number(*x, out);
        number(*y, out);
        out.push_str(if index == 0 { "m " } else { "l " });
    }
    out.push_str("h\n");
}

fn text(line: &Line, faces: &mut Faces, out: &mut String) {
    out.push_str(if line.ink == Ink::White { "1 g BT " } else { "BT " });
    let mut pen = 0_i32;
    let shaped = shape(&line.text, line.weight);
    let mut rest = shaped.glyphs.as_slice();
    while let Some(first) = rest.first() {
        // Glyphs of one face that stand on the line follow each other without further words.
        let is_plain = |glyph: &Glyph| glyph.face == first.face && glyph.dx == 0 && glyph.dy == 0 && stands_as_wide(glyph);
        let plain = rest.iter().take_while(|glyph| is_plain(glyph)).count();
        let (run, after) = rest.split_at(plain.max(1).min(rest.len()));
        let x = line.x.saturating_mul(1000).saturating_add(pen.saturating_add(first.dx).saturating_mul(line.size));
        let y = line.baseline.saturating_mul(1000).saturating_sub(first.dy.saturating_mul(line.size));
        let _ = write!(out, "/F{} {} Tf 1 0 0 -1 {} {} Tm <", first.face, line.size, decimal(x), decimal(y));
        for glyph in run {
            glyph_number(faces.number(glyph, &line.text), out);
            pen = pen.saturating_add(glyph.advance);
        }
        out.push_str("> Tj ");
        rest = after;
    }
    out.push_str(if line.ink == Ink::White { "ET 0 g\n" } else { "ET\n" });
}

/// Whether shaping left the glyph as wide as its font says, which is what a reader will add.
fn stands_as_wide(glyph: &Glyph) -> bool {
    crate::fonts::face(glyph.face).is_some_and(|face| face.advance(glyph.id) == glyph.advance)
}

/// Thousandths as a decimal number, without needless zeros.
fn decimal(thousandths: i32) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let value = thousandths.unsigned_abs();
    if value.is_multiple_of(1000) {
        return format!("{sign}{}", value / 1000);
    }
    format!("{sign}{}.{:03}", value / 1000, value % 1000)
}

fn mark(area: Area, text: &str, faces: &mut Faces, out: &mut String) {
    out.push_str("0.78 g\n");
    for (words, slant) in slants(area.w, area.h, text) {
        let shaped = shape(words, Weight::Bold);
        let Some(first) = shaped.glyphs.first() else { continue };
        let [size, cos, sin, x, y] = slant.rounded(area.x, area.y);
        // The page's vertical axis points down, so the letters are mirrored back.
        let _ = write!(out, "BT /F{} {size} Tf {cos} -{sin} -{sin} -{cos} {x} {y} Tm <", first.face);
        for glyph in &shaped.glyphs {
            glyph_number(faces.number(glyph, words), out);
        }
        out.push_str("> Tj ET\n");
    }
    out.push_str("0 g\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_rust_writes_them() {
        for value in [0, 7, 10, 99, 100, 812, -1, -1218, i32::MAX, i32::MIN] {
            let mut out = String::new();
            number(value, &mut out);
            assert_eq!(out, format!("{value} "));
        }
        let mut out = String::new();
        glyph_number(0x0a5f, &mut out);
        assert_eq!(out, "0A5F");
        assert_eq!((decimal(1500), decimal(-250), decimal(2000)), ("1.500".into(), "-0.250".into(), "2".into()));
    }
}
