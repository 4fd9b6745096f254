//! Hashing passwords with Argon2id, away from the request threads and never more than a few at a time.

use crate::random::Random;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// At once: each takes 19 MiB and a core.
const AT_ONCE: usize = 2;

/// A hasher. Cheap to clone.
#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    random: Random,
    /// Compared with when nobody has the address, so that the answer takes equally long.
    decoy: Arc<str>,
}

/// Hashing failed; nothing about the password is said.
#[derive(Debug, thiserror::Error)]
#[error("hashing a password failed")]
pub struct HashingFailed;

impl Passwords {
    /// A hasher that takes its salts from `random`.
    pub fn new(random: Random) -> Result<Self, HashingFailed> {
        let decoy = hash(b"nobody has this password", &random.bytes())?;
        Ok(Self { slots: Arc::new(Semaphore::new(AT_ONCE)), random, decoy: decoy.into() })
    }

    /// The hash of a new password.
    pub async fn hash(&self, password: &str) -> Result<String, HashingFailed> {
        let (password, salt) = (password.as_bytes().to_vec(), self.random.bytes::<16>());
        let _slot = self.slots.acquire().await.map_err(|_| HashingFailed)?;
        tokio::task::spawn_blocking(move || hash(&password, &salt)).await.map_err(|_| HashingFailed)?
    }

    /// Whether the password belongs to the hash. Without a hash the answer is no, after the same time.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool, HashingFailed> {
        let known = stored.is_some();
        let (password, stored) = (password.as_bytes().to_vec(), stored.unwrap_or(&self.decoy).to_owned());
        let _slot = self.slots.acquire().await.map_err(|_| HashingFailed)?;
        let fits = tokio::task::spawn_blocking(move || {
            let parsed = PasswordHash::new(&stored).map_err(|_| HashingFailed)?;
            Ok(Argon2::default().verify_password(&password, &parsed).is_ok())
        });
        Ok(fits.await.map_err(|_| HashingFailed)?? && known)
    }
}

fn hash(password: &[u8], salt: &[u8; 16]) -> Result<String, HashingFailed> {
    let hash = Argon2::default().hash_password_with_salt(password, salt).map_err(|_| HashingFailed)?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn verifies_only_the_right_password_of_somebody() {
        let passwords = Passwords::new(Random::seeded(1)).unwrap();
        let stored = passwords.hash("correct horse").await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(passwords.verify("correct horse", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("wrong horse", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("nobody has this password", None).await.unwrap());
    }
}
