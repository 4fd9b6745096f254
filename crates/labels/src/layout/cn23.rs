//! The full customs declaration CN23 (PS Form 2976-A), 4 x 6 inches, with as many pages as the items need.
//!
//! Every page names both parties and the number, because pages get separated; the last page carries the totals.

use super::form::{block, cell, row, tick};
use super::{address_lines, dollars};
use crate::page::fit::{Style, bold, regular};
use crate::page::{LABEL_WIDTH, Page, area};
use domain::address::Address;
use domain::carrier::Carrier;
use domain::customs::{CustomsInfo, CustomsItem};
use domain::label::{Label, SAMPLE};

const ITEMS_ON_A_PAGE: usize = 8;

/// The pages; one even when nothing is declared.
#[must_use]
pub fn pages(label: &Label, customs: &CustomsInfo) -> Vec<Page> {
    let chunks: Vec<&[CustomsItem]> =
        if customs.customs_items.is_empty() { vec![&[]] } else { customs.customs_items.chunks(ITEMS_ON_A_PAGE).collect() };
    let count = chunks.len();
    let page = |(index, items): (usize, &&[CustomsItem])| {
        let number = index.saturating_add(1);
        let mut page = Page::label();
        if label.sample {
            page.mark(area(16, 400, 780, 520), SAMPLE);
        }
        head(&mut page, label, &format!("Page {number} of {count}"));
        table(&mut page, items, (number == count).then_some(customs));
        foot(&mut page, label, customs);
        page
    };
    chunks.iter().enumerate().map(page).collect()
}

fn party(address: &Address) -> Vec<String> {
    let mut lines = address_lines(address, true);
    lines.extend([&address.phone, &address.email].into_iter().filter(|line| !line.trim().is_empty()).cloned());
    lines
}

fn head(page: &mut Page, label: &Label, number: &str) {
    page.text(area(16, 8, 540, 46), bold(34), "CUSTOMS DECLARATION");
    page.text(area(16, 50, 540, 30), regular(20), &format!("{}    {number}", label.service_name));
    // The form's number is the post's; other carriers take the same particulars without it.
    if label.carrier == Carrier::Usps {
        page.text(area(560, 8, 236, 46), bold(36).to_the_right(), "CN 23");
        page.text(area(560, 52, 236, 28), regular(19).to_the_right(), "PS Form 2976-A");
    }
    page.barcode(area(0, 86, LABEL_WIDTH, 96), 3, &label.tracking_barcode);
    page.text(area(16, 184, 780, 34), bold(25).centred(), &label.tracking_code);
    block(page, area(16, 222, 390, 196), "From (sender)", &party(&label.from));
    block(page, area(406, 222, 390, 196), "To (addressee)", &party(&label.to));
    cell(page, area(16, 418, 390, 54), "Sender's customs reference", "");
    cell(page, area(406, 418, 390, 54), "Importer's reference / telephone", &label.to.phone);
}

fn table(page: &mut Page, items: &[CustomsItem], totals: Option<&CustomsInfo>) {
    let columns = [
        (16, 296, regular(19)),
        (312, 58, regular(19).to_the_right()),
        (370, 112, regular(19).to_the_right()),
        (482, 124, regular(19).to_the_right()),
        (618, 108, regular(19)),
        (726, 70, regular(19).centred()),
    ];
    let captions = columns.map(|(x, width, style)| (x, width, Style { size: 15, smallest: 10, ..style }));
    page.frame(area(16, 476, 780, 32), 2);
    row(page, 478, 28, &captions, &["Detailed description", "Qty", "Net weight", "Value (USD)", "HS tariff no.", "Origin"]);
    let mut y = 506_i32;
    for item in items {
        page.frame(area(16, y, 780, 38), 2);
        let weight = item.weight.in_words();
        let description = if item.code.is_empty() { item.description.clone() } else { format!("{} ({})", item.description, item.code) };
        row(
            page,
            y,
            38,
            &columns,
            &[&description, &item.quantity.to_string(), &weight, &dollars(item.value_cents), &item.hs_tariff_number, &item.origin_country],
        );
        y = y.saturating_add(36);
    }
    if let Some(customs) = totals {
        page.frame(area(16, y, 780, 38), 3);
        row(
            page,
            y,
            38,
            &columns,
            &["Total".to_owned(), String::new(), customs.total_weight().in_words(), dollars(customs.total_value().get())],
        );
    }
}

fn foot(page: &mut Page, label: &Label, customs: &CustomsInfo) {
    for (index, (kind, words)) in (0_i32..).zip([
        ("gift", "Gift"),
        ("documents", "Documents"),
        ("sample", "Commercial sample"),
        ("merchandise", "Sale of goods"),
        ("returned_goods", "Returned goods"),
        ("other", "Other"),
    ]) {
        let (x, y) = ((index % 3).saturating_mul(262).saturating_add(16), (index / 3).saturating_mul(28).saturating_add(858));
        tick(page, x, y, 256, words, customs.contents_type == kind);
    }
    let restriction = if customs.restriction_type == "none" {
        String::new()
    } else {
        format!("{}: {}", customs.restriction_type.replace('_', " "), customs.restriction_comments)
    };
    let remarks: Vec<&str> =
        [customs.contents_explanation.as_str(), restriction.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
    cell(page, area(16, 918, 520, 66), "Comments / quarantine, sanitary or other restrictions", &remarks.join("; "));
    cell(page, area(536, 918, 260, 66), "Licence / certificate / invoice", "");
    cell(page, area(16, 984, 260, 56), "Gross weight", &label.weight.in_words());
    cell(page, area(276, 984, 260, 56), "Postage and fees", &dollars(label.postage_cents));
    cell(page, area(536, 984, 260, 56), "AES / exemption", &customs.eel_pfc);
    let undeliverable = if customs.non_delivery_option == "abandon" { "Treat as abandoned" } else { "Return to sender" };
    cell(page, area(16, 1040, 260, 56), "If undeliverable", undeliverable);
    let signer = if customs.customs_certify { customs.customs_signer.as_str() } else { "" };
    cell(page, area(276, 1040, 340, 56), "Sender's signature", signer);
    cell(page, area(616, 1040, 180, 56), "Date", &label.ship_date.format("%m/%d/%Y").to_string());
    let words = "I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous \
                 article or articles prohibited by legislation or by postal or customs regulations.";
    page.paragraph(area(16, 1102, 780, 66), regular(19), words);
    if label.sample {
        page.text(area(16, 1172, 780, 36), bold(27).centred(), SAMPLE);
    }
}
