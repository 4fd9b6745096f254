//! Whatever people type, drawing neither panics nor lets a text become an instruction.

use crate::specimens;
use domain::label::Label;
use labels::page::Operation;
use labels::{Dpi, Sheet, layout};
use proptest::prelude::*;

fn texts() -> impl Strategy<Value = [String; 6]> {
    let text = || prop_oneof!["\\PC{0,40}", "[\u{0}-\u{ff}]{0,60}", "[\\^~_\\\\><,:;()%A-Z]{0,30}", ".{80,120}"];
    [text(), text(), text(), text(), text(), text()]
}

fn with(mut label: Label, [name, street, city, one, two, other]: &[String; 6]) -> Label {
    label.to.name.clone_from(name);
    label.to.street1.clone_from(street);
    label.to.city.clone_from(city);
    label.print_custom_1.clone_from(one);
    label.print_custom_2.clone_from(two);
    label.from.company.clone_from(other);
    label.hazmat = Some(other.clone());
    label.routing = vec![name.clone(), street.clone()];
    label.account.clone_from(city);
    label.service_name.clone_from(one);
    label.tracking_code.clone_from(two);
    label
}

/// The commands that our own drawing uses.
const COMMANDS: [&str; 22] =
    ["XA", "XZ", "CI", "LH", "PW", "LL", "PQ", "FO", "FT", "FS", "FD", "FH", "FB", "FR", "GB", "GF", "A0", "BY", "BC", "BD", "B7", "BQ"];

fn assert_only_our_commands(zpl: &str) {
    assert!(!zpl.contains('~'), "a tilde reached the printer");
    for part in zpl.split('^').skip(1) {
        assert!(COMMANDS.iter().chain(&["BX"]).any(|command| part.starts_with(command)), "^{part}");
    }
    // Fields open and close in turn, so no text opened one of its own.
    assert_eq!(zpl.matches("^FD").count() + zpl.matches("^GB").count() + zpl.matches("^GF").count(), zpl.matches("^FS").count());
    assert!(zpl.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "a raw byte reached the printer");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_text_breaks_a_label(texts in texts()) {
        for index in [0_usize, 6, 7, 10, 14] {
            let label = with(specimens::all()[index].1.clone(), &texts);
            for page in layout::pages(&label) {
                for operation in &page.operations {
                    if let Operation::Text(line) = operation {
                        prop_assert!(line.width <= line.area.w && line.x >= line.area.x && line.x + line.width <= line.area.right());
                    }
                }
            }
            assert_only_our_commands(&labels::draw_zpl(&label).unwrap());
            labels::draw_png(&label, Dpi::Dpi203).unwrap();
            let pdf = labels::draw_pdf(&label, Sheet::LetterFold).unwrap();
            // Texts stand in compressed streams as numbers of glyphs; the few plain strings are in hexadecimal.
            prop_assert!(pdf.starts_with(b"%PDF-1.7"));
            for text in texts.iter().filter(|text| text.len() > 8) {
                prop_assert!(!pdf.windows(text.len()).any(|window| window == text.as_bytes()));
            }
        }
    }
}
