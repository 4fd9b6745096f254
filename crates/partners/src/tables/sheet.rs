//! Cells that come one by one with their places, gathered into rows. Gaps become blank cells; nothing is kept but one row.

use super::{Each, LONGEST_CELL, MOST_COLUMNS, Refusal, tidy};
use calamine::{Data, DataRef, ExcelDateTime};
use std::ops::ControlFlow;

/// The row that is being filled.
pub struct Rows<'a> {
    each: Each<'a>,
    current: Option<u64>,
    cells: Vec<String>,
}

impl<'a> Rows<'a> {
    pub fn new(each: Each<'a>) -> Self {
        Self { each, current: None, cells: Vec::new() }
    }

    /// Takes a cell, places counted from zero; whether to go on.
    pub fn cell(&mut self, row: u64, column: usize, text: String) -> Result<ControlFlow<()>, Refusal> {
        if text.trim().is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        if text.len() > LONGEST_CELL {
            return Err(Refusal::LongCell(row + 1));
        }
        if column >= MOST_COLUMNS {
            return Err(Refusal::TooManyColumns);
        }
        let mut flow = ControlFlow::Continue(());
        match self.current {
            Some(current) if current == row => {}
            // Rows stand in their order in every file that a spreadsheet wrote.
            Some(current) if current > row => return Err(Refusal::Broken),
            _ => flow = self.flush(),
        }
        self.current = Some(row);
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        if let Some(place) = self.cells.get_mut(column) {
            *place = tidy(text);
        }
        Ok(flow)
    }

    /// Hands on the row that is complete.
    pub fn flush(&mut self) -> ControlFlow<()> {
        match self.current.take() {
            Some(row) => (self.each)(row + 1, std::mem::take(&mut self.cells)),
            None => ControlFlow::Continue(()),
        }
    }
}

/// A number as people write it: no rounding noise of binary fractions.
fn number(value: f64) -> String {
    let text = format!("{value:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text.is_empty() || text == "-0" { "0".into() } else { text.to_owned() }
}

fn date(value: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = value.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) { date } else { format!("{date} {hour:02}:{minute:02}:{second:02}") }
}

fn truth(value: bool) -> String {
    if value { "TRUE".into() } else { "FALSE".into() }
}

/// A cell of an `.xlsx` file as text.
pub fn shown_ref(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(value) => value.to_string(),
        DataRef::Float(value) => number(*value),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => truth(*value),
        DataRef::DateTime(value) => date(value),
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

/// A cell of an `.xls` file as text.
pub fn shown(value: &Data) -> String {
    match value {
        Data::Int(value) => value.to_string(),
        Data::Float(value) => number(*value),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Bool(value) => truth(*value),
        Data::DateTime(value) => date(value),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_read_as_people_write_them() {
        for (value, text) in [(90210.0, "90210"), (0.300_000_000_000_000_04, "0.3"), (2.5, "2.5"), (-0.0, "0"), (1e15, "1000000000000000")]
        {
            assert_eq!(super::number(value), text);
        }
    }
}
