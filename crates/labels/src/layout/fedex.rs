//! The label of FedEx, 4 x 6 inches, in the manner of its ASTRA labels: addresses, PDF417, service and commitment, the URSA
//! routing block, and the linear barcode at the foot.
//!
//! The PDF417 carries the address, so its height varies; its place must hold the longest message that a carrier sends.

use super::{address_lines, in_fours, sides, signature_words};
use crate::page::fit::{bold, regular};
use crate::page::{LABEL_WIDTH, Page, area};
use domain::label::{Barcode, Label, SAMPLE};

/// The page.
#[must_use]
pub fn page(label: &Label) -> Page {
    let mut page = Page::label();
    if label.sample {
        page.mark(area(20, 12, 772, 420), SAMPLE);
    }
    addresses(&mut page, label);
    matrix(&mut page, label);
    commitment(&mut page, label);
    routing(&mut page, label);
    page.barcode(area(0, 996, LABEL_WIDTH, 180), 3, &label.tracking_barcode);
    page.text(area(20, 1182, 772, 30), regular(24).centred(), &readable(label));
    page
}

/// What the linear barcode says.
fn readable(label: &Label) -> String {
    match &label.tracking_barcode {
        Barcode::Code128 { content } if content.len() > label.tracking_code.len() => in_fours(content),
        _ => in_fours(&label.tracking_code),
    }
}

fn addresses(page: &mut Page, label: &Label) {
    page.text(area(20, 10, 300, 26), regular(20), "ORIGIN:");
    page.lines(area(20, 36, 440, 150), regular(23), &address_lines(label.sender(), false));
    let mut facts = vec![
        format!("SHIP DATE: {}", label.ship_date.format("%d%b%y").to_string().to_uppercase()),
        format!("ACTWGT: {}", label.weight.in_words().to_uppercase()),
        format!("CAD: {}", label.account),
    ];
    facts.extend(sides(label).map(|sides| format!("DIMS: {sides} IN")));
    facts.push("BILL SENDER".into());
    page.lines(area(480, 14, 312, 170), regular(23), &facts);
    page.upright(470, 0, 192, 3);
    page.rule(0, 190, LABEL_WIDTH, 4);
    page.text(area(20, 198, 70, 44), bold(32), "TO");
    let mut lines = address_lines(&label.to, !label.to.is_domestic());
    if !label.to.phone.trim().is_empty() {
        lines.push(label.to.phone.clone());
    }
    page.lines(area(96, 198, 696, 190), bold(31).down_to(17), &lines);
    page.text(area(20, 396, 384, 34), regular(24), &prefixed("REF: ", &label.print_custom_1));
    page.text(area(412, 396, 380, 34), regular(24), &prefixed("INV: ", &label.print_custom_2));
}

fn prefixed(prefix: &str, text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("{prefix}{text}") }
}

fn matrix(page: &mut Page, label: &Label) {
    page.rule(0, 432, LABEL_WIDTH, 4);
    if let Some(barcode) = &label.matrix_barcode {
        page.barcode(area(20, 440, 500, 224), 2, barcode);
    }
    if label.sample {
        page.text(area(20, 666, 500, 32), bold(24).centred(), SAMPLE);
    }
    let ground = matches!(label.service.as_str(), "FEDEX_GROUND" | "GROUND_HOME_DELIVERY" | "SMART_POST");
    page.text(area(540, 446, 252, 60), bold(46).centred(), "FedEx");
    page.text(area(540, 502, 252, 40), regular(28).centred(), if ground { "Ground" } else { "Express" });
    let corner = area(600, 548, 132, 132);
    page.frame(corner, 8);
    let letter = match label.service.as_str() {
        "GROUND_HOME_DELIVERY" => "H",
        _ if ground => "G",
        _ => "E",
    };
    page.text_middle(corner.inside(12), bold(104).centred(), letter);
    page.rule(0, 700, LABEL_WIDTH, 8);
}

/// Number at the left, service and day at the right, and what the courier must know.
fn commitment(page: &mut Page, label: &Label) {
    page.text(area(20, 716, 80, 32), regular(22), "TRK#");
    page.text(area(96, 712, 350, 44), bold(36), &in_fours(&label.tracking_code));
    let day = label.expected_on.map(|date| date.format("%a - %d %b").to_string().to_uppercase()).unwrap_or_default();
    page.text(area(456, 710, 336, 44), bold(34).to_the_right(), &day);
    page.text(area(456, 752, 336, 44), bold(32).to_the_right(), label.service_name.to_uppercase().trim_start_matches("FEDEX "));
    let words = [
        signature_words(label.delivery_confirmation).map(str::to_owned),
        label.hazmat.as_ref().map(|class| format!("HAZMAT {}", class.to_uppercase())),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    page.lines(area(20, 762, 426, 62), bold(24), &words);
}

fn routing(page: &mut Page, label: &Label) {
    page.rule(0, 830, LABEL_WIDTH, 4);
    let code = |index: usize| label.routing.get(index).map(String::as_str).unwrap_or_default();
    page.text_middle(area(20, 838, 400, 140), bold(86), code(0));
    page.text(area(430, 838, 362, 72), bold(58).to_the_right(), code(1));
    page.text(area(430, 908, 200, 64), bold(38).to_the_right(), code(2));
    page.text(area(640, 902, 152, 74), bold(56).to_the_right(), code(3));
    page.rule(0, 984, LABEL_WIDTH, 4);
}
