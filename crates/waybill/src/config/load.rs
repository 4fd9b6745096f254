//! Reading the configuration from its sources and saying clearly what is wrong with it.

use super::settings::{Kind, SETTINGS, Setting};
use super::{Config, ConfigError};
use domain::incentive::Percent;
use domain::money::Cents;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Names that belong to the project's scripts, not to the product.
const NOT_SETTINGS: [&str; 5] = ["WAYBILL_TEST_", "WAYBILL_BIN", "WAYBILL_CONFIG", "WAYBILL_SERVER", "WAYBILL_URL"];

/// Where values come from, weakest first.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The TOML file; without one, `waybill.toml` in the working folder is read when it exists.
    pub file: Option<PathBuf>,
    /// The environment.
    pub env: Vec<(String, String)>,
    /// Command-line flags: setting path and value.
    pub flags: Vec<(&'static str, String)>,
}

/// Puts the configuration together.
pub fn load(sources: &Sources) -> Result<Config, ConfigError> {
    let mut table = Table::new();
    for setting in SETTINGS {
        put(&mut table, setting.path, parse(setting, setting.default, "the default")?);
    }
    read_file(&mut table, sources.file.as_deref())?;
    for (name, value) in &sources.env {
        if !name.starts_with("WAYBILL_")
            || NOT_SETTINGS.iter().any(|other| name == other || (other.ends_with('_') && name.starts_with(other)))
        {
            continue;
        }
        let setting = SETTINGS.iter().find(|s| s.env() == *name);
        let setting = setting.ok_or_else(|| ConfigError(format!("{name} is not a setting of Waybill; the README lists them all.")))?;
        put(&mut table, setting.path, parse(setting, value, name)?);
    }
    for (path, value) in &sources.flags {
        let setting =
            SETTINGS.iter().find(|s| s.path == *path).ok_or_else(|| ConfigError(format!("{path} is not a setting of Waybill.")))?;
        let flag = format!("--{}", path.rsplit('.').next().unwrap_or(path).replace('_', "-"));
        put(&mut table, path, parse(setting, value, &flag)?);
    }
    let config: Config = table.try_into().map_err(|error| ConfigError(plain(&error)))?;
    check(&config)?;
    Ok(config)
}

fn plain(error: &toml::de::Error) -> String {
    // The only typed value among the texts is the listening address.
    if error.message().contains("socket address") {
        return "http.listen must be an address and a port such as 127.0.0.1:4000.".into();
    }
    format!("The configuration cannot be used: {}.", error.message())
}

fn read_file(table: &mut Table, file: Option<&Path>) -> Result<(), ConfigError> {
    let (path, required) = file.map_or((Path::new("waybill.toml"), false), |path| (path, true));
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !required => return Ok(()),
        Err(error) => return Err(ConfigError(format!("The configuration file {} cannot be read: {error}.", path.display()))),
    };
    let found: Table =
        text.parse().map_err(|e: toml::de::Error| ConfigError(format!("{} is not valid TOML: {}.", path.display(), e.message())))?;
    merge(table, &found, "", path)
}

fn merge(into: &mut Table, found: &Table, prefix: &str, file: &Path) -> Result<(), ConfigError> {
    for (key, value) in found {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        if let Value::Table(inner) = value {
            merge(into, inner, &path, file)?;
            continue;
        }
        let place = format!("{path} in {}", file.display());
        let setting =
            SETTINGS.iter().find(|s| s.path == path).ok_or_else(|| ConfigError(format!("{place} is not a setting of Waybill.")))?;
        let text = match (value, setting.kind) {
            (Value::String(text), _) => text.clone(),
            (Value::Array(items), Kind::List) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
            (other, _) => other.to_string(),
        };
        put(into, setting.path, parse(setting, &text, &place)?);
    }
    Ok(())
}

fn parse(setting: &Setting, text: &str, place: &str) -> Result<Value, ConfigError> {
    let wrong = |wanted: String| {
        let shown = if setting.secret { String::new() } else { format!(", not \"{text}\"") };
        ConfigError(format!("{place} must be {wanted}{shown}."))
    };
    match setting.kind {
        Kind::Text => Ok(Value::String(text.trim().to_owned())),
        Kind::Number(least, most) => match text.trim().parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Value::Integer(number)),
            _ => Err(wrong(format!("a whole number from {least} to {most}"))),
        },
        Kind::Switch => match text.trim() {
            "true" => Ok(Value::Boolean(true)),
            "false" => Ok(Value::Boolean(false)),
            _ => Err(wrong("true or false".into())),
        },
        Kind::List => Ok(Value::Array(text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(|t| Value::String(t.into())).collect())),
        Kind::OneOf(words) if words.contains(&text.trim()) => Ok(Value::String(text.trim().to_owned())),
        Kind::OneOf(words) => Err(wrong(words.join(" or "))),
    }
}

