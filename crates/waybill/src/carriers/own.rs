//! Users' own accounts with carriers: sealing their credentials, and opening a stored account as a carrier.
//!
//! Clear credentials exist only between opening and the carrier. They must never reach a log, a reply or a job's payload.

use crate::app::App;
use crate::secrets::SecretsError;
use domain::carrier::Carrier;
use domain::id::{AccountId, CarrierAccountId, Id};
use domain::partner::PartnerError;
use partners::carrier::CarrierApi;
use partners::registry::{AccountKind, CarrierAccount, Credentials, FedExCredentials, UpsCredentials};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{StoreError, carrier_accounts};

/// Credentials as they are sealed. A carrier that does not know a field leaves it empty. Not to be shown, hence no `Debug`.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CredentialSet {
    /// API key or client id.
    pub key: String,
    /// UPS: merchant id.
    pub user_id: String,
    /// FedEx: meter number.
    pub meter: String,
    /// Secret key or client secret.
    pub password: String,
    /// Account or shipper number.
    pub account_number: String,
    /// FedEx: another account for Ground Economy.
    pub smart_post: Option<Box<CredentialSet>>,
}

/// Why a stored account did not become a carrier.
#[derive(Debug, thiserror::Error)]
pub enum OwnAccountError {
    /// It was deleted, or never was this user's.
    #[error("The carrier account does not exist any more.")]
    Gone,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The credentials were sealed with another key.
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    /// The registry refused it.
    #[error(transparent)]
    Carrier(#[from] PartnerError),
}

/// An account of the user's own, without its credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAccount {
    /// Its id.
    pub id: CarrierAccountId,
    /// With whom.
    pub carrier: Carrier,
    /// The user's name for it.
    pub description: String,
}

impl CredentialSet {
    /// As the registry wants them; nothing for carriers that users have no accounts with.
    #[must_use]
    pub fn for_carrier(&self, carrier: Carrier) -> Option<Credentials> {
        match carrier {
            Carrier::FedEx => Some(Credentials::FedEx(self.for_fedex())),
            Carrier::Ups => Some(Credentials::Ups(UpsCredentials {
                key: self.key.as_str().into(),
                user_id: self.user_id.clone(),
                password: self.password.as_str().into(),
                account_number: self.account_number.clone(),
            })),
            Carrier::Usps | Carrier::UniUni => None,
        }
    }

    fn for_fedex(&self) -> FedExCredentials {
        FedExCredentials {
            key: self.key.as_str().into(),
            meter: self.meter.clone(),
            password: self.password.as_str().into(),
            account_number: self.account_number.clone(),
            smart_post: self.smart_post.as_ref().map(|set| Box::new(set.for_fedex())),
        }
    }
}

/// What is sealed is bound to its place: another row cannot use it.
fn about(account: &AccountId, id: &CarrierAccountId) -> String {
    format!("carrier account {} {}", account.as_str(), id.as_str())
}

/// Seals credentials for storage.
pub fn seal(app: &App, account: &AccountId, id: &CarrierAccountId, set: &CredentialSet) -> Result<Vec<u8>, SecretsError> {
    let plain = serde_json::to_vec(set).map_err(|_| SecretsError::CannotOpen)?;
    app.deployment.secrets.seal(&app.deployment.random, &about(account, id), &plain)
}

/// Opens sealed credentials.
pub fn unseal(app: &App, account: &AccountId, stored: &carrier_accounts::CarrierAccount) -> Result<CredentialSet, SecretsError> {
    let plain = app.deployment.secrets.open(&about(account, &stored.id), &stored.sealed_credentials)?;
    serde_json::from_slice(&plain).map_err(|_| SecretsError::CannotOpen)
}

/// The carrier behind credentials.
pub fn with_credentials(app: &App, carrier: Carrier, set: &CredentialSet) -> Result<Arc<dyn CarrierApi>, PartnerError> {
    let credentials = set.for_carrier(carrier);
    let credentials = credentials.ok_or_else(|| PartnerError::rejected("carrier", "Only FedEx and UPS accounts can be connected."))?;
    app.deployment.carriers().open(app.world, &CarrierAccount { carrier, kind: AccountKind::Own(credentials) })
}

/// Opens a user's own account as a carrier. Reads the database: not to be called while a transaction is open.
pub async fn own(app: &App, account: &AccountId, id: &CarrierAccountId) -> Result<Arc<dyn CarrierApi>, OwnAccountError> {
    let mut conn = app.store().reader().await?;
    let stored = carrier_accounts::find(&mut conn, account, id).await?.ok_or(OwnAccountError::Gone)?;
    drop(conn);
    let set = unseal(app, account, &stored)?;
    Ok(with_credentials(app, stored.carrier, &set)?)
}

/// The accounts that a user has with carriers, oldest first.
pub async fn own_accounts(app: &App, account: &AccountId) -> Result<Vec<OwnAccount>, StoreError> {
    let mut conn = app.store().reader().await?;
    let stored = carrier_accounts::all(&mut conn, account).await?;
    Ok(stored.into_iter().map(|own| OwnAccount { id: own.id, carrier: own.carrier, description: own.description }).collect())
}
