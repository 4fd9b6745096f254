//! Configuration: defaults, then a TOML file, then `WAYBILL_*` variables, then command-line flags.
//!
//! A wrong value stops the start with one sentence that names the setting and where it came from. Secret values are never
//! part of such a sentence, nor of any log line: they are wrapped and print as `[REDACTED]`.

mod load;
mod settings;

pub use load::{Sources, load};
pub use settings::{Kind, SETTINGS, Setting};

use domain::incentive::{Percent, Program};
use domain::money::Cents;
use secrecy::SecretString;
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the configuration cannot be used: one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);

/// The whole configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// Folder for everything that is kept on disk.
    pub data: PathBuf,
    /// Address in mails; empty: made from the listening address.
    pub public_url: String,
    /// The deployment's secret; empty: the key file.
    pub secret_key: SecretString,
    /// Database.
    pub database: Database,
    /// HTTP.
    pub http: Http,
    /// Rate limits.
    pub limits: Limits,
    /// Workers.
    pub jobs: Jobs,
    /// The sandbox carriers.
    pub sandbox: Sandbox,
    /// Users' printers.
    pub printers: Printers,
    /// How accounts are billed.
    pub billing: Billing,
    /// Who moves the live world's money.
    pub payments: Payments,
    /// What labels earn.
    pub incentives: Incentives,
    /// Mail.
    pub mail: Mail,
    /// Base addresses of the servers the web app may switch between.
    pub servers: Servers,
    /// Logging.
    pub log: Log,
    /// Error reporting.
    pub sentry: Sentry,
    /// Traces.
    pub otel: Otel,
}

/// Where the data is.
#[derive(Debug, Clone, Deserialize)]
pub struct Database {
    /// PostgreSQL; empty: SQLite.
    pub url: SecretString,
    /// Connections per world.
    pub connections: u32,
}

/// The HTTP surface.
#[derive(Debug, Clone, Deserialize)]
pub struct Http {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// CORS.
    pub dashboard_origins: Vec<String>,
    /// `/_post_message_`.
    pub embedding_origins: Vec<String>,
    /// Behind a proxy.
    pub trust_forwarded_for: bool,
    /// Longest request.
    pub timeout_seconds: u64,
    /// Largest body.
    pub body_limit_kib: usize,
    /// For `/metrics`.
    pub metrics_token: SecretString,
}

/// Rate limits per caller and node.
#[derive(Debug, Clone, Deserialize)]
pub struct Limits {
    /// Sustained.
    pub requests_per_second: u32,
    /// At once.
    pub burst: u32,
}

/// The job runner.
#[derive(Debug, Clone, Deserialize)]
pub struct Jobs {
    /// At once, per world.
    pub workers: usize,
    /// Until a silent worker counts as dead.
    pub lease_seconds: i64,
    /// How long shutting down waits.
    pub drain_seconds: u64,
}

/// The sandbox carriers.
#[derive(Debug, Clone, Deserialize)]
pub struct Sandbox {
    /// Price list of USPS.
    pub usps_card: String,
    /// How fast parcels travel.
    pub speed: u32,
}

/// Users' printers.
#[derive(Debug, Clone, Deserialize)]
pub struct Printers {
    /// Where they may stand.
    pub networks: String,
}

/// How accounts are billed.
#[derive(Debug, Clone, Deserialize)]
pub struct Billing {
    /// Dollars, as a decimal text.
    pub credit_limit: String,
}

/// Who moves the live world's money.
#[derive(Debug, Clone, Deserialize)]
pub struct Payments {
    /// `sandbox` or `stripe`.
    pub partner: String,
    /// Stripe's secret key.
    pub stripe_secret_key: SecretString,
    /// Stripe's public key.
    pub stripe_public_key: String,
    /// For `/webhooks/stripe`.
    pub stripe_webhook_secret: SecretString,
    /// Another address than Stripe's own.
    pub stripe_base: String,
    /// Plaid's client id.
    pub plaid_client_id: String,
    /// Plaid's secret.
    pub plaid_secret: SecretString,
    /// `production` or `sandbox`.
    pub plaid_env: String,
    /// Another address than Plaid's own.
    pub plaid_base: String,
}

/// What labels earn, as decimal texts.
#[derive(Debug, Clone, Deserialize)]
pub struct Incentives {
    /// For externally billed accounts.
    pub external_percent: String,
    /// For accounts with a sales channel.
    pub channel_percent: String,
}

/// Outgoing mail.
#[derive(Debug, Clone, Deserialize)]
pub struct Mail {
    /// Empty: the outbox folder.
    pub smtp_url: SecretString,
    /// Sender.
    pub from: String,
}

/// Base addresses; empty ones are this deployment's own.
#[derive(Debug, Clone, Deserialize)]
pub struct Servers {
    /// Host label `dashboard`.
    pub production: String,
    /// Beside production.
    pub test: String,
    /// Host label `beta-dashboard`.
    pub beta: String,
    /// Everything else.
    pub development: String,
}

/// Logging.
#[derive(Debug, Clone, Deserialize)]
pub struct Log {
    /// A filter as `tracing` understands it.
    pub level: String,
    /// `text` or `json`.
    pub format: String,
}

/// Error reporting.
#[derive(Debug, Clone, Deserialize)]
pub struct Sentry {
    /// Empty: none.
    pub dsn: SecretString,
    /// Name of the deployment.
    pub environment: String,
}

/// Traces.
#[derive(Debug, Clone, Deserialize)]
pub struct Otel {
    /// Empty: none.
    pub endpoint: String,
}

impl Config {
    /// The credit limit of accounts without one of their own.
    #[must_use]
    pub fn credit_limit(&self) -> Cents {
        Cents::parse(&self.billing.credit_limit).unwrap_or_default()
    }

    /// What a label earns in a program.
    #[must_use]
    pub fn incentive_percent(&self, program: Program) -> Percent {
        let text = match program {
            Program::External => &self.incentives.external_percent,
            Program::Channel => &self.incentives.channel_percent,
        };
        Percent::parse(text).unwrap_or_default()
    }

    /// The address users reach this deployment at, without a slash at the end.
    #[must_use]
    pub fn public_url(&self) -> String {
        if !self.public_url.is_empty() {
            return self.public_url.trim_end_matches('/').to_owned();
        }
        let listen = self.http.listen;
        let host = if listen.ip().is_unspecified() || listen.ip().is_loopback() { "localhost".into() } else { listen.ip().to_string() };
        format!("http://{host}:{}", listen.port())
    }
}
