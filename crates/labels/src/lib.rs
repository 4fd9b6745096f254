//! Drawing: labels, packing slips, scan forms and receipts as PDF, PNG and ZPL.
//!
//! It gets a neutral description from `domain` and gives bytes back. It must never know a database, a carrier's API or HTTP.

pub mod barcode;
pub mod compile;
pub mod error;
pub mod fonts;
pub mod invoice;
pub mod layout;
pub mod packing_slip;
pub mod page;
pub mod pdf;
pub mod png;
pub mod raster;
pub mod scan_form;
pub mod zpl;

pub use error::DrawError;
pub use pdf::Sheet;
pub use png::Dpi;

use domain::label::Label;

/// Draws a label, with its customs form where it has one, as a PDF file.
pub fn draw_pdf(label: &Label, sheet: Sheet) -> Result<Vec<u8>, DrawError> {
    let receipt = (sheet == Sheet::LetterFold).then(|| layout::receipt_half::page(label));
    pdf::draw(&layout::pages(label), sheet, receipt.as_ref(), &format!("{} {}", label.carrier, label.tracking_code))
}

/// Draws every page of a label as a PNG image.
pub fn draw_png(label: &Label, dpi: Dpi) -> Result<Vec<Vec<u8>>, DrawError> {
    layout::pages(label).iter().map(|page| png::draw(page, dpi)).collect()
}

/// Draws every page of a label in ZPL.
pub fn draw_zpl(label: &Label) -> Result<String, DrawError> {
    zpl::draw(&layout::pages(label))
}
