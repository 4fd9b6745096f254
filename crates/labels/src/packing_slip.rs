//! Packing slips: what is in the box, for the person who opens it. No prices.
//!
//! Two layouts, 4 x 6 for label printers and letter; long orders take several pages. The logo is decoded once and shared by all slips.

use crate::compile::picture::{self, fitted};
use crate::error::DrawError;
use crate::layout::address_lines;
use crate::page::fit::{bold, regular};
use crate::page::{Area, LABEL_HEIGHT, LABEL_WIDTH, LETTER_HEIGHT, LETTER_WIDTH, Operation, Page, Picture, area};
use crate::pdf::{self, Sheet};
use domain::address::Address;
use domain::label::Barcode;
use std::sync::Arc;

/// A merchant's logo, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo(Arc<Picture>);

impl Logo {
    /// Reads a PNG image.
    pub fn read(png: &[u8]) -> Result<Self, DrawError> {
        Ok(Self(Arc::new(picture::read(png)?)))
    }
}

/// What is in the box, and for whom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackingSlip {
    /// The shop's number of the order; also in the QR code. Empty when there is none.
    pub order_id: String,
    /// The merchant's logo.
    pub logo: Option<Logo>,
    /// The merchant's words at the head.
    pub header: String,
    /// The merchant's words at the foot.
    pub footer: String,
    /// Who sends.
    pub from: Address,
    /// Who receives.
    pub to: Address,
    /// What is inside.
    pub items: Vec<SlipItem>,
}

impl PackingSlip {
    fn title(&self) -> String {
        if self.order_id.trim().is_empty() { "Packing slip".into() } else { format!("Packing slip - order {}", self.order_id) }
    }
}

/// A line of the slip.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SlipItem {
    /// The merchant's code.
    pub sku: String,
    /// In words.
    pub description: String,
    /// How many.
    pub quantity: u32,
}

/// Size of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// `4X6`.
    Label4x6,
    /// `8.5X11`.
    Letter,
}

/// Measures of a layout, in dots.
struct Measures {
    width: i32,
    height: i32,
    margin: i32,
    text: i32,
    row: i32,
    code: i32,
}

impl Layout {
    const fn measures(self) -> Measures {
        match self {
            Self::Label4x6 => Measures { width: LABEL_WIDTH, height: LABEL_HEIGHT, margin: 24, text: 24, row: 56, code: 150 },
            Self::Letter => Measures { width: LETTER_WIDTH, height: LETTER_HEIGHT, margin: 120, text: 30, row: 72, code: 220 },
        }
    }
}

