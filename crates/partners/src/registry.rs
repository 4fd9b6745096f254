//! Builds a carrier from a stored account: the deployment's own, or a user's FedEx or UPS account.
//!
//! The test world gets the sandbox, always. The live world gets it too until a carrier has an adapter. Secrets are held as
//! [`SecretString`]: they must never reach a log, a message or a debug output.

use crate::carrier::CarrierApi;
use crate::sandbox::{Parts, Sandbox};
use domain::carrier::Carrier;
use domain::fields::FieldErrors;
use domain::partner::PartnerError;
use domain::world::World;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;

/// A FedEx account. Today's API knows `key` as the API key and `password` as the secret key; the meter is history.
#[derive(Debug, Clone)]
pub struct FedExCredentials {
    /// API key.
    pub key: SecretString,
    /// Meter number.
    pub meter: String,
    /// Secret key.
    pub password: SecretString,
    /// Account number.
    pub account_number: String,
    /// Another account for Ground Economy.
    pub smart_post: Option<Box<FedExCredentials>>,
}

/// A UPS account. Today's API knows `key` as the client id, `password` as the client secret, `user_id` as the merchant id.
#[derive(Debug, Clone)]
pub struct UpsCredentials {
    /// Client id.
    pub key: SecretString,
    /// Merchant id.
    pub user_id: String,
    /// Client secret.
    pub password: SecretString,
    /// Shipper number.
    pub account_number: String,
}

/// Credentials of a user's own account.
#[derive(Debug, Clone)]
pub enum Credentials {
    /// FedEx.
    FedEx(FedExCredentials),
    /// UPS.
    Ups(UpsCredentials),
}

/// Whose account it is.
#[derive(Debug, Clone)]
pub enum AccountKind {
    /// The deployment's.
    ProductManaged,
    /// A user's.
    Own(Credentials),
}

/// An account with a carrier.
#[derive(Debug, Clone)]
pub struct CarrierAccount {
    /// The carrier.
    pub carrier: Carrier,
    /// Whose it is.
    pub kind: AccountKind,
}

impl Credentials {
    /// The carrier they open.
    #[must_use]
    pub const fn carrier(&self) -> Carrier {
        match self {
            Self::FedEx(_) => Carrier::FedEx,
            Self::Ups(_) => Carrier::Ups,
        }
    }

    /// Every field must be filled in; paths begin with `credentials.`.
    pub fn check(&self) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        for (path, value) in self.fields() {
            if value.trim().is_empty() {
                errors.add(&format!("credentials.{path}"), "can't be blank");
            }
        }
        errors.into_result()
    }

    fn fields(&self) -> Vec<(String, &str)> {
        match self {
            Self::FedEx(own) => {
                let mut all = own.fields("");
                all.extend(own.smart_post.iter().flat_map(|smart_post| smart_post.fields("smart_post.")));
                all
            }
            Self::Ups(own) => vec![
                ("key".into(), own.key.expose_secret()),
                ("user_id".into(), &own.user_id),
                ("password".into(), own.password.expose_secret()),
                ("account_number".into(), &own.account_number),
            ],
        }
    }

    /// The sandbox's rule: a key or password that begins with `bad` is wrong.
    fn are_bad(&self) -> bool {
        let is_secret = |path: &str| path.ends_with("key") || path.ends_with("password");
        self.fields().iter().any(|(path, value)| is_secret(path) && value.trim().to_lowercase().starts_with("bad"))
    }
}

impl FedExCredentials {
    fn fields(&self, start: &str) -> Vec<(String, &str)> {
        let fields = [
            ("key", self.key.expose_secret()),
            ("meter", self.meter.as_str()),
            ("password", self.password.expose_secret()),
            ("account_number", self.account_number.as_str()),
        ];
        fields.into_iter().map(|(name, value)| (format!("{start}{name}"), value)).collect()
    }
}

/// Where carriers come from. Cheap to clone.
#[derive(Clone)]
pub struct Registry {
    live: Parts,
    test: Parts,
}

impl Registry {
    /// The sandbox of each world; the two must not share a memory.
    #[must_use]
    pub const fn new(live: Parts, test: Parts) -> Self {
        Self { live, test }
    }

