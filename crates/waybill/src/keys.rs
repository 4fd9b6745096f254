//! The form of session keys, API keys and recovery links: a prefix, the account, 256 random bits.
//!
//! The account stands in the key so that a look-up stays inside one account's rows. Only hashes are stored.

use crate::random::Random;
use crate::secrets::hashed;
use domain::id::{AccountId, Id};

const ACCOUNT_LETTERS: usize = 26;
const SECRET_LETTERS: usize = 43;

/// What a key opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// A browser session.
    Session,
    /// Programmatic access.
    Api,
    /// Setting a new password.
    Recovery,
}

impl KeyKind {
    fn prefix(self) -> &'static str {
        match self {
            Self::Session => "wbs_",
            Self::Api => "wbk_",
            Self::Recovery => "wbr_",
        }
    }
}

/// A key as it came in: whose it claims to be, and the hash to look it up by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presented {
    /// What it claims to open.
    pub kind: KeyKind,
    /// Whose it claims to be.
    pub account_id: AccountId,
    /// The hash of the whole key.
    pub hash: String,
}

/// A new key. The clear text is given out once.
#[must_use]
pub fn generate(random: &Random, kind: KeyKind, account: &AccountId) -> String {
    format!("{}{}{}", kind.prefix(), account.letters(), random.secret())
}

/// Reads a key; nothing when it has not the form of one.
#[must_use]
pub fn read(text: &str) -> Option<Presented> {
    let kind = [KeyKind::Session, KeyKind::Api, KeyKind::Recovery].into_iter().find(|kind| text.starts_with(kind.prefix()))?;
    let rest = text.strip_prefix(kind.prefix())?;
    if rest.len() != ACCOUNT_LETTERS + SECRET_LETTERS || !rest.is_ascii() {
        return None;
    }
    let account_id = AccountId::parse(&format!("{}_{}", AccountId::PREFIX, rest.get(..ACCOUNT_LETTERS)?)).ok()?;
    Some(Presented { kind, account_id, hash: hashed(text) })
}

/// The masked form for lists: enough to tell keys apart, useless to anybody else.
#[must_use]
pub fn masked(key: &str) -> String {
    let prefix = key.get(..4).unwrap_or_default();
    let last = key.len().checked_sub(4).and_then(|at| key.get(at..)).unwrap_or_default();
    format!("{prefix}••••••••{last}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_back_what_it_made() {
        let random = Random::seeded(1);
        let account = random.id(chrono::DateTime::UNIX_EPOCH);
        let key = generate(&random, KeyKind::Api, &account);
        let presented = read(&key).unwrap();
        assert_eq!((presented.kind, &presented.account_id), (KeyKind::Api, &account));
        assert_eq!(presented.hash, hashed(&key));
        assert!(masked(&key).chars().count() == 16 && masked(&key).starts_with("wbk_"));
    }

    proptest! {
        #[test]
        fn never_panics(text in "(wbs_|wbk_)?\\PC{0,80}") {
            let _ = read(&text);
            let _ = masked(&text);
        }
    }
}
