//! PDF files: vectors, embedded fonts, text that can be searched, and sheets that hold one or two labels.
//!
//! Pages are written as they come, so that a file of ten thousand labels needs no more memory than one of ten.

pub mod content;
pub mod deflate;
pub mod faces;
pub mod file;

use crate::error::DrawError;
use crate::page::{DPI, LABEL_HEIGHT, LABEL_WIDTH, LETTER_HEIGHT, Page, Picture};
use deflate::Quick;
use faces::Faces;
use file::{File, Ref};
use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

/// What a label is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sheet {
    /// A 4 x 6 inch label.
    #[default]
    Label4x6,
    /// A letter page with the label in the upper half, a fold, and a receipt in the lower half.
    LetterFold,
    /// A letter page with two labels.
    LetterTwoUp,
}

/// Something to put onto a sheet.
#[derive(Clone, Copy)]
pub enum Item<'a> {
    /// A page of our own.
    Page(&'a Page),
    /// A page of a foreign file, already written as a form; its size in points.
    Form {
        /// Number of the form.
        id: Ref,
        /// Width in points.
        width: f32,
        /// Height in points.
        height: f32,
    },
}

/// A half of a letter sheet.
#[derive(Clone, Copy)]
enum Half {
    Upper,
    Lower,
}

/// A PDF file that is being drawn.
pub struct Document<W> {
    file: File<W>,
    faces: Faces,
    fonts: Ref,
    sheet: Sheet,
    content: String,
    forms: Vec<Ref>,
    pictures: Vec<Arc<Picture>>,
    kept_pictures: Vec<(Arc<Picture>, Ref)>,
    half_full: bool,
    quick: Quick,
    compressed: Vec<u8>,
}

/// Points in a dot.
const SCALE: &str = "0.35467980";

impl<W: Write> Document<W> {
    /// Begins a file.
    pub fn begin(out: W, sheet: Sheet) -> Result<Self, DrawError> {
        let mut file = File::begin(out)?;
        let fonts = file.reserve();
        Ok(Self {
            file,
            faces: Faces::default(),
            fonts,
            sheet,
            content: String::with_capacity(16 * 1024),
            forms: Vec::new(),
            pictures: Vec::new(),
            kept_pictures: Vec::new(),
            half_full: false,
            quick: Quick::default(),
            compressed: Vec::new(),
        })
    }

    /// The file below, for objects of foreign files.
    pub fn file(&mut self) -> &mut File<W> {
        &mut self.file
    }

    /// Puts something onto the sheets; what is larger than a label gets a page of its own size.
    pub fn add(&mut self, item: Item<'_>, receipt: Option<&Page>) -> Result<(), DrawError> {
        match self.sheet {
            Sheet::LetterFold if is_label_sized(item) => {
                self.place_half(item, Half::Upper)?;
                if let Some(receipt) = receipt {
                    self.place_whole(Item::Page(receipt))?;
                }
                self.end_sheet(("612", "792"))
            }
            Sheet::LetterTwoUp if is_label_sized(item) => {
                self.place_half(item, if self.half_full { Half::Lower } else { Half::Upper })?;
                self.half_full = !self.half_full;
                if self.half_full { Ok(()) } else { self.end_sheet(("612", "792")) }
            }
            _ => {
                self.end_half()?;
                self.place_whole(item)?;
                let (width, height) = size(item);
                self.end_sheet((&width, &height))
            }
        }
    }

    /// Ends a sheet of which only the upper half is used.
    pub fn end_half(&mut self) -> Result<(), DrawError> {
        if std::mem::take(&mut self.half_full) {
            self.end_sheet(("612", "792"))?;
        }
        Ok(())
    }

    /// Writes what is left and ends the file. A file without pages gets an empty one, because readers refuse those without.
    pub fn finish(mut self, title: &str) -> Result<W, DrawError> {
        self.end_half()?;
        if self.file.is_empty() {
            self.end_sheet(("288", "432"))?;
        }
        self.faces.finish(&mut self.file, self.fonts)?;
        Ok(self.file.finish(title)?)
    }

    fn place_whole(&mut self, item: Item<'_>) -> Result<(), DrawError> {
        match item {
            Item::Page(page) => {
                let (_, height) = size(item);
                let _ = writeln!(self.content, "q {SCALE} 0 0 -{SCALE} 0 {height} cm");
                self.draw(page)
            }
            Item::Form { id, .. } => {
                self.content.push_str("q\n");
                self.form(id)
            }
        }
    }

