//! PNG images from outside: carriers' labels and merchants' logos.
//!
//! They are decoded within limits, and transparent parts become white, because paper is.

use crate::error::DrawError;
use crate::page::{Area, LABEL_HEIGHT, LABEL_WIDTH, Operation, Page, Picture, area};
use png::{ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;
use std::sync::Arc;

/// Memory that a picture may take while it is read.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Reads a PNG image.
pub fn read(bytes: &[u8]) -> Result<Picture, DrawError> {
    let refused = |error: png::DecodingError| DrawError::Picture(error.to_string());
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(refused)?;
    let size =
        reader.output_buffer_size().filter(|size| *size <= MOST_BYTES).ok_or_else(|| DrawError::Picture("it is too large".into()))?;
    let mut samples = vec![0; size];
    let frame = reader.next_frame(&mut samples).map_err(refused)?;
    samples.truncate(frame.buffer_size());
    let (colour, samples) = match frame.color_type {
        ColorType::Grayscale => (false, samples),
        ColorType::GrayscaleAlpha => (false, on_white(&samples, 2)),
        ColorType::Rgba => (true, on_white(&samples, 4)),
        _ => (true, samples),
    };
    Ok(Picture { width: frame.width, height: frame.height, colour, samples })
}

/// Mixes samples with white by their last one.
fn on_white(samples: &[u8], step: usize) -> Vec<u8> {
    let mut mixed = Vec::with_capacity(samples.len());
    for pixel in samples.chunks_exact(step) {
        if let Some((alpha, colours)) = pixel.split_last() {
            let blend = |sample: u8| {
                let (sample, alpha) = (u16::from(sample), u16::from(*alpha));
                let light = sample.saturating_mul(alpha).saturating_add(255_u16.saturating_mul(255_u16.saturating_sub(alpha)));
                u8::try_from(light / 255).unwrap_or(u8::MAX)
            };
            mixed.extend(colours.iter().map(|sample| blend(*sample)));
        }
    }
    mixed
}

/// The largest place in an area that keeps the picture's proportions, in its upper left corner.
#[must_use]
pub fn fitted(picture: &Picture, room: Area) -> Area {
    let (width, height) = (i64::from(picture.width).max(1), i64::from(picture.height).max(1));
    let (w, h) = (i64::from(room.w), i64::from(room.h));
    let side = |value: i64| i32::try_from(value).unwrap_or(i32::MAX).max(1);
    if width.saturating_mul(h) > height.saturating_mul(w) {
        area(room.x, room.y, room.w, side(height.saturating_mul(w) / width))
    } else {
        area(room.x, room.y, side(width.saturating_mul(h) / height), room.h)
    }
}

/// A label page that holds the picture and nothing else.
pub fn page(bytes: &[u8]) -> Result<Page, DrawError> {
    let picture = read(bytes)?;
    let mut page = Page::label();
    let place = fitted(&picture, area(0, 0, LABEL_WIDTH, LABEL_HEIGHT));
    page.operations.push(Operation::Picture { area: place, picture: Arc::new(picture) });
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_parts_become_white() {
        assert_eq!(on_white(&[0, 0, 0, 0, 10, 20, 30, 255], 4), [255, 255, 255, 10, 20, 30]);
    }

    #[test]
    fn proportions_are_kept() {
        let picture = Picture { width: 200, height: 100, colour: false, samples: Vec::new() };
        assert_eq!(fitted(&picture, area(5, 5, 100, 100)), area(5, 5, 100, 50));
        assert_eq!(fitted(&picture, area(5, 5, 100, 20)), area(5, 5, 40, 20));
    }

    #[test]
    fn what_is_no_image_is_refused() {
        assert!(read(b"not a picture").is_err());
        assert!(page(&[]).is_err());
    }
}
