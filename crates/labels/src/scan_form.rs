//! Manifests as letter pages: the SCAN form of USPS (in the manner of PS Form 5630), and a plain list for other carriers.
//!
//! The barcode of a SCAN form accepts every parcel on it, so it is printed only when the carrier gave one.

use crate::error::DrawError;
use crate::layout::{address_lines, in_fours};
use crate::page::fit::{bold, regular};
use crate::page::{LETTER_WIDTH, Page, area};
use crate::pdf::{self, Sheet};
use domain::carrier::Carrier;
use domain::label::SAMPLE;
use domain::partner::Manifest;

const LEFT: i32 = 120;
const WIDTH: i32 = LETTER_WIDTH - 240;

/// The pages.
#[must_use]
pub fn pages(manifest: &Manifest) -> Vec<Page> {
    match manifest.carrier {
        Carrier::Usps => vec![scan_form(manifest)],
        _ => lists(manifest),
    }
}

/// Draws a manifest as a PDF file.
pub fn pdf(manifest: &Manifest) -> Result<Vec<u8>, DrawError> {
    pdf::draw(&pages(manifest), Sheet::Label4x6, None, &format!("{} manifest {}", manifest.carrier, manifest.number))
}

fn total(manifest: &Manifest) -> u32 {
    manifest.volumes.iter().fold(0_u32, |sum, (_, count)| sum.saturating_add(*count))
}

fn scan_form(manifest: &Manifest) -> Page {
    let mut page = Page::letter();
    if manifest.sample {
        page.mark(area(LEFT, 400, WIDTH, 1080), SAMPLE);
    }
    page.text(area(LEFT, 110, 500, 50), regular(34), "United States Postal Service");
    page.text(area(LEFT, 160, WIDTH, 80), bold(60), "Shipment Confirmation Acceptance Notice");
    page.rule(LEFT, 250, WIDTH, 6);
    page.text(area(LEFT, 270, WIDTH, 56), bold(40), "A. Mailer Action");
    let note = "Note to mailer: the labels and volume associated to this form online must match the labeled packages being presented to the \
                USPS employee with this form.";
    page.paragraph(area(LEFT, 326, WIDTH, 90), regular(28), note);
    page.text(area(LEFT, 430, 700, 44), bold(32), "Shipment Date:");
    page.text(area(LEFT, 474, 700, 44), regular(32), &manifest.ship_date.format("%m/%d/%Y").to_string());
    page.text(area(LEFT, 540, 700, 44), bold(32), "Shipped From:");
    page.lines(area(LEFT, 584, 700, 260), regular(32), &address_lines(&manifest.from, false));
    volumes(&mut page, manifest, 900, 430);
    page.rule(LEFT, 1500, WIDTH, 6);
    page.text(area(LEFT, 1520, WIDTH, 56), bold(40), "B. USPS Action");
    let note = "USPS employee: please scan upon pickup or receipt of mail. Leave form with customer or in customer's mail receptacle.";
    page.paragraph(area(LEFT, 1576, WIDTH, 90), regular(28), note);
    page.rule(LEFT, 1690, WIDTH, 15);
    page.text(area(LEFT, 1716, WIDTH, 52), bold(40).centred(), "USPS SCAN AT ACCEPTANCE");
    if let Some(barcode) = &manifest.barcode {
        page.barcode(area(LEFT, 1780, WIDTH, 190), 4, barcode);
    }
    page.text(area(LEFT, 1986, WIDTH, 50), bold(38).centred(), &in_fours(&manifest.number));
    page.rule(LEFT, 2046, WIDTH, 15);
    page.text(area(LEFT, 2076, 700, 36), regular(24), "In the manner of PS Form 5630");
    page.text(area(820, 2076, 785, 36), regular(24).to_the_right(), &format!("Made {} UTC", manifest.made_at.format("%Y-%m-%d %H:%M")));
    page
}

/// Kinds of mail and their numbers.
fn volumes(page: &mut Page, manifest: &Manifest, x: i32, top: i32) {
    let width = LEFT.saturating_add(WIDTH).saturating_sub(x);
    let number_width = 180_i32;
    let mut rows: Vec<(&str, String, bool)> = vec![("Type of Mail", "Volume".into(), true)];
    rows.extend(manifest.volumes.iter().map(|(kind, count)| (kind.as_str(), count.to_string(), false)));
    rows.push(("Total Volume", total(manifest).to_string(), true));
    let high = 1040_i32.checked_div(i32::try_from(rows.len()).unwrap_or(i32::MAX)).unwrap_or(60).clamp(24, 62);
    let mut y = top;
    for (kind, count, strong) in rows {
        page.frame(area(x, y, width, high.saturating_add(2)), 2);
        page.upright(x.saturating_add(width).saturating_sub(number_width), y, high, 2);
        let style = if strong { bold(28) } else { regular(28) };
        page.text_middle(area(x.saturating_add(12), y, width.saturating_sub(number_width).saturating_sub(24), high), style, kind);
        let place = area(x.saturating_add(width).saturating_sub(number_width), y, number_width.saturating_sub(16), high);
        page.text_middle(place, style.to_the_right(), &count);
        y = y.saturating_add(high);
    }
}

const ON_A_PAGE: usize = 90;

/// A list of numbers in three columns for the driver, with room to sign.
fn lists(manifest: &Manifest) -> Vec<Page> {
    let groups: Vec<&[String]> =
        if manifest.tracking_codes.is_empty() { vec![&[]] } else { manifest.tracking_codes.chunks(ON_A_PAGE).collect() };
    let count = groups.len();
    let draw = |(index, codes): (usize, &&[String])| {
        let mut page = Page::letter();
        if manifest.sample {
            page.mark(area(LEFT, 620, WIDTH, 1200), SAMPLE);
        }
        page.text(area(LEFT, 110, 1100, 80), bold(56), &format!("{} end of day manifest", manifest.carrier));
        page.text(area(1220, 130, 385, 44), regular(28).to_the_right(), &format!("Page {} of {count}", index.saturating_add(1)));
        let facts = [
            format!("Manifest: {}", manifest.number),
            format!("Ship date: {}", manifest.ship_date.format("%m/%d/%Y")),
            format!("Parcels: {}", manifest.tracking_codes.len()),
        ];
        page.lines(area(LEFT, 210, 700, 140), regular(32), &facts);
        page.lines(area(900, 210, 705, 240), regular(30), &address_lines(&manifest.from, false));
        if let Some(barcode) = manifest.barcode.as_ref().filter(|_| index == 0) {
            page.barcode(area(LEFT, 390, 720, 130), 3, barcode);
        }
        page.rule(LEFT, 560, WIDTH, 4);
        for (place, code) in (0_i32..).zip(codes.iter()) {
            let (column, row) = (place / 30, place % 30);
            let x = LEFT.saturating_add(column.saturating_mul(WIDTH / 3));
            page.text(area(x, row.saturating_mul(46).saturating_add(590), (WIDTH / 3).saturating_sub(20), 44), regular(29), code);
        }
        page.rule(LEFT, 2060, 700, 3);
        page.text(area(LEFT, 2070, 700, 40), regular(26), "Driver's signature");
        page.rule(1000, 2060, 605, 3);
        page.text(area(1000, 2070, 605, 40), regular(26), "Date and time");
        page
    };
    groups.iter().enumerate().map(draw).collect()
}
