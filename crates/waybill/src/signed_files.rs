//! Addresses of files that a browser may open by themselves: signed, for one file of one account, for a short while.

use crate::app::App;
use crate::ticket;
use chrono::TimeDelta;
use domain::id::{AccountId, FileId, Id};

const FILE: &str = "file";
const DOCUMENT: &str = "document";

/// Papers that are drawn when they are asked for, each a folder of `/dashboard/documents`.
pub const RECEIPTS: &str = "receipts";
/// Invoices as PDF.
pub const INVOICES: &str = "invoices";
/// Incentive reports as tables.
pub const INCENTIVE_REPORTS: &str = "incentive_reports";

/// The address of a file, for an hour.
#[must_use]
pub fn url(app: &App, account: &AccountId, file: &FileId) -> String {
    file_url(app, file, &ticket::sign(app, account, FILE, file.as_str()))
}

/// The address of a file, for as long as said.
#[must_use]
pub fn url_for(app: &App, account: &AccountId, file: &FileId, valid: TimeDelta) -> String {
    file_url(app, file, &ticket::sign_for(app, account, FILE, file.as_str(), valid))
}

fn file_url(app: &App, file: &FileId, ticket: &str) -> String {
    format!("{}/dashboard/files/{}?ticket={ticket}", app.base(), file.as_str())
}

/// Whose file a ticket opens, when it was signed by us, for this file and world, and has not run out.
#[must_use]
pub fn account_of(app: &App, ticket: &str, file: &FileId) -> Option<AccountId> {
    ticket::account_of(app, ticket, FILE, file.as_str())
}

/// The address of a paper, for an hour.
#[must_use]
pub fn document_url(app: &App, account: &AccountId, kind: &str, id: &str) -> String {
    let ticket = ticket::sign(app, account, DOCUMENT, &format!("{kind}/{id}"));
    format!("{}/dashboard/documents/{kind}/{id}?ticket={ticket}", app.base())
}

/// Whose paper a ticket opens, when it was signed by us, for this paper and world, and has not run out.
#[must_use]
pub fn account_of_document(app: &App, ticket: &str, kind: &str, id: &str) -> Option<AccountId> {
    ticket::account_of(app, ticket, DOCUMENT, &format!("{kind}/{id}"))
}
