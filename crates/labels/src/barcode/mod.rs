//! Barcodes: turns what a scanner must read into bars, squares or hexagons.
//!
//! The only module that knows the encoder (bwipp-rs); PDF417 we write ourselves (see `pdf417`). The encoder is young, so its answers are checked by an independent decoder in the
//! tests and a panic inside it becomes an error here. Bad content must give an error, never a panic and never a wrong symbol.

pub mod hexagons;
pub mod pdf417;
mod pdf417_patterns;
pub mod place;

use crate::error::DrawError;
use bwipp::{Encoded, Options, Symbology};
use domain::label::Barcode;

/// A symbol, measured in modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    /// Widths of bars and spaces in turn, a bar first.
    Bars {
        /// The widths.
        widths: Vec<u8>,
        /// Their sum.
        modules: i32,
    },
    /// Dark and light squares.
    Matrix(Matrix),
    /// A MaxiCode: 33 rows of 30 hexagons.
    Hexagons(Box<[[bool; 30]; 33]>),
}

/// Dark and light cells, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// Cells in a row.
    pub width: i32,
    /// Number of rows.
    pub height: i32,
    /// How many times higher than wide a cell is.
    pub aspect: i32,
    dark: Vec<bool>,
}

impl Matrix {
    /// Runs of dark cells: row, first cell, length.
    pub fn runs(&self) -> impl Iterator<Item = (i32, i32, i32)> + '_ {
        let width = usize::try_from(self.width).unwrap_or_default().max(1);
        self.dark.chunks(width).zip(0_i32..).flat_map(|(row, y)| {
            let mut x = 0_i32;
            row.chunk_by(|a, b| a == b).filter_map(move |run| {
                let (start, length) = (x, i32::try_from(run.len()).unwrap_or_default());
                x = x.saturating_add(length);
                run.first().copied().unwrap_or_default().then_some((y, start, length))
            })
        })
    }
}

/// More than any carrier prints; keeps hostile content from costing time.
const MOST_BYTES: usize = 1500;

/// The name of the kind for people.
#[must_use]
pub const fn kind(barcode: &Barcode) -> &'static str {
    match barcode {
        Barcode::Gs1128 { .. } => "GS1-128",
        Barcode::Code128 { .. } => "Code 128",
        Barcode::Pdf417 { .. } => "PDF417",
        Barcode::Qr { .. } => "QR",
        Barcode::DataMatrix { .. } => "Data Matrix",
        Barcode::MaxiCode { .. } => "MaxiCode",
    }
}

/// Refuses content that no symbol of this kind can hold, whatever draws it.
pub fn check(barcode: &Barcode) -> Result<(), DrawError> {
    let refuse = |reason: &str| Err(DrawError::Barcode { kind: kind(barcode), reason: reason.into() });
    let content = match barcode {
        Barcode::Gs1128 { content }
        | Barcode::Code128 { content }
        | Barcode::Pdf417 { content }
        | Barcode::Qr { content }
        | Barcode::DataMatrix { content } => content,
        Barcode::MaxiCode { postal_code, country, class, message } => {
            let digits = postal_code.len() == 9 && postal_code.bytes().all(|b| b.is_ascii_digit());
            // Countries without postal codes have none here either.
            let letters = (0..=6).contains(&postal_code.len()) && postal_code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ');
            if !(digits || letters) || *country > 999 || *class > 999 {
                return refuse("postal code, country or class is not valid");
            }
            message
        }
    };
    if content.is_empty() {
        return refuse("it has no content");
    }
    if content.len() > MOST_BYTES {
        return refuse("its content is too long");
    }
    if !matches!(barcode, Barcode::Qr { .. }) && !content.is_ascii() {
        return refuse("only ASCII characters can be encoded");
    }
    Ok(())
}

/// How many columns of data a PDF417 has: what FedEx prints.
pub const PDF417_COLUMNS: u8 = 10;
/// How strongly a PDF417 is protected.
pub const PDF417_SECURITY: u8 = 5;

fn stacked(content: &str) -> Option<Symbol> {
    let rows = pdf417::encode(content, PDF417_COLUMNS.into(), PDF417_SECURITY.into())?;
    let width = i32::try_from(rows.width).ok()?;
    let height = i32::try_from(rows.dark.len()).ok()?.checked_div(width)?;
    Some(Symbol::Matrix(Matrix { width, height, aspect: 3, dark: rows.dark }))
}

