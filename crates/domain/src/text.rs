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
}
