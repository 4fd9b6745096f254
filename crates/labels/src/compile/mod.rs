//! Many labels in one file, in the order in which they are added, with a packing slip behind each where one is wanted.
//!
//! Everything is written as it comes, so memory stays flat however long the list is. A source that cannot be drawn gives its error
//! and leaves the file as it was: the caller may go on with the next one.

pub mod foreign;
pub mod picture;

use crate::error::DrawError;
use crate::layout;
use crate::packing_slip::PackingSlip;
use crate::page::Page;
use crate::pdf::{Document, Item, Sheet};
use crate::zpl;
use domain::label::Label;
use std::io::Write;

/// What the file becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One PDF file.
    Pdf,
    /// One stream for a label printer; its labels are always 4 x 6.
    Zpl,
}

/// A label, as we or a carrier have it.
#[derive(Debug, Clone, Copy)]
pub enum Source<'a> {
    /// A description that we draw.
    Label(&'a Label),
    /// A carrier's PDF file.
    Pdf(&'a [u8]),
    /// A carrier's PNG image.
    Png(&'a [u8]),
    /// A carrier's ZPL.
    Zpl(&'a [u8]),
    /// A packing slip, for the parcel before it.
    PackingSlip(&'a PackingSlip),
}

enum Target<W> {
    Pdf(Box<Document<W>>),
    Zpl { out: W, text: String },
}

/// Puts labels into one file.
pub struct Compiler<W> {
    target: Target<W>,
    sheet: Sheet,
}

impl<W: Write> Compiler<W> {
    /// Begins a file. ZPL knows no sheets but the label itself.
    pub fn new(out: W, format: Format, sheet: Sheet) -> Result<Self, DrawError> {
        let target = match format {
            Format::Pdf => Target::Pdf(Box::new(Document::begin(out, sheet)?)),
            Format::Zpl if sheet == Sheet::Label4x6 => Target::Zpl { out, text: String::new() },
            Format::Zpl => return Err(DrawError::Mixed { source_format: "letter-sized", output: "ZPL" }),
        };
        Ok(Self { target, sheet })
    }

    /// Adds a label or a packing slip.
    pub fn add(&mut self, source: Source<'_>) -> Result<(), DrawError> {
        match source {
            Source::Label(label) => {
                let receipt = (self.sheet == Sheet::LetterFold).then(|| layout::receipt_half::page(label));
                self.pages(&layout::pages(label), receipt.as_ref())
            }
            Source::PackingSlip(slip) => {
                // A list for a half of a sheet would be cramped: it gets pages of its own.
                let layout =
                    if self.sheet == Sheet::Label4x6 { crate::packing_slip::Layout::Label4x6 } else { crate::packing_slip::Layout::Letter };
                self.pages(&crate::packing_slip::pages(slip, layout), None)
            }
            Source::Png(bytes) => self.pages(&[picture::page(bytes)?], None),
            Source::Pdf(bytes) => match &mut self.target {
                Target::Pdf(document) => foreign::add(document, bytes),
                Target::Zpl { .. } => Err(DrawError::Mixed { source_format: "PDF", output: "ZPL" }),
            },
            Source::Zpl(bytes) => match &mut self.target {
                Target::Zpl { out, .. } => {
                    out.write_all(bytes)?;
                    Ok(out.write_all(b"\n")?)
                }
                Target::Pdf(_) => Err(DrawError::Mixed { source_format: "ZPL", output: "PDF" }),
            },
        }
    }

    fn pages(&mut self, pages: &[Page], receipt: Option<&Page>) -> Result<(), DrawError> {
        match &mut self.target {
            Target::Pdf(document) => {
                for (index, page) in pages.iter().enumerate() {
                    document.add(Item::Page(page), receipt.filter(|_| index == 0))?;
                }
                Ok(())
            }
            Target::Zpl { out, text } => {
                text.clear();
                for page in pages {
                    zpl::draw_page(page, text)?;
                }
                Ok(out.write_all(text.as_bytes())?)
            }
        }
    }

    /// Ends the file and gives the writer back.
    pub fn finish(self) -> Result<W, DrawError> {
        match self.target {
            Target::Pdf(document) => document.finish("Labels"),
            Target::Zpl { mut out, .. } => {
                out.flush()?;
                Ok(out)
            }
        }
    }
}