    /// Turns a label by a right angle and puts it into the middle of a half.
    fn place_half(&mut self, item: Item<'_>, half: Half) -> Result<(), DrawError> {
        let bottom = match half {
            Half::Upper => 450,
            Half::Lower => 54,
        };
        match item {
            Item::Page(page) => {
                let _ = writeln!(self.content, "q 0 {SCALE} {SCALE} 0 90 {bottom} cm");
                self.draw(page)
            }
            Item::Form { id, .. } => {
                // A form's own axis points up, so its upper edge comes to the left.
                let _ = writeln!(self.content, "q 0 1 -1 0 522 {bottom} cm");
                self.form(id)
            }
        }
    }

    fn draw(&mut self, page: &Page) -> Result<(), DrawError> {
        let begun = self.content.len();
        let drawn = content::draw(page, &mut self.faces, &mut self.content, &mut self.pictures);
        if drawn.is_err() {
            // What cannot be drawn leaves no half of itself on the sheet.
            self.content.truncate(self.content.get(..begun).and_then(|text| text.rfind("q ")).unwrap_or(begun));
            return drawn;
        }
        self.content.push_str("Q\n");
        Ok(())
    }

    fn form(&mut self, id: Ref) -> Result<(), DrawError> {
        let _ = writeln!(self.content, "/X{} Do Q", self.forms.len());
        self.forms.push(id);
        Ok(())
    }

    fn end_sheet(&mut self, size: (&str, &str)) -> Result<(), DrawError> {
        let mut objects = String::new();
        for (index, picture) in std::mem::take(&mut self.pictures).into_iter().enumerate() {
            let _ = write!(objects, "/P{index} {} 0 R", self.picture(picture)?);
        }
        for (index, id) in std::mem::take(&mut self.forms).into_iter().enumerate() {
            let _ = write!(objects, "/X{index} {id} 0 R");
        }
        self.quick.compress(self.content.as_bytes(), &mut self.compressed)?;
        self.content.clear();
        let contents = self.file.reserve();
        self.file.put_stream(contents, "/Filter/FlateDecode", &self.compressed)?;
        let objects = if objects.is_empty() { objects } else { format!("/XObject<<{objects}>>") };
        Ok(self.file.page(size, contents, &format!("/Font {} 0 R{objects}", self.fonts))?)
    }

    /// Writes a picture, or finds it when it was written a moment ago: a logo stands on every packing slip.
    fn picture(&mut self, picture: Arc<Picture>) -> Result<Ref, DrawError> {
        if let Some((_, id)) = self.kept_pictures.iter().find(|(kept, _)| Arc::ptr_eq(kept, &picture)) {
            return Ok(*id);
        }
        let id = self.file.reserve();
        let colours = if picture.colour { "DeviceRGB" } else { "DeviceGray" };
        let (width, height) = (picture.width, picture.height);
        let entries =
            format!("/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/{colours}/BitsPerComponent 8/Filter/FlateDecode");
        self.file.put_stream(id, &entries, &deflate::small(&picture.samples)?)?;
        if self.kept_pictures.len() >= 8 {
            self.kept_pictures.remove(0);
        }
        self.kept_pictures.push((picture, id));
        Ok(id)
    }
}

fn is_label_sized(item: Item<'_>) -> bool {
    match item {
        Item::Page(page) => page.width <= LABEL_WIDTH && page.height <= LABEL_HEIGHT,
        Item::Form { width, height, .. } => width <= 300.0 && height <= 450.0,
    }
}

/// Width and height in points.
fn size(item: Item<'_>) -> (String, String) {
    match item {
        Item::Page(page) if page.height == LETTER_HEIGHT => ("612".into(), "792".into()),
        Item::Page(page) => {
            let points = |dots: i32| (dots.saturating_mul(72) / DPI).to_string();
            (points(page.width), points(page.height))
        }
        Item::Form { width, height, .. } => (format!("{width:.2}"), format!("{height:.2}")),
    }
}

/// Draws pages as a file of their own.
pub fn draw(pages: &[Page], sheet: Sheet, receipt: Option<&Page>, title: &str) -> Result<Vec<u8>, DrawError> {
    let mut document = Document::begin(Vec::with_capacity(32 * 1024), sheet)?;
    for (index, page) in pages.iter().enumerate() {
        document.add(Item::Page(page), receipt.filter(|_| index == 0))?;
    }
    document.finish(title)
}
