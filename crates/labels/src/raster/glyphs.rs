//! Glyphs as dots, kept per thread because labels repeat the same letters, and the pale mark across samples.
//!
//! What is kept is bounded: a thread that has drawn too many different glyphs starts over.

#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "outlines are scaled and turned for drawing; no amount is computed"
)]

use super::bitmap::Bitmap;
use crate::fonts::shape::shape;
use crate::fonts::{FaceId, Weight, face};
use crate::page::DPI;
use ab_glyph_rasterizer::{Point, Rasterizer, point};
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A glyph's dots, and where their upper left corner stands from the pen.
type Drawn = (Bitmap, i32, i32);
type Key = (FaceId, u16, i32);

const MOST_KEPT: usize = 4096;

thread_local! {
    static KEPT: RefCell<HashMap<Key, Option<Drawn>>> = RefCell::new(HashMap::new());
}

/// Hands the dots of a glyph to `paint`; `size` is the em in dots times the resolution. Spaces have none.
pub fn with_glyph(face: FaceId, id: u16, size: i32, paint: impl FnOnce(&Bitmap, i32, i32)) {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        if let Some((mask, left, top)) = kept.entry((face, id, size)).or_insert_with(|| draw(face, id, size)) {
            paint(mask, *left, *top);
        }
    });
}

fn draw(id: FaceId, glyph: u16, size: i32) -> Option<Drawn> {
    let face = face(id)?;
    let glyph = GlyphId(glyph);
    let bounds = face.parsed.glyph_bounding_box(glyph)?;
    let scale = size as f32 / DPI as f32 / face.units() as f32;
    let (left, top) = ((f32::from(bounds.x_min) * scale).floor(), (f32::from(bounds.y_max) * scale).ceil());
    let wide = (f32::from(bounds.x_max) * scale).ceil() - left;
    let high = top - (f32::from(bounds.y_min) * scale).floor();
    let mut rasterizer = Rasterizer::new((wide as usize).clamp(1, 2000), (high as usize).clamp(1, 2000));
    let place = move |x: f32, y: f32| point(x * scale - left, top - y * scale);
    face.parsed.outline_glyph(glyph, &mut Pen::new(&mut rasterizer, &place));
    Some((Bitmap::from_coverage(&rasterizer, 1), left as i32, -(top as i32)))
}

/// Follows an outline of the font and draws it, moved by `place`.
struct Pen<'a, F> {
    rasterizer: &'a mut Rasterizer,
    place: &'a F,
    start: Point,
    last: Point,
}

impl<'a, F: Fn(f32, f32) -> Point> Pen<'a, F> {
    fn new(rasterizer: &'a mut Rasterizer, place: &'a F) -> Self {
        Self { rasterizer, place, start: point(0.0, 0.0), last: point(0.0, 0.0) }
    }
}

impl<F: Fn(f32, f32) -> Point> OutlineBuilder for Pen<'_, F> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = (self.place)(x, y);
        self.last = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = (self.place)(x, y);
        self.rasterizer.draw_line(self.last, to);
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let to = (self.place)(x, y);
        self.rasterizer.draw_quad(self.last, (self.place)(x1, y1), to);
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let to = (self.place)(x, y);
        self.rasterizer.draw_cubic(self.last, (self.place)(x1, y1), (self.place)(x2, y2), to);
        self.last = to;
    }

    fn close(&mut self) {
        self.rasterizer.draw_line(self.last, self.start);
        self.last = self.start;
    }
}

/// How a line of a mark stands in an area: size of the em, direction (neither is negative), and where its baseline begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slant {
    size: f32,
    cos: f32,
    sin: f32,
    x: f32,
    y: f32,
}

impl Slant {
    /// Size, cosine, sine and beginning as numbers for a PDF file, moved by the area's corner.
    #[must_use]
    pub fn rounded(self, x: i32, y: i32) -> [String; 5] {
        [self.size, self.cos, self.sin, self.x + x as f32, self.y + y as f32].map(|value| format!("{value:.3}"))
    }
}

