//! The short customs declaration CN22 (PS Form 2976), 4 x 6 inches: for small packets worth less than 400 dollars.

use super::form::{block, cell, row, tick};
use super::{address_lines, dollars};
use crate::page::fit::{bold, regular};
use crate::page::{LABEL_WIDTH, Page, area};
use domain::customs::CustomsInfo;
use domain::label::{Label, SAMPLE};

/// The form has room for so many lines; longer declarations need a CN23.
pub const MOST_ITEMS: usize = 6;

/// The page.
#[must_use]
pub fn page(label: &Label, customs: &CustomsInfo) -> Page {
    let mut page = Page::label();
    if label.sample {
        page.mark(area(16, 330, 780, 560), SAMPLE);
    }
    page.text(area(16, 10, 560, 48), bold(36), "CUSTOMS DECLARATION");
    page.text(area(16, 52, 560, 30), regular(20), "May be opened officially");
    page.text(area(576, 12, 220, 46), bold(38).to_the_right(), "CN 22");
    page.text(area(576, 54, 220, 28), regular(19).to_the_right(), "PS Form 2976");
    page.barcode(area(0, 92, LABEL_WIDTH, 110), 3, &label.tracking_barcode);
    page.text(area(16, 206, 780, 34), bold(26).centred(), &label.tracking_code);
    kinds(&mut page, customs);
    block(&mut page, area(16, 326, 390, 158), "From", &address_lines(&label.from, true));
    block(&mut page, area(406, 326, 390, 158), "To", &address_lines(&label.to, true));
    items(&mut page, customs);
    foot(&mut page, label, customs);
    page
}

fn kinds(page: &mut Page, customs: &CustomsInfo) {
    for (index, (kind, words)) in (0_i32..).zip([
        ("gift", "Gift"),
        ("documents", "Documents"),
        ("sample", "Commercial sample"),
        ("merchandise", "Sale of goods"),
        ("returned_goods", "Returned goods"),
        ("other", "Other"),
    ]) {
        let (x, y) = ((index % 3).saturating_mul(262).saturating_add(16), (index / 3).saturating_mul(34).saturating_add(250));
        let words = if kind == "other" && !customs.contents_explanation.is_empty() {
            format!("Other: {}", customs.contents_explanation)
        } else {
            words.to_owned()
        };
        tick(page, x, y, 256, &words, customs.contents_type == kind);
    }
}

fn items(page: &mut Page, customs: &CustomsInfo) {
    let columns = [
        (16, 300, regular(20)),
        (316, 60, regular(20).to_the_right()),
        (376, 110, regular(20).to_the_right()),
        (486, 120, regular(20).to_the_right()),
        (618, 108, regular(20)),
        (726, 70, regular(20).centred()),
    ];
    let captions = columns.map(|(x, width, style)| (x, width, crate::page::fit::Style { size: 16, smallest: 10, ..style }));
    page.frame(area(16, 490, 780, 36), 2);
    row(page, 492, 32, &captions, &["Detailed description", "Qty", "Weight", "Value (USD)", "HS tariff no.", "Origin"]);
    let mut y = 524_i32;
    for item in customs.customs_items.iter().take(MOST_ITEMS) {
        page.frame(area(16, y, 780, 44), 2);
        let weight = item.weight.in_words();
        row(
            page,
            y,
            44,
            &columns,
            &[
                &item.description,
                &item.quantity.to_string(),
                &weight,
                &dollars(item.value_cents),
                &item.hs_tariff_number,
                &item.origin_country,
            ],
        );
        y = y.saturating_add(42);
    }
    page.frame(area(16, y, 780, 44), 3);
    let totals = ["Total".to_owned(), String::new(), customs.total_weight().in_words(), dollars(customs.total_value().get())];
    row(page, y, 44, &columns, &totals);
}

fn foot(page: &mut Page, label: &Label, customs: &CustomsInfo) {
    cell(page, area(16, 850, 390, 60), "EEL/PFC", &customs.eel_pfc);
    cell(page, area(406, 850, 390, 60), "Gross weight", &label.weight.in_words());
    let words = "I, the undersigned, whose name and address are given on the item, certify that the particulars given in this declaration \
                 are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal \
                 or customs regulations.";
    page.paragraph(area(16, 920, 780, 96), regular(20), words);
    let signer = if customs.customs_certify { customs.customs_signer.as_str() } else { "" };
    cell(page, area(16, 1026, 520, 84), "Sender's signature", signer);
    cell(page, area(536, 1026, 260, 84), "Date", &label.ship_date.format("%m/%d/%Y").to_string());
    if label.sample {
        page.text(area(16, 1130, 780, 40), bold(30).centred(), SAMPLE);
    }
}
