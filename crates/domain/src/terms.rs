//! Terms & Conditions and Privacy Policy: versioned documents and the safe HTML they are shown as.
//!
//! Documents are written as plain text with `## ` headings, `- ` list items and blank lines between paragraphs. The HTML is
//! made here with everything escaped, so it can never carry a script, whoever wrote the text.

use crate::Timestamp;

/// Which document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Terms & Conditions; must be accepted.
    Terms,
    /// Privacy Policy; is only shown.
    Privacy,
}

impl Kind {
    /// The word in the path and in the database.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Terms => "terms",
            Self::Privacy => "privacy",
        }
    }
}

/// One version of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Counted from one.
    pub version: i64,
    /// Shown above the body.
    pub title: String,
    /// The text as written.
    pub text: String,
    /// Since when it holds.
    pub published_at: Timestamp,
}

/// The text as HTML.
#[must_use]
pub fn html(text: &str) -> String {
    let mut out = String::new();
    for block in text.replace("\r\n", "\n").split("\n\n").map(str::trim).filter(|b| !b.is_empty()) {
        if let Some(heading) = block.strip_prefix("## ") {
            out.push_str(&format!("<h2>{}</h2>\n", escaped(heading)));
        } else if block.lines().all(|line| line.starts_with("- ")) {
            let items = block.lines().map(|line| format!("<li>{}</li>", escaped(line.trim_start_matches("- "))));
            out.push_str(&format!("<ul>{}</ul>\n", items.collect::<String>()));
        } else {
            out.push_str(&format!("<p>{}</p>\n", escaped(block)));
        }
    }
    out
}

fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\'' => "&#39;".to_owned(),
            '\n' => " ".to_owned(),
            other => other.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lists_and_paragraphs() {
        let made = html("## Who we are\n\nWe ship\nparcels.\n\n- one\n- two");
        assert_eq!(made, "<h2>Who we are</h2>\n<p>We ship parcels.</p>\n<ul><li>one</li><li>two</li></ul>\n");
    }

    #[test]
    fn nothing_gets_through_unescaped() {
        assert_eq!(html("<script>alert('x')</script>"), "<p>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</p>\n");
    }
}
