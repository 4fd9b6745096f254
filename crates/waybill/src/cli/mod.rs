//! The command line: one program for serving, working, migrating, creating users and checking.

mod demo;
mod demo_desk;
mod demo_money;
mod doctor;
mod print;
mod serve;
mod terms;
mod user;

use crate::config::{Config, Sources, load};
use crate::start;
use clap::{Args, Parser, Subcommand};
use print::{complain, say};
use std::path::PathBuf;
use std::process::ExitCode;

/// Waybill: buy, print, track and refund shipping labels.
#[derive(Parser)]
#[command(name = "waybill", version, about, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[derive(Args)]
struct Common {
    /// Folder for the databases, the key file and the mail outbox
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<String>,
    /// PostgreSQL instead of SQLite files in the data folder
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
    /// A TOML file with settings (default: waybill.toml, if it exists)
    #[arg(long, global = true, value_name = "FILE", env = "WAYBILL_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the whole product: API, web app and workers
    Serve(serve::ServeArgs),
    /// Run only the workers
    Worker,
    /// Bring the databases up to date and stop
    Migrate,
    /// Fill an account with realistic data and print its sign-in
    Demo,
    /// Manage users
    #[command(subcommand)]
    User(user::UserCommand),
    /// Manage the Terms & Conditions and the Privacy Policy
    #[command(subcommand)]
    Terms(terms::TermsCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Check that everything agrees
    Doctor(doctor::DoctorArgs),
}

/// What went wrong: one sentence for the operator.
struct Stop(String);

impl<E: std::error::Error> From<E> for Stop {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(code) => code,
        Err(Stop(sentence)) => {
            complain(&sentence);
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode, Stop> {
    if matches!(cli.command, Command::Openapi) {
        say(crate::http::document()?.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    partners::tls::use_ring();
    let config = configuration(&cli)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(dispatch(cli.command, config))
}

fn configuration(cli: &Cli) -> Result<Config, Stop> {
    let mut flags: Vec<(&'static str, String)> = Vec::new();
    let listen = if let Command::Serve(args) = &cli.command { args.listen.clone() } else { None };
    let given = [("data", &cli.common.data), ("database.url", &cli.common.database_url), ("http.listen", &listen)];
    flags.extend(given.into_iter().filter_map(|(path, value)| value.clone().map(|value| (path, value))));
    Ok(load(&Sources { file: cli.common.config.clone(), env: std::env::vars().collect(), flags })?)
}

async fn dispatch(command: Command, config: Config) -> Result<ExitCode, Stop> {
    match command {
        Command::Serve(args) => serve::serve(config, &args).await?,
        Command::Worker => serve::work(config).await?,
        Command::Migrate => {
            start::deployment(config).await?.close().await;
            say("The databases are up to date.");
        }
        Command::Demo => {
            let deployment = start::deployment(config).await?;
            let filled = demo::fill(&deployment).await;
            deployment.close().await;
            say(&filled?.to_string());
        }
        Command::User(command) => user::run(config, &command).await?,
        Command::Terms(command) => terms::run(config, &command).await?,
        Command::Doctor(args) => return doctor::run(config, &args).await,
        Command::Openapi => {}
    }
    Ok(ExitCode::SUCCESS)
}
