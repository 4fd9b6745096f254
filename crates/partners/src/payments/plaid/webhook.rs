//! Plaid's events: a JSON Web Token in a header signs the hash of the body. Only ES256 is taken, whatever the token says, and
//! only for five minutes.

use super::wire::{Claims, Jwk, JwtHeader, WireEvent};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Timestamp;
use domain::payment::{BankLinkEvent, EventRefusal};
use ring::digest::{SHA256, digest};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde::de::DeserializeOwned;

/// For how many seconds a token is good.
const WINDOW: i64 = 300;
/// How far Plaid's clock may be ahead of ours.
const SKEW: i64 = 60;
/// The longest token that is looked at.
const LONGEST: usize = 4096;

fn part<T: DeserializeOwned>(text: &str) -> Result<T, EventRefusal> {
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| EventRefusal::Forged)?;
    serde_json::from_slice(&bytes).map_err(|_| EventRefusal::Forged)
}

/// The name of the key that a token says it was signed with.
pub(super) fn key_id(token: &str) -> Result<String, EventRefusal> {
    if token.len() > LONGEST {
        return Err(EventRefusal::Forged);
    }
    let header: JwtHeader = part(token.split('.').next().unwrap_or_default())?;
    let plain = !header.kid.is_empty() && header.kid.len() <= 100 && header.kid.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if header.alg != "ES256" || !plain {
        return Err(EventRefusal::Forged);
    }
    Ok(header.kid)
}

/// Checks a token against its key, the body and the time.
pub(super) fn check(token: &str, key: &Jwk, body: &[u8], now: Timestamp) -> Result<(), EventRefusal> {
    let (signed, signature) = token.rsplit_once('.').ok_or(EventRefusal::Forged)?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| EventRefusal::Forged)?;
    let point = public_key(key).ok_or(EventRefusal::Forged)?;
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(signed.as_bytes(), &signature).map_err(|_| EventRefusal::Forged)?;
    let claims: Claims = part(signed.split_once('.').ok_or(EventRefusal::Forged)?.1)?;
    if !same(hex::encode(digest(&SHA256, body)).as_bytes(), claims.request_body_sha256.as_bytes()) {
        return Err(EventRefusal::Forged);
    }
    let age = now.timestamp().saturating_sub(claims.iat);
    let expired = key.expired_at.is_some_and(|at| at < claims.iat);
    if expired || !(-SKEW..=WINDOW).contains(&age) {
        return Err(EventRefusal::Stale);
    }
    Ok(())
}

/// The key as an uncompressed point.
fn public_key(key: &Jwk) -> Option<Vec<u8>> {
    if key.kty != "EC" || key.crv != "P-256" {
        return None;
    }
    let (x, y) = (URL_SAFE_NO_PAD.decode(&key.x).ok()?, URL_SAFE_NO_PAD.decode(&key.y).ok()?);
    (x.len() == 32 && y.len() == 32).then(|| [[4].as_slice(), &x, &y].concat())
}

/// Compares without telling by its time where the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

/// Reads an event whose token was checked. Plaid gives events no ids: what they are about is their id.
pub(super) fn read(body: &[u8]) -> Result<BankLinkEvent, EventRefusal> {
    let event: WireEvent = serde_json::from_slice(body).map_err(|error| EventRefusal::Malformed(error.to_string()))?;
    let name = format!("{}.{}", event.webhook_type, event.webhook_code);
    let link = event.item_id.unwrap_or_default();
    let verified = match name.as_str() {
        "AUTH.AUTOMATICALLY_VERIFIED" => Some(true),
        "AUTH.VERIFICATION_EXPIRED" => Some(false),
        _ => None,
    };
    let id = format!("plaid_{name}_{link}_{}", event.account_id.unwrap_or_default());
    Ok(BankLinkEvent { id: id.chars().take(200).collect(), name, link, verified })
}
