//! Why something could not be drawn, in words that can be shown to the person who asked.
//!
//! Long names and odd scripts are never an error: they shrink, wrap or show a box. Only barcodes, files and writers fail.

/// Why a label or document could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The content does not fit the kind of barcode.
    #[error("the {kind} barcode cannot be drawn: {reason}")]
    Barcode {
        /// The kind, such as `Code 128`.
        kind: &'static str,
        /// In plain words.
        reason: String,
    },
    /// A PDF file that cannot be read.
    #[error("the PDF file cannot be read: {0}")]
    ForeignPdf(String),
    /// A PNG file that cannot be read.
    #[error("the PNG file cannot be read: {0}")]
    Picture(String),
    /// The source cannot become the format that was asked for.
    #[error("a {source_format} label cannot be put into a {output} file")]
    Mixed {
        /// What was given.
        source_format: &'static str,
        /// What was asked for.
        output: &'static str,
    },
    /// A bundled font cannot be embedded.
    #[error("the font {0} cannot be embedded")]
    Font(&'static str),
    /// The PNG encoder refused.
    #[error("the image cannot be written: {0}")]
    Image(String),
    /// The writer failed.
    #[error("the file cannot be written: {0}")]
    Write(#[from] std::io::Error),
}