fn put(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            table.insert(path.to_owned(), value);
        }
        Some((section, rest)) => {
            let inner = table.entry(section.to_owned()).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

/// What the kinds alone cannot say.
fn check(config: &Config) -> Result<(), ConfigError> {
    use secrecy::ExposeSecret;
    let database = config.database.url.expose_secret();
    if !database.is_empty() && !database.starts_with("postgres://") && !database.starts_with("postgresql://") {
        return Err(ConfigError(
            "The database address must begin with postgres://; without one, SQLite in the data folder is used.".into(),
        ));
    }
    let smtp = config.mail.smtp_url.expose_secret();
    if !smtp.is_empty() && !smtp.starts_with("smtp://") && !smtp.starts_with("smtps://") {
        return Err(ConfigError("mail.smtp_url must begin with smtp:// or smtps://.".into()));
    }
    if !config.public_url.is_empty() && !is_web_address(&config.public_url) {
        return Err(ConfigError(format!(
            "public_url must be an address such as https://dashboard.example.com, not \"{}\".",
            config.public_url
        )));
    }
    for origin in config.http.dashboard_origins.iter().chain(&config.http.embedding_origins) {
        if !is_origin(origin) {
            return Err(ConfigError(format!("\"{origin}\" is not an origin such as https://shop.example.com (without a path).")));
        }
    }
    if !Cents::parse(&config.billing.credit_limit).is_ok_and(|limit| limit >= Cents::ZERO) {
        return Err(ConfigError(format!(
            "billing.credit_limit must be an amount such as 500.00, not \"{}\".",
            config.billing.credit_limit
        )));
    }
    let percents = [("external_percent", &config.incentives.external_percent), ("channel_percent", &config.incentives.channel_percent)];
    for (name, text) in percents {
        if let Err(error) = Percent::parse(text) {
            return Err(ConfigError(format!("incentives.{name} {error}, not \"{text}\".")));
        }
    }
    if config.mail.from.parse::<lettre::message::Mailbox>().is_err() {
        return Err(ConfigError(format!("mail.from must be a sender such as Waybill <mail@example.com>, not \"{}\".", config.mail.from)));
    }
    Ok(())
}

fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some())
}

fn is_origin(text: &str) -> bool {
    is_web_address(text) && url::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_env(name: &str, value: &str) -> Result<Config, ConfigError> {
        load(&Sources { env: vec![(name.into(), value.into())], ..Sources::default() })
    }

    #[test]
    fn the_defaults_stand_on_their_own() {
        let config = load(&Sources::default()).unwrap();
        assert_eq!(config.public_url(), "http://localhost:4000");
        assert_eq!(config.jobs.workers, 4);
    }

    #[test]
    fn each_wrong_value_is_one_clear_sentence() {
        let cases = [
            ("WAYBILL_JOBS_WORKERS", "many", "WAYBILL_JOBS_WORKERS must be a whole number from 1 to 256, not \"many\"."),
            ("WAYBILL_HTTP_TRUST_FORWARDED_FOR", "yes", "WAYBILL_HTTP_TRUST_FORWARDED_FOR must be true or false, not \"yes\"."),
            ("WAYBILL_LOG_FORMAT", "xml", "WAYBILL_LOG_FORMAT must be text or json, not \"xml\"."),
            ("WAYBILL_HTTP_LISTEN", "here", "http.listen must be an address and a port such as 127.0.0.1:4000."),
            ("WAYBILL_WORKERS", "4", "WAYBILL_WORKERS is not a setting of Waybill; the README lists them all."),
            ("WAYBILL_BILLING_CREDIT_LIMIT", "-1", "billing.credit_limit must be an amount such as 500.00, not \"-1\"."),
            (
                "WAYBILL_INCENTIVES_CHANNEL_PERCENT",
                "200",
                "incentives.channel_percent must be a percentage from 0 to 100 with at most two places, such as 2.5, not \"200\".",
            ),
            (
                "WAYBILL_DATABASE_URL",
                "mysql://root:hunter2@x/y",
                "The database address must begin with postgres://; without one, SQLite in the data folder is used.",
            ),
            (
                "WAYBILL_HTTP_DASHBOARD_ORIGINS",
                "https://a.com/x",
                "\"https://a.com/x\" is not an origin such as https://shop.example.com (without a path).",
            ),
        ];
        for (name, value, sentence) in cases {
            assert_eq!(with_env(name, value).unwrap_err().to_string(), sentence);
        }
    }

    #[test]
    fn flags_beat_environment_beat_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("w.toml");
        std::fs::write(&file, "data = 'from-file'\n[jobs]\nworkers = 7\n[http]\ndashboard_origins = ['https://a.com', 'https://b.com']")
            .unwrap();
        let config = load(&Sources {
            file: Some(file),
            env: vec![("WAYBILL_DATA".into(), "from-env".into()), ("WAYBILL_JOBS_WORKERS".into(), "9".into())],
            flags: vec![("data", "from-flag".into())],
        })
        .unwrap();
        assert_eq!((config.data.to_str(), config.jobs.workers), (Some("from-flag"), 9));
        assert_eq!(config.http.dashboard_origins, ["https://a.com", "https://b.com"]);
    }

    #[test]
    fn secrets_do_not_show() {
        let config = with_env("WAYBILL_DATABASE_URL", "postgres://u:hunter2@h/d").unwrap();
        assert!(!format!("{config:?}").contains("hunter2"));
    }
}
