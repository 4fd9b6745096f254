//! Benchmark: quotes per second on one core, all services of all carriers for one parcel.
//!
//! `cargo run --release -p partners --example quotes`. The raw limit beside it is the time to copy the finished quotes:
//! what any rater that answers with them must spend.
#![expect(clippy::print_stdout, clippy::float_arithmetic, reason = "a benchmark prints and measures")]

use domain::address::Address;
use domain::measure::{Length, Weight};
use domain::options::Options;
use domain::parcel::Parcel;
use domain::partner::Consignment;
use partners::sandbox::rating::Rater;
use std::hint::black_box;
use std::time::Instant;

const ZIPS: [&str; 8] = ["10001", "90210", "60606", "33101", "98101", "75201", "02108", "80202"];
const ROUNDS: u32 = 200_000;

fn consignment(index: u32) -> Consignment {
    let zip = |offset: u32| ZIPS.get(usize::try_from((index + offset) % 8).unwrap_or(0)).copied().unwrap_or("10001");
    let address = |zip: &str| Address { zip: zip.into(), country: "US".into(), street1: "1 Main St".into(), ..Address::default() };
    Consignment {
        from: address(zip(0)),
        return_to: None,
        to: address(zip(index / 8)),
        parcel: Parcel {
            length: Some(Length::inches(12)),
            width: Some(Length::inches(9)),
            height: Some(Length::inches(4 + index % 9)),
            weight: Weight::ounces(1 + index % 320),
            predefined_package: "Parcel".into(),
        },
        customs: None,
        options: Options::default(),
        ship_date: chrono::NaiveDate::from_ymd_opt(2026, 11, 16).unwrap_or_default(),
    }
}

fn main() {
    let rater = Rater::default();
    let consignments: Vec<Consignment> = (0..1024).map(consignment).collect();
    let start = Instant::now();
    let first = rater.quotes(&consignments[0]);
    println!("first quote, tables read          {:>10.1} ms", start.elapsed().as_secs_f64() * 1e3);

    let mut rates = 0;
    let start = Instant::now();
    for consignment in consignments.iter().cycle().take(usize::try_from(ROUNDS).unwrap_or(0)) {
        rates += black_box(rater.quotes(black_box(consignment))).rates.len();
    }
    let quoting = start.elapsed().as_secs_f64() / f64::from(ROUNDS);

    let start = Instant::now();
    for _ in 0..ROUNDS {
        black_box(black_box(&first).clone());
    }
    let copying = start.elapsed().as_secs_f64() / f64::from(ROUNDS);
    println!("quotes a second                   {:>10.0}     {rates} rates in {ROUNDS} quotes; aim 50000", 1.0 / quoting);
    println!("against copying one such quote    {:>10.2} x   {:.2} us against {:.2} us", quoting / copying, quoting * 1e6, copying * 1e6);
}
