//! `doctor`: checks that the data agrees with itself, for people and (as JSON) for scripts.

use super::{Stop, print::say};
use crate::app::App;
use crate::config::Config;
use crate::money_check;
use crate::start;
use clap::Args;
use domain::carrier::Carrier;
use domain::id::{AccountId, Id};
use domain::ledger::Book;
use domain::settlement::State;
use domain::world::World;
use serde::Serialize;
use std::process::ExitCode;
use store::sandbox as sandbox_store;
use store::{Conn, DatabaseKind, StoreError, accounts, check, ledger, payments, purchases, shown_jobs};

#[derive(Args)]
pub struct DoctorArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    detail: String,
}

#[derive(Serialize)]
struct AccountBalance {
    account_id: String,
    email: String,
    balance_cents: i64,
    held_cents: i64,
    pending_credit_cents: i64,
    receivable_cents: i64,
    entries: i64,
    payments_pending: i64,
    payments_processing: i64,
    open_purchases: i64,
    labels_bought: i64,
}

/// What a sandbox carrier says it sold, beside what accounts say they bought.
#[derive(Serialize)]
struct CarrierSales {
    carrier: &'static str,
    labels_sold: i64,
    labels_voided: i64,
    labels_bought: i64,
}

#[derive(Serialize)]
struct WorldReport {
    world: World,
    database: &'static str,
    checks: Vec<Check>,
    accounts: Vec<AccountBalance>,
    sandbox: Vec<CarrierSales>,
}

#[derive(Serialize)]
struct Report {
    version: &'static str,
    ok: bool,
    worlds: Vec<WorldReport>,
}

/// Runs all checks; the exit code is 0 when all are well.
pub async fn run(config: Config, args: &DoctorArgs) -> Result<ExitCode, Stop> {
    let deployment = start::deployment(config).await?;
    let mut worlds = Vec::new();
    for world in World::BOTH {
        worlds.push(examine(&deployment.app(world)).await?);
    }
    deployment.close().await;
    let ok = worlds.iter().all(|world| world.checks.iter().all(|check| check.ok));
    let report = Report { version: env!("CARGO_PKG_VERSION"), ok, worlds };
    if args.json {
        say(&serde_json::to_string_pretty(&report)?);
    } else {
        tell(&report);
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn examine(app: &App) -> Result<WorldReport, StoreError> {
    let mut conn = app.store().reader().await?;
    let complaints = check::integrity(app.store(), &mut conn).await?;
    let (applied, known) = check::migrations(&mut conn).await?;
    let failed = shown_jobs::counts(&mut conn).await?.into_iter().find(|(state, _)| state == "failed").map_or(0, |(_, n)| n);
    let mut accounts = Vec::new();
    let mut disagreements = Vec::new();
    let (mut bought, mut open_purchases) = ([0_i64; 4], 0);
    let mut after = String::new();
    loop {
        let ids = accounts::ids_after(&mut conn, &after, 500).await?;
        let Some(last) = ids.last() else { break };
        after = last.as_str().to_owned();
        for id in &ids {
            disagreements.extend(money_check::complaints(&mut conn, id).await?);
            let email = accounts::find(&mut conn, id).await?.map(|account| account.email.to_string()).unwrap_or_default();
            let account = balance(&mut conn, id, email, &mut bought).await?;
            open_purchases += account.open_purchases;
            accounts.push(account);
        }
    }
    let mut sandbox = Vec::new();
    for (carrier, labels_bought) in Carrier::ALL.into_iter().zip(bought) {
        let sales = sandbox_store::sales(&mut conn, carrier.name()).await?;
        sandbox.push(CarrierSales { carrier: carrier.name(), labels_sold: sales.labels, labels_voided: sales.voided, labels_bought });
    }
    // While purchases are open the carrier may know of labels that we do not know of yet.
    let unmatched = sandbox.iter().filter(|sales| open_purchases == 0 && sales.labels_sold != sales.labels_bought);
    let unmatched: Vec<String> = unmatched
        .map(|sales| format!("{} sold {} labels, accounts bought {}", sales.carrier, sales.labels_sold, sales.labels_bought))
        .collect();
    let checks = vec![
        of("database", complaints, "sound"),
        Check { name: "migrations", ok: applied == known, detail: format!("{applied} of {known} applied") },
        of("ledger", disagreements, "every balance equals the sum of its entries, and what is under way accounts for the rest"),
        of("labels", unmatched, "every label that was sold was bought once"),
        Check { name: "jobs", ok: failed == 0, detail: format!("{failed} failed for good") },
    ];
    let database = match app.store().kind() {
        DatabaseKind::Sqlite => "SQLite",
        DatabaseKind::Postgres => "PostgreSQL",
    };
    Ok(WorldReport { world: app.world, database, checks, accounts, sandbox })
}

/// One account's money and labels; its labels are added to the carriers' counts.
async fn balance(conn: &mut Conn, id: &AccountId, email: String, bought: &mut [i64; 4]) -> Result<AccountBalance, StoreError> {
    let mut labels_bought = 0;
    for (carrier, count) in Carrier::ALL.into_iter().zip(bought.iter_mut()) {
        let labels = purchases::labels_bought(conn, id, carrier.name()).await?;
        *count += labels;
        labels_bought += labels;
    }
    let (open_purchases, _) = purchases::open_holds(conn, id).await?;
    let (books, entries) = ledger::balances(conn, id).await?;
    Ok(AccountBalance {
        account_id: id.as_str().to_owned(),
        email,
        balance_cents: books.get(Book::Available).get(),
        held_cents: books.get(Book::Held).get(),
        pending_credit_cents: books.get(Book::PendingCredit).get(),
        receivable_cents: books.get(Book::Receivable).get(),
        entries,
        payments_pending: payments::in_state(conn, id, State::Pending).await?.0,
        payments_processing: payments::in_state(conn, id, State::Processing).await?.0,
        open_purchases,
        labels_bought,
    })
}

fn of(name: &'static str, complaints: Vec<String>, well: &str) -> Check {
    let ok = complaints.is_empty();
    Check { name, ok, detail: if ok { well.to_owned() } else { complaints.join("; ") } }
}

fn tell(report: &Report) {
    for world in &report.worlds {
        say(&format!("{} ({}), {} accounts", world.world.name(), world.database, world.accounts.len()));
        for check in &world.checks {
            say(&format!("  {} {}: {}", if check.ok { "ok  " } else { "FAIL" }, check.name, check.detail));
        }
    }
    say(if report.ok { "All is well." } else { "Something needs attention." });
}
