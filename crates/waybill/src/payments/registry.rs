//! The partners that the configuration names, and the sandbox bank's parts.

use super::memory::StoreBank;
use crate::carriers::OurTime;
use crate::clock::Clock;
use crate::config::Config;
use partners::payments::plaid::{PlaidSettings, base_of};
use partners::payments::registry::{LivePayments, PaymentRegistry};
use partners::payments::sandbox::BankParts;
use partners::payments::stripe::{self, StripeSettings};
use partners::sandbox::speed::Speed;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use store::Store;
use url::Url;

/// The partners of both worlds; the message says which setting is wrong.
pub fn registry(config: &Config, clock: &Clock, live: &Store, test: &Store) -> Result<PaymentRegistry, String> {
    let parts = |store: &Store| BankParts {
        state: Arc::new(StoreBank::new(store.clone())),
        time: Arc::new(OurTime::new(clock.clone())),
        speed: Speed::new(config.sandbox.speed),
    };
    PaymentRegistry::new(live_payments(config)?, parts(live), parts(test))
}

fn given(secret: &SecretString) -> Option<SecretString> {
    (!secret.expose_secret().is_empty()).then(|| secret.clone())
}

fn address(name: &str, text: &str, default: &str) -> Result<Url, String> {
    let text = if text.is_empty() { default } else { text };
    Url::parse(text).map_err(|_| format!("payments.{name} must be an address such as {default}."))
}

fn live_payments(config: &Config) -> Result<LivePayments, String> {
    let settings = &config.payments;
    if settings.partner != "stripe" {
        return Ok(LivePayments::Sandbox);
    }
    let secret_key = given(&settings.stripe_secret_key).ok_or("payments.stripe_secret_key is missing: payments.partner is stripe.")?;
    if settings.stripe_public_key.is_empty() {
        return Err("payments.stripe_public_key is missing: payments.partner is stripe.".into());
    }
    let stripe = StripeSettings {
        secret_key,
        public_key: settings.stripe_public_key.clone(),
        webhook_secret: given(&settings.stripe_webhook_secret),
        base: address("stripe_base", &settings.stripe_base, stripe::BASE)?,
        patience: None,
    };
    let plaid = match given(&settings.plaid_secret) {
        None => None,
        Some(secret) => {
            let environment = base_of(&settings.plaid_env).ok_or("payments.plaid_env must be production or sandbox.")?;
            let base = address("plaid_base", &settings.plaid_base, environment.as_str())?;
            let webhook = (!config.public_url.is_empty()).then(|| format!("{}/webhooks/plaid", config.public_url.trim_end_matches('/')));
            Some(Box::new(PlaidSettings { client_id: settings.plaid_client_id.clone(), secret, base, webhook }))
        }
    };
    Ok(LivePayments::Stripe { stripe: Box::new(stripe), plaid })
}
