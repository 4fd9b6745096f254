//! Logs, metrics, and optional reporting to Sentry and an OpenTelemetry collector.

use crate::config::{Config, ConfigError};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use secrecy::ExposeSecret;
use std::io::IsTerminal;
use std::sync::OnceLock;
use tracing::Metadata;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Keeps reporting alive; dropping it sends what is left.
#[derive(Default)]
pub struct Telemetry {
    _sentry: Option<sentry::ClientInitGuard>,
    #[cfg(feature = "otel")]
    traces: Option<opentelemetry_sdk::trace::SdkTracerProvider>,
}

#[cfg(feature = "otel")]
impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(traces) = self.traces.take()
            && let Err(error) = traces.shutdown()
        {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

/// Sets logging and reporting up, once per process.
pub fn start(config: &Config) -> Result<Telemetry, ConfigError> {
    let filter = EnvFilter::try_new(&config.log.level)
        .map_err(|e| ConfigError(format!("log.level is not a filter such as info or waybill=debug,info: {e}.")))?;
    let mut telemetry = Telemetry::default();
    let mut layers: Vec<Box<dyn Layer<Registry> + Send + Sync>> = vec![match config.log.format.as_str() {
        "json" => tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr).boxed(),
        _ => tracing_subscriber::fmt::layer()
            .with_target(false)
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr)
            .boxed(),
    }];
    let dsn = config.sentry.dsn.expose_secret();
    if !dsn.is_empty() {
        telemetry._sentry = Some(start_sentry(dsn, &config.sentry.environment)?);
        layers.push(sentry::integrations::tracing::SpanLayer::new().with_filter(filter_fn(is_ours)).boxed());
        layers.push(sentry::integrations::tracing::ErrorLayer::new().boxed());
        layers.push(sentry::integrations::tracing::BreadcrumbLayer::new().boxed());
    }
    #[cfg(feature = "otel")]
    if !config.otel.endpoint.is_empty() {
        let (provider, layer) = start_traces(&config.otel.endpoint)?;
        telemetry.traces = Some(provider);
        layers.push(layer);
    }
    #[cfg(not(feature = "otel"))]
    if !config.otel.endpoint.is_empty() {
        return Err(ConfigError(
            "otel.endpoint is set, but this program was built without OpenTelemetry; build it with --features otel.".into(),
        ));
    }
    // The outer filter is set first, so that it also rules what is reported.
    tracing_subscriber::registry()
        .with(layers.with_filter(filter))
        .try_init()
        .map_err(|e| ConfigError(format!("Logging cannot start: {e}.")))?;
    Ok(telemetry)
}

/// Traces tell of our requests; the database driver's own spans would be one for every statement.
fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.target().starts_with("waybill")
}

fn start_sentry(dsn: &str, environment: &str) -> Result<sentry::ClientInitGuard, ConfigError> {
    dsn.parse::<sentry::types::Dsn>().map_err(|_| ConfigError("sentry.dsn is not a Sentry key.".into()))?;
    let options = sentry::ClientOptions::new().dsn(dsn).release(concat!("waybill@", env!("CARGO_PKG_VERSION")));
    Ok(sentry::init(options.environment(environment.to_owned()).traces_sample_rate(1.0)))
}

#[cfg(feature = "otel")]
type Traces = (opentelemetry_sdk::trace::SdkTracerProvider, Box<dyn Layer<Registry> + Send + Sync>);

#[cfg(feature = "otel")]
fn start_traces(endpoint: &str) -> Result<Traces, ConfigError> {
    use opentelemetry::trace::TracerProvider;
    use opentelemetry_otlp::{SpanExporter, WithExportConfig};
    use opentelemetry_sdk::Resource;
    let address = format!("{}/v1/traces", endpoint.trim_end_matches('/').trim_end_matches("/v1/traces"));
    let exporter = SpanExporter::builder().with_http().with_endpoint(address).build();
    let exporter = exporter.map_err(|e| ConfigError(format!("otel.endpoint cannot be used: {e}.")))?;
    let resource = Resource::builder().with_service_name("waybill").build();
    let provider = opentelemetry_sdk::trace::SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("waybill")).with_filter(filter_fn(is_ours)).boxed();
    Ok((provider, layer))
}

/// Starts collecting metrics, once per process.
pub fn start_metrics() {
    METRICS.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("metrics are collected by somebody else");
        }
        handle
    });
}

/// The metrics in Prometheus' text form.
#[must_use]
pub fn metrics_text() -> String {
    METRICS.get().map(PrometheusHandle::render).unwrap_or_default()
}
