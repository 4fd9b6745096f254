//! The lower half of a letter sheet: what the sender keeps. It carries no barcode, so it can never be taken for the label.

use super::{address_lines, dollars, readable};
use crate::page::fit::{bold, regular};
use crate::page::{LETTER_HEIGHT, LETTER_WIDTH, Operation, Page, area};
use domain::label::{Label, SAMPLE};

/// Where the sheet is folded.
pub const FOLD: i32 = LETTER_HEIGHT / 2;

/// A letter page with the fold and the receipt; its upper half is empty.
#[must_use]
pub fn page(label: &Label) -> Page {
    let mut page = Page::letter();
    page.operations.push(Operation::Dashes(area(0, FOLD, LETTER_WIDTH, 2)));
    page.text(area(120, FOLD.saturating_add(10), 600, 30), regular(22), "Fold here");
    if label.sample {
        page.mark(area(120, FOLD.saturating_add(60), 1480, 960), SAMPLE);
    }
    let top = FOLD.saturating_add(80);
    page.text(area(120, top, 1000, 60), bold(48), "Receipt");
    page.text(area(120, top.saturating_add(66), 1480, 44), regular(34), &format!("{} - {}", label.carrier, label.service_name));
    let facts = [
        ("Tracking number", readable(&label.tracking_code)),
        ("Ship date", label.ship_date.format("%B %-d, %Y").to_string()),
        ("Expected delivery", label.expected_on.map(|date| date.format("%B %-d, %Y").to_string()).unwrap_or_default()),
        ("Weight", label.weight.in_words()),
        ("Postage", dollars(label.postage_cents)),
    ];
    let mut y = top.saturating_add(136);
    for (caption, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        page.text(area(120, y, 400, 40), regular(30), caption);
        page.text(area(540, y, 1060, 40), bold(30), value);
        y = y.saturating_add(44);
    }
    let y = y.saturating_add(24);
    page.text(area(120, y, 700, 36), bold(28), "From");
    page.lines(area(120, y.saturating_add(40), 700, 260), regular(28), &address_lines(&label.from, false));
    page.text(area(900, y, 700, 36), bold(28), "To");
    page.lines(area(900, y.saturating_add(40), 700, 260), regular(28), &address_lines(&label.to, !label.to.is_domestic()));
    let words = "Fold or cut along the line. Attach the upper half to the parcel with its barcodes flat and uncovered, and keep this half.";
    page.paragraph(area(120, y.saturating_add(320), 1480, 120), regular(26), words);
    page
}
