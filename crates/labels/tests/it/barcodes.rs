//! Every barcode of every specimen, on PDF, PNG (203 and 300 dpi) and ZPL, is read back by a decoder that shares no code with us.
//!
//! A missing tool fails the test with its name; nothing is skipped.

use crate::specimens;
use domain::label::{Barcode, Label};
use labels::page::{Operation, Page};
use labels::{Dpi, Sheet, layout};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a scanner must say.
fn meant(barcode: &Barcode) -> String {
    match barcode {
        Barcode::Gs1128 { content } => format!("FNC1:{content}"),
        Barcode::Code128 { content } | Barcode::Pdf417 { content } | Barcode::Qr { content } | Barcode::DataMatrix { content } => {
            content.clone()
        }
        // A reader inserts the primary message behind the header of the secondary one.
        Barcode::MaxiCode { postal_code, country, class, message } => {
            let (head, rest) = message.split_at(9);
            format!("{head}{postal_code}\u{1d}{country:03}\u{1d}{class:03}\u{1d}{rest}")
        }
    }
}

fn format(barcode: &Barcode) -> &'static str {
    match barcode {
        Barcode::Gs1128 { .. } | Barcode::Code128 { .. } => "Code128",
        Barcode::Pdf417 { .. } => "PDF417",
        Barcode::Qr { .. } => "QRCode",
        Barcode::DataMatrix { .. } => "DataMatrix",
        Barcode::MaxiCode { .. } => "MaxiCode",
    }
}

struct Symbol {
    page: usize,
    area: [f64; 4],
    barcode: Barcode,
}

fn symbols(pages: &[Page]) -> Vec<Symbol> {
    let placed = pages.iter().enumerate().flat_map(|(page, drawn)| {
        drawn
            .operations
            .iter()
            .filter_map(move |operation| if let Operation::Barcode(placed) = operation { Some((page, drawn, placed)) } else { None })
    });
    placed
        .map(|(page, drawn, placed)| {
            let (w, h) = (f64::from(drawn.width), f64::from(drawn.height));
            let area =
                [f64::from(placed.area.x) / w, f64::from(placed.area.y) / h, f64::from(placed.area.w) / w, f64::from(placed.area.h) / h];
            Symbol { page, area, barcode: placed.barcode.clone() }
        })
        .collect()
}

/// Runs a program and fails with its name when it is missing or unhappy.
pub fn run(program: &str, package: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program} is needed (package {package}; scripts/install-deps test): {error}"));
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

struct Job {
    what: String,
    request: Value,
    symbols: Vec<Symbol>,
}

fn jobs_for(name: &str, label: &Label, folder: &Path) -> Vec<Job> {
    let file = |name: &str| folder.join(name).display().to_string();
    let request = |source: Value, symbols: &[Symbol]| {
        let list: Vec<Value> =
            symbols.iter().map(|symbol| json!({ "format": format(&symbol.barcode), "page": symbol.page, "area": symbol.area })).collect();
        let mut request = source;
        request["symbols"] = json!(list);
        request
    };
    let pages = layout::pages(label);
    let mut jobs = Vec::new();
    let mut add = |what: &str, source: Value, symbols: Vec<Symbol>| {
        jobs.push(Job { what: format!("{name} as {what}"), request: request(source, &symbols), symbols });
    };
    for (dpi, resolution) in [(Dpi::Dpi203, 203), (Dpi::Dpi300, 300)] {
        let images = labels::draw_png(label, dpi).unwrap();
        let files: Vec<String> = (0..images.len()).map(|page| file(&format!("{name}-{resolution}-{page}.png"))).collect();
        images.iter().zip(&files).for_each(|(image, file)| std::fs::write(file, image).unwrap());
        add(&format!("PNG at {resolution} dpi"), json!({ "pictures": files }), symbols(&pages));
    }
    let pdf = file(&format!("{name}.pdf"));
    std::fs::write(&pdf, labels::draw_pdf(label, Sheet::Label4x6).unwrap()).unwrap();
    run("pdftoppm", "poppler-utils", &["-r", "203", "-gray", &pdf, &file(name)]);
    let files: Vec<String> = (1..=pages.len()).map(|page| file(&format!("{name}-{page}.pgm"))).collect();
    add("PDF", json!({ "pictures": files }), symbols(&pages));
    let zpl = file(&format!("{name}.zpl"));
    std::fs::write(&zpl, labels::draw_zpl(label).unwrap()).unwrap();
    add("ZPL", json!({ "zpl": zpl }), symbols(&pages));
    jobs
}

/// Gives the jobs to one process of Node.js and brings the answers back.
fn decode(jobs: &[Job], folder: &Path) -> Vec<Vec<String>> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let web = tests.join("../../web");
    let (asked, answered) = (folder.join("jobs.json"), folder.join("answers.json"));
    let requests: Vec<&Value> = jobs.iter().map(|job| &job.request).collect();
    std::fs::write(&asked, serde_json::to_vec(&requests).unwrap()).unwrap();
    assert!(web.join("node_modules/zxing-wasm").exists(), "zxing-wasm is needed: npm --prefix web ci");
    let text = |path: &PathBuf| path.display().to_string();
    run("node", "nodejs", &[&text(&tests.join("tests/decode.mjs")), &text(&web), &text(&asked), &text(&answered)]);
    serde_json::from_slice(&std::fs::read(answered).unwrap()).unwrap()
}

#[test]
fn every_barcode_says_what_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    let jobs: Vec<Job> = specimens::all().iter().flat_map(|(name, label)| jobs_for(name, label, folder.path())).collect();
    let answers = decode(&jobs, folder.path());
    let mut wrong = Vec::new();
    let mut right = 0;
    for (job, texts) in jobs.iter().zip(answers) {
        for (symbol, text) in job.symbols.iter().zip(texts) {
            if text == meant(&symbol.barcode) {
                right += 1;
            } else {
                wrong.push(format!(
                    "{}, page {}: {} says {text:?}, meant {:?}",
                    job.what,
                    symbol.page,
                    format(&symbol.barcode),
                    meant(&symbol.barcode)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), wrong.len() + right, wrong.join("\n"));
    assert!(right > 100, "only {right} were read");
}
