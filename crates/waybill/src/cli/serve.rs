//! `serve` and `worker`: running until told to stop, then stopping in order.

use super::{Stop, demo, print::say};
use crate::app::Deployment;
use crate::config::Config;
use crate::http::router;
use crate::jobs::{Runner, figures};
use crate::{start, telemetry};
use axum::serve::ListenerExt;
use clap::Args;
use domain::world::World;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How long connections may take to end after the last request.
const PATIENCE: Duration = Duration::from_secs(25);

#[derive(Args)]
pub struct ServeArgs {
    /// Address to listen on
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// Fill a demo account on the first start and print its sign-in
    #[arg(long)]
    pub demo: bool,
    /// Serve requests only; jobs are left to `waybill worker`
    #[arg(long)]
    pub no_worker: bool,
}

/// The whole product.
pub async fn serve(config: Config, args: &ServeArgs) -> Result<(), Stop> {
    let _telemetry = telemetry::start(&config)?;
    telemetry::start_metrics();
    let listen = config.http.listen;
    let listener = TcpListener::bind(listen).await.map_err(|e| Stop(format!("Cannot listen on {listen}: {e}.")))?;
    let deployment = start::deployment(config).await?;
    let filled = if args.demo { Some(demo::fill(&deployment).await?) } else { None };
    let stop = CancellationToken::new();
    let mut workers = JoinSet::new();
    if !args.no_worker {
        start_workers(&deployment, &stop, &mut workers);
    }
    let address = listener.local_addr()?;
    let service = router(&deployment).into_make_service_with_connect_info::<SocketAddr>();
    let listener = listener.tap_io(|stream| {
        // Small answers must not wait for more bytes to come.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
    });
    announce(&deployment, address, filled.as_ref());
    let server = axum::serve(listener, service).with_graceful_shutdown(stop.clone().cancelled_owned());
    let mut server = tokio::spawn(server.into_future());
    tokio::select! {
        ended = &mut server => ended??,
        () = told_to_stop() => {
            tracing::info!("stopping: no new requests, running ones and jobs are finished");
            deployment.stop();
            stop.cancel();
            if tokio::time::timeout(PATIENCE, &mut server).await.is_err() {
                tracing::warn!("some connections did not end in time");
                server.abort();
            }
        }
    }
    stop.cancel();
    workers.join_all().await;
    deployment.close().await;
    Ok(())
}

/// Only the workers.
pub async fn work(config: Config) -> Result<(), Stop> {
    let _telemetry = telemetry::start(&config)?;
    telemetry::start_metrics();
    let deployment = start::deployment(config).await?;
    let stop = CancellationToken::new();
    let mut workers = JoinSet::new();
    start_workers(&deployment, &stop, &mut workers);
    say("Waybill is working.");
    told_to_stop().await;
    stop.cancel();
    workers.join_all().await;
    deployment.close().await;
    Ok(())
}

fn start_workers(deployment: &Arc<Deployment>, stop: &CancellationToken, workers: &mut JoinSet<()>) {
    for world in World::BOTH {
        workers.spawn(Runner::new(deployment.app(world), stop.clone()).run());
        workers.spawn(figures::keep_fresh(deployment.app(world), stop.clone()));
    }
}

fn announce(deployment: &Deployment, address: SocketAddr, filled: Option<&demo::Filled>) {
    let host = if address.ip().is_unspecified() || address.ip().is_loopback() { "localhost".to_owned() } else { address.ip().to_string() };
    say(&format!("Waybill is ready at http://{host}:{}", address.port()));
    if let Some(filled) = filled {
        say(&filled.to_string());
    }
    if let Some(outbox) = deployment.mailer.outbox() {
        say(&format!("No SMTP server is configured: mail goes to {}.", outbox.display()));
    }
}

/// Returns on Ctrl-C or when the system asks the process to end.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
