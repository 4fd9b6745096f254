//! PDF417 of our own: text compaction with single bytes shifted in, Reed-Solomon over GF(929), and the rows of bars.
//!
//! bwipp-rs forgets the text submode across a shifted byte and so writes wrong symbols for carriers' messages, which are full of
//! separators; the independent decoder in the tests found it. ASCII only. ISO/IEC 15438 is the reference for every number here.

use super::pdf417_patterns::PATTERNS;

/// Dark and light modules, row by row.
pub struct Rows {
    /// Modules in a row.
    pub width: usize,
    /// The modules of all rows.
    pub dark: Vec<bool>,
}

const SHIFT_BYTE: u16 = 913;
const PAD: u16 = 900;
const FIELD: u32 = 929;

#[derive(Clone, Copy, PartialEq)]
enum Submode {
    Alpha,
    Lower,
    Mixed,
}

const MIXED: &[u8] = b"0123456789&\r\t,:#-.$/+%*=^";
const PUNCTUATION: &[u8] = b";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'";

fn position(list: &[u8], byte: u8) -> Option<u16> {
    list.iter().position(|known| *known == byte).and_then(|index| u16::try_from(index).ok())
}

/// The value of a byte in a submode, if it has one.
fn value(submode: Submode, byte: u8) -> Option<u16> {
    match (submode, byte) {
        (_, b' ') => Some(26),
        (Submode::Alpha, b'A'..=b'Z') => Some(u16::from(byte.saturating_sub(b'A'))),
        (Submode::Lower, b'a'..=b'z') => Some(u16::from(byte.saturating_sub(b'a'))),
        (Submode::Mixed, _) => position(MIXED, byte),
        _ => None,
    }
}

/// Moves to a submode in which the byte has a value; none when there is none.
fn latch(from: Submode, byte: u8, values: &mut Vec<u16>) -> Option<Submode> {
    let to = [Submode::Alpha, Submode::Lower, Submode::Mixed].into_iter().find(|submode| value(*submode, byte).is_some())?;
    values.extend_from_slice(match (from, to) {
        (Submode::Alpha | Submode::Mixed, Submode::Lower) => &[27],
        (Submode::Alpha | Submode::Lower, Submode::Mixed) | (Submode::Mixed, Submode::Alpha) => &[28],
        (Submode::Lower, Submode::Alpha) => &[28, 28],
        _ => &[],
    });
    Some(to)
}

/// Data codewords of an ASCII text.
fn compact(content: &str) -> Vec<u16> {
    let mut words = Vec::new();
    let mut values: Vec<u16> = Vec::new();
    let mut submode = Submode::Alpha;
    let flush = |values: &mut Vec<u16>, words: &mut Vec<u16>| {
        if values.len() % 2 == 1 {
            values.push(29);
        }
        words.extend(
            values.chunks_exact(2).map(|pair| pair.iter().fold(0_u16, |word, value| word.saturating_mul(30).saturating_add(*value))),
        );
        values.clear();
    };
    for byte in content.bytes() {
        if let Some(known) = value(submode, byte) {
            values.push(known);
        } else if let Some(next) = latch(submode, byte, &mut values) {
            submode = next;
            values.extend(value(submode, byte));
        } else if let Some(mark) = position(PUNCTUATION, byte) {
            values.extend([29, mark]);
        } else {
            flush(&mut values, &mut words);
            words.extend([SHIFT_BYTE, u16::from(byte)]);
        }
    }
    flush(&mut values, &mut words);
    words
}

