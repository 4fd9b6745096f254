//! From stored artwork to a file: described labels are drawn, a carrier's own file is given as it is or placed on a page.

use domain::partner::Artwork;
use labels::{Dpi, DrawError, Sheet};

/// A file to show, print or download.
pub struct Drawn {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it is.
    pub content_type: &'static str,
    /// What its name ends with.
    pub extension: &'static str,
}

/// What a format is called on the wire.
pub fn content_type(format: &str) -> &'static str {
    match format {
        "png" => "image/png",
        "zpl" => "application/zpl",
        _ => "application/pdf",
    }
}

/// On what a PDF is laid out.
pub fn sheet(layout: &str) -> Sheet {
    if layout == "8.5X11" { Sheet::LetterFold } else { Sheet::Label4x6 }
}

/// Draws a label in a format: `pdf`, `png` (first page) or `zpl`.
pub fn draw(artwork: &Artwork, format: &str, layout: &str) -> Result<Drawn, DrawError> {
    let (bytes, format) = match artwork {
        Artwork::Described { label } => match format {
            "png" => (labels::draw_png(label, Dpi::Dpi203)?.into_iter().next().unwrap_or_default(), "png"),
            "zpl" => (labels::draw_zpl(label)?.into_bytes(), "zpl"),
            _ => (labels::draw_pdf(label, sheet(layout))?, "pdf"),
        },
        // A live carrier's file is given in the format it came in.
        Artwork::File { format, bytes } => (
            bytes.clone(),
            match format.as_str() {
                "png" => "png",
                "zpl" => "zpl",
                _ => "pdf",
            },
        ),
    };
    Ok(Drawn { bytes, content_type: content_type(format), extension: format })
}
