//! Invoices and receipts of Waybill itself, on letter pages: who pays whom for what.
//!
//! Amounts arrive in cents and are printed as they are; nothing is added up here, so paper and ledger can never differ.

use crate::error::DrawError;
use crate::layout::dollars;
use crate::page::fit::{bold, regular};
use crate::page::{LETTER_WIDTH, Page, area};
use crate::pdf::{self, Sheet};
use chrono::NaiveDate;

/// An invoice or receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// `Invoice`, `Receipt` or another title.
    pub title: String,
    /// Its number.
    pub number: String,
    /// When it was made.
    pub date: NaiveDate,
    /// When it is to be paid, or was.
    pub due: Option<NaiveDate>,
    /// Name and address of who sells, a line each.
    pub seller: Vec<String>,
    /// Name and address of who pays, a line each.
    pub buyer: Vec<String>,
    /// What is charged.
    pub lines: Vec<InvoiceLine>,
    /// Sums with their names, the last one is what counts.
    pub totals: Vec<(String, i64)>,
    /// Words below the sums.
    pub note: String,
}

/// A line of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceLine {
    /// When, where it matters.
    pub date: Option<NaiveDate>,
    /// What.
    pub description: String,
    /// How many.
    pub quantity: u32,
    /// The amount of the line in cents.
    pub cents: i64,
}

const LEFT: i32 = 120;
const WIDTH: i32 = LETTER_WIDTH - 240;
const RIGHT: i32 = LEFT + WIDTH;
const ROW: i32 = 50;
const LAST_ROW: i32 = 2040;

/// The pages.
#[must_use]
pub fn pages(invoice: &Invoice) -> Vec<Page> {
    let mut pages = Vec::new();
    let mut page = Page::letter();
    let mut y = head(&mut page, invoice);
    for line in &invoice.lines {
        if y.saturating_add(ROW) > LAST_ROW {
            pages.push(std::mem::replace(&mut page, Page::letter()));
            page.text(area(LEFT, 110, WIDTH, 44), bold(30), &format!("{} {}, continued", invoice.title, invoice.number));
            y = captions(&mut page, 180);
        }
        row(&mut page, y, line);
        y = y.saturating_add(ROW);
    }
    let needed = i32::try_from(invoice.totals.len()).unwrap_or_default().saturating_mul(ROW).saturating_add(160);
    if y.saturating_add(needed) > LAST_ROW {
        pages.push(std::mem::replace(&mut page, Page::letter()));
        y = 110;
    }
    totals(&mut page, invoice, y.saturating_add(20));
    pages.push(page);
    let count = pages.len();
    for (index, page) in pages.iter_mut().enumerate().filter(|_| count > 1) {
        page.text(area(LEFT, 2110, WIDTH, 36), regular(24).to_the_right(), &format!("Page {} of {count}", index.saturating_add(1)));
    }
    pages
}

/// Draws an invoice or receipt as a PDF file.
pub fn pdf(invoice: &Invoice) -> Result<Vec<u8>, DrawError> {
    pdf::draw(&pages(invoice), Sheet::Label4x6, None, &format!("{} {}", invoice.title, invoice.number))
}

fn head(page: &mut Page, invoice: &Invoice) -> i32 {
    page.text(area(LEFT, 110, 900, 90), bold(66), &invoice.title);
    let mut facts = vec![("Number", invoice.number.clone()), ("Date", invoice.date.format("%B %-d, %Y").to_string())];
    facts.extend(invoice.due.map(|due| ("Due", due.format("%B %-d, %Y").to_string())));
    for ((caption, value), index) in facts.iter().zip(0_i32..) {
        let y = index.saturating_mul(42).saturating_add(116);
        page.text(area(1040, y, 180, 40), regular(28), caption);
        page.text(area(1220, y, 385, 40), bold(28).to_the_right(), value);
    }
    for (caption, lines, x) in [("From", &invoice.seller, LEFT), ("Bill to", &invoice.buyer, 900)] {
        page.text(area(x, 290, 700, 40), bold(28), caption);
        page.lines(area(x, 332, 700, 260), regular(29), lines);
    }
    captions(page, 620)
}

fn captions(page: &mut Page, y: i32) -> i32 {
    let style = bold(26);
    page.text_middle(area(LEFT, y, 220, ROW), style, "Date");
    page.text_middle(area(350, y, 850, ROW), style, "Description");
    page.text_middle(area(1210, y, 140, ROW), style.to_the_right(), "Quantity");
    page.text_middle(area(1360, y, RIGHT - 1360, ROW), style.to_the_right(), "Amount");
    page.rule(LEFT, y.saturating_add(ROW), WIDTH, 4);
    y.saturating_add(ROW).saturating_add(10)
}

fn row(page: &mut Page, y: i32, line: &InvoiceLine) {
    let date = line.date.map(|date| date.format("%m/%d/%Y").to_string()).unwrap_or_default();
    page.text_middle(area(LEFT, y, 220, ROW), regular(27), &date);
    page.text_middle(area(350, y, 850, ROW), regular(27), &line.description);
    page.text_middle(area(1210, y, 140, ROW), regular(27).to_the_right(), &line.quantity.to_string());
    page.text_middle(area(1360, y, RIGHT - 1360, ROW), regular(27).to_the_right(), &dollars(line.cents));
}

fn totals(page: &mut Page, invoice: &Invoice, top: i32) {
    page.rule(LEFT, top, WIDTH, 4);
    let mut y = top.saturating_add(14);
    for (index, (caption, cents)) in invoice.totals.iter().enumerate() {
        let last = index.saturating_add(1) == invoice.totals.len();
        let style = if last { bold(32) } else { regular(28) };
        page.text_middle(area(900, y, 450, ROW), style, caption);
        page.text_middle(area(1360, y, RIGHT - 1360, ROW), style.to_the_right(), &dollars(*cents));
        y = y.saturating_add(ROW);
    }
    page.paragraph(area(LEFT, y.saturating_add(20), WIDTH, 120), regular(26), &invoice.note);
}
