//! `user create`: an account from the command line.

use super::{Stop, print::say};
use crate::app::Deployment;
use crate::config::Config;
use crate::new_account::{self, NewAccount};
use crate::start;
use clap::{Args, Subcommand, ValueEnum};
use domain::account::{BillingType, NewUser};
use domain::activity::ActorKind;
use domain::fields::FieldErrors;
use domain::id::AccountId;
use domain::incentive::Program;
use domain::money::Cents;
use domain::world::World;
use std::sync::Arc;
use store::activity::Actor;
use store::{StoreError, accounts};

#[derive(Subcommand)]
pub enum UserCommand {
    /// Create an account with its owner
    Create(CreateArgs),
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Server {
    Live,
    Test,
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Billing {
    Wallet,
    Invoicing,
}

#[derive(Args)]
pub struct CreateArgs {
    /// The owner's name
    #[arg(long)]
    pub name: String,
    /// The owner's e-mail address
    #[arg(long)]
    pub email: String,
    /// The owner's password, at least 8 characters
    #[arg(long)]
    pub password: String,
    /// Where the account is made
    #[arg(long, value_enum, default_value = "both")]
    pub server: Server,
    /// Cents credited to the balance
    #[arg(long, value_name = "CENTS", value_parser = clap::value_parser!(i64).range(0..=100_000_000_000))]
    pub balance: Option<i64>,
    /// How the account pays
    #[arg(long, value_enum, default_value = "wallet")]
    pub billing_type: Billing,
    /// Somebody else pays for the labels: they earn external incentives
    #[arg(long)]
    pub externally_billed: bool,
    /// The account sells through a sales channel: its labels earn channel incentives
    #[arg(long)]
    pub sales_channel: bool,
    /// Let the owner accept the Terms & Conditions at the first sign-in, instead of accepting them here
    #[arg(long)]
    pub ask_terms: bool,
}

/// Runs a user command.
pub async fn run(config: Config, command: &UserCommand) -> Result<(), Stop> {
    let UserCommand::Create(args) = command;
    let mut errors = FieldErrors::default();
    let owner = NewUser::check("user", &args.name, &args.email, &args.password, &mut errors);
    let Some(owner) = owner.filter(|_| errors.is_empty()) else { return Err(Stop(format!("{}.", errors.sentence()))) };
    let deployment = start::deployment(config).await?;
    let created = create(&deployment, &owner, args).await;
    deployment.close().await;
    say(&format!("Created {} for {}.", created?, owner.email));
    Ok(())
}

async fn create(deployment: &Arc<Deployment>, owner: &NewUser, args: &CreateArgs) -> Result<AccountId, Stop> {
    let worlds: &[World] = match args.server {
        Server::Live => &[World::Live],
        Server::Test => &[World::Test],
        Server::Both => &World::BOTH,
    };
    let id: AccountId = deployment.app(World::Live).id();
    let hash = deployment.passwords.hash(&args.password).await?;
    let actor = Actor { kind: ActorKind::System, name: "Command line".into(), ip: None };
    let terms_accepted_from = (!args.ask_terms).then_some("command line");
    let billing_type = match args.billing_type {
        Billing::Wallet => BillingType::Wallet,
        Billing::Invoicing => BillingType::Invoicing,
    };
    let member = [(args.externally_billed, Program::External), (args.sales_channel, Program::Channel)];
    let programs: Vec<Program> = member.into_iter().filter(|(is, _)| *is).map(|(_, program)| program).collect();
    // All transactions are open before the first is committed, so that a taken address stops both worlds.
    let mut open = Vec::new();
    for world in worlds {
        let app = deployment.app(*world);
        let mut writer = app.store().writer().await?;
        let account = NewAccount { id: &id, owner, password_hash: &hash, terms_accepted_from, actor: &actor };
        match new_account::insert(&app, &mut writer, &account).await {
            Err(StoreError::Duplicate) => {
                return Err(Stop(format!("The address {} is taken on the {} server.", owner.email, world.name())));
            }
            other => other?,
        }
        accounts::set_billing(&mut writer, &id, billing_type, &programs).await?;
        if let Some(cents) = args.balance.filter(|cents| *cents > 0) {
            new_account::credit(&app, &mut writer, &id, Cents::new(cents), "user create", &actor).await?;
        }
        open.push(writer);
    }
    for writer in open {
        writer.commit().await?;
    }
    Ok(id)
}
