//! How fast labels are drawn on one core: `cargo run --release -p labels --example bench`.
//!
//! Reports figures and ratios; asserts nothing about time. PNG is compared with the encoder alone on the same dots. The compiled
//! file goes to a temporary file, so that the memory shown is that of drawing.

#![expect(
    clippy::print_stdout,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::as_conversions,
    reason = "a benchmark reports"
)]
#![expect(clippy::unwrap_used, reason = "a benchmark may stop with a panic")]

#[path = "../tests/it/specimens.rs"]
mod specimens;

use domain::label::Label;
use labels::compile::{Compiler, Format, Source};
use labels::{Dpi, Sheet, layout};
use std::hint::black_box;
use std::io::BufWriter;
use std::time::{Duration, Instant};

/// Seconds that this thread has had a processor, so that a busy machine does not spoil the figures.
fn busy_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: u64 = text.split_whitespace().next().and_then(|field| field.parse().ok()).unwrap_or_default();
    nanoseconds as f64 / 1e9
}

/// Runs a task for about a second and gives runs in a second of one core.
fn rate(mut task: impl FnMut()) -> f64 {
    for _ in 0..3 {
        task();
    }
    let (begun, busy) = (Instant::now(), busy_seconds());
    let mut runs = 0_u32;
    while begun.elapsed() < Duration::from_secs(1) {
        task();
        runs += 1;
    }
    f64::from(runs) / (busy_seconds() - busy)
}

fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() / 1024
}

fn compile(labels: &[Label], format: Format, count: usize) {
    let file = tempfile::tempfile().unwrap();
    let (begun, busy) = (Instant::now(), busy_seconds());
    let mut compiler = Compiler::new(BufWriter::new(file), format, Sheet::Label4x6).unwrap();
    for label in labels.iter().cycle().take(count) {
        compiler.add(Source::Label(label)).unwrap();
    }
    let file = compiler.finish().unwrap().into_inner().unwrap();
    let (time, busy, bytes) = (begun.elapsed().as_secs_f64(), busy_seconds() - busy, file.metadata().unwrap().len());
    println!(
        "compile {count} labels as {format:?}: {time:.2} s ({busy:.2} s of one core), {:.0} labels/s/core, {:.1} kB a label, peak memory {} MB",
        count as f64 / busy,
        bytes as f64 / 1000.0 / count as f64,
        peak_megabytes()
    );
}

fn main() {
    println!("memory before drawing: {} MB", peak_megabytes());
    let all = specimens::all();
    // One label each, without the customs forms, which are further pages.
    let mixed: Vec<Label> = all.iter().map(|(_, label)| Label { customs: None, ..label.clone() }).collect();
    compile(&mixed, Format::Pdf, 10_000);
    compile(&mixed, Format::Zpl, 10_000);
    println!(
        "{:<30}{:>12}{:>12}{:>12}{:>14}{:>14}{:>8}{:>8}",
        "label", "layout/s", "PDF/s", "ZPL/s", "PNG/s", "encoder/s", "ratio", "PNG kB"
    );
    let barcodes = mixed.iter().flat_map(|label| [Some(&label.tracking_barcode), label.matrix_barcode.as_ref()]).flatten();
    for barcode in barcodes.skip(6).take(14).step_by(2) {
        let encoded = rate(|| drop(black_box(labels::barcode::encode(barcode).unwrap())));
        println!("encoding {:<12}{:>8.1} us", labels::barcode::kind(barcode), 1e6 / encoded);
    }
    for name in ["usps_priority", "ups_ground", "fedex_ground", "uniuni_qr", "usps_scripts"] {
        let label = &all.iter().find(|(known, _)| *known == name).unwrap().1;
        let pages = rate(|| drop(black_box(layout::pages(label))));
        let pdf = rate(|| drop(black_box(labels::draw_pdf(label, Sheet::Label4x6).unwrap())));
        let zpl = rate(|| drop(black_box(labels::draw_zpl(label).unwrap())));
        let png = rate(|| drop(black_box(labels::draw_png(label, Dpi::Dpi203).unwrap())));
        let dots = labels::raster::draw(&layout::pages(label)[0], 203).unwrap();
        let encoder = rate(|| drop(black_box(labels::png::encode(dots.clone(), Dpi::Dpi203).unwrap())));
        let kilobytes = labels::draw_png(label, Dpi::Dpi203).unwrap()[0].len() / 1000;
        println!("{name:<30}{pages:>12.0}{pdf:>12.0}{zpl:>12.0}{png:>14.0}{encoder:>14.0}{:>8.2}{kilobytes:>8}", png / encoder);
    }
}
