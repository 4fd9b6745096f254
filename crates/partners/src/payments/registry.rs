//! Chooses who moves the money: the sandbox in the test world, always; in the live world whoever is configured.
//!
//! The live world of a deployment with Stripe and without Plaid can take cards and no bank accounts. Secrets are held as
//! `SecretString`: they must never reach a log, a message or a debug output.

use super::plaid::{Plaid, PlaidSettings};
use super::sandbox::{BankParts, SandboxBank};
use super::stripe::{Stripe, StripeSettings};
use super::{BankLinkApi, PaymentApi};
use domain::world::World;
use std::sync::Arc;

/// Who moves the live world's money.
#[derive(Debug, Clone)]
pub enum LivePayments {
    /// Nobody: the sandbox bank.
    Sandbox,
    /// Stripe, and Plaid where bank accounts are taken.
    Stripe {
        /// Stripe's settings.
        stripe: Box<StripeSettings>,
        /// Plaid's settings.
        plaid: Option<Box<PlaidSettings>>,
    },
}

/// One world's partners.
#[derive(Clone)]
pub struct Payments {
    /// Who moves money.
    pub api: Arc<dyn PaymentApi>,
    /// Who links bank accounts; none: its keys are missing.
    pub bank_link: Option<Arc<dyn BankLinkApi>>,
    /// The sandbox bank and its forms, where it is the one that moves the money.
    pub sandbox: Option<Arc<SandboxBank>>,
}

impl Payments {
    fn sandbox(parts: BankParts) -> Self {
        let bank = Arc::new(SandboxBank::new(parts));
        Self { api: bank.clone(), bank_link: Some(bank.clone()), sandbox: Some(bank) }
    }
}

/// The partners of both worlds. Cheap to clone.
#[derive(Clone)]
pub struct PaymentRegistry {
    live: Payments,
    test: Payments,
}

impl PaymentRegistry {
    /// Builds the partners; the sandboxes of the two worlds must not share a memory. The message says which setting is wrong.
    pub fn new(settings: LivePayments, live: BankParts, test: BankParts) -> Result<Self, String> {
        let live = match settings {
            LivePayments::Sandbox => Payments::sandbox(live),
            LivePayments::Stripe { stripe, plaid } => {
                let api = Arc::new(Stripe::new(*stripe, live.time)?);
                let plaid = plaid.map(|plaid| Plaid::new(*plaid)).transpose()?;
                Payments { api, bank_link: plaid.map(|plaid| -> Arc<dyn BankLinkApi> { Arc::new(plaid) }), sandbox: None }
            }
        };
        Ok(Self { live, test: Payments::sandbox(test) })
    }

    /// A world's partners.
    #[must_use]
    pub const fn of(&self, world: World) -> &Payments {
        match world {
            World::Live => &self.live,
            World::Test => &self.test,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::sandbox::memory::MemoryBank;
    use crate::sandbox::testing::world;
    use domain::payment::{BankLinkPartner, PaymentPartner};
    use url::Url;

    fn parts() -> BankParts {
        let (parts, _) = world(1);
        BankParts { state: Arc::new(MemoryBank::default()), time: parts.time, speed: parts.speed }
    }

    fn stripe(base: &str) -> Box<StripeSettings> {
        Box::new(StripeSettings {
            secret_key: "sk_live_hidden".into(),
            public_key: "pk_live_shown".into(),
            webhook_secret: Some("whsec_hidden".into()),
            base: Url::parse(base).unwrap(),
            patience: None,
        })
    }

    #[test]
    fn the_test_world_is_always_the_sandbox() {
        let plaid = PlaidSettings {
            client_id: "id".into(),
            secret: "plaid_hidden".into(),
            base: crate::payments::plaid::base_of("sandbox").unwrap(),
            webhook: None,
        };
        let settings = LivePayments::Stripe { stripe: stripe("https://api.stripe.com"), plaid: Some(Box::new(plaid)) };
        let shown = format!("{settings:?}");
        assert!(!shown.contains("hidden"), "{shown}");
        let registry = PaymentRegistry::new(settings, parts(), parts()).unwrap();
        let live = registry.of(World::Live);
        assert_eq!(live.api.partner(), PaymentPartner::Stripe);
        assert_eq!(live.api.browser_keys().card_provider_public_key.as_deref(), Some("pk_live_shown"));
        assert!(live.sandbox.is_none() && live.bank_link.as_ref().unwrap().partner() == BankLinkPartner::Plaid);
        let test = registry.of(World::Test);
        assert_eq!((test.api.partner(), test.sandbox.is_some()), (PaymentPartner::Sandbox, true));
    }

    #[test]
    fn without_keys_nothing_is_linked_and_odd_addresses_are_told() {
        let settings = LivePayments::Stripe { stripe: stripe("https://api.stripe.com"), plaid: None };
        assert!(PaymentRegistry::new(settings, parts(), parts()).unwrap().of(World::Live).bank_link.is_none());
        let settings = LivePayments::Stripe { stripe: stripe("ftp://api.stripe.com"), plaid: None };
        assert!(PaymentRegistry::new(settings, parts(), parts()).is_err_and(|message| message.contains("https://")));
        let registry = PaymentRegistry::new(LivePayments::Sandbox, parts(), parts()).unwrap();
        assert!(registry.of(World::Live).sandbox.is_some());
        assert!(crate::payments::plaid::base_of("development").is_none());
    }
}