    /// The carrier of an account in a world. Wrong credentials are told by the carrier's calls, as in reality.
    pub fn open(&self, world: World, account: &CarrierAccount) -> Result<Arc<dyn CarrierApi>, PartnerError> {
        let carrier = account.carrier;
        let parts = match world {
            World::Live => self.live.clone(),
            World::Test => self.test.clone(),
        };
        let AccountKind::Own(credentials) = &account.kind else { return Ok(Arc::new(Sandbox::new(carrier, parts))) };
        if credentials.carrier() != carrier {
            return Err(PartnerError::rejected("carrier", format!("These credentials do not belong to {carrier}.")));
        }
        let complaint = match credentials.check() {
            Err(errors) => Some(errors.sentence()),
            Ok(()) => credentials.are_bad().then(|| format!("{carrier} does not accept these credentials.")),
        };
        Ok(match complaint {
            Some(message) => Arc::new(Sandbox::locked_out(carrier, parts, message)),
            None => Arc::new(Sandbox::new(carrier, parts)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::testing::{consignment, order, world};

    fn ups(key: &str, password: &str) -> CarrierAccount {
        let credentials =
            UpsCredentials { key: key.into(), user_id: "me".into(), password: password.into(), account_number: "A1B2C3".into() };
        CarrierAccount { carrier: Carrier::Ups, kind: AccountKind::Own(Credentials::Ups(credentials)) }
    }

    fn fedex(smart_post: Option<FedExCredentials>) -> FedExCredentials {
        FedExCredentials {
            key: "l7key".into(),
            meter: "118".into(),
            password: "hidden".into(),
            account_number: "510087020".into(),
            smart_post: smart_post.map(Box::new),
        }
    }

    fn registry() -> Registry {
        Registry::new(world(1).0, world(1).0)
    }

    #[tokio::test]
    async fn accounts_open_carriers_and_worlds_do_not_mix() {
        let registry = registry();
        for carrier in Carrier::ALL {
            let account = CarrierAccount { carrier, kind: AccountKind::ProductManaged };
            assert_eq!(registry.open(World::Live, &account).unwrap().carrier(), carrier);
        }
        let account = ups("key", "secret");
        let bought = registry.open(World::Live, &account).unwrap().buy(&order("k", "Ground", consignment())).await.unwrap();
        let code = bought.tracking_code.as_str();
        assert!(!registry.open(World::Live, &account).unwrap().track(code).await.unwrap().events.is_empty());
        assert!(registry.open(World::Test, &account).unwrap().track(code).await.unwrap().events.is_empty());
    }

    #[tokio::test]
    async fn bad_and_missing_credentials_are_told() {
        let registry = registry();
        for account in [ups("bad-key", "secret"), ups("key", "BADsecret"), ups("", "secret")] {
            let carrier = registry.open(World::Test, &account).unwrap();
            assert!(matches!(carrier.rate(&consignment()).await, Err(PartnerError::Auth(_))));
            assert!(matches!(carrier.track("EZ1000000001").await, Err(PartnerError::Auth(_))));
        }
        let bad = fedex(Some(FedExCredentials { key: "bad".into(), ..fedex(None) }));
        let account = CarrierAccount { carrier: Carrier::FedEx, kind: AccountKind::Own(Credentials::FedEx(bad)) };
        assert!(matches!(registry.open(World::Test, &account).unwrap().rate(&consignment()).await, Err(PartnerError::Auth(_))));
        let mixed = CarrierAccount { carrier: Carrier::Usps, ..ups("key", "secret") };
        assert!(registry.open(World::Test, &mixed).is_err());
    }

    #[test]
    fn secrets_stay_out_of_debug_output() {
        let shown = format!("{:?} {:?}", ups("topsecret", "topsecret"), fedex(Some(fedex(None))));
        assert!(!shown.contains("topsecret") && !shown.contains("l7key") && !shown.contains("hidden"), "{shown}");
        let blank = Credentials::FedEx(fedex(Some(FedExCredentials { meter: String::new(), ..fedex(None) })));
        assert_eq!(blank.check(), Err(FieldErrors::one("credentials.smart_post.meter", "can't be blank")));
    }
}
