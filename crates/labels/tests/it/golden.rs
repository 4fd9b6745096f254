//! Pictures of every layout, compared pixel for pixel with those in `tests/golden`.
//!
//! To make them anew after a wanted change: `WAYBILL_GOLDEN=write cargo test -p labels --test it golden`, then look at every changed
//! picture before it is committed.

use crate::{papers, specimens};
use domain::carrier::Carrier;
use labels::packing_slip::{self, Layout};
use labels::page::Page;
use labels::{Dpi, invoice, layout, scan_form};
use std::path::Path;

fn all() -> Vec<(String, Vec<Page>)> {
    let mut all: Vec<(String, Vec<Page>)> =
        specimens::all().iter().map(|(name, label)| ((*name).to_owned(), layout::pages(label))).collect();
    let label = specimens::all().remove(0).1;
    all.push(("receipt_half".into(), vec![layout::receipt_half::page(&label)]));
    all.push(("scan_form_usps".into(), scan_form::pages(&papers::manifest(Carrier::Usps, 118))));
    all.push(("manifest_fedex".into(), scan_form::pages(&papers::manifest(Carrier::FedEx, 100))));
    all.push(("packing_slip_label".into(), packing_slip::pages(&papers::slip(14, true), Layout::Label4x6)));
    all.push(("packing_slip_letter".into(), packing_slip::pages(&papers::slip(9, true), Layout::Letter)));
    all.push(("invoice".into(), invoice::pages(&papers::invoice(31))));
    all
}

fn pixels(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    (frame.width, frame.height, pixels)
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the switch for writing pictures anew is no setting of the product")]
fn layouts_look_as_they_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let write = std::env::var("WAYBILL_GOLDEN").is_ok_and(|value| value == "write");
    let mut changed = Vec::new();
    for (name, pages) in all() {
        for (index, page) in pages.iter().enumerate() {
            let drawn = labels::png::draw(page, Dpi::Dpi203).unwrap();
            let file = folder.join(format!("{name}-{}.png", index + 1));
            if write {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&file, &drawn).unwrap();
            }
            let kept = std::fs::read(&file).unwrap_or_default();
            if kept.is_empty() || pixels(&kept) != pixels(&drawn) {
                changed.push(file.display().to_string());
            }
        }
    }
    assert!(changed.is_empty(), "these pictures changed or are missing (see the head of golden.rs): {changed:#?}");
}

#[test]
fn marks_never_cross_barcodes() {
    use labels::page::Operation;
    for (name, pages) in all() {
        for page in pages {
            let marks = page
                .operations
                .iter()
                .filter_map(|operation| if let Operation::Mark { area, .. } = operation { Some(*area) } else { None });
            let barcodes: Vec<_> = page
                .operations
                .iter()
                .filter_map(|operation| if let Operation::Barcode(placed) = operation { Some(placed.area) } else { None })
                .collect();
            for mark in marks {
                assert!(barcodes.iter().all(|barcode| !barcode.meets(mark)), "{name}");
            }
        }
    }
}

#[test]
fn text_stays_inside_its_area_and_the_page_and_never_meets_a_barcode() {
    use labels::page::{Operation, area};
    for (name, pages) in all() {
        for page in pages {
            let whole = area(0, 0, page.width, page.height);
            let barcodes: Vec<_> = page
                .operations
                .iter()
                .filter_map(|operation| if let Operation::Barcode(placed) = operation { Some(placed.area) } else { None })
                .collect();
            for operation in &page.operations {
                let Operation::Text(line) = operation else { continue };
                assert!(whole.holds(line.area), "{name}: {} leaves the page", line.text);
                assert!(line.width <= line.area.w && line.x >= line.area.x, "{name}: {} leaves its area", line.text);
                assert!(barcodes.iter().all(|barcode| !barcode.meets(line.area)), "{name}: {} meets a barcode", line.text);
            }
        }
    }
}
