//! The label of the United States Postal Service, 4 x 6 inches, after the proportions of Publication 199.
//!
//! From top to bottom: letter of the service and postage box, banner, return address and marks, delivery address, and the
//! barcode between two heavy bars. The postage box of a sample says so and must never look like paid postage.

use super::{address_lines, readable, signature_words};
use crate::page::fit::{bold, regular};
use crate::page::{LABEL_WIDTH, Page, area};
use domain::label::{Label, SAMPLE};
use domain::options::DeliveryConfirmation;

/// The page.
#[must_use]
pub fn page(label: &Label) -> Page {
    let mut page = Page::label();
    if label.sample {
        page.mark(area(24, 276, 764, 526), SAMPLE);
    }
    head(&mut page, label);
    page.lines(area(24, 284, 440, 190), regular(26), &address_lines(label.sender(), false));
    facts(&mut page, label);
    page.text(area(24, 540, 84, 30), regular(22), "SHIP");
    page.text(area(24, 566, 84, 30), regular(22), "TO:");
    page.lines(area(112, 533, 676, 264), bold(38).down_to(20), &address_lines(&label.to, !label.to.is_domestic()));
    barcode(&mut page, label);
    page
}

fn head(page: &mut Page, label: &Label) {
    page.rule(0, 201, LABEL_WIDTH, 4);
    page.upright(201, 0, 203, 4);
    page.text_middle(area(10, 4, 182, 190), bold(190).centred(), letter(&label.service));
    page.text(area(226, 34, 290, 60), bold(44), "USPS");
    page.text(area(226, 94, 290, 40), regular(24), "United States Postal Service");
    if label.sample {
        page.paragraph(area(226, 132, 290, 62), bold(24), SAMPLE);
    }
    let postage = area(533, 26, 228, 152);
    page.frame(postage, 3);
    let lines = postage.inside(8);
    if label.sample {
        page.text(area(lines.x, 34, lines.w, 56), bold(46).centred(), "SAMPLE");
        page.paragraph(area(lines.x, 88, lines.w, 44), regular(20).centred().down_to(14), &label.service_name);
        page.lines(area(lines.x, 130, lines.w, 44), regular(18).centred(), &["NO POSTAGE PAID", &format!("Account {}", label.account)]);
    } else {
        page.lines(
            area(lines.x, 36, lines.w, 136),
            bold(23).centred().down_to(12),
            &[&label.service_name, "U.S. POSTAGE PAID", &label.account, "ePostage"],
        );
    }
    page.rule(0, 265, LABEL_WIDTH, 4);
    page.text_middle(area(16, 206, 780, 58), bold(46).centred().down_to(24), &banner(label));
}

fn letter(service: &str) -> &'static str {
    match service {
        "Priority" | "PriorityMailInternational" => "P",
        "Express" | "ExpressMailInternational" => "E",
        "GroundAdvantage" => "G",
        "First" | "FirstClassMailInternational" | "FirstClassPackageInternationalService" => "F",
        _ => "",
    }
}

fn banner(label: &Label) -> String {
    match label.service.as_str() {
        "Express" | "ExpressMailInternational" => label.service_name.to_uppercase(),
        _ => format!("USPS {}", label.service_name.to_uppercase().trim_start_matches("USPS ")),
    }
}

/// The right column: dates, weight, route, and what the carrier of the parcel must know.
fn facts(page: &mut Page, label: &Label) {
    let mut lines = vec![format!("Ship Date: {}", label.ship_date.format("%m/%d/%Y"))];
    lines.extend(label.expected_on.map(|date| format!("Expected: {}", date.format("%m/%d/%Y"))));
    lines.push(format!("Weight: {}", label.weight.in_words()));
    lines.extend(super::sides(label).map(|sides| format!("Dimensions: {sides} in")));
    page.lines(area(480, 284, 308, 116), regular(24).to_the_right(), &lines);
    let mut boxes: Vec<String> = label.routing.iter().take(2).cloned().collect();
    boxes.extend(label.zone.as_ref().map(|zone| format!("ZONE {zone}")));
    let mut right = 788_i32;
    for text in &boxes {
        let place = area(right.saturating_sub(104), 406, 104, 42);
        page.frame(place, 3);
        page.text_middle(place.inside(5), bold(27).centred(), text);
        right = right.saturating_sub(112);
    }
    if let Some(words) = signature_words(label.delivery_confirmation) {
        let place = area(388, 453, 400, 32);
        page.fill(place);
        page.text_middle(place.inside(3), bold(23).centred().white().down_to(13), words);
    }
    if let Some(class) = &label.hazmat {
        let place = area(388, 488, 400, 44);
        page.fill(place);
        page.paragraph(place.inside(1), bold(17).centred().white().down_to(12), &format!("HAZMAT {}", class.to_uppercase()));
    }
}

fn barcode(page: &mut Page, label: &Label) {
    page.rule(0, 811, LABEL_WIDTH, 15);
    page.rule(0, 1102, LABEL_WIDTH, 15);
    let banner = match label.delivery_confirmation {
        DeliveryConfirmation::NoSignature => "USPS TRACKING # EP",
        _ => "USPS SIGNATURE TRACKING # EP",
    };
    page.text(area(16, 836, 780, 48), bold(34).centred(), banner);
    page.barcode(area(0, 888, LABEL_WIDTH, 152), 3, &label.tracking_barcode);
    page.text(area(16, 1052, 780, 44), bold(34).centred(), &readable(&label.tracking_code));
    page.text(area(24, 1124, 764, 40), regular(28), &label.print_custom_1);
    page.text(area(24, 1166, 764, 40), regular(28), &label.print_custom_2);
}