/// Check codewords over the data.
fn checks(data: &[u16], count: usize) -> Vec<u16> {
    let product = |a: u32, b: u32| a.saturating_mul(b) % FIELD;
    // Coefficients of the generator, lowest first, without the leading one.
    let mut generator: Vec<u32> = vec![1];
    let mut root = 1_u32;
    for _ in 0..count {
        root = product(root, 3);
        let minus = FIELD.saturating_sub(root);
        let raised = std::iter::once(0).chain(generator.iter().copied());
        let scaled = generator.iter().map(|coefficient| product(*coefficient, minus)).chain([0]);
        generator = raised.zip(scaled).map(|(a, b)| a.saturating_add(b) % FIELD).collect();
    }
    // The remainder, highest first.
    let mut rest = vec![0_u32; count];
    for word in data {
        let lead = u32::from(*word).saturating_add(rest.first().copied().unwrap_or_default()) % FIELD;
        rest.rotate_left(1);
        if let Some(last) = rest.last_mut() {
            *last = 0;
        }
        for (slot, coefficient) in rest.iter_mut().zip(generator.iter().rev().skip(1)) {
            *slot = slot.saturating_add(FIELD).saturating_sub(product(lead, *coefficient)) % FIELD;
        }
    }
    rest.into_iter().map(|word| u16::try_from(FIELD.saturating_sub(word) % FIELD).unwrap_or_default()).collect()
}

/// Encodes an ASCII text; none when it needs more than the ninety rows that a symbol may have.
#[must_use]
pub fn encode(content: &str, columns: usize, security: usize) -> Option<Rows> {
    let check_count = 2_usize.checked_pow(u32::try_from(security).ok()?.checked_add(1)?)?;
    let data = compact(content);
    let rows = data.len().checked_add(1)?.checked_add(check_count)?.div_ceil(columns.max(1)).max(3);
    let room = rows.checked_mul(columns)?.checked_sub(check_count)?;
    if rows > 90 || room > 928 {
        return None;
    }
    let mut words = vec![u16::try_from(room).ok()?];
    words.extend(data);
    words.resize(room, PAD);
    words.extend(checks(&words, check_count));
    let mut dark = Vec::with_capacity(rows.saturating_mul(columns.saturating_mul(17).saturating_add(69)));
    let bits = |pattern: u32, count: u32, dark: &mut Vec<bool>| dark.extend((0..count).rev().map(|bit| pattern >> bit & 1 == 1));
    for (row, line) in words.chunks(columns).enumerate() {
        let [left, right] = indicators(row, rows, columns, security);
        let cluster = PATTERNS.get(row % 3)?;
        bits(0x1fea8, 17, &mut dark);
        for word in std::iter::once(&left).chain(line).chain([&right]) {
            bits(*cluster.get(usize::from(*word))?, 17, &mut dark);
        }
        bits(0x3fa29, 18, &mut dark);
    }
    Some(Rows { width: columns.saturating_mul(17).saturating_add(69), dark })
}

/// The codewords at both ends of a row, which tell a scanner the size and protection of the symbol.
fn indicators(row: usize, rows: usize, columns: usize, security: usize) -> [u16; 2] {
    let last = rows.saturating_sub(1);
    let facts = [last / 3, security.saturating_mul(3).saturating_add(last % 3), columns.saturating_sub(1)];
    let word = |fact: usize| {
        let value = (row / 3).saturating_mul(30).saturating_add(facts.get(fact % 3).copied().unwrap_or_default());
        u16::try_from(value).unwrap_or_default()
    };
    [word(row % 3), word((row % 3).saturating_add(2))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_belongs_to_its_cluster() {
        for (cluster, patterns) in PATTERNS.iter().enumerate() {
            for pattern in patterns {
                let modules: Vec<bool> = (0..17).rev().map(|bit| pattern >> bit & 1 == 1).collect();
                let widths: Vec<i32> = modules.chunk_by(|a, b| a == b).map(|run| i32::try_from(run.len()).unwrap()).collect();
                assert!(modules[0] && widths.len() == 8);
                assert_eq!((widths[0] - widths[2] + widths[4] - widths[6]).rem_euclid(9), i32::try_from(cluster).unwrap() * 3);
            }
        }
    }

    #[test]
    fn the_worked_example_has_the_known_codewords() {
        // The usual worked example: "PDF417" at level 1 is 5 453 178 121 239 with the checks 452 327 657 619.
        assert_eq!(compact("PDF417"), [453, 178, 121, 239]);
        assert_eq!(checks(&[5, 453, 178, 121, 239], 4), [452, 327, 657, 619]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(encode(&"x".repeat(5000), 10, 5).is_none());
        assert!(encode("x", 10, 5).is_some_and(|rows| rows.width == 239 && rows.dark.len() % 239 == 0));
    }
}
