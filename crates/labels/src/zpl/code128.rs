//! Code 128 in the words of `^BC`.
//!
//! Digits alone are said explicitly in subset C, with FNC1 where it is meant. Everything else is left to the printer's automatic
//! mode, which packs runs of digits the same way, and counted here so that the symbol stands in the middle. Content with
//! characters that `^BC` would read as instructions is declined, and then drawn as a picture.

/// What to send, and how wide it gets.
#[derive(Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The field data.
    pub data: String,
    /// Whether the printer chooses the subsets.
    pub automatic: bool,
    /// Width of the symbol.
    pub modules: i32,
}

/// The sequence for a content, with FNC1 before it when `leading`; none when the content must be drawn instead.
#[must_use]
pub fn sequence(content: &str, leading: bool) -> Option<Sequence> {
    let groups: Vec<&str> = content.split('\u{1d}').collect();
    let pairs = |group: &&str| !group.is_empty() && group.len().is_multiple_of(2) && group.bytes().all(|b| b.is_ascii_digit());
    if groups.iter().all(pairs) {
        let first = if leading { ">8" } else { "" };
        let digits = content.len().saturating_sub(groups.len()).saturating_add(1);
        let symbols = (digits / 2).saturating_add(groups.len()).saturating_add(usize::from(leading));
        return Some(Sequence { data: format!(">;{first}{}", groups.join(">8")), automatic: false, modules: modules(symbols) });
    }
    let harmless = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'-' | b'.' | b'/');
    if leading || content.is_empty() || !content.bytes().all(harmless) {
        return None;
    }
    Some(Sequence { data: content.to_owned(), automatic: true, modules: modules(automatic_symbols(content.as_bytes())) })
}

/// Symbols with the start; the check symbol has eleven modules more, the stop thirteen.
fn modules(symbols: usize) -> i32 {
    i32::try_from(symbols).unwrap_or(i32::MAX).saturating_mul(11).saturating_add(24)
}

/// Symbols when every run of four or more digits is packed, with the start and all changes of subset.
fn automatic_symbols(content: &[u8]) -> usize {
    let mut symbols = 1_usize;
    let mut packed_before = content.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).next().is_some_and(is_packed);
    for run in content.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        let packed = is_packed(run);
        let odd = run.len() % 2;
        symbols = symbols.saturating_add(usize::from(packed != packed_before));
        symbols = symbols.saturating_add(if packed { (run.len() / 2).saturating_add(odd) } else { run.len() });
        packed_before = packed;
    }
    symbols
}

fn is_packed(run: &[u8]) -> bool {
    run.len() >= 4 && run.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_explicit_and_the_rest_is_automatic() {
        let usps = sequence("42094401\u{1d}9205599999999900000022", true).unwrap();
        assert_eq!((usps.data.as_str(), usps.automatic, usps.modules), (">;>842094401>89205599999999900000022", false, 222));
        let fedex = sequence("9622001900000000000000100000000036", false).unwrap();
        assert_eq!((fedex.automatic, fedex.modules), (false, 222));
        let ups = sequence("1Z999AA10300000019", false).unwrap();
        // Start, 7 letters and digits, the change, 5 pairs and one digit, check and stop.
        assert_eq!((ups.automatic, ups.modules), (true, (1 + 7 + 1 + 6) * 11 + 24));
        assert_eq!(sequence("a^b", false), None);
        assert_eq!(sequence("12A", true), None);
    }
}
