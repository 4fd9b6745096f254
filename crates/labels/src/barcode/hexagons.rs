//! The geometry of MaxiCode, in hundredths of a module's width, so that every backend draws the same symbol.
//!
//! Proportions are those of ISO/IEC 16023: rows 0.8661 apart, odd rows half a module to the right, three dark rings around the
//! middle. Nothing here may depend on a resolution.

/// Width of the symbol: 30 modules and the half of the odd rows.
pub const WIDTH: i32 = 3050;
/// Height of the symbol: 32 distances and a whole hexagon.
pub const HEIGHT: i32 = 2887;

/// Corners of a hexagon around its centre, clockwise from the top.
const CORNERS: [(i32, i32); 6] = [(0, -57), (50, -29), (50, 29), (0, 57), (-50, 29), (-50, -29)];

/// Inner and outer radius of the dark rings.
pub const RINGS: [(i32, i32); 3] = [(58, 134), (211, 286), (362, 438)];
/// The middle of the rings.
pub const MIDDLE: (i32, i32) = (1450, 1443);

/// The corners of every dark hexagon.
pub fn polygons(cells: &[[bool; 30]; 33]) -> impl Iterator<Item = [(i32, i32); 6]> + '_ {
    cells.iter().zip(0_i32..).flat_map(|(line, row)| {
        line.iter().zip(0_i32..).filter(|(dark, _)| **dark).map(move |(_, column)| {
            let x = column.saturating_mul(100).saturating_add(50).saturating_add(row.rem_euclid(2).saturating_mul(50));
            let y = row.saturating_mul(8661).saturating_add(5774) / 100;
            CORNERS.map(|(dx, dy)| (x.saturating_add(dx), y.saturating_add(dy)))
        })
    })
}

/// Points of a circle around the middle, precise enough for print.
#[must_use]
pub fn circle(radius: i32) -> [(i32, i32); 32] {
    // Sines of 0 to 90 degrees in eight steps, in thousandths.
    const SINES: [i32; 9] = [0, 195, 383, 556, 707, 831, 924, 981, 1000];
    let sine = |step: i32| {
        let (quarter, rest) = (step.rem_euclid(32) / 8, step.rem_euclid(8));
        let index = if quarter % 2 == 0 { rest } else { 8_i32.saturating_sub(rest) };
        let value = SINES.get(usize::try_from(index).unwrap_or_default()).copied().unwrap_or_default();
        if quarter < 2 { value } else { value.saturating_neg() }
    };
    let at = |factor: i32, middle: i32| middle.saturating_add(radius.saturating_mul(factor) / 1000);
    std::array::from_fn(|step| {
        let step = i32::try_from(step).unwrap_or_default();
        (at(sine(step.saturating_add(8)), MIDDLE.0), at(sine(step), MIDDLE.1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_inside_the_symbol() {
        let all = Box::new([[true; 30]; 33]);
        let points = polygons(&all).flatten().chain(circle(438));
        for (x, y) in points {
            assert!((0..=WIDTH).contains(&x) && (0..=HEIGHT).contains(&y), "{x} {y}");
        }
        assert_eq!(polygons(&all).count(), 990);
    }

    #[test]
    fn circles_are_round() {
        for (x, y) in circle(400) {
            let (x, y) = (x - MIDDLE.0, y - MIDDLE.1);
            assert!((x * x + y * y - 160_000).abs() < 2_500, "{x} {y}");
        }
    }
}
