//! The drawing crate from outside: decoded barcodes, checked files, compared pictures, hostile texts.

#[path = "specimens.rs"]
mod specimens;

#[test]
fn dump() {
    let out = std::path::Path::new("/tmp/lbl/out");
    std::fs::create_dir_all(out).unwrap();
    for (name, label) in specimens::all() {
        for (n, sheet) in [labels::Sheet::Label4x6, labels::Sheet::LetterFold, labels::Sheet::LetterTwoUp].into_iter().enumerate() {
            std::fs::write(out.join(format!("{name}-{n}.pdf")), labels::draw_pdf(&label, sheet).unwrap()).unwrap();
        }
        std::fs::write(out.join(format!("{name}.zpl")), labels::draw_zpl(&label).unwrap()).unwrap();
        for (n, png) in labels::draw_png(&label, labels::Dpi::Dpi203).unwrap().iter().enumerate() {
            std::fs::write(out.join(format!("{name}-{n}.png")), png).unwrap();
        }
    }
}
