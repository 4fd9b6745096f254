//! Every setting there is: its path in the TOML file, its kind, its default and what it is for.
//!
//! The environment name follows from the path (`jobs.workers` is `WAYBILL_JOBS_WORKERS`). The README's table is checked
//! against this list, so a setting cannot exist without being documented.

/// What a value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// `true` or `false`.
    Switch,
    /// Texts; separated by commas in the environment.
    List,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Where it stands in the TOML file.
    pub path: &'static str,
    /// What a value looks like.
    pub kind: Kind,
    /// The default, written as in the environment.
    pub default: &'static str,
    /// Whether its value must never be shown.
    pub secret: bool,
    /// What it is for, in a few words.
    pub about: &'static str,
}

impl Setting {
    /// The name of the environment variable.
    #[must_use]
    pub fn env(&self) -> String {
        format!("WAYBILL_{}", self.path.replace('.', "_").to_uppercase())
    }
}

const fn setting(path: &'static str, kind: Kind, default: &'static str, about: &'static str) -> Setting {
    Setting { path, kind, default, secret: false, about }
}

const fn secret(path: &'static str, about: &'static str) -> Setting {
    Setting { path, kind: Kind::Text, default: "", secret: true, about }
}

/// All settings, in the order of the README.
pub const SETTINGS: &[Setting] = &[
    setting("data", Kind::Text, "data", "folder for the databases, the key file and the mail outbox"),
    setting("public_url", Kind::Text, "", "address in mails; by default made from `http.listen`"),
    secret("secret_key", "32 bytes in base 64 that seal stored secrets; by default kept in `secret.key` in the data folder"),
    secret("database.url", "`postgres://user:password@host/name`; by default SQLite files in the data folder"),
    setting("database.connections", Kind::Number(2, 1000), "10", "PostgreSQL connections per world and node"),
    setting("http.listen", Kind::Text, "127.0.0.1:4000", "address to listen on"),
    setting("http.dashboard_origins", Kind::List, "", "other origins whose pages may call the API (CORS)"),
    setting("http.embedding_origins", Kind::List, "", "origins that `/_post_message_` answers"),
    setting("http.trust_forwarded_for", Kind::Switch, "false", "take the caller's address from X-Forwarded-For (behind a proxy)"),
    setting("http.timeout_seconds", Kind::Number(1, 600), "20", "longest time a request may take"),
    setting("http.body_limit_kib", Kind::Number(16, 102_400), "1024", "largest request body"),
    secret("http.metrics_token", "bearer token for `/metrics`; without one only this machine may read it"),
    setting("limits.requests_per_second", Kind::Number(1, 100_000), "50", "sustained requests per caller and node"),
    setting("limits.burst", Kind::Number(1, 100_000), "200", "requests a caller may send at once"),
    setting("jobs.workers", Kind::Number(1, 256), "4", "jobs run at once per world and node"),
    setting("jobs.lease_seconds", Kind::Number(2, 3600), "30", "after how long a dead worker's job is taken over"),
    setting("jobs.drain_seconds", Kind::Number(0, 600), "20", "how long a stopping node waits for its jobs"),
    setting("sandbox.usps_card", Kind::OneOf(&["usps-2025-10-05", "usps-2026-07-12"]), "usps-2025-10-05", "price list of the sandbox USPS"),
    setting("sandbox.speed", Kind::Number(1, 100_000), "1", "how much faster parcels of the sandbox travel than real ones"),
    setting(
        "printers.networks",
        Kind::OneOf(&["private", "any", "none"]),
        "private",
        "where users' printers may stand: `private` addresses only, `any`, or `none` (no printing)",
    ),
    setting(
        "billing.credit_limit",
        Kind::Text,
        "500.00",
        "dollars: how much money on its way a wallet may spend, and how much an invoiced account may owe",
    ),
    setting("payments.partner", Kind::OneOf(&["sandbox", "stripe"]), "sandbox", "who moves the live world's money"),
    secret("payments.stripe_secret_key", "Stripe's secret key"),
    setting("payments.stripe_public_key", Kind::Text, "", "Stripe's public key, for the browser"),
    secret("payments.stripe_webhook_secret", "signing secret of the endpoint `/webhooks/stripe`; without one no events are taken"),
    setting("payments.stripe_base", Kind::Text, "", "another address than Stripe's own, for tests"),
    setting("payments.plaid_client_id", Kind::Text, "", "Plaid's client id"),
    secret("payments.plaid_secret", "Plaid's secret; without one no bank accounts can be linked"),
    setting("payments.plaid_env", Kind::OneOf(&["production", "sandbox"]), "production", "which of Plaid's environments"),
    setting("payments.plaid_base", Kind::Text, "", "another address than Plaid's own, for tests"),
    setting("incentives.external_percent", Kind::Text, "2.0", "share of a label's price that externally billed accounts earn"),
    setting("incentives.channel_percent", Kind::Text, "2.0", "share of a label's price that accounts with a sales channel earn"),
    secret("mail.smtp_url", "`smtp://` or `smtps://user:password@host:port`; by default mail goes to `outbox` in the data folder"),
    setting("mail.from", Kind::Text, "Waybill <waybill@localhost>", "sender of mails"),
    setting("servers.production", Kind::Text, "", "base address of the production server, if it is another one"),
    setting("servers.test", Kind::Text, "", "base address of its test server"),
    setting("servers.beta", Kind::Text, "", "base address of the beta server"),
    setting("servers.development", Kind::Text, "", "base address of the development server"),
    setting("log.level", Kind::Text, "info", "what is logged, for example `debug` or `waybill=debug,info`"),
    setting("log.format", Kind::OneOf(&["text", "json"]), "text", "how it is written"),
    secret("sentry.dsn", "Sentry key; errors of server and browser are reported with all traces"),
    setting("sentry.environment", Kind::Text, "production", "name of this deployment in Sentry"),
    setting("otel.endpoint", Kind::Text, "", "OTLP/HTTP address for traces (needs a build with `--features otel`)"),
];
