//! The records of old Excel files, reduced to the sheet that is read before the library sees them.
//!
//! The library unfolds every sheet, reserves the extent that a sheet claims, copies a shared text into each of its cells and writes
//! out every formula. So other sheets, claims, names and formulas are taken out, and what is left is counted as the library counts it.

use super::Refusal;
use std::ops::Range;

/// Cells of the sheet, blank ones between others counted.
const MOST_CELLS: u64 = 4_000_000;
/// Letters of all its cells.
const MOST_LETTERS: u64 = 50_000_000;
/// Continuations of the shared texts; Excel fills each with 8 KB.
const MOST_CONTINUED: usize = 20_000;

const BOF: u16 = 0x0809;
const EOF: u16 = 0x000A;
const FILEPASS: u16 = 0x002F;
const BOUND_SHEET: u16 = 0x0085;
const NAME: u16 = 0x0018;
const SHARED: u16 = 0x00FC;
const CONTINUE: u16 = 0x003C;
const DIMENSIONS: u16 = 0x0200;
const FORMULA: u16 = 0x0006;
/// The number zero, in place of any formula: only its result is read.
const SHORT_FORMULA: [u8; 5] = [3, 0, 0x1E, 0, 0];
/// The text of the formula before.
const STRING: u16 = 0x0207;
const MANY: u16 = 0x00BD;
const LABEL: u16 = 0x0204;
const RICH: u16 = 0x00D6;
const SHARED_LABEL: u16 = 0x00FD;
/// Numbers and truths. Blank cells (0x0201, 0x00BE) are not read by the library.
const PLAIN: [u16; 3] = [0x0203, 0x0205, 0x027E];

/// A record, and where the next one stands.
fn record(stream: &[u8], at: usize) -> Option<(u16, Range<usize>)> {
    let &[a, b, c, d] = stream.get(at..at.checked_add(4)?)? else { return None };
    let body = at + 4..at + 4 + usize::from(u16::from_le_bytes([c, d]));
    (body.end <= stream.len()).then_some((u16::from_le_bytes([a, b]), body))
}

fn two(bytes: &[u8], at: usize) -> Result<u16, Refusal> {
    match bytes.get(at..).unwrap_or_default() {
        [a, b, ..] => Ok(u16::from_le_bytes([*a, *b])),
        _ => Err(Refusal::Broken),
    }
}

fn four(bytes: &[u8], at: usize) -> Result<usize, Refusal> {
    let (low, high) = (u32::from(two(bytes, at)?), u32::from(two(bytes, at + 2)?));
    usize::try_from((high << 16) | low).map_err(|_| Refusal::Broken)
}

/// Makes a record one that nobody reads.
fn blank(stream: &mut [u8], at: usize) {
    if let Some(kind) = stream.get_mut(at..at + 2) {
        kind.fill(0xFF);
    }
}

/// The stream of a workbook with its first visible sheet only; refuses one that would unfold to too much.
pub fn reduced(mut stream: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let mut sheets: Vec<(usize, usize, bool)> = Vec::new();
    let (mut at, mut shared) = (0, Vec::new());
    while let Some((kind, body)) = record(&stream, at) {
        let next = body.end;
        let bytes = stream.get(body).unwrap_or_default();
        match kind {
            FILEPASS => return Err(Refusal::Password),
            BOUND_SHEET => sheets.push((at, four(bytes, 0)?, two(bytes, 4)? & 0xFF3F == 0)),
            SHARED => shared = letters(bytes, continued(&stream, next)?)?,
            NAME => blank(&mut stream, at),
            _ => {}
        }
        at = next;
        if kind == EOF {
            break;
        }
    }
    let chosen = sheets.iter().find(|(_, _, visible)| *visible).or(sheets.first()).copied();
    for (place, ..) in sheets.iter().filter(|sheet| Some(**sheet) != chosen) {
        blank(&mut stream, *place);
    }
    if let Some((_, begin, _)) = chosen {
        // The sheets stand behind what describes them; else a change to one would change the other.
        if begin < at {
            return Err(Refusal::Broken);
        }
        sheet(&mut stream, begin, &shared)?;
    }
    Ok(stream)
}

/// The bodies of the records that continue the one before.
fn continued(stream: &[u8], mut at: usize) -> Result<Vec<&[u8]>, Refusal> {
    let mut bodies = Vec::new();
    while let Some((CONTINUE, body)) = record(stream, at) {
        at = body.end;
        bodies.push(stream.get(body).unwrap_or_default());
        if bodies.len() > MOST_CONTINUED {
            return Err(Refusal::Bomb);
        }
    }
    Ok(bodies)
}

