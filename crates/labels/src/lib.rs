//! Drawing: labels, packing slips, scan forms and receipts as PDF, PNG and ZPL.
//!
//! It gets a neutral description from `domain` and gives bytes back. It must never know a database, a carrier's API or HTTP.

pub mod barcode;
pub mod error;
pub mod fonts;
pub mod layout;
pub mod page;
pub mod png;
pub mod raster;

pub use error::DrawError;
pub use png::Dpi;

use domain::label::Label;

/// Draws every page of a label as a PNG image.
pub fn draw_png(label: &Label, dpi: Dpi) -> Result<Vec<Vec<u8>>, DrawError> {
    layout::pages(label).iter().map(|page| png::draw(page, dpi)).collect()
}
