//! Pages as PNG images: one bit a pixel, with the resolution written into the file so that it prints at its true size.

use crate::error::DrawError;
use crate::page::Page;
use crate::raster::bitmap::Bitmap;

/// The resolution of a label printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dpi {
    /// 203 dots an inch.
    #[default]
    Dpi203,
    /// 300 dots an inch.
    Dpi300,
}

impl Dpi {
    /// Dots an inch.
    #[must_use]
    pub const fn dots(self) -> i32 {
        match self {
            Self::Dpi203 => 203,
            Self::Dpi300 => 300,
        }
    }
}

/// Draws a page as a PNG image.
pub fn draw(page: &Page, dpi: Dpi) -> Result<Vec<u8>, DrawError> {
    encode(crate::raster::draw(page, dpi.dots())?, dpi)
}

/// Writes dots as a PNG image.
pub fn encode(bitmap: Bitmap, dpi: Dpi) -> Result<Vec<u8>, DrawError> {
    let refused = |error: png::EncodingError| DrawError::Image(error.to_string());
    let (width, height) = (u32::try_from(bitmap.width).unwrap_or_default(), u32::try_from(bitmap.height).unwrap_or_default());
    let mut bytes = Vec::with_capacity(16 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Up);
    let per_metre = u32::try_from(dpi.dots().saturating_mul(10_000) / 254).unwrap_or_default();
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(&bitmap.inverted()).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(bytes)
}