/// The pages of a slip.
#[must_use]
pub fn pages(slip: &PackingSlip, layout: Layout) -> Vec<Page> {
    let measures = layout.measures();
    let foot = measures.text.saturating_mul(5);
    let mut rest = slip.items.as_slice();
    let mut pages = Vec::new();
    loop {
        let mut page = Page::new(measures.width, measures.height);
        let top = if pages.is_empty() { head(&mut page, slip, &measures) } else { short_head(&mut page, slip, &measures) };
        let room = measures.height.saturating_sub(measures.margin).saturating_sub(foot).saturating_sub(top);
        let fits = usize::try_from(room.checked_div(measures.row).unwrap_or_default()).unwrap_or_default().saturating_sub(1).max(1);
        let (here, after) = rest.split_at(fits.min(rest.len()));
        table(&mut page, here, top, &measures);
        pages.push(page);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    feet(&mut pages, slip, &measures);
    pages
}

/// Logo or name, the merchant's words, the code, both addresses. Gives the height that is used.
fn head(page: &mut Page, slip: &PackingSlip, m: &Measures) -> i32 {
    let inner = m.width.saturating_sub(m.margin.saturating_mul(2));
    let code = area(m.width.saturating_sub(m.margin).saturating_sub(m.code), m.margin, m.code, m.code);
    let beside = inner.saturating_sub(m.code).saturating_sub(24);
    let logo_room = area(m.margin, m.margin, beside.min(m.code.saturating_mul(3)), m.code.saturating_sub(m.text.saturating_mul(2)));
    if let Some(Logo(picture)) = &slip.logo {
        page.operations.push(Operation::Picture { area: fitted(picture, logo_room), picture: Arc::clone(picture) });
    } else {
        let name = if slip.from.company.is_empty() { &slip.from.name } else { &slip.from.company };
        page.text(logo_room, bold(m.text.saturating_mul(2)), name);
    }
    let title = area(m.margin, m.margin.saturating_add(m.code).saturating_sub(m.text.saturating_mul(2)), beside, m.text.saturating_mul(2));
    page.text_middle(title, bold(m.text.saturating_mul(5) / 4), &slip.title());
    if !slip.order_id.trim().is_empty() && slip.order_id.len() <= 80 {
        page.barcode(code, 8, &Barcode::Qr { content: slip.order_id.clone() });
    }
    let mut y = code.bottom().saturating_add(16);
    if !slip.header.trim().is_empty() {
        y = y
            .saturating_add(page.paragraph(area(m.margin, y, inner, m.text.saturating_mul(5)), regular(m.text), &slip.header))
            .saturating_add(12);
    }
    let (half, high) = (inner.saturating_sub(20) / 2, m.text.saturating_mul(8));
    for (caption, address, x) in [("From", &slip.from, m.margin), ("Ship to", &slip.to, m.margin.saturating_add(half).saturating_add(20))] {
        page.text(area(x, y, half, m.text.saturating_mul(2)), bold(m.text), caption);
        let lines = address_lines(address, !address.is_domestic());
        page.lines(area(x, y.saturating_add(m.text.saturating_mul(4) / 3), half, high.saturating_sub(m.text)), regular(m.text), &lines);
    }
    y.saturating_add(high).saturating_add(20)
}

fn short_head(page: &mut Page, slip: &PackingSlip, m: &Measures) -> i32 {
    let place = area(m.margin, m.margin, m.width.saturating_sub(m.margin.saturating_mul(2)), m.text.saturating_mul(2));
    page.text(place, bold(m.text), &format!("{}, continued", slip.title()));
    place.bottom().saturating_add(10)
}

fn columns(m: &Measures) -> [(i32, i32); 3] {
    let inner = m.width.saturating_sub(m.margin.saturating_mul(2));
    let (quantity, code) = (inner / 8, inner / 4);
    let words = inner.saturating_sub(quantity).saturating_sub(code);
    [(m.margin, quantity), (m.margin.saturating_add(quantity), code), (m.margin.saturating_add(quantity).saturating_add(code), words)]
}

fn table(page: &mut Page, items: &[SlipItem], top: i32, m: &Measures) {
    let [quantity, code, words] = columns(m);
    let cell = |(x, w): (i32, i32), y: i32| area(x, y, w.saturating_sub(12), m.row.saturating_sub(8));
    for (column, caption) in [(quantity, "Qty"), (code, "SKU"), (words, "Item")] {
        page.text_middle(cell(column, top), bold(m.text), caption);
    }
    let rule = |page: &mut Page, y: i32, thick: i32| page.rule(m.margin, y, m.width.saturating_sub(m.margin.saturating_mul(2)), thick);
    let mut y = top.saturating_add(m.row);
    rule(page, y.saturating_sub(6), 3);
    for item in items {
        page.text_middle(cell(quantity, y), bold(m.text), &item.quantity.to_string());
        page.text_middle(cell(code, y), regular(m.text), &item.sku);
        words_in(page, cell(words, y), m.text, &item.description);
        y = y.saturating_add(m.row);
        rule(page, y.saturating_sub(6), 1);
    }
}

/// One line in the middle, or two smaller ones.
fn words_in(page: &mut Page, place: Area, size: i32, text: &str) {
    let ems = crate::fonts::shape::measure(&crate::fonts::shape::clean(text), crate::fonts::Weight::Regular);
    if ems.saturating_mul(size) / 1000 <= place.w {
        page.text_middle(place, regular(size), text);
    } else {
        page.paragraph(place, regular(size.saturating_mul(4) / 5), text);
    }
}

fn feet(pages: &mut [Page], slip: &PackingSlip, m: &Measures) {
    let count = pages.len();
    let inner = m.width.saturating_sub(m.margin.saturating_mul(2));
    for (index, page) in pages.iter_mut().enumerate() {
        let number = index.saturating_add(1);
        let y = m.height.saturating_sub(m.margin);
        if count > 1 {
            let place = area(m.margin, y.saturating_sub(m.text), inner, m.text);
            page.text(place, regular(m.text.saturating_mul(3) / 4).to_the_right(), &format!("Page {number} of {count}"));
        }
        if number == count && !slip.footer.trim().is_empty() {
            let high = m.text.saturating_mul(4);
            let place = area(m.margin, y.saturating_sub(high).saturating_sub(m.text), inner, high);
            page.paragraph(place, regular(m.text).centred(), &slip.footer);
        }
    }
}

/// Draws a slip as a PDF file.
pub fn pdf(slip: &PackingSlip, layout: Layout) -> Result<Vec<u8>, DrawError> {
    pdf::draw(&pages(slip, layout), Sheet::Label4x6, None, &format!("Packing slip {}", slip.order_id))
}
