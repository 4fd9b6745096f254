//! `/config.json`: what the web app must know before anybody signs in, above all its pair of servers.

use crate::app::App;
use crate::config::Servers;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use domain::world::World;
use secrecy::ExposeSecret;
use serde::Serialize;

/// One server of the pair.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Server {
    name: &'static str,
    base: String,
    world: World,
}

#[derive(Debug, Serialize)]
struct Pair {
    primary: Server,
    alternate: Server,
}

#[derive(Debug, Serialize)]
struct Reporting {
    dsn: String,
    environment: String,
    traces_sample_rate: u8,
}

/// The whole answer.
#[derive(Debug, Serialize)]
pub struct WebConfig {
    version: &'static str,
    production: bool,
    servers: Pair,
    embedding_origins: Vec<String>,
    api_docs: &'static str,
    sentry: Option<Reporting>,
}

/// Answers `/config.json` for the host name that was asked.
pub async fn config(State(app): State<App>, headers: HeaderMap) -> Json<WebConfig> {
    let config = &app.deployment.config;
    let host = headers.get(header::HOST).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let servers = pair(host, &config.servers);
    let dsn = config.sentry.dsn.expose_secret();
    // A DSN is made to be public: it can only send reports.
    let sentry =
        (!dsn.is_empty()).then(|| Reporting { dsn: dsn.to_owned(), environment: config.sentry.environment.clone(), traces_sample_rate: 1 });
    Json(WebConfig {
        version: env!("CARGO_PKG_VERSION"),
        production: servers.primary.name == "production",
        servers,
        embedding_origins: config.http.embedding_origins.clone(),
        api_docs: "/api-docs/",
        sentry,
    })
}

/// The specification's rule: the first label of the host name chooses the pair. Addresses that are not configured are our own.
fn pair(host: &str, servers: &Servers) -> Pair {
    let label = host.split(['.', ':']).next().unwrap_or_default();
    let (primary, alternate) = match label {
        "dashboard" => (("production", &servers.production), ("test", &servers.test)),
        "beta-dashboard" => (("beta", &servers.beta), ("development", &servers.development)),
        _ => (("development", &servers.development), ("beta", &servers.beta)),
    };
    let server = |(name, address): (&'static str, &String), world: World| Server {
        name,
        base: if address.is_empty() { crate::app::base(world).to_owned() } else { address.trim_end_matches('/').to_owned() },
        world,
    };
    Pair { primary: server(primary, World::Live), alternate: server(alternate, World::Test) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_label_of_the_host_chooses() {
        let config = crate::config::load(&crate::config::Sources::default()).unwrap();
        for (host, primary, alternate) in [
            ("dashboard.example.com", "production", "test"),
            ("beta-dashboard.example.com:8443", "beta", "development"),
            ("localhost:4000", "development", "beta"),
            ("", "development", "beta"),
        ] {
            let pair = pair(host, &config.servers);
            assert_eq!((pair.primary.name, pair.alternate.name), (primary, alternate), "{host}");
            assert_eq!((pair.primary.base.as_str(), pair.alternate.base.as_str()), ("", "/test"));
        }
    }
}
