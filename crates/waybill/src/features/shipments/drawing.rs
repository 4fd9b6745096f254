//! From stored artwork to a file: described labels are drawn, a carrier's own file is given as it is or placed on a page.

use domain::partner::Artwork;
use labels::compile::{Compiler, Format, Source};
use labels::packing_slip::{self, Layout, PackingSlip};
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

/// The name of a page's file: the first has that of the label.
pub fn page_name(name: &str, page: usize) -> String {
    if page == 1 { name.to_owned() } else { format!("{name}-{page}") }
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

/// Draws a label with all its pages and its packing slip: one PDF file, or an image for each page. ZPL has labels only.
pub fn draw_with(artwork: &Artwork, slip: Option<&PackingSlip>, format: &str, layout: &str) -> Result<Vec<Drawn>, DrawError> {
    let drawn = |bytes: Vec<u8>, extension: &'static str| Drawn { bytes, content_type: content_type(extension), extension };
    let given = match artwork {
        Artwork::Described { .. } => format,
        Artwork::File { format, .. } => format.as_str(),
    };
    match (given, slip) {
        ("png", _) => {
            let mut images = match artwork {
                Artwork::Described { label } => labels::draw_png(label, Dpi::Dpi203)?,
                Artwork::File { bytes, .. } => vec![bytes.clone()],
            };
            for page in slip.iter().flat_map(|slip| packing_slip::pages(slip, Layout::Label4x6)) {
                images.push(labels::png::draw(&page, Dpi::Dpi203)?);
            }
            Ok(images.into_iter().map(|bytes| drawn(bytes, "png")).collect())
        }
        ("pdf", Some(slip)) => {
            let mut compiler = Compiler::new(Vec::new(), Format::Pdf, sheet(layout))?;
            compiler.add(source(artwork))?;
            compiler.add(Source::PackingSlip(slip))?;
            Ok(vec![drawn(compiler.finish()?, "pdf")])
        }
        _ => Ok(vec![draw(artwork, format, layout)?]),
    }
}

/// Artwork as a source of a compiled file.
pub fn source(artwork: &Artwork) -> Source<'_> {
    match artwork {
        Artwork::Described { label } => Source::Label(label),
        Artwork::File { format, bytes } if format == "png" => Source::Png(bytes),
        Artwork::File { format, bytes } if format == "zpl" => Source::Zpl(bytes),
        Artwork::File { bytes, .. } => Source::Pdf(bytes),
    }
}
