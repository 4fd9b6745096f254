//! The database: one facade over SQLite and PostgreSQL, and one module per aggregate with all of its SQL.
//!
//! Every function that reads or writes a merchant's rows takes the account id. Rules are not decided here (see `domain`),
//! nothing here calls the outside world, and no other crate writes SQL.

pub mod accounts;
pub mod activity;
pub mod adjustments;
pub mod api_keys;
pub mod business;
pub mod carrier_accounts;
pub mod check;
mod counters;
mod db;
pub mod drafts;
mod error;
pub mod figures;
pub mod files;
pub mod hopeless_jobs;
pub mod idempotency;
pub mod incentives;
pub mod invoices;

pub mod job_lists;
pub mod job_rows;
pub mod jobs;
pub mod labels;
pub mod ledger;
pub mod ledger_entries;
#[cfg(test)]
mod ledger_tests;
pub mod logins;
pub mod meta;
mod migrate;
#[cfg(test)]
mod money_property_tests;
#[cfg(test)]
mod money_tests;
pub mod payment_events;
pub mod payment_methods;
pub mod payments;
pub mod people;
pub mod printers;
pub mod purchases;
mod query;
pub mod refunds;
mod row;
pub mod sandbox;
pub mod sandbox_bank;
pub mod saved_packages;
pub mod schedules;
#[cfg(test)]
mod schema_tests;
pub mod sessions;
mod shared_writer;
pub mod shipment_list;
mod shipment_search;
pub mod shipments;
pub mod shown_jobs;
pub mod terms;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod throttles;
pub mod tokens;
pub mod tracking;
pub mod transactions;
mod tx;
pub mod upload_mappings;
pub mod upload_rates;
pub mod upload_rows;
pub mod upload_states;
pub mod uploads;
pub mod warehouses;

pub use db::{DatabaseKind, Store};
pub use error::StoreError;
pub use row::{Listed, micros, timestamp};
pub use tx::{Conn, Writer};
