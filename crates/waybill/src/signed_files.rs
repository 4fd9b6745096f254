//! Addresses of files that a browser may open by themselves: signed, for one file of one account, for a short while.

use crate::app::App;
use chrono::TimeDelta;
use domain::id::{AccountId, FileId, Id};
use serde::{Deserialize, Serialize};

/// How long an address works.
const VALID: TimeDelta = TimeDelta::hours(1);

#[derive(Serialize, Deserialize)]
struct Ticket {
    purpose: String,
    world: String,
    account: AccountId,
    file: FileId,
    until: i64,
}

const PURPOSE: &str = "file";

/// The address of a file, for an hour.
#[must_use]
pub fn url(app: &App, account: &AccountId, file: &FileId) -> String {
    url_for(app, account, file, VALID)
}

/// The address of a file, for as long as said.
#[must_use]
pub fn url_for(app: &App, account: &AccountId, file: &FileId, valid: TimeDelta) -> String {
    let ticket = Ticket {
        purpose: PURPOSE.into(),
        world: app.world.name().into(),
        account: account.clone(),
        file: file.clone(),
        until: (app.now() + valid).timestamp(),
    };
    let payload = serde_json::to_vec(&ticket).unwrap_or_default();
    format!("{}/dashboard/files/{}?ticket={}", app.base(), file.as_str(), app.deployment.secrets.sign(&payload))
}

/// Whose file a ticket opens, when it was signed by us, for this file and world, and has not run out.
#[must_use]
pub fn account_of(app: &App, ticket: &str, file: &FileId) -> Option<AccountId> {
    let ticket: Ticket = serde_json::from_slice(&app.deployment.secrets.verify(ticket)?).ok()?;
    let fits = ticket.purpose == PURPOSE && ticket.world == app.world.name() && ticket.file == *file;
    (fits && ticket.until > app.now().timestamp()).then_some(ticket.account)
}

/// Papers that are drawn when they are asked for, each a folder of `/dashboard/documents`.
pub const RECEIPTS: &str = "receipts";
/// Invoices as PDF.
pub const INVOICES: &str = "invoices";
/// Incentive reports as tables.
pub const INCENTIVE_REPORTS: &str = "incentive_reports";

#[derive(Serialize, Deserialize)]
struct DocumentTicket {
    purpose: String,
    world: String,
    account: AccountId,
    kind: String,
    id: String,
    until: i64,
}

const DOCUMENT: &str = "document";

/// The address of a paper, for an hour.
#[must_use]
pub fn document_url(app: &App, account: &AccountId, kind: &str, id: &str) -> String {
    let ticket = DocumentTicket {
        purpose: DOCUMENT.into(),
        world: app.world.name().into(),
        account: account.clone(),
        kind: kind.to_owned(),
        id: id.to_owned(),
        until: (app.now() + VALID).timestamp(),
    };
    let payload = serde_json::to_vec(&ticket).unwrap_or_default();
    format!("{}/dashboard/documents/{kind}/{id}?ticket={}", app.base(), app.deployment.secrets.sign(&payload))
}

/// Whose paper a ticket opens, when it was signed by us, for this paper and world, and has not run out.
#[must_use]
pub fn account_of_document(app: &App, ticket: &str, kind: &str, id: &str) -> Option<AccountId> {
    let ticket: DocumentTicket = serde_json::from_slice(&app.deployment.secrets.verify(ticket)?).ok()?;
    let fits = ticket.purpose == DOCUMENT && ticket.world == app.world.name() && ticket.kind == kind && ticket.id == id;
    (fits && ticket.until > app.now().timestamp()).then_some(ticket.account)
}
