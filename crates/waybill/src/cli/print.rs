//! What the program says to the person at the terminal. Everything else goes to the log.

use std::io::Write;

/// Says something on standard output. A closed pipe is the reader's choice, not an error.
pub fn say(text: &str) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Says why the program stops, on standard error.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "waybill: {text}");
}
