//! The price tables: CSV files in `crates/partners/data`, read once into rows of cents.
//!
//! A file that cannot be read is a fault of ours that the tests find; at run time such a table is empty, so that nothing
//! is priced from it. Where the figures come from stands in `data/README.md`.

use domain::measure::Weight;
use domain::money::Cents;
use domain::rate::Basis;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A price table by weight: rows in ascending order, one price per column.
#[derive(Debug, Default)]
pub struct Steps {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    not_over: Weight,
    prices: Vec<Option<i64>>,
    basis: Basis,
}

impl Steps {
    /// The price in cents of the first row that holds the weight.
    pub fn price(&self, weight: Weight, column: usize) -> Option<(i64, Basis)> {
        let place = self.rows.partition_point(|row| row.not_over < weight);
        let row = self.rows.get(place)?;
        row.prices.get(column).copied().flatten().map(|cents| (cents, row.basis))
    }
}

/// Tables by name of the product, unit included: `GROUND_ADVANTAGE oz`.
#[derive(Debug, Default)]
pub struct Tables(HashMap<String, Steps>);

impl Tables {
    /// The table of this name; an empty one when there is none.
    pub fn get(&self, name: &str) -> &Steps {
        static NONE: Steps = Steps { rows: Vec::new() };
        self.0.get(name).unwrap_or(&NONE)
    }
}

/// How to read a file: which columns name the table, hold the weight, begin the prices and hold the basis.
struct Shape {
    names: &'static [&'static str],
    weight: &'static str,
    /// Unit of the weight column when no `unit` column says so.
    unit: &'static str,
    prices: &'static [&'static str],
}

fn read(csv: &str, shape: &Shape) -> Tables {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().cloned().unwrap_or_default();
    let column = |name: &str| headers.iter().position(|header| header == name);
    let names: Vec<usize> = shape.names.iter().filter_map(|name| column(name)).collect();
    let prices: Vec<usize> = shape.prices.iter().filter_map(|name| column(name)).collect();
    let (weight, unit, basis) = (column(shape.weight), column("unit"), column("basis"));
    let mut tables = Tables::default();
    for record in reader.records().flatten() {
        let field = |index: usize| record.get(index).unwrap_or_default();
        let unit = unit.map_or(shape.unit, field);
        let mut name: Vec<&str> = names.iter().map(|&index| field(index)).collect();
        name.push(unit);
        let row = Row {
            not_over: step(weight.map_or("", field), unit),
            prices: prices.iter().map(|&index| Cents::parse(field(index)).ok().map(Cents::get)).collect(),
            basis: basis_of(basis.map_or("published", field)),
        };
        tables.0.entry(name.join(" ")).or_default().rows.push(row);
    }
    for table in tables.0.values_mut() {
        table.rows.sort_by_key(|row| row.not_over);
    }
    tables
}

/// The weight up to which a row holds. Cubic feet are kept as if they were ounces: they are steps too.
fn step(text: &str, unit: &str) -> Weight {
    let number = Weight::parse_ounces(text).map(Weight::thousandths).unwrap_or(u32::MAX);
    match unit {
        "lb" => Weight::from_thousandths(number.saturating_mul(16)),
        _ => Weight::from_thousandths(number),
    }
}

fn basis_of(text: &str) -> Basis {
    match text {
        "published" | "z2-z8 published; others approximated" => Basis::Published,
        "interpolated" => Basis::Interpolated,
        "synthetic" => Basis::Synthetic,
        _ => Basis::Approximated,
    }
}

const Z1_TO_Z9: &[&str] = &["z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8", "z9"];
const Z2_TO_Z8: &[&str] = &["z2", "z3", "z4", "z5", "z6", "z7", "z8"];
const GROUPS: &[&str] =
    &["g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11", "g12", "g13", "g14", "g15", "g16", "g17", "g18", "g19", "g20"];

