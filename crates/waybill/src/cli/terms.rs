//! `terms publish`: a deployment's own Terms & Conditions and Privacy Policy.

use super::{Stop, print::say};
use crate::config::Config;
use crate::{start, terms_text};
use clap::{Args, Subcommand, ValueEnum};
use domain::terms::Kind;
use domain::world::World;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum TermsCommand {
    /// Publish a new version; owners accept new terms at their next page
    Publish(PublishArgs),
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Which {
    Terms,
    Privacy,
}

#[derive(Args)]
pub struct PublishArgs {
    /// Which document
    #[arg(long, value_enum)]
    pub kind: Which,
    /// The title above the text
    #[arg(long)]
    pub title: String,
    /// A text file: paragraphs separated by blank lines, `## ` headings, `- ` lists
    #[arg(long, value_name = "FILE")]
    pub file: PathBuf,
}

/// Runs a terms command.
pub async fn run(config: Config, command: &TermsCommand) -> Result<(), Stop> {
    let TermsCommand::Publish(args) = command;
    let text = std::fs::read_to_string(&args.file).map_err(|e| Stop(format!("{} cannot be read: {e}.", args.file.display())))?;
    if text.trim().is_empty() || args.title.trim().is_empty() {
        return Err(Stop("A document needs a title and a text.".into()));
    }
    let kind = match args.kind {
        Which::Terms => Kind::Terms,
        Which::Privacy => Kind::Privacy,
    };
    let deployment = start::deployment(config).await?;
    let mut published = Vec::new();
    for world in World::BOTH {
        let app = deployment.app(world);
        let mut writer = app.store().writer().await?;
        let version = terms_text::publish(&app, &mut writer, kind, &args.title, &text).await?;
        writer.commit().await?;
        published.push(format!("version {version} on the {} server", world.name()));
    }
    deployment.close().await;
    say(&format!("Published {}.", published.join(" and ")));
    Ok(())
}
