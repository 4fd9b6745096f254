//! Signed words in an address, for what a browser opens by itself and so cannot send a header with.

use crate::app::App;
use chrono::TimeDelta;
use domain::id::AccountId;
use serde::{Deserialize, Serialize};

/// How long an address works.
const VALID: TimeDelta = TimeDelta::hours(1);

#[derive(Serialize, Deserialize)]
struct Ticket {
    purpose: String,
    world: String,
    account: AccountId,
    about: String,
    until: i64,
}

/// Opens one thing of one account for an hour.
pub fn sign(app: &App, account: &AccountId, purpose: &str, about: &str) -> String {
    let ticket = Ticket {
        purpose: purpose.into(),
        world: app.world.name().into(),
        account: account.clone(),
        about: about.into(),
        until: (app.now() + VALID).timestamp(),
    };
    app.deployment.secrets.sign(&serde_json::to_vec(&ticket).unwrap_or_default())
}

/// Whose thing a ticket opens, when it was signed by us, for this thing and world, and has not run out.
pub fn account_of(app: &App, ticket: &str, purpose: &str, about: &str) -> Option<AccountId> {
    let ticket: Ticket = serde_json::from_slice(&app.deployment.secrets.verify(ticket)?).ok()?;
    let fits = ticket.purpose == purpose && ticket.world == app.world.name() && ticket.about == about;
    (fits && ticket.until > app.now().timestamp()).then_some(ticket.account)
}
