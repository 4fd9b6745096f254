//! Where the parts of a barcode stand on a device with a given resolution.
//!
//! Every module is a whole number of device pixels, because a scanner measures widths. A symbol keeps its quiet zone inside its
//! area; one that would need finer elements than printers hold is refused.

use super::{Symbol, kind};
use crate::error::DrawError;
use crate::page::{Area, DPI, Placed, area};

/// A symbol in device pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// Black rectangles.
    Rectangles(Vec<Area>),
    /// A MaxiCode with its upper left corner and the width of a module in thousandths of a pixel.
    Hexagons {
        /// Left edge.
        x: i32,
        /// Upper edge.
        y: i32,
        /// Width of a module.
        pitch: i32,
        /// Dark cells.
        cells: Box<[[bool; 30]; 33]>,
    },
}

/// The light margin that scanners need, in modules.
#[must_use]
pub const fn quiet(symbol: &Symbol) -> i32 {
    match symbol {
        Symbol::Bars { .. } => 10,
        Symbol::Matrix(matrix) if matrix.aspect > 1 => 2,
        Symbol::Matrix(_) => 3,
        Symbol::Hexagons(_) => 1,
    }
}

/// Dots as device pixels.
#[must_use]
pub const fn scaled(dots: i32, dpi: i32) -> i32 {
    dots.saturating_mul(dpi) / DPI
}

/// Places a symbol.
pub fn place(placed: &Placed, symbol: Symbol, dpi: i32) -> Result<Drawn, DrawError> {
    let Area { x, y, w, h } = placed.area;
    let room = area(scaled(x, dpi), scaled(y, dpi), scaled(w, dpi), scaled(h, dpi));
    let margin = quiet(&symbol).saturating_mul(2);
    let (wide, high) = match &symbol {
        Symbol::Bars { modules, .. } => (modules.saturating_add(margin), 1),
        Symbol::Matrix(matrix) => (matrix.width.saturating_add(margin), matrix.height.saturating_mul(matrix.aspect).saturating_add(margin)),
        Symbol::Hexagons(_) => (32, 30),
    };
    let finest = scaled(placed.module, dpi);
    let module = finest.min(room.w.checked_div(wide).unwrap_or_default()).min(room.h.checked_div(high).unwrap_or_default());
    // At 203 dpi the finest element is two dots, a hundredth of an inch.
    if module < scaled(2, dpi) {
        return Err(DrawError::Barcode {
            kind: kind(&placed.barcode),
            reason: "its content is too long for its place on the label".into(),
        });
    }
    match symbol {
        Symbol::Bars { widths, modules } => {
            let left = room.x.saturating_add(room.w.saturating_sub(modules.saturating_mul(module)) / 2);
            Ok(Drawn::Rectangles(bars(&widths, left, room, module)))
        }
        Symbol::Matrix(matrix) => {
            let (cell_w, cell_h) = (module, module.saturating_mul(matrix.aspect));
            let left = room.x.saturating_add(room.w.saturating_sub(matrix.width.saturating_mul(cell_w)) / 2);
            let top = room.y.saturating_add(room.h.saturating_sub(matrix.height.saturating_mul(cell_h)) / 2);
            let cell = |(row, column, length): (i32, i32, i32)| {
                let (x, y) = (left.saturating_add(column.saturating_mul(cell_w)), top.saturating_add(row.saturating_mul(cell_h)));
                area(x, y, length.saturating_mul(cell_w), cell_h)
            };
            Ok(Drawn::Rectangles(matrix.runs().map(cell).collect()))
        }
        Symbol::Hexagons(cells) => {
            let pitch = placed.module.saturating_mul(dpi).saturating_mul(1000) / DPI;
            let size = |hundredths: i32| hundredths.saturating_mul(pitch / 10) / 10_000;
            let left = room.x.saturating_add(room.w.saturating_sub(size(super::hexagons::WIDTH)) / 2);
            let top = room.y.saturating_add(room.h.saturating_sub(size(super::hexagons::HEIGHT)) / 2);
            Ok(Drawn::Hexagons { x: left, y: top, pitch, cells })
        }
    }
}

fn bars(widths: &[u8], left: i32, room: Area, module: i32) -> Vec<Area> {
    let mut x = left;
    let mut found = Vec::with_capacity(widths.len() / 2);
    for (index, width) in widths.iter().enumerate() {
        let width = i32::from(*width).saturating_mul(module);
        if index % 2 == 0 && width > 0 {
            found.push(area(x, room.y, width, room.h));
        }
        x = x.saturating_add(width);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barcode::encode;
    use domain::label::Barcode;

    #[test]
    fn a_usps_barcode_stands_in_the_middle_with_three_dots_a_module() {
        let barcode = Barcode::Gs1128 { content: "42094401\u{1d}9205599999999900000022".into() };
        let placed = Placed { area: area(0, 888, 812, 152), module: 3, barcode };
        let Drawn::Rectangles(bars) = place(&placed, encode(&placed.barcode).unwrap(), 203).unwrap() else { panic!() };
        assert_eq!((bars[0].x, bars.last().unwrap().right()), (73, 73 + 666));
    }

    #[test]
    fn what_would_be_too_fine_is_refused() {
        let barcode = Barcode::Code128 { content: "X".repeat(60) };
        let placed = Placed { area: area(0, 0, 812, 152), module: 3, barcode };
        assert!(place(&placed, encode(&placed.barcode).unwrap(), 203).is_err());
    }
}
