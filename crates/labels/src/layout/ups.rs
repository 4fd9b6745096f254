//! The label of UPS, 4 x 6 inches: addresses, MaxiCode with routing code and ZIP barcode, service with tracking number, 1Z barcode.
//!
//! The MaxiCode keeps its own corner; nothing may come closer to it than its quiet zone.

use super::{address_lines, countries, sides, signature_words};
use crate::page::fit::{bold, regular};
use crate::page::{LABEL_WIDTH, Page, area};
use domain::label::{Label, SAMPLE};

/// The page.
#[must_use]
pub fn page(label: &Label) -> Page {
    let mut page = Page::label();
    if label.sample {
        page.mark(area(20, 12, 772, 384), SAMPLE);
    }
    addresses(&mut page, label);
    routing(&mut page, label);
    service(&mut page, label);
    page.barcode(area(0, 816, LABEL_WIDTH, 196), 3, &label.tracking_barcode);
    page.rule(0, 1024, LABEL_WIDTH, 12);
    foot(&mut page, label);
    page
}

fn addresses(page: &mut Page, label: &Label) {
    let mut sender = address_lines(label.sender(), false);
    if !label.from.phone.trim().is_empty() {
        sender.insert(sender.len().min(1), label.from.phone.clone());
    }
    page.lines(area(20, 14, 400, 168), regular(23), &sender);
    page.text(area(436, 10, 210, 56), bold(42), &weight(label));
    page.text(area(660, 16, 132, 44), bold(32).to_the_right(), "1 OF 1");
    let mut facts = vec![format!("SHP DATE: {}", label.ship_date.format("%d %b %Y").to_string().to_uppercase())];
    facts.extend(sides(label).map(|sides| format!("DIMS: {sides} IN")));
    facts.push(format!("SHIPPER: {}", label.account));
    page.lines(area(436, 72, 356, 110), regular(23), &facts);
    page.text(area(20, 192, 140, 40), bold(26), "SHIP TO:");
    let mut lines = address_lines(&label.to, false);
    if !label.to.phone.trim().is_empty() && !label.to.is_domestic() {
        lines.insert(0, label.to.phone.clone());
    }
    if !label.to.is_domestic() {
        lines.push(countries::name(&label.to.country));
    }
    page.lines(area(150, 190, 642, 206), bold(34).down_to(18), &lines);
}

/// Whole pounds, as UPS bills them.
fn weight(label: &Label) -> String {
    match label.weight.pounds_rounded_up() {
        1 => "1 LB".into(),
        pounds => format!("{pounds} LBS"),
    }
}

fn routing(page: &mut Page, label: &Label) {
    page.rule(0, 400, LABEL_WIDTH, 4);
    page.upright(262, 400, 250, 4);
    if let Some(barcode) = &label.matrix_barcode {
        page.barcode(area(10, 408, 244, 236), 7, barcode);
    }
    if let Some(code) = label.routing.first() {
        page.text(area(284, 412, 508, 82), bold(62), code);
    }
    if let Some(barcode) = &label.routing_barcode {
        page.barcode(area(270, 504, 530, 128), 3, barcode);
    }
    page.rule(0, 650, LABEL_WIDTH, 15);
}

fn service(page: &mut Page, label: &Label) {
    page.text(area(20, 672, 640, 68), bold(54), &label.service_name.to_uppercase());
    page.text(area(20, 746, 640, 40), regular(32), &format!("TRACKING #: {}", grouped(&label.tracking_code)));
    if let Some(icon) = icon(&label.service) {
        let corner = area(676, 665, 136, 139);
        page.fill(corner);
        page.text_middle(corner.inside(6), bold(96).centred().white(), icon);
    }
    page.rule(0, 800, LABEL_WIDTH, 4);
}

/// `1Z 999 AA1 01 2345 6784`.
fn grouped(number: &str) -> String {
    let mut rest = number;
    let mut groups = Vec::new();
    for length in [2, 3, 3, 2, 4] {
        let Some((group, after)) = rest.split_at_checked(length) else { break };
        groups.push(group);
        rest = after;
    }
    groups.push(rest);
    groups.retain(|group| !group.is_empty());
    groups.join(" ")
}

fn icon(service: &str) -> Option<&'static str> {
    match service {
        "NextDayAir" | "Express" => Some("1"),
        "NextDayAirSaver" | "UPSSaver" => Some("1P"),
        "NextDayAirEarlyAM" | "ExpressPlus" => Some("1+"),
        "2ndDayAir" => Some("2"),
        "2ndDayAirAM" => Some("2A"),
        "3DaySelect" => Some("3"),
        "Expedited" => Some("5"),
        _ => None,
    }
}

fn foot(page: &mut Page, label: &Label) {
    page.text(area(20, 1044, 380, 34), regular(25), "BILLING: P/P");
    page.text(area(420, 1044, 372, 34), regular(25).to_the_right(), "UPS");
    if let Some(words) = signature_words(label.delivery_confirmation) {
        page.text(area(20, 1078, 772, 36), bold(27), words);
    }
    page.text(area(20, 1114, 772, 34), regular(25), &label.print_custom_1);
    page.text(area(20, 1148, 772, 34), regular(25), &label.print_custom_2);
    if label.sample {
        page.text(area(20, 1182, 772, 32), bold(24).centred(), SAMPLE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracking_numbers_are_grouped_as_on_the_carriers_labels() {
        assert_eq!(grouped("1Z999AA10123456784"), "1Z 999 AA1 01 2345 6784");
        assert_eq!(grouped("short"), "sh ort");
    }
}
