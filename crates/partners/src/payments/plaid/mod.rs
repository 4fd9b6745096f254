//! Plaid: links a customer's bank account in the browser and hands it to Stripe as a token that is good once.
//!
//! Written against version 2020-09-14 of its interface. The access token that Plaid gives for an account is used for two calls
//! and forgotten: whoever had it could read the customer's bank account. Neither it nor our secret may reach a log or a message.

#[cfg(test)]
mod tests;
mod webhook;
mod wire;

use super::BankLinkApi;
use crate::http::{Answer, Call, Http, NoAnswer, PATIENCE};
use async_trait::async_trait;
use domain::Timestamp;
use domain::partner::PartnerError;
use domain::payment::{BankLinkEvent, BankLinkPartner, BankSource, EventRefusal, LinkToken, LinkedBank, MethodKind};
use domain::text::one_line;
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use url::Url;
use wire::{Accounts, Exchanged, Jwk, KeyAnswer, StripeToken, WireError, WireLinkToken};

/// The version of Plaid's interface that this adapter was written against.
const VERSION: &str = "2020-09-14";
/// When to ask again; Plaid does not say.
const RETRY_AFTER: Duration = Duration::from_secs(30);
/// How many keys of events are remembered. Plaid changes its key now and then; others are not its own.
const MOST_KEYS: usize = 20;

/// How to reach Plaid.
#[derive(Debug, Clone)]
pub struct PlaidSettings {
    /// Our client id.
    pub client_id: String,
    /// Our secret.
    pub secret: SecretString,
    /// `https://production.plaid.com`, `https://sandbox.plaid.com`, or a fake of it.
    pub base: Url,
    /// Where Plaid sends events; none: it sends none.
    pub webhook: Option<String>,
}

/// The address of one of Plaid's environments.
#[must_use]
pub fn base_of(environment: &str) -> Option<Url> {
    let base = match environment {
        "production" => "https://production.plaid.com",
        "sandbox" => "https://sandbox.plaid.com",
        _ => return None,
    };
    Url::parse(base).ok()
}

/// Plaid under one client.
pub struct Plaid {
    http: Http,
    settings: PlaidSettings,
    keys: Mutex<BTreeMap<String, Jwk>>,
}

impl Plaid {
    /// Prepares calls; nothing is sent yet.
    pub fn new(settings: PlaidSettings) -> Result<Self, String> {
        Ok(Self { http: Http::new("Plaid", &settings.base, PATIENCE)?, settings, keys: Mutex::default() })
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &serde_json::Value) -> Result<T, PartnerError> {
        let headers = vec![
            ("plaid-client-id", self.settings.client_id.clone()),
            ("plaid-secret", self.settings.secret.expose_secret().to_owned()),
            ("plaid-version", VERSION.to_owned()),
        ];
        let call = Call { method: Method::POST, path, headers, body: Some(("application/json", body.to_string())) };
        // Linking moves no money: whatever was lost is begun anew.
        let answer = self.http.send(call).await.map_err(|none| match none {
            NoAnswer::NotSent(message) | NoAnswer::Lost(message) => PartnerError::Transient(message),
        })?;
        if answer.status != 200 {
            return Err(refusal(&answer));
        }
        let odd = |_| PartnerError::Malformed("Plaid answered something that could not be understood.".into());
        serde_json::from_slice(&answer.body).map_err(odd)
    }

    /// The key of a signature, asked for once.
    async fn key(&self, id: &str) -> Result<Jwk, EventRefusal> {
        let known = self.keys.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some(key) = known {
            return Ok(key);
        }
        let asked: Result<KeyAnswer, _> = self.post("/webhook_verification_key/get", &json!({ "key_id": id })).await;
        let key = match asked {
            Ok(answer) => answer.key,
            Err(PartnerError::Rejected { .. }) => return Err(EventRefusal::Forged),
            Err(error) => return Err(EventRefusal::Unchecked(error.to_string())),
        };
        if key.kid != id {
            return Err(EventRefusal::Forged);
        }
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= MOST_KEYS {
            keys.clear();
        }
        keys.insert(id.to_owned(), key.clone());
        Ok(key)
    }
}

