//! E-mail addresses as people sign in with them: trimmed, lower case, plausible.
//!
//! Whether an address exists only a mail can tell; this refuses what cannot be one and what could smuggle a header.

use std::fmt;

/// A checked address in the one spelling that is stored and compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Email(String);

/// Why a text is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEmail {
    /// Nothing was entered.
    #[error("can't be blank")]
    Blank,
    /// Something else was entered.
    #[error("is not an e-mail address")]
    Malformed,
}

impl Email {
    /// Reads what a person typed.
    pub fn parse(text: &str) -> Result<Self, InvalidEmail> {
        let text = text.trim();
        if text.is_empty() {
            return Err(InvalidEmail::Blank);
        }
        let (local, domain) = text.rsplit_once('@').ok_or(InvalidEmail::Malformed)?;
        let plain = |c: char| c.is_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
        let local_ok = !local.is_empty() && local.len() <= 64 && local.chars().all(plain) && dots_ok(local);
        let labels_ok = domain.split('.').all(|label| {
            !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        });
        let domain_ok = domain.len() <= 190 && (domain.contains('.') || domain == "localhost") && labels_ok;
        if local_ok && domain_ok { Ok(Self(text.to_lowercase())) } else { Err(InvalidEmail::Malformed) }
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn dots_ok(local: &str) -> bool {
    !local.starts_with('.') && !local.ends_with('.') && !local.contains("..")
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_spelling_per_person() {
        assert_eq!(Email::parse("  Ann.Lee+shop@Example.COM ").unwrap().as_str(), "ann.lee+shop@example.com");
    }

    #[test]
    fn refuses_what_cannot_be_one() {
        assert_eq!(Email::parse("  "), Err(InvalidEmail::Blank));
        for text in ["ann", "@x.com", "ann@", "ann@x", "a b@x.com", "ann@x..com", ".a@x.com", "a@-x.com", "a@x.com\r\nBcc: b@y.com"] {
            assert_eq!(Email::parse(text), Err(InvalidEmail::Malformed), "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_never_lets_a_line_break_through(text in "\\PC*[\\r\\n]?\\PC*@\\PC*") {
            if let Ok(email) = Email::parse(&text) {
                prop_assert!(!email.as_str().contains(['\r', '\n', ' ', '<', '>', '"']));
                prop_assert_eq!(Email::parse(email.as_str()).unwrap(), email);
            }
        }
    }
}
