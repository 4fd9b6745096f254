//! PDF files pass qpdf, hold text that can be searched, and take foreign files in.

use crate::barcodes::run;
use crate::{papers, specimens};
use domain::carrier::Carrier;
use labels::compile::{Compiler, Format, Source};
use labels::packing_slip::{self, Layout};
use labels::{Dpi, DrawError, Sheet, invoice, scan_form};
use std::process::Command;

fn check(name: &str, pdf: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output = Command::new("qpdf").arg("--check").arg(&file).output().expect("qpdf is needed (package qpdf; scripts/install-deps test)");
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && words.contains("No syntax or stream encoding errors"),
        "{name}: {words}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn text(pdf: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("file.pdf"), folder.path().join("file.txt"));
    std::fs::write(&file, pdf).unwrap();
    run("pdftotext", "poppler-utils", &["-raw", &file.display().to_string(), &out.display().to_string()]);
    std::fs::read_to_string(out).unwrap()
}

fn page_count(pdf: &[u8]) -> usize {
    text(pdf).matches('\u{c}').count()
}

#[test]
fn labels_and_papers_pass_qpdf() {
    for (name, label) in specimens::all() {
        for sheet in [Sheet::Label4x6, Sheet::LetterFold, Sheet::LetterTwoUp] {
            check(name, &labels::draw_pdf(&label, sheet).unwrap());
        }
    }
    check("scan form", &scan_form::pdf(&papers::manifest(Carrier::Usps, 10)).unwrap());
    check("manifest", &scan_form::pdf(&papers::manifest(Carrier::Ups, 200)).unwrap());
    check("slip", &packing_slip::pdf(&papers::slip(40, true), Layout::Label4x6).unwrap());
    check("slip", &packing_slip::pdf(&papers::slip(3, false), Layout::Letter).unwrap());
    check("invoice", &invoice::pdf(&papers::invoice(100)).unwrap());
}

#[test]
fn text_can_be_searched_in_every_script() {
    let words = text(&labels::draw_pdf(&specimens::scripts(), Sheet::Label4x6).unwrap());
    for part in ["ЗОЯ ІВАНЕНКО", "NGUYỄN HUỆ", "株式会社やまびこ", "서울", "กรุงเทพ", "ŁÓDŹ CA 94704", "9205 5999", "^FS ~HI _5E", "SAMPLE"]
    {
        assert!(words.contains(part), "{part} is not in {words}");
    }
}

#[test]
fn mixed_sources_become_one_file_in_their_order() {
    let all = specimens::all();
    let (described, foreign) = (&all[0].1, labels::draw_pdf(&all[7].1, Sheet::Label4x6).unwrap());
    let picture = labels::draw_png(&all[10].1, Dpi::Dpi203).unwrap().remove(0);
    let slip = papers::slip(2, true);
    for (sheet, pages) in [(Sheet::Label4x6, 6), (Sheet::LetterFold, 6), (Sheet::LetterTwoUp, 4)] {
        let mut compiler = Compiler::new(Vec::new(), Format::Pdf, sheet).unwrap();
        for source in [
            Source::Label(described),
            Source::PackingSlip(&slip),
            Source::Pdf(&foreign),
            Source::Png(&picture),
            Source::Pdf(&foreign),
            Source::Label(described),
        ] {
            compiler.add(source).unwrap();
        }
        let file = compiler.finish().unwrap();
        check("compiled", &file);
        assert_eq!(page_count(&file), pages, "{sheet:?}");
        let words = text(&file).split_whitespace().collect::<Vec<_>>().join(" ");
        let place = |part: &str| words.find(part).unwrap_or_else(|| panic!("{part} is missing: {words}"));
        assert!(place("USPS PRIORITY MAIL") < place("Packing slip") && place("Packing slip") < place("UPS GROUND"));
    }
}

#[test]
fn formats_that_do_not_mix_are_refused_and_the_file_goes_on() {
    let label = specimens::all().remove(0).1;
    let mut pdf = Compiler::new(Vec::new(), Format::Pdf, Sheet::Label4x6).unwrap();
    assert!(matches!(pdf.add(Source::Zpl(b"^XA^XZ")), Err(DrawError::Mixed { .. })));
    assert!(matches!(pdf.add(Source::Pdf(b"no PDF at all")), Err(DrawError::ForeignPdf(_))));
    assert!(matches!(pdf.add(Source::Png(b"no PNG at all")), Err(DrawError::Picture(_))));
    let mut broken = label.clone();
    broken.tracking_barcode = domain::label::Barcode::Code128 { content: "Zürich".into() };
    assert!(matches!(pdf.add(Source::Label(&broken)), Err(DrawError::Barcode { .. })));
    pdf.add(Source::Label(&label)).unwrap();
    let file = pdf.finish().unwrap();
    check("after refusals", &file);
    assert_eq!(page_count(&file), 1);
    assert!(Compiler::new(Vec::new(), Format::Zpl, Sheet::LetterFold).is_err());
    let mut zpl = Compiler::new(Vec::new(), Format::Zpl, Sheet::Label4x6).unwrap();
    assert!(matches!(zpl.add(Source::Pdf(&file)), Err(DrawError::Mixed { .. })));
    zpl.add(Source::Label(&label)).unwrap();
    zpl.add(Source::Zpl(b"^XA^FDfrom the carrier^FS^XZ")).unwrap();
    let text = String::from_utf8(zpl.finish().unwrap()).unwrap();
    assert_eq!((text.matches("^XA").count(), text.matches("^XZ").count()), (2, 2));
}

#[test]
fn an_empty_file_and_damaged_files_do_no_harm() {
    check("empty", &Compiler::new(Vec::new(), Format::Pdf, Sheet::LetterTwoUp).unwrap().finish().unwrap());
    let whole = labels::draw_pdf(&specimens::all()[0].1, Sheet::Label4x6).unwrap();
    for cut in [10, 100, whole.len() / 2, whole.len() - 30] {
        let mut compiler = Compiler::new(Vec::new(), Format::Pdf, Sheet::Label4x6).unwrap();
        let _ = compiler.add(Source::Pdf(&whole[..cut]));
        check("damaged", &compiler.finish().unwrap());
    }
}
