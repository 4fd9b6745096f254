//! A rectangle of black and white dots, eight in a byte, the leftmost in the highest bit; a set bit is black.
//!
//! Whatever is painted beyond its edges is left out; nothing here can fail or panic.

use crate::page::{Area, Ink};
use ab_glyph_rasterizer::Rasterizer;

/// The dots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    /// Dots from left to right.
    pub width: i32,
    /// Dots from top to bottom.
    pub height: i32,
    stride: usize,
    bytes: Vec<u8>,
}

impl Bitmap {
    /// All white.
    #[must_use]
    pub fn new(width: i32, height: i32) -> Self {
        let (width, height) = (width.clamp(0, 20_000), height.clamp(0, 20_000));
        let stride = usize::try_from(width).unwrap_or_default().div_ceil(8);
        let bytes = vec![0; stride.saturating_mul(usize::try_from(height).unwrap_or_default())];
        Self { width, height, stride, bytes }
    }

    /// Bytes in a row.
    #[must_use]
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// All rows.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All rows with white as set bits, as PNG wants it.
    #[must_use]
    pub fn inverted(mut self) -> Vec<u8> {
        self.bytes.iter_mut().for_each(|byte| *byte = !*byte);
        self.bytes
    }

    /// Blackens a rectangle.
    pub fn fill(&mut self, area: Area) {
        let (left, right) = (area.x.clamp(0, self.width), area.right().clamp(0, self.width));
        let (top, bottom) = (area.y.clamp(0, self.height), area.bottom().clamp(0, self.height));
        let whole = |value: i32| usize::try_from(value).unwrap_or_default();
        if left >= right || top >= bottom {
            return;
        }
        let (first, last) = (whole(left) / 8, whole(right.saturating_sub(1)) / 8);
        let head = 0xff_u8 >> (whole(left) % 8);
        let tail = !(0xff_u8.checked_shr(u32::try_from(right.saturating_sub(1) % 8).unwrap_or_default().saturating_add(1)).unwrap_or(0));
        for row in self.bytes.chunks_exact_mut(self.stride.max(1)).skip(whole(top)).take(whole(bottom.saturating_sub(top))) {
            let Some(touched) = row.get_mut(first..=last) else { continue };
            match touched {
                [only] => *only |= head & tail,
                [start, middle @ .., end] => {
                    *start |= head;
                    middle.fill(0xff);
                    *end |= tail;
                }
                [] => {}
            }
        }
    }

    /// Paints the black dots of another bitmap in black or white.
    pub fn paint(&mut self, mask: &Self, x: i32, y: i32, ink: Ink) {
        let shift = u32::try_from(x.rem_euclid(8)).unwrap_or_default();
        let first = x.div_euclid(8);
        // Bits behind the last column stay clear, so that equal pictures have equal bytes.
        let last = i32::try_from(self.stride).unwrap_or_default().saturating_sub(1);
        let keep = 0xff_u8.checked_shl(u32::try_from(self.width.saturating_neg().rem_euclid(8)).unwrap_or_default()).unwrap_or(0);
        for (row, bits) in mask.bytes.chunks_exact(mask.stride.max(1)).zip(0_i32..) {
            let Ok(line) = usize::try_from(y.saturating_add(bits)) else { continue };
            let start = line.saturating_mul(self.stride);
            let Some(target) = self.bytes.get_mut(start..start.saturating_add(self.stride)) else { break };
            for (byte, column) in row.iter().zip(first..) {
                if *byte == 0 {
                    continue;
                }
                let wide = u16::from(*byte) << (8_u32.saturating_sub(shift));
                let [high, low] = wide.to_be_bytes();
                put(target, column, if column == last { high & keep } else { high }, ink);
                put(target, column.saturating_add(1), if column.saturating_add(1) == last { low & keep } else { low }, ink);
            }
        }
    }

    /// Black where an outline covers at least half a dot; with a step of more than one only every so many rows, as hatching.
    #[must_use]
    pub fn from_coverage(rasterizer: &Rasterizer, step: usize) -> Self {
        let (wide, high) = rasterizer.dimensions();
        let mut bitmap = Self::new(i32::try_from(wide).unwrap_or(i32::MAX), i32::try_from(high).unwrap_or(i32::MAX));
        let stride = bitmap.stride;
        rasterizer.for_each_pixel_2d(|x, y, coverage| {
            let (x, y) = (usize::try_from(x).unwrap_or_default(), usize::try_from(y).unwrap_or_default());
            if coverage >= 0.5 && y.checked_rem(step.max(1)) == Some(0) {
                let place = y.saturating_mul(stride).saturating_add(x / 8);
                if let Some(byte) = bitmap.bytes.get_mut(place) {
                    *byte |= 0x80 >> (x % 8);
                }
            }
        });
        bitmap
    }

    /// Whether a dot is black.
    #[must_use]
    pub fn is_black(&self, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
        x < usize::try_from(self.width).unwrap_or_default()
            && self.bytes.get(y.saturating_mul(self.stride).saturating_add(x / 8)).is_some_and(|byte| byte & (0x80 >> (x % 8)) != 0)
    }
}

fn put(target: &mut [u8], column: i32, bits: u8, ink: Ink) {
    if let Some(byte) = usize::try_from(column).ok().and_then(|column| target.get_mut(column)) {
        match ink {
            Ink::Black => *byte |= bits,
            Ink::White => *byte &= !bits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::area;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fill_blackens_exactly_its_area(x in -5_i32..40, y in -5_i32..12, w in 0_i32..40, h in 0_i32..12) {
            let mut bitmap = Bitmap::new(29, 9);
            bitmap.fill(area(x, y, w, h));
            for py in 0..9 {
                for px in 0..29 {
                    let inside = (x..x + w).contains(&px) && (y..y + h).contains(&py);
                    prop_assert_eq!(bitmap.is_black(px, py), inside, "{} {}", px, py);
                }
            }
        }

        #[test]
        fn paint_moves_a_mask(x in -12_i32..35, y in -5_i32..12) {
            let mut mask = Bitmap::new(11, 3);
            mask.fill(area(1, 1, 9, 2));
            let (mut painted, mut filled) = (Bitmap::new(29, 9), Bitmap::new(29, 9));
            painted.paint(&mask, x, y, Ink::Black);
            filled.fill(area(x + 1, y + 1, 9, 2));
            prop_assert_eq!(&painted, &filled);
            painted.paint(&mask, x, y, Ink::White);
            prop_assert_eq!(painted, Bitmap::new(29, 9));
        }
    }
}
