//! Drawing pages as black and white dots, for PNG files and for what a ZPL printer cannot draw by itself.
//!
//! One bit a dot, because that is what label printers have: no grey that a printer would turn into noise around barcodes.
//! Pale marks become thin hatching. It must give the same dots for the same page on every machine.

pub mod bitmap;
pub mod glyphs;

use crate::barcode::hexagons;
use crate::barcode::place::{Drawn, place, scaled};
use crate::error::DrawError;
use crate::fonts::shape::shape;
use crate::page::{Area, DPI, Ink, Line, Operation, Page, Picture, area};
use ab_glyph_rasterizer::{Rasterizer, point};
use bitmap::Bitmap;

/// Draws a page at a resolution.
pub fn draw(page: &Page, dpi: i32) -> Result<Bitmap, DrawError> {
    // Rounded, so that 4 x 6 inches are exact at every resolution.
    let pixels = |dots: i32| dots.saturating_mul(dpi).saturating_add(DPI / 2) / DPI;
    let mut bitmap = Bitmap::new(pixels(page.width), pixels(page.height));
    for operation in &page.operations {
        match operation {
            Operation::Fill(place) => bitmap.fill(pixel_area(*place, dpi)),
            Operation::Dashes(place) => dashes(&mut bitmap, pixel_area(*place, dpi)),
            Operation::Text(line) => text(&mut bitmap, line, dpi),
            Operation::Barcode(placed) => {
                let symbol = crate::barcode::encode(&placed.barcode)?;
                symbol_dots(&mut bitmap, &place(placed, symbol, dpi)?);
            }
            Operation::Mark { area, text } => {
                let place = pixel_area(*area, dpi);
                bitmap.paint(&glyphs::mark(place.w, place.h, dpi, text), place.x, place.y, Ink::Black);
            }
            Operation::Picture { area, picture } => pixels_of(&mut bitmap, picture, pixel_area(*area, dpi)),
        }
    }
    Ok(bitmap)
}

/// Edges are scaled rather than sizes, so that neighbours still touch; nothing becomes thinner than a pixel.
fn pixel_area(place: Area, dpi: i32) -> Area {
    let (x, y) = (scaled(place.x, dpi), scaled(place.y, dpi));
    let (right, bottom) = (scaled(place.right(), dpi), scaled(place.bottom(), dpi));
    area(x, y, right.saturating_sub(x).max(1), bottom.saturating_sub(y).max(1))
}

fn dashes(bitmap: &mut Bitmap, place: Area) {
    let (along, across) = if place.w >= place.h { (place.w, place.h) } else { (place.h, place.w) };
    let mut at = 0_i32;
    while at < along {
        let length = 12_i32.min(along.saturating_sub(at));
        let stroke = if place.w >= place.h {
            area(place.x.saturating_add(at), place.y, length, across)
        } else {
            area(place.x, place.y.saturating_add(at), across, length)
        };
        bitmap.fill(stroke);
        at = at.saturating_add(24);
    }
}

/// Draws a line of text.
pub fn text(bitmap: &mut Bitmap, line: &Line, dpi: i32) {
    let size = line.size.saturating_mul(dpi);
    // Thousandths of a dot, scaled, so that advances do not add up rounding errors.
    let pixels = |thousandths: i32| i64::from(thousandths).saturating_mul(i64::from(size)) / i64::from(DPI);
    let mut pen = i64::from(line.x).saturating_mul(1000).saturating_mul(i64::from(dpi)) / i64::from(DPI);
    let baseline = scaled(line.baseline, dpi);
    for glyph in &shape(&line.text, line.weight).glyphs {
        let whole = |thousandths: i64| i32::try_from(thousandths.saturating_add(500) / 1000).unwrap_or_default();
        let x = whole(pen.saturating_add(pixels(glyph.dx)));
        let y = baseline.saturating_sub(whole(pixels(glyph.dy)));
        glyphs::with_glyph(glyph.face, glyph.id, size, |mask, left, top| {
            bitmap.paint(mask, x.saturating_add(left), y.saturating_add(top), line.ink);
        });
        pen = pen.saturating_add(pixels(glyph.advance));
    }
}

fn symbol_dots(bitmap: &mut Bitmap, drawn: &Drawn) {
    match drawn {
        Drawn::Rectangles(rectangles) => rectangles.iter().for_each(|rectangle| bitmap.fill(*rectangle)),
        Drawn::Hexagons { x, y, pitch, cells } => bitmap.paint(&hexagon_dots(*pitch, cells), *x, *y, Ink::Black),
    }
}

#[expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "outlines are scaled for drawing; no amount is computed"
)]
fn hexagon_dots(pitch: i32, cells: &[[bool; 30]; 33]) -> Bitmap {
    let size = |hundredths: i32| usize::try_from(hundredths.saturating_mul(pitch / 10) / 10_000).unwrap_or_default().saturating_add(2);
    let (wide, high) = (size(hexagons::WIDTH), size(hexagons::HEIGHT));
    let mut rasterizer = Rasterizer::new(wide, high);
    let factor = pitch as f32 / 100_000.0;
    let mut outline = |corners: &[(i32, i32)]| {
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            rasterizer.draw_line(point(from.0 as f32 * factor, from.1 as f32 * factor), point(to.0 as f32 * factor, to.1 as f32 * factor));
        }
    };
    for corners in hexagons::polygons(cells) {
        outline(&corners);
    }
    for (inner, outer) in hexagons::RINGS {
        outline(&hexagons::circle(outer));
        let mut hole = hexagons::circle(inner);
        hole.reverse();
        outline(&hole);
    }
    Bitmap::from_coverage(&rasterizer, 1)
}

/// Pictures become black where they are darker than half.
fn pixels_of(bitmap: &mut Bitmap, picture: &Picture, place: Area) {
    let samples = if picture.colour { 3 } else { 1 };
    let source = |at: i32, room: i32, pixels: u32| {
        let position = i64::from(at).saturating_mul(i64::from(pixels)).checked_div(i64::from(room)).unwrap_or_default();
        usize::try_from(position).unwrap_or_default()
    };
    let stride = usize::try_from(picture.width).unwrap_or_default().saturating_mul(samples);
    for y in 0..place.h {
        for x in 0..place.w {
            let start = source(y, place.h, picture.height)
                .saturating_mul(stride)
                .saturating_add(source(x, place.w, picture.width).saturating_mul(samples));
            let pixel = picture.samples.get(start..start.saturating_add(samples)).unwrap_or_default();
            let light: usize = pixel.iter().map(|sample| usize::from(*sample)).sum();
            if light < samples.saturating_mul(128) && !pixel.is_empty() {
                bitmap.fill(area(place.x.saturating_add(x), place.y.saturating_add(y), 1, 1));
            }
        }
    }
}
