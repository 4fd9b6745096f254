//! Putting a deployment together from its configuration: data folder, key, databases, documents.

use crate::app::{Deployment, Parts, open_stores};
use crate::clock::Clock;
use crate::config::Config;
use crate::mail::{MailError, Mailer};
use crate::passwords::{HashingFailed, Passwords};
use crate::random::Random;
use crate::secrets::{Secrets, SecretsError};
use crate::terms_text;
use domain::world::World;
use secrecy::ExposeSecret;
use std::path::Path;
use std::sync::Arc;
use store::{StoreError, meta};

/// Why the deployment cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder.
    #[error("The data folder {0} cannot be used: {1}.")]
    Data(String, std::io::Error),
    /// The key.
    #[error("{0}")]
    Secrets(#[from] SecretsError),
    /// The key does not fit the data.
    #[error(
        "The secret key is not the one this database was made with ({expected} is expected, {found} is given). Set WAYBILL_SECRET_KEY, or restore secret.key, from the deployment that made it."
    )]
    OtherKey {
        /// The fingerprint in the database.
        expected: String,
        /// The fingerprint of the key at hand.
        found: String,
    },
    /// The database.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Mail.
    #[error("{0}.")]
    Mail(#[from] MailError),
    /// Payment partners.
    #[error("{0}")]
    Payments(String),
    /// Passwords.
    #[error("{0}.")]
    Passwords(#[from] HashingFailed),
}

/// The fact in `meta` that names the key.
const FINGERPRINT: &str = "secret_key_fingerprint";

/// Opens everything.
pub async fn deployment(config: Config) -> Result<Arc<Deployment>, StartError> {
    let folder = config.data.display().to_string();
    create_data_folder(&config.data).map_err(|e| StartError::Data(folder, e))?;
    let random = Random::system();
    let setting = config.secret_key.expose_secret();
    let secrets = Secrets::load((!setting.is_empty()).then_some(setting), &config.data.join("secret.key"), &random)?;
    let passwords = Passwords::new(random.clone())?;
    let mailer = Mailer::from_settings(&config.mail, &config.data)?;
    let (live, test) = open_stores(&config).await?;
    let deployment = Deployment::new(Parts { config, clock: Clock::system(), random, secrets, passwords, mailer }, live, test)
        .map_err(StartError::Payments)?;
    prepare(&deployment).await?;
    Ok(deployment)
}

/// Makes a missing data folder, open to its owner only.
fn create_data_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Checks the key against the data and publishes the first documents.
pub async fn prepare(deployment: &Arc<Deployment>) -> Result<(), StartError> {
    let found = deployment.secrets.fingerprint();
    for world in World::BOTH {
        let store = deployment.store(world);
        let mut known = meta::get(&mut store.reader().await?, FINGERPRINT).await?;
        if known.is_none() {
            let mut writer = store.writer().await?;
            meta::claim(&mut writer, FINGERPRINT, found).await?;
            known = meta::get(&mut writer, FINGERPRINT).await?;
            writer.commit().await?;
        }
        if let Some(expected) = known.filter(|known| known != found) {
            return Err(StartError::OtherKey { expected, found: found.to_owned() });
        }
        terms_text::ensure(&deployment.app(world)).await?;
    }
    Ok(())
}
