//! Messages about fields: what was wrong with an input, tied to the path of the field.
//!
//! Collected, never thrown one by one: a user who filled in a form wants to hear of all faults at once.

use std::collections::BTreeMap;

/// Field path (`to_address.zip`) to the messages about it, in the order of their discovery.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[serde(transparent)]
pub struct FieldErrors(BTreeMap<String, Vec<String>>);

impl FieldErrors {
    /// One message about one field.
    #[must_use]
    pub fn one(path: &str, message: &str) -> Self {
        let mut errors = Self::default();
        errors.add(path, message);
        errors
    }

    /// Adds a message about a field.
    pub fn add(&mut self, path: &str, message: &str) {
        self.0.entry(path.to_owned()).or_default().push(message.to_owned());
    }

    /// Keeps the value, or the complaint about it under the given path.
    pub fn take<T, E: std::fmt::Display>(&mut self, path: &str, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(complaint) => {
                self.add(path, &complaint.to_string());
                None
            }
        }
    }

    /// Whether nothing was wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok` when nothing was wrong.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Paths and messages.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(path, messages)| (path.as_str(), messages.as_slice()))
    }

    /// All messages as one sentence for a reply's `message`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        for (path, messages) in self.iter() {
            let field = path.rsplit('.').next().unwrap_or(path).replace('_', " ");
            parts.extend(messages.iter().map(|message| match path {
                "base" => message.clone(),
                _ => format!("{} {message}", capitalised(&field)),
            }));
        }
        parts.join(". ")
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_all_faults_in_one_sentence() {
        let mut errors = FieldErrors::one("owner.email", "can't be blank");
        errors.add("owner.zip_code", "must have five digits");
        errors.add("base", "Nothing to ship");
        assert_eq!(errors.sentence(), "Nothing to ship. Email can't be blank. Zip code must have five digits");
        assert!(errors.into_result().is_err());
        assert_eq!(FieldErrors::default().into_result(), Ok(()));
    }
}
