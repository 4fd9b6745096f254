//! Writing tables as text: every cell is quoted where it must be, and none is taken for a formula by a spreadsheet.

/// A cell that no spreadsheet takes for a formula.
pub fn cell(text: &str) -> String {
    let harmless = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    if harmless.contains([',', '"', '\n', '\r']) { format!("\"{}\"", harmless.replace('"', "\"\"")) } else { harmless }
}

/// A line of cells.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut line = cells.into_iter().map(cell).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(cell("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(cell("Smith, \"Bo\""), "\"Smith, \"\"Bo\"\"\"");
        assert_eq!(cell("plain"), "plain");
    }
}
