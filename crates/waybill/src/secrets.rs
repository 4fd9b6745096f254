//! The deployment's secret key and what is derived from it: sealing at rest, signatures, and the fingerprint that tells a
//! node with the wrong key before it does harm.
//!
//! The key never leaves this module, and nothing here is ever logged.

use crate::random::Random;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;

const NONCE: usize = 24;

/// Why there is no usable key.
#[derive(Debug, thiserror::Error)]
pub enum SecretsError {
    /// The setting is not a key.
    #[error("WAYBILL_SECRET_KEY must be 32 bytes in base 64 (44 characters), for example from: openssl rand -base64 32.")]
    BadSetting,
    /// The file is not a key.
    #[error("The key file {0} does not hold 32 bytes in base 64. Restore it from a back-up: without it stored secrets cannot be read.")]
    BadFile(String),
    /// The file cannot be read or written.
    #[error("The key file {0} cannot be used: {1}.")]
    Io(String, std::io::Error),
    /// The sealed bytes were made with another key or were changed.
    #[error("a sealed value cannot be opened with this deployment's key")]
    CannotOpen,
}

/// Seals, signs and hashes with keys derived from the deployment's one secret.
#[derive(Clone)]
pub struct Secrets {
    sealing: XChaCha20Poly1305,
    signing: [u8; 32],
    fingerprint: String,
}

impl Secrets {
    /// From the setting when there is one, else from the key file, which is made with mode 0600 when it is missing.
    pub fn load(setting: Option<&str>, file: &Path, random: &Random) -> Result<Self, SecretsError> {
        if let Some(text) = setting {
            return decode(text).map(|key| Self::from_key(&key)).ok_or(SecretsError::BadSetting);
        }
        let name = file.display().to_string();
        match std::fs::read_to_string(file) {
            Ok(text) => decode(&text).map(|key| Self::from_key(&key)).ok_or(SecretsError::BadFile(name)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = random.bytes::<32>();
                create_private(file, &STANDARD.encode(key)).map_err(|e| SecretsError::Io(name, e))?;
                Ok(Self::from_key(&key))
            }
            Err(error) => Err(SecretsError::Io(name, error)),
        }
    }

    /// From 32 bytes.
    #[must_use]
    pub fn from_key(key: &[u8; 32]) -> Self {
        let sealing = derive(key, "sealing at rest");
        let fingerprint = hex::encode(&derive(key, "fingerprint")[..8]);
        Self { sealing: XChaCha20Poly1305::new(&Key::from(sealing)), signing: derive(key, "signatures"), fingerprint }
    }

    /// Tells keys apart without telling the key.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Seals bytes for storage. `about` names what they are, so that a sealed value cannot be moved to another place.
    pub fn seal(&self, random: &Random, about: &str, plain: &[u8]) -> Result<Vec<u8>, SecretsError> {
        let nonce = random.bytes::<NONCE>();
        let payload = Payload { msg: plain, aad: about.as_bytes() };
        let sealed = self.sealing.encrypt(&XNonce::from(nonce), payload).map_err(|_| SecretsError::CannotOpen)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens sealed bytes.
    pub fn open(&self, about: &str, sealed: &[u8]) -> Result<Vec<u8>, SecretsError> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>().ok_or(SecretsError::CannotOpen)?;
        let payload = Payload { msg: sealed, aad: about.as_bytes() };
        self.sealing.decrypt(&XNonce::from(*nonce), payload).map_err(|_| SecretsError::CannotOpen)
    }

    /// A signed text: `payload.signature`, both fit for an address.
    #[must_use]
    pub fn sign(&self, payload: &[u8]) -> String {
        format!("{}.{}", URL_SAFE_NO_PAD.encode(payload), URL_SAFE_NO_PAD.encode(mac(&self.signing, payload).finalize().into_bytes()))
    }

    /// The payload of a signed text, if we signed it.
    #[must_use]
    pub fn verify(&self, signed: &str) -> Option<Vec<u8>> {
        let (payload, signature) = signed.split_once('.')?;
        let payload = URL_SAFE_NO_PAD.decode(payload).ok()?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        mac(&self.signing, &payload).verify_slice(&signature).ok()?;
        Some(payload)
    }
}

/// The hash under which a high-entropy secret is stored. Passwords need more: see `passwords`.
#[must_use]
pub fn hashed(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

fn decode(text: &str) -> Option<[u8; 32]> {
    STANDARD.decode(text.trim()).ok()?.try_into().ok()
}

fn derive(key: &[u8; 32], purpose: &str) -> [u8; 32] {
    mac(key, purpose.as_bytes()).finalize().into_bytes().into()
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of every length")]
fn mac(key: &[u8], message: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length is a key");
    mac.update(message);
    mac
}

/// Writes a file that only its owner may read; fails when it exists.
pub fn create_private(file: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(file)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_what_it_sealed_for_the_same_purpose() {
        let (random, secrets) = (Random::seeded(1), Secrets::from_key(&[7; 32]));
        let sealed = secrets.seal(&random, "mail", b"the link").unwrap();
        assert_eq!(secrets.open("mail", &sealed).unwrap(), b"the link");
        assert!(secrets.open("answer", &sealed).is_err());
        assert!(Secrets::from_key(&[8; 32]).open("mail", &sealed).is_err());
        assert!(secrets.open("mail", &sealed[..10]).is_err());
    }

    #[test]
    fn forged_signatures_are_refused() {
        let secrets = Secrets::from_key(&[7; 32]);
        let signed = secrets.sign(b"hello");
        assert_eq!(secrets.verify(&signed).unwrap(), b"hello");
        assert_eq!(Secrets::from_key(&[8; 32]).verify(&signed), None);
        for forged in ["", ".", "aGVsbG8.", "aGVsbG8.AAAA", &signed[1..], &format!("{signed}A")] {
            assert_eq!(secrets.verify(forged), None, "{forged}");
        }
    }

    #[test]
    fn the_key_file_is_private_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret.key");
        let first = Secrets::load(None, &file, &Random::system()).unwrap();
        let second = Secrets::load(None, &file, &Random::system()).unwrap();
        assert_eq!(first.fingerprint(), second.fingerprint());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert!(matches!(Secrets::load(Some("short"), &file, &Random::system()), Err(SecretsError::BadSetting)));
    }
}
