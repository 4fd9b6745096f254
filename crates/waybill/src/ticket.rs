//! Signed words in an address, for what a browser opens by itself and so cannot send a header with.

use crate::app::App;
use chrono::TimeDelta;
use domain::id::AccountId;
use serde::{Deserialize, Serialize};

/// How long an address works when nothing else is said.
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
#[must_use]
pub fn sign(app: &App, account: &AccountId, purpose: &str, about: &str) -> String {
    sign_for(app, account, purpose, about, VALID)
}

/// Opens one thing of one account for as long as said.
#[must_use]
pub fn sign_for(app: &App, account: &AccountId, purpose: &str, about: &str, valid: TimeDelta) -> String {
    let ticket = Ticket {
        purpose: purpose.into(),
        world: app.world.name().into(),
        account: account.clone(),
        about: about.into(),
        until: (app.now() + valid).timestamp(),
    };
    app.deployment.secrets.sign(&serde_json::to_vec(&ticket).unwrap_or_default())
}

/// Whose thing a ticket opens, when it was signed by us, for this thing and world, and has not run out.
#[must_use]
pub fn account_of(app: &App, ticket: &str, purpose: &str, about: &str) -> Option<AccountId> {
    let ticket: Ticket = serde_json::from_slice(&app.deployment.secrets.verify(ticket)?).ok()?;
    let fits = ticket.purpose == purpose && ticket.world == app.world.name() && ticket.about == about;
    (fits && ticket.until > app.now().timestamp()).then_some(ticket.account)
}
