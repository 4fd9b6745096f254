//! Short texts that people type: trimmed, bounded, without control characters.

/// Checks a line that must be given.
pub fn line(text: &str, most: usize) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        Err("can't be blank".into())
    } else if text.chars().count() > most {
        Err(format!("should be at most {most} characters"))
    } else if text.chars().any(char::is_control) {
        Err("must not contain control characters".into())
    } else {
        Ok(text.to_owned())
    }
}

/// The text on one line: control characters become spaces, runs of white space one space, the ends are trimmed.
#[must_use]
pub fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_bounded() {
        assert_eq!(line("  Ann Lee ", 120), Ok("Ann Lee".into()));
        assert_eq!(line(" ", 120), Err("can't be blank".into()));
        assert_eq!(line("Ann\nLee", 120), Err("must not contain control characters".into()));
        assert_eq!(line("four", 3), Err("should be at most 3 characters".into()));
    }

    #[test]
    fn one_line_has_no_control_characters() {
        assert_eq!(one_line(" Ann\t\r\n Lee\u{1e} "), "Ann Lee");
    }
}
