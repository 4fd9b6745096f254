//! The Plaid adapter against samples of Plaid's answers (shapes and values from the examples of its published interface
//! description, github.com/plaid/plaid-openapi, 2020-09-14, shortened), and against signatures made here.

use super::*;
use crate::payments::testing::{Reply, Request, nobody, serve};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::Value;
use std::sync::Arc;

const ACCOUNT: &str = "blgvvBlXw3cq5GMPwqB6s6q4dLKB9WcVqGDGo";
const NOW: i64 = 1_800_000_000;

fn plaid(base: Url) -> Plaid {
    let webhook = Some("https://shop.example/webhooks/plaid".into());
    Plaid::new(PlaidSettings { client_id: "client".into(), secret: "plaid_hidden".into(), base, webhook }).unwrap()
}

fn sample(request: &Request) -> Reply {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!((request.header("plaid-client-id"), request.header("plaid-secret")), ("client", "plaid_hidden"));
    assert_eq!(request.header("plaid-version"), "2020-09-14");
    let answer = match request.path.as_str() {
        "/link/token/create" => {
            assert_eq!((body["user"]["client_user_id"].as_str(), body["products"][0].as_str()), (Some("acc_1"), Some("auth")));
            assert_eq!(body["webhook"], "https://shop.example/webhooks/plaid");
            json!({ "link_token": "link-sandbox-af1a0311-da53-4636-b754-dd15cc058176", "expiration": "2020-03-27T12:56:34Z" })
        }
        "/item/public_token/exchange" => {
            assert_eq!(body["public_token"], "public-1");
            json!({ "access_token": "access-sandbox-hidden", "item_id": "M5eVJqLnv3tbzdngLDp9FL5OlDNxlNhlE55op", "request_id": "Aim3b" })
        }
        "/accounts/get" => {
            assert_eq!(body["access_token"], "access-sandbox-hidden");
            let checking = json!({ "account_id": ACCOUNT, "mask": "0000", "name": "Plaid Checking", "type": "depository",
                "subtype": "checking", "balances": { "available": 100, "current": 110.5 } });
            let loan = json!({ "account_id": "loan", "mask": "7777", "name": "Plaid Student Loan", "type": "loan" });
            json!({ "accounts": [checking, loan], "item": { "institution_name": "Royal Bank of Plaid" } })
        }
        "/processor/stripe/bank_account_token/create" => {
            assert_eq!(body["account_id"], ACCOUNT);
            json!({ "stripe_bank_account_token": "btok_5oEetfLzPklE1fwJZ7SG", "request_id": "xrQNYZ7Zoh6R7gV" })
        }
        other => panic!("nobody calls {other}"),
    };
    Reply::Json(200, answer)
}

#[tokio::test]
async fn an_account_is_linked_and_handed_on_as_a_token() {
    let plaid = plaid(serve(|request| sample(&request)).await);
    assert!(plaid.link_token("acc_1").await.unwrap().token.starts_with("link-sandbox-"));
    let bank = plaid.exchange("public-1", ACCOUNT).await.unwrap();
    assert_eq!((bank.name.as_str(), bank.issuer.as_str(), bank.last4.as_str()), ("Plaid Checking", "Royal Bank of Plaid", "0000"));
    assert_eq!((bank.source.token.as_str(), bank.source.kind), ("btok_5oEetfLzPklE1fwJZ7SG", MethodKind::BankAccount));
    assert_eq!(bank.link, "M5eVJqLnv3tbzdngLDp9FL5OlDNxlNhlE55op");
    assert!(!format!("{bank:?}").contains("btok_"));
    for other in ["loan", "unknown"] {
        assert!(matches!(plaid.exchange("public-1", other).await, Err(PartnerError::Rejected { .. })), "{other}");
    }
}

#[tokio::test]
async fn errors_are_told_by_meaning() {
    let refuse = |status: u16, kind: &'static str, code: &'static str, display: Option<&'static str>| async move {
        let body = json!({ "error_type": kind, "error_code": code, "error_message": "for developers", "display_message": display });
        let base = serve(move |_| Reply::Json(status, body.clone())).await;
        plaid(base).exchange("public-1", ACCOUNT).await.unwrap_err()
    };
    let expired = refuse(400, "INVALID_INPUT", "INVALID_PUBLIC_TOKEN", None).await;
    assert!(matches!(&expired, PartnerError::Rejected { message, .. } if message.contains("expired")), "{expired:?}");
    let shown = refuse(400, "ITEM_ERROR", "ITEM_LOCKED", Some("Sign in to your bank first.")).await;
    assert_eq!(shown, PartnerError::rejected("base", "Sign in to your bank first."));
    assert!(matches!(refuse(400, "INVALID_INPUT", "INVALID_API_KEYS", None).await, PartnerError::Auth(_)));
    assert!(matches!(refuse(429, "RATE_LIMIT_EXCEEDED", "ITEM_GET_LIMIT", None).await, PartnerError::Limited { .. }));
    assert!(matches!(refuse(400, "INSTITUTION_ERROR", "INSTITUTION_DOWN", None).await, PartnerError::Transient(_)));
    assert!(matches!(refuse(500, "API_ERROR", "INTERNAL_SERVER_ERROR", None).await, PartnerError::Transient(_)));
    assert!(matches!(plaid(nobody().await).link_token("acc_1").await, Err(PartnerError::Transient(_))));
    let odd = plaid(serve(|_| Reply::Text(200, "content-type: text/html", "<html>".into())).await);
    assert!(matches!(odd.link_token("acc_1").await, Err(PartnerError::Malformed(_))));
}