fn refusal(answer: &Answer) -> PartnerError {
    let said: WireError = serde_json::from_slice(&answer.body).unwrap_or_default();
    let code = said.error_code.as_str();
    match (answer.status, said.error_type.as_str()) {
        (401 | 403, _) => PartnerError::Auth("Plaid does not accept the configured keys.".into()),
        _ if matches!(code, "INVALID_API_KEYS" | "UNAUTHORIZED_ENVIRONMENT" | "INVALID_PRODUCT" | "UNAUTHORIZED_ROUTE_ACCESS") => {
            PartnerError::Auth("Plaid does not accept the configured keys for this.".into())
        }
        (429, _) | (_, "RATE_LIMIT_EXCEEDED") => {
            let retry_after = answer.retry_after.unwrap_or(RETRY_AFTER);
            PartnerError::Limited { message: "Plaid asks to slow down.".into(), retry_after }
        }
        (500..=599, _) | (_, "API_ERROR" | "INSTITUTION_ERROR") => PartnerError::Transient("Plaid is out of order.".into()),
        (400..=499, _) => PartnerError::rejected("base", plain(&said)),
        (status, _) => PartnerError::Malformed(format!("Plaid answered with an unexpected status ({status}).")),
    }
}

/// Plaid's own words for the customer, or ours for its code.
fn plain(said: &WireError) -> String {
    if let Some(message) = said.display_message.as_deref().map(one_line).filter(|message| !message.is_empty()) {
        return message.chars().take(300).collect();
    }
    let known = match said.error_code.as_str() {
        "INVALID_PUBLIC_TOKEN" => "The link to the bank has expired. Link the account again.",
        "ITEM_LOGIN_REQUIRED" => "The bank wants you to sign in again. Link the account again.",
        "INVALID_ACCOUNT_ID" | "NO_AUTH_ACCOUNTS" => "This account cannot be used for payments. Choose a checking or savings account.",
        _ => "Plaid could not link the account. Try again.",
    };
    known.to_owned()
}

#[async_trait]
impl BankLinkApi for Plaid {
    fn partner(&self) -> BankLinkPartner {
        BankLinkPartner::Plaid
    }

    async fn link_token(&self, user: &str) -> Result<LinkToken, PartnerError> {
        let mut body = json!({
            "client_name": "Waybill",
            "language": "en",
            "country_codes": ["US"],
            "products": ["auth"],
            "user": { "client_user_id": user },
            "account_filters": { "depository": { "account_subtypes": ["checking", "savings"] } },
        });
        if let (Some(webhook), Some(fields)) = (&self.settings.webhook, body.as_object_mut()) {
            fields.insert("webhook".into(), json!(webhook));
        }
        let made: WireLinkToken = self.post("/link/token/create", &body).await?;
        Ok(LinkToken { token: made.link_token })
    }

    async fn exchange(&self, public_token: &str, account_id: &str) -> Result<LinkedBank, PartnerError> {
        let exchanged: Exchanged = self.post("/item/public_token/exchange", &json!({ "public_token": public_token })).await?;
        let access = &exchanged.access_token;
        let known: Accounts =
            self.post("/accounts/get", &json!({ "access_token": access, "options": { "account_ids": [account_id] } })).await?;
        let account = known.accounts.into_iter().find(|account| account.account_id == account_id && account.kind == "depository");
        let missing = || PartnerError::rejected("base", "This account cannot be used for payments. Choose a checking or savings account.");
        let account = account.ok_or_else(missing)?;
        let body = json!({ "access_token": access, "account_id": account_id });
        let token: StripeToken = self.post("/processor/stripe/bank_account_token/create", &body).await?;
        Ok(LinkedBank {
            name: account.name,
            issuer: known.item.institution_name.unwrap_or_default(),
            last4: account.mask.unwrap_or_default(),
            link: exchanged.item_id,
            source: BankSource { token: token.stripe_bank_account_token, kind: MethodKind::BankAccount },
        })
    }

    async fn read_event(&self, signature: &str, body: &[u8], now: Timestamp) -> Result<BankLinkEvent, EventRefusal> {
        let key = self.key(&webhook::key_id(signature)?).await?;
        webhook::check(signature, &key, body, now)?;
        webhook::read(body)
    }
}