macro_rules! table {
    ($(#[$doc:meta])* $name:ident, $file:literal, $names:expr, $weight:literal, $unit:literal, $prices:expr) => {
        $(#[$doc])*
        pub static $name: LazyLock<Tables> = LazyLock::new(|| {
            let shape = Shape { names: $names, weight: $weight, unit: $unit, prices: $prices };
            read(include_str!(concat!("../../../data/", $file)), &shape)
        });
    };
}

table!(
    /// USPS by zone (columns zones 1 to 9), October 2025.
    USPS_2025, "usps/domestic_zoned_2025-10-05.csv", &["product"], "not_over", "lb", Z1_TO_Z9
);
table!(
    /// USPS by zone (columns zones 1 to 9), July 2026: Ground Advantage and Priority Mail.
    USPS_2026, "usps/domestic_zoned_2026-07-12.csv", &["product"], "not_over", "lb", Z1_TO_Z9
);
table!(
    /// USPS without zones, October 2025: Media, Library, letters, flats, cards.
    USPS_UNZONED, "usps/domestic_unzoned_2025-10-05.csv", &["product", "price_type"], "not_over", "lb", &["price"]
);
table!(
    /// USPS abroad by price group (columns groups 1 to 20), October 2025.
    USPS_ABROAD, "usps/international_2025-10-05.csv", &["product"], "not_over", "lb", GROUPS
);
table!(
    /// USPS letters and flats abroad (columns Canada, Mexico, groups 3 to 5, groups 6 to 9), October 2025.
    USPS_LETTERS_ABROAD, "usps/international_fcmi_2025-10-05.csv", &["product"], "not_over", "oz",
    &["group1_canada", "group2_mexico", "groups3_5", "groups6_9"]
);
table!(
    /// FedEx by zone (columns zones 2 to 8).
    FEDEX, "fedex/domestic_list_2026-01-05.csv", &["service", "packaging"], "lb", "lb", Z2_TO_Z8
);
table!(
    /// FedEx Ground to, from and inside Alaska and Hawaii.
    FEDEX_FAR, "fedex/ground_alaska_hawaii_list_2026-01-05.csv", &[], "lb", "lb",
    &["z17_to_alaska", "z22_intra_alaska", "z25_from_alaska", "z9_to_hawaii", "z14_intra_oahu", "z96_from_hawaii"]
);
table!(
    /// FedEx abroad (columns zones A to O).
    FEDEX_ABROAD, "fedex/international_list_2026-01-05.csv", &["service", "packaging"], "lb", "lb",
    &["zA", "zB", "zC", "zD", "zE", "zF", "zG", "zH", "zI", "zJ", "zK", "zL", "zM", "zN", "zO"]
);
table!(
    /// UPS by zone (columns zones 2 to 8, Alaska, Hawaii and Puerto Rico).
    UPS, "ups/domestic_list_2025-12-22.csv", &["service"], "lb", "lb",
    &["z2", "z3", "z4", "z5", "z6", "z7", "z8", "alaska", "hawaii_puerto_rico"]
);
table!(
    /// UPS Ground Saver by zone (columns zones 2 to 8).
    UPS_SAVER, "ups/ground_saver_list_2025-12-22.csv", &[], "lb", "lb", Z2_TO_Z8
);
table!(
    /// UniUni by zone (columns zones 1 to 8), invented.
    UNIUNI, "uniuni/rates_synthetic.csv", &[], "not_over", "lb",
    &["z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8"]
);

/// Flat rate prices by product and package: `PRIORITY SmallFlatRateBox` to cents.
pub static FLAT_RATE_2025: LazyLock<HashMap<String, i64>> =
    LazyLock::new(|| flat(include_str!("../../../data/usps/domestic_flat_rate_2025-10-05.csv")));
/// The same for July 2026, and letters.
pub static FLAT_RATE_2026: LazyLock<HashMap<String, i64>> =
    LazyLock::new(|| flat(include_str!("../../../data/usps/other_prices_2026-07-12.csv")));

/// Commercial price where there is one, else retail.
fn flat(csv: &str) -> HashMap<String, i64> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let mut prices = HashMap::new();
    for record in reader.records().flatten() {
        let field = |index: usize| record.get(index).unwrap_or_default();
        if let Some(cents) = [field(3), field(2)].into_iter().find_map(|text| Cents::parse(text).ok()) {
            prices.insert(format!("{} {}", field(0), field(1)), cents.get());
        }
    }
    prices
}

/// Flat rate prices abroad: `PMI SmallFlatRateBox` to eight prices by flat rate group.
pub static FLAT_RATE_ABROAD: LazyLock<HashMap<String, Vec<Option<i64>>>> = LazyLock::new(|| {
    let mut reader = csv::Reader::from_reader(include_str!("../../../data/usps/international_flat_rate_2025-10-05.csv").as_bytes());
    let mut prices = HashMap::new();
    for record in reader.records().flatten() {
        let name = format!("{} {}", record.get(0).unwrap_or_default(), record.get(1).unwrap_or_default());
        prices.insert(name, record.iter().skip(4).map(|text| Cents::parse(text).ok().map(Cents::get)).collect());
    }
    prices
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_read_whole() {
        let rows = |tables: &Tables| tables.0.values().map(|table| table.rows.len()).sum::<usize>();
        let counts = [
            &*USPS_2025,
            &*USPS_2026,
            &*USPS_UNZONED,
            &*USPS_ABROAD,
            &*USPS_LETTERS_ABROAD,
            &*FEDEX,
            &*FEDEX_FAR,
            &*FEDEX_ABROAD,
            &*UPS,
            &*UPS_SAVER,
            &*UNIUNI,
        ]
        .map(rows);
        assert_eq!(counts, [232, 141, 303, 145, 15, 1056, 150, 503, 900, 20, 54]);
        assert_eq!((FLAT_RATE_2025.len(), FLAT_RATE_2026.len(), FLAT_RATE_ABROAD.len()), (10, 15, 5));
    }

    #[test]
    fn a_weight_on_the_step_belongs_to_it() {
        let table = USPS_2025.get("GROUND_ADVANTAGE oz");
        assert_eq!(table.price(Weight::ounces(4), 0), Some((450, Basis::Published)));
        assert_ne!(table.price(Weight::from_thousandths(4001), 0), table.price(Weight::ounces(4), 0));
        assert_eq!(table.price(Weight::from_thousandths(15_999), 0).map(|p| p.1), Some(Basis::Published));
        assert_eq!(table.price(Weight::ounces(16), 0), None);
        assert_eq!(USPS_2025.get("GROUND_ADVANTAGE lb").price(Weight::pounds(1), 4), Some((841, Basis::Published)));
    }
}