/// Height of capitals in ems.
const CAPITALS: f32 = 0.714;

/// Fits a text in two lines across an area, rising from left to right at most by about a third of a right angle.
#[must_use]
pub fn slants(width: i32, height: i32, text: &str) -> Vec<(&str, Slant)> {
    let (wide, high) = (width as f32, height as f32);
    let lines = halves(text);
    let ems = |line: &str| shape(line, Weight::Bold).width as f32 / 1000.0;
    let widest = lines.iter().map(|line| ems(line)).fold(0.1, f32::max);
    let block = CAPITALS + lines.len().saturating_sub(1) as f32;
    let angle = (high / wide.max(1.0)).atan().min(0.45);
    let (sin, cos) = angle.sin_cos();
    let (reach_x, reach_y) = (widest * cos + block * sin, widest * sin + block * cos);
    let size = (wide / reach_x).min(high / reach_y) * 0.97;
    let (over_x, over_y) = ((wide - reach_x * size) / 2.0, (high - reach_y * size) / 2.0);
    let place = |(index, line): (usize, &&'_ str)| {
        let along = (widest - ems(line)) / 2.0 * size;
        let above = lines.len().saturating_sub(index + 1) as f32 * size;
        let x = over_x + block * sin * size + along * cos - above * sin;
        let y = high - over_y - along * sin - above * cos;
        Slant { size, cos, sin, x, y }
    };
    let placed: Vec<Slant> = lines.iter().enumerate().map(place).collect();
    lines.into_iter().zip(placed).collect()
}

/// Splits a text at the space that makes its halves most alike.
fn halves(text: &str) -> Vec<&str> {
    let middle = text.len() / 2;
    let space = text.rmatch_indices(' ').map(|(at, _)| at).min_by_key(|at| at.abs_diff(middle));
    space.and_then(|at| text.split_at_checked(at)).map_or_else(|| vec![text], |(first, second)| vec![first, second.trim_start()])
}

type MarkKey = (i32, i32, i32, &'static str);
static MARKS: LazyLock<Mutex<HashMap<MarkKey, Arc<Bitmap>>>> = LazyLock::new(|| Mutex::new(HashMap::new()));

/// The dots of a mark, kept because all samples carry the same few.
#[must_use]
pub fn mark(width: i32, height: i32, dpi: i32, text: &'static str) -> Arc<Bitmap> {
    let mut marks = MARKS.lock().unwrap_or_else(PoisonError::into_inner);
    if marks.len() > 64 {
        marks.clear();
    }
    Arc::clone(marks.entry((width, height, dpi, text)).or_insert_with(|| Arc::new(hatched(width, height, dpi, text))))
}

fn hatched(width: i32, height: i32, dpi: i32, text: &str) -> Bitmap {
    let pixels = |value: i32| usize::try_from(value).unwrap_or_default().clamp(1, 8000);
    let mut rasterizer = Rasterizer::new(pixels(width), pixels(height));
    for (line, Slant { size, cos, sin, x, y }) in slants(width, height, text) {
        let mut pen = 0.0;
        for glyph in shape(line, Weight::Bold).glyphs {
            let Some(face) = face(glyph.face) else { continue };
            let scale = size / face.units() as f32;
            let (left, base) = (x + pen * cos, y - pen * sin);
            let place = move |gx: f32, gy: f32| {
                let (gx, gy) = (gx * scale, gy * scale);
                point(left + gx * cos - gy * sin, base - gx * sin - gy * cos)
            };
            face.parsed.outline_glyph(GlyphId(glyph.id), &mut Pen::new(&mut rasterizer, &place));
            pen += glyph.advance as f32 / 1000.0 * size;
        }
    }
    // A row in four at 203 dpi: about a quarter of the ink.
    Bitmap::from_coverage(&rasterizer, pixels(dpi / 50))
}
