//! Text with a delimiter, read as leniently as spreadsheets do: quoted line breaks, doubled quotes, stray quotes, ragged rows.
//!
//! A quotation mark that nothing closes would swallow the rest of the file: it is refused with its row instead.

use super::text::{self, Encoding};
use super::{Each, LONGEST_CELL, MOST_COLUMNS, Refusal, Stop, tidy};
use std::io::Read;
use std::ops::ControlFlow;

/// What may stand between cells, the most common first.
const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];
/// More line breaks than this in one cell mean that its quotation mark was never closed.
const MOST_BREAKS: u32 = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing of the cell was read yet.
    Start,
    /// In a cell without quotes, or after a stray quote.
    Plain,
    /// Between quotes.
    Quoted,
    /// A quote within quotes: the end, or the first of two.
    Quote,
}

/// The machine that turns text into records.
struct Records {
    delimiter: char,
    state: State,
    cell: String,
    /// Whether the cell began with a quote.
    opened: bool,
    breaks: u32,
    after_cr: bool,
    record: Vec<String>,
    number: u64,
}

impl Records {
    fn new(delimiter: char) -> Self {
        let (cell, record) = (String::new(), Vec::new());
        Self { delimiter, state: State::Start, cell, opened: false, breaks: 0, after_cr: false, record, number: 1 }
    }

    fn end_cell(&mut self) -> Result<(), Refusal> {
        let mut cell = std::mem::take(&mut self.cell);
        // `"5" pipe"`: the quote that was meant to close is at the end of what we took for plain text.
        if self.opened && self.state == State::Plain && cell.ends_with('"') {
            cell.pop();
        }
        if self.record.len() >= MOST_COLUMNS && !cell.trim().is_empty() {
            return Err(Refusal::TooManyColumns);
        }
        if self.record.len() < MOST_COLUMNS {
            self.record.push(tidy(cell));
        }
        (self.state, self.opened, self.breaks) = (State::Start, false, 0);
        Ok(())
    }

    fn end_record(&mut self, each: Each<'_>) -> Result<ControlFlow<()>, Refusal> {
        self.end_cell()?;
        let (number, record) = (self.number, std::mem::take(&mut self.record));
        self.number += 1;
        Ok(each(number, record))
    }

    /// Takes a piece of text; whether to go on.
    fn feed(&mut self, text: &str, each: Each<'_>) -> Result<bool, Refusal> {
        for c in text.chars() {
            let follows_cr = std::mem::take(&mut self.after_cr);
            if self.state == State::Quoted {
                self.quoted(c)?;
                continue;
            }
            match c {
                '\n' if follows_cr => {}
                '\n' | '\r' => {
                    self.after_cr = c == '\r';
                    if self.end_record(each)?.is_break() {
                        return Ok(false);
                    }
                }
                c if c == self.delimiter => self.end_cell()?,
                '"' if self.state == State::Start && self.cell.is_empty() => {
                    (self.state, self.opened) = (State::Quoted, true);
                }
                '"' if self.state == State::Quote => {
                    self.cell.push('"');
                    self.state = State::Quoted;
                }
                c => {
                    if self.state == State::Quote {
                        self.cell.push('"');
                    }
                    self.state = State::Plain;
                    self.push(c)?;
                }
            }
        }
        Ok(true)
    }

    fn quoted(&mut self, c: char) -> Result<(), Refusal> {
        match c {
            '"' => self.state = State::Quote,
            c => {
                self.breaks += u32::from(c == '\n');
                if self.breaks > MOST_BREAKS || self.cell.len() > LONGEST_CELL {
                    return Err(Refusal::OpenQuote(self.number));
                }
                self.cell.push(c);
            }
        }
        Ok(())
    }

    fn push(&mut self, c: char) -> Result<(), Refusal> {
        if self.cell.len() > LONGEST_CELL {
            return Err(Refusal::LongCell(self.number));
        }
        self.cell.push(c);
        Ok(())
    }

    /// The last record, when no line break followed it.
    fn finish(mut self, each: Each<'_>) -> Result<(), Refusal> {
        if self.state == State::Quoted && self.breaks > 0 {
            return Err(Refusal::OpenQuote(self.number));
        }
        if self.state != State::Start || !self.record.is_empty() || !self.cell.is_empty() {
            let _ = self.end_record(each)?;
        }
        Ok(())
    }
}

/// Excel's own hint, `sep=;`, on a line of its own.
fn hint(text: &str) -> Option<char> {
    let line = text.lines().next()?.trim().trim_matches('"');
    let mut letters = line.strip_prefix("sep=")?.chars();
    let hinted = letters.next()?;
    (letters.next().is_none() && !hinted.is_alphanumeric() && hinted != '"').then_some(hinted)
}

/// What stands between cells: what cuts the first rows into the most columns, and into the same number in each.
pub fn delimiter(head: &str) -> char {
    if let Some(hinted) = hint(head) {
        return hinted;
    }
    let score = |delimiter: char| {
        let mut widths: Vec<usize> = Vec::new();
        let mut on_row = |_: u64, cells: Vec<String>| {
            if cells.iter().any(|cell| !cell.trim().is_empty()) {
                widths.push(cells.len());
            }
            if widths.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut records = Records::new(delimiter);
        let read = records.feed(head, &mut on_row).is_ok_and(|more| !more || records.finish(&mut on_row).is_ok());
        let header = widths.first().copied().unwrap_or(0);
        let alike = widths.iter().filter(|width| **width == header).count();
        if read && header > 1 { header * alike * 100 / widths.len().max(1) } else { 0 }
    };
    // The first of equals: `max_by_key` takes the last.
    DELIMITERS.into_iter().rev().max_by_key(|delimiter| score(*delimiter)).unwrap_or(',')
}

/// Hands on every record of a file.
pub fn walk<R: Read>(file: &mut R, encoding: Encoding, delimiter: char, each: Each<'_>) -> Result<(), Stop> {
    let mut records = Records::new(delimiter);
    let mut on_row = |number: u64, cells: Vec<String>| {
        let is_hint = number == 1 && cells.first().is_some_and(|cell| cell.starts_with("sep=")) && cells.len() <= 2;
        if is_hint { ControlFlow::Continue(()) } else { each(number, cells) }
    };
    let mut ended = false;
    text::walk(file, encoding, |piece| {
        let more = records.feed(piece, &mut on_row)?;
        ended |= !more;
        Ok(more)
    })?;
    if !ended {
        records.finish(&mut on_row)?;
    }
    Ok(())
}