/// Encodes the content.
pub fn encode(barcode: &Barcode) -> Result<Symbol, DrawError> {
    check(barcode)?;
    let refuse = |reason: String| DrawError::Barcode { kind: kind(barcode), reason };
    if let Barcode::Pdf417 { content } = barcode {
        return stacked(content).ok_or_else(|| refuse("its content is too long".into()));
    }
    let (symbology, content, options) = request(barcode);
    let encoded = std::panic::catch_unwind(|| symbology.encode(&content, &options))
        .map_err(|_| refuse("the encoder failed".into()))?
        .map_err(|error| refuse(error.to_string()))?;
    match encoded {
        Encoded::Linear(pattern) => {
            let modules = i32::try_from(pattern.total_width()).unwrap_or(i32::MAX);
            Ok(Symbol::Bars { widths: pattern.bars, modules })
        }
        Encoded::Matrix(matrix) => {
            let size = |value: usize| i32::try_from(value).unwrap_or(i32::MAX);
            let cells = (0..matrix.height()).flat_map(|y| (0..matrix.width()).map(move |x| (x, y)));
            let dark = cells.map(|(x, y)| matrix.get(x, y)).collect();
            Ok(Symbol::Matrix(Matrix { width: size(matrix.width()), height: size(matrix.height()), aspect: 1, dark }))
        }
        Encoded::Hex(hexagons) => {
            let mut cells = Box::new([[false; 30]; 33]);
            for (row, line) in cells.iter_mut().enumerate() {
                for (column, cell) in line.iter_mut().enumerate() {
                    *cell = hexagons.is_on(row, column);
                }
            }
            Ok(Symbol::Hexagons(cells))
        }
        _ => Err(refuse("the encoder gave an unknown kind of symbol".into())),
    }
}

fn request(barcode: &Barcode) -> (Symbology, String, Options) {
    let plain = Options::default();
    match barcode {
        Barcode::Gs1128 { content } => {
            let content = content.replace('^', "^^").replace('\u{1d}', "^FNC1");
            (Symbology::Code128, format!("^FNC1{content}"), plain.with("parsefnc", "true"))
        }
        Barcode::Code128 { content } => (Symbology::Code128, content.clone(), plain),
        Barcode::Pdf417 { content } => (Symbology::Pdf417, content.clone(), plain),
        Barcode::Qr { content } => (Symbology::QrCode, content.clone(), plain.with("eclevel", "M")),
        Barcode::DataMatrix { content } => (Symbology::DataMatrix, content.clone(), plain),
        Barcode::MaxiCode { postal_code, country, class, message } => {
            let mode = if postal_code.len() == 9 { "2" } else { "3" };
            let postal_code = format!("{:<6}", postal_code.to_uppercase());
            let content = format!("{postal_code}\u{1d}{country:03}\u{1d}{class:03}\u{1d}{message}");
            (Symbology::Maxicode, content, plain.with("mode", mode))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn modules(barcode: &Barcode) -> i32 {
        match encode(barcode).unwrap() {
            Symbol::Bars { modules, .. } => modules,
            Symbol::Matrix(matrix) => matrix.width,
            Symbol::Hexagons(_) => 30,
        }
    }

    #[test]
    fn a_usps_barcode_has_the_published_width() {
        let short = Barcode::Gs1128 { content: "42094401\u{1d}9205599999999900000022".into() };
        assert_eq!(modules(&short), 222);
        let long = Barcode::Gs1128 { content: "420944011234\u{1d}92055999999999000000220000".into() };
        assert_eq!(modules(&long), 266);
    }

    #[test]
    fn runs_cover_exactly_the_dark_cells() {
        let Symbol::Matrix(matrix) = encode(&Barcode::Qr { content: "waybill".into() }).unwrap() else { panic!() };
        let dark: i32 = matrix.runs().map(|(_, _, length)| length).sum();
        assert_eq!(usize::try_from(dark).unwrap(), matrix.dark.iter().filter(|cell| **cell).count());
    }

    #[test]
    fn bad_content_is_refused() {
        for barcode in [
            Barcode::Code128 { content: String::new() },
            Barcode::Code128 { content: "Zürich".into() },
            Barcode::Qr { content: "9".repeat(5000) },
            Barcode::MaxiCode { postal_code: "1234567".into(), country: 840, class: 1, message: "x".into() },
            Barcode::MaxiCode { postal_code: "123456789".into(), country: 840, class: 1, message: "x".repeat(200) },
        ] {
            assert!(encode(&barcode).is_err(), "{barcode:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn never_panics(content in "\\PC{0,60}|[ -~\u{1d}\u{1e}]{0,200}", postal_code in "[0-9A-Z]{0,9}", country in any::<u16>()) {
            for barcode in [
                Barcode::Gs1128 { content: content.clone() },
                Barcode::Code128 { content: content.clone() },
                Barcode::Pdf417 { content: content.clone() },
                Barcode::Qr { content: content.clone() },
                Barcode::DataMatrix { content: content.clone() },
                Barcode::MaxiCode { postal_code, country, class: 1, message: content },
            ] {
                let _ = encode(&barcode);
            }
        }
    }
}