/// Plaid's side of signing events.
struct Signer {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

const KID: &str = "bfbd5111-8e33-4643-8ced-b2e642a72f3c";

impl Signer {
    fn new() -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap();
        Self { pair, random }
    }

    fn jwk(&self, expired_at: Option<i64>) -> Value {
        let point = self.pair.public_key().as_ref();
        let coordinate = |range: std::ops::Range<usize>| URL_SAFE_NO_PAD.encode(&point[range]);
        json!({ "key": { "alg": "ES256", "kid": KID, "kty": "EC", "crv": "P-256", "use": "sig", "created_at": 1_560_466_150,
                "expired_at": expired_at, "x": coordinate(1..33), "y": coordinate(33..65) } })
    }

    fn token(&self, alg: &str, kid: &str, iat: i64, body: &[u8]) -> String {
        let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let claims = json!({ "iat": iat, "request_body_sha256": hex::encode(digest(&SHA256, body)) });
        let signed = format!("{}.{}", part(json!({ "alg": alg, "kid": kid, "typ": "JWT" })), part(claims));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

async fn knowing(signer: &Arc<Signer>, expired_at: Option<i64>) -> Plaid {
    let signer = signer.clone();
    plaid(
        serve(move |request| {
            let body: Value = serde_json::from_slice(&request.body).unwrap();
            if body["key_id"] == KID {
                return Reply::Json(200, signer.jwk(expired_at));
            }
            Reply::Json(400, json!({ "error_type": "INVALID_INPUT", "error_code": "INVALID_WEBHOOK_VERIFICATION_KEY_ID" }))
        })
        .await,
    )
}

fn now() -> Timestamp {
    chrono::DateTime::from_timestamp(NOW, 0).unwrap()
}

/// As Plaid sends it.
const EVENT: &[u8] = br#"{"webhook_type":"AUTH","webhook_code":"AUTOMATICALLY_VERIFIED","item_id":"eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6",
    "account_id":"dVzbVMLjrxTnLjX4G66XUp5GLklm4oiZy88yK","environment":"sandbox"}"#;

#[tokio::test]
async fn genuine_events_are_read() {
    let signer = Arc::new(Signer::new());
    let plaid = knowing(&signer, None).await;
    let event = plaid.read_event(&signer.token("ES256", KID, NOW, EVENT), EVENT, now()).await.unwrap();
    assert_eq!((event.name.as_str(), event.verified), ("AUTH.AUTOMATICALLY_VERIFIED", Some(true)));
    assert_eq!(event.link, "eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6");
    let again = plaid.read_event(&signer.token("ES256", KID, NOW - 60, EVENT), EVENT, now()).await.unwrap();
    assert_eq!(again.id, event.id);
    let other = br#"{"webhook_type":"ITEM","webhook_code":"ERROR","item_id":"wz666MBjYWTp2PDzzggYhM6oWWmBb","error":{}}"#;
    let told = plaid.read_event(&signer.token("ES256", KID, NOW, other), other, now()).await.unwrap();
    assert_eq!((told.name.as_str(), told.verified), ("ITEM.ERROR", None));
    assert!(matches!(plaid.read_event(&signer.token("ES256", KID, NOW, b"[]"), b"[]", now()).await, Err(EventRefusal::Malformed(_))));
}

#[tokio::test]
async fn forged_and_old_events_are_refused() {
    let signer = Arc::new(Signer::new());
    let plaid = knowing(&signer, None).await;
    let good = signer.token("ES256", KID, NOW, EVENT);
    let (signed, _) = good.rsplit_once('.').unwrap();
    let stranger = Signer::new();
    let forged = [
        String::new(),
        "a.b.c".into(),
        signed.to_owned(),
        format!("{signed}."),
        stranger.token("ES256", KID, NOW, EVENT),
        stranger.token("ES256", "another-key", NOW, EVENT),
        signer.token("none", KID, NOW, EVENT),
        signer.token("HS256", KID, NOW, EVENT),
        signer.token("ES256", "../item/get", NOW, EVENT),
        signer.token("ES256", KID, NOW, b"another body"),
    ];
    for token in forged {
        assert_eq!(plaid.read_event(&token, EVENT, now()).await, Err(EventRefusal::Forged), "{token}");
    }
    for iat in [NOW - 301, NOW + 61] {
        assert_eq!(plaid.read_event(&signer.token("ES256", KID, iat, EVENT), EVENT, now()).await, Err(EventRefusal::Stale));
    }
    let expired = knowing(&signer, Some(NOW - 1)).await;
    assert_eq!(expired.read_event(&good, EVENT, now()).await, Err(EventRefusal::Stale));
    let away = super::tests::plaid(nobody().await);
    assert!(matches!(away.read_event(&good, EVENT, now()).await, Err(EventRefusal::Unchecked(_))));
}
