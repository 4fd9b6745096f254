//! A page as drawing operations, described once and drawn by every backend.
//!
//! One unit everywhere: the dot of a 203 dpi label printer, counted from the upper left corner, so a 4 x 6 inch label is 812 by
//! 1218. Text is fitted before it becomes an operation: whatever is typed, it never leaves its area. Operations know nothing of
//! PDF, PNG or ZPL.

pub mod fit;

use crate::fonts::Weight;
use domain::label::Barcode;
use std::sync::Arc;

/// Dots in an inch.
pub const DPI: i32 = 203;
/// Width of a 4 x 6 label.
pub const LABEL_WIDTH: i32 = 812;
/// Height of a 4 x 6 label.
pub const LABEL_HEIGHT: i32 = 1218;
/// Width of a letter page, rounded down.
pub const LETTER_WIDTH: i32 = 1725;
/// Height of a letter page.
pub const LETTER_HEIGHT: i32 = 2233;

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Dots from left to right.
    pub width: i32,
    /// Dots from top to bottom.
    pub height: i32,
    /// In the order of painting.
    pub operations: Vec<Operation>,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// A rectangle, written short because layouts consist of them.
#[must_use]
pub const fn area(x: i32, y: i32, w: i32, h: i32) -> Area {
    Area { x, y, w, h }
}

impl Area {
    /// Right edge.
    #[must_use]
    pub const fn right(self) -> i32 {
        self.x.saturating_add(self.w)
    }

    /// Lower edge.
    #[must_use]
    pub const fn bottom(self) -> i32 {
        self.y.saturating_add(self.h)
    }

    /// The same rectangle, smaller on all sides.
    #[must_use]
    pub const fn inside(self, margin: i32) -> Self {
        let both = margin.saturating_mul(2);
        area(self.x.saturating_add(margin), self.y.saturating_add(margin), self.w.saturating_sub(both), self.h.saturating_sub(both))
    }

    /// Whether the other lies within.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        self.x <= other.x && self.y <= other.y && self.right() >= other.right() && self.bottom() >= other.bottom()
    }

    /// Whether they share a dot.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }
}

/// Black on white, or white on black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// Black.
    #[default]
    Black,
    /// White, for text on filled boxes.
    White,
}

/// Where a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Centre,
    /// At the right edge.
    Right,
}

/// What to paint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// A black rectangle; rules are thin ones.
    Fill(Area),
    /// A rule of short strokes, to fold or cut along.
    Dashes(Area),
    /// A line of text.
    Text(Line),
    /// A barcode, as large as its area allows.
    Barcode(Placed),
    /// A text across an area, from its lower left to its upper right, pale enough to read what is under it.
    Mark {
        /// Where.
        area: Area,
        /// What.
        text: &'static str,
    },
    /// A picture, scaled into the area.
    Picture {
        /// Where.
        area: Area,
        /// What.
        picture: Arc<Picture>,
    },
}

/// A line of text that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where it must stay.
    pub area: Area,
    /// Left end.
    pub x: i32,
    /// Where the letters stand.
    pub baseline: i32,
    /// Size of the em.
    pub size: i32,
    /// Its width, rounded up.
    pub width: i32,
    /// Regular or bold.
    pub weight: Weight,
    /// Where it begins.
    pub align: Align,
    /// Its colour.
    pub ink: Ink,
    /// What is said; backends that draw glyphs shape it themselves.
    pub text: String,
}

/// A barcode and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Where it must stay, quiet zone included.
    pub area: Area,
    /// Dots of its finest element, at most.
    pub module: i32,
    /// Kind and content.
    pub barcode: Barcode,
}

/// A picture, 8 bits a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Whether a pixel is red, green and blue, or one grey.
    pub colour: bool,
    /// Row by row.
    pub samples: Vec<u8>,
}

impl Page {
    /// An empty page.
    #[must_use]
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height, operations: Vec::new() }
    }

    /// An empty 4 x 6 label.
    #[must_use]
    pub const fn label() -> Self {
        Self::new(LABEL_WIDTH, LABEL_HEIGHT)
    }

    /// An empty letter page.
    #[must_use]
    pub const fn letter() -> Self {
        Self::new(LETTER_WIDTH, LETTER_HEIGHT)
    }

    /// Paints a black rectangle.
    pub fn fill(&mut self, area: Area) {
        self.operations.push(Operation::Fill(area));
    }

    /// Paints a rule from left to right.
    pub fn rule(&mut self, x: i32, y: i32, length: i32, thickness: i32) {
        self.fill(area(x, y, length, thickness));
    }

    /// Paints a rule from top to bottom.
    pub fn upright(&mut self, x: i32, y: i32, length: i32, thickness: i32) {
        self.fill(area(x, y, thickness, length));
    }

    /// Paints the outline of a rectangle, inside of it.
    pub fn frame(&mut self, outline: Area, thickness: i32) {
        let Area { x, y, w, h } = outline;
        self.rule(x, y, w, thickness);
        self.rule(x, outline.bottom().saturating_sub(thickness), w, thickness);
        self.upright(x, y, h, thickness);
        self.upright(outline.right().saturating_sub(thickness), y, h, thickness);
    }

    /// Paints a barcode.
    pub fn barcode(&mut self, area: Area, module: i32, barcode: &Barcode) {
        self.operations.push(Operation::Barcode(Placed { area, module, barcode: barcode.clone() }));
    }

    /// Paints a text across an area.
    pub fn mark(&mut self, area: Area, text: &'static str) {
        self.operations.push(Operation::Mark { area, text });
    }
}