/// How many letters each shared text has.
fn letters(first: &[u8], rest: Vec<&[u8]>) -> Result<Vec<u16>, Refusal> {
    let mut rest = rest.into_iter();
    let mut bytes = first.get(8..).ok_or(Refusal::Broken)?;
    let mut found = Vec::new();
    loop {
        if bytes.is_empty() {
            let Some(more) = rest.next() else { return Ok(found) };
            bytes = more;
        }
        if u64::try_from(found.len()).unwrap_or(u64::MAX) > MOST_CELLS {
            return Err(Refusal::Bomb);
        }
        if bytes.is_empty() {
            found.push(0);
            continue;
        }
        let count = two(bytes, 0)?;
        let mut flags = *bytes.get(2).ok_or(Refusal::Broken)?;
        bytes = bytes.get(3..).unwrap_or_default();
        let mut skipped = 0;
        if flags & 8 != 0 {
            skipped += usize::from(two(bytes, 0)?) * 4;
            bytes = bytes.get(2..).unwrap_or_default();
        }
        if flags & 4 != 0 {
            skipped += four(bytes, 0)?;
            bytes = bytes.get(4..).unwrap_or_default();
        }
        let mut left = usize::from(count);
        while left > 0 {
            let width = if flags & 1 == 0 { 1 } else { 2 };
            let taken = left.min(bytes.len() / width);
            bytes = bytes.get(taken * width..).unwrap_or_default();
            left -= taken;
            if left > 0 {
                let more = rest.next().ok_or(Refusal::Broken)?;
                flags = *more.first().ok_or(Refusal::Broken)?;
                bytes = more.get(1..).unwrap_or_default();
            }
        }
        while skipped > 0 {
            if bytes.is_empty() {
                bytes = rest.next().ok_or(Refusal::Broken)?;
            }
            let taken = skipped.min(bytes.len());
            bytes = bytes.get(taken..).unwrap_or_default();
            skipped -= taken;
        }
        found.push(count);
    }
}

/// What the cells that were seen unfold to.
#[derive(Default)]
struct Reach {
    cells: u64,
    letters: u64,
    rows: u64,
    columns: u64,
}

impl Reach {
    /// Takes as many cells as stand side by side in a record.
    fn take(&mut self, body: &[u8], count: usize, letters: u16) -> Result<(), Refusal> {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        self.cells += count;
        self.letters += u64::from(letters);
        self.rows = self.rows.max(u64::from(two(body, 0)?) + 1);
        self.columns = self.columns.max(u64::from(two(body, 2)?) + count);
        let is_far = self.rows * self.columns > MOST_CELLS;
        if is_far || self.cells > MOST_CELLS || self.letters > MOST_LETTERS { Err(Refusal::Bomb) } else { Ok(()) }
    }
}

/// Takes claims and formulas out of a sheet and counts its cells.
fn sheet(stream: &mut [u8], begin: usize, shared: &[u16]) -> Result<(), Refusal> {
    let mut reach = Reach::default();
    // Charts and the like stand within a sheet as sheets of their own.
    let (mut at, mut depth, mut formula) = (begin, 0_u32, [0; 4]);
    while let Some((kind, range)) = record(stream, at) {
        let (place, next) = (at, range.end);
        let body = stream.get(range.clone()).unwrap_or_default();
        at = next;
        match kind {
            BOF => depth += 1,
            EOF if depth > 1 => depth -= 1,
            _ if depth > 1 => {}
            EOF => break,
            DIMENSIONS => blank(stream, place),
            FORMULA => {
                reach.take(body, 1, 0)?;
                let ([a, b], [c, d]) = (two(body, 0)?.to_le_bytes(), two(body, 2)?.to_le_bytes());
                formula = [a, b, c, d];
                if let Some(text) = stream.get_mut(range.start + 20..range.end) {
                    text.fill(0);
                    text.iter_mut().zip(SHORT_FORMULA).for_each(|(byte, short)| *byte = short);
                }
            }
            STRING => reach.take(&formula, 1, two(body, 0)?)?,
            LABEL | RICH => reach.take(body, 1, two(body, 6)?)?,
            SHARED_LABEL => reach.take(body, 1, shared.get(four(body, 6)?).copied().unwrap_or(0))?,
            MANY => reach.take(body, body.len().saturating_sub(6) / 6, 0)?,
            kind if PLAIN.contains(&kind) => reach.take(body, 1, 0)?,
            _ => {}
        }
    }
    Ok(())
}
