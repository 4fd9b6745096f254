//! The label of UniUni, 4 x 6 inches: sort code, addresses, a square code for the courier's phone, and the linear barcode.

use super::{address_lines, signature_words};
use crate::page::fit::{bold, regular};
use crate::page::{LABEL_WIDTH, Page, area};
use domain::label::{Label, SAMPLE};

/// The page.
#[must_use]
pub fn page(label: &Label) -> Page {
    let mut page = Page::label();
    if label.sample {
        page.mark(area(20, 380, 772, 340), SAMPLE);
    }
    head(&mut page, label);
    page.text(area(24, 386, 120, 34), bold(26), "TO:");
    let mut lines = address_lines(&label.to, !label.to.is_domestic());
    lines.extend([label.to.phone.clone()]);
    page.lines(area(110, 384, 678, 300), bold(42).down_to(20), &lines);
    if label.sample {
        page.text(area(24, 690, 764, 34), bold(26).centred(), SAMPLE);
    }
    page.rule(0, 728, LABEL_WIDTH, 8);
    page.text(area(24, 746, 764, 44), bold(34).centred(), &label.service_name.to_uppercase());
    page.barcode(area(0, 800, LABEL_WIDTH, 200), 3, &label.tracking_barcode);
    page.text(area(16, 1010, 780, 46), bold(36).centred(), &label.tracking_code);
    page.rule(0, 1064, LABEL_WIDTH, 8);
    if let Some(words) = signature_words(label.delivery_confirmation) {
        let place = area(24, 1080, 764, 40);
        page.fill(place);
        page.text_middle(place.inside(4), bold(28).centred().white(), words);
    }
    page.text(area(24, 1128, 764, 38), regular(28), &label.print_custom_1);
    page.text(area(24, 1168, 764, 38), regular(28), &label.print_custom_2);
    page
}

fn head(page: &mut Page, label: &Label) {
    page.text(area(24, 12, 300, 74), bold(56), "UniUni");
    let facts = [
        format!("Ship date: {}", label.ship_date.format("%m/%d/%Y")),
        label.expected_on.map(|date| format!("Expected: {}", date.format("%m/%d/%Y"))).unwrap_or_default(),
        format!("Weight: {}", label.weight.in_words()),
        super::sides(label).map(|sides| format!("Size: {sides} in")).unwrap_or_default(),
    ];
    page.lines(area(24, 88, 300, 116), regular(23), &facts);
    let sort = area(340, 12, 260, 190);
    page.fill(sort);
    page.text_middle(
        area(346, 20, 248, 92),
        bold(64).centred().white().down_to(24),
        label.routing.first().map(String::as_str).unwrap_or_default(),
    );
    page.text_middle(area(346, 112, 248, 84), bold(64).centred().white(), label.routing.get(1).map(String::as_str).unwrap_or_default());
    if let Some(barcode) = &label.matrix_barcode {
        page.barcode(area(604, 4, 206, 206), 7, barcode);
    }
    page.rule(0, 214, LABEL_WIDTH, 4);
    page.text(area(24, 222, 100, 34), bold(24), "FROM:");
    page.lines(area(124, 222, 664, 146), regular(25), &address_lines(label.sender(), false));
    page.rule(0, 374, LABEL_WIDTH, 4);
}
