//! The whole server, tested through its routes, on SQLite or (with `WAYBILL_TEST_DATABASE_URL`) on PostgreSQL.
//!
//! One binary for all slices, because linking it is what takes time.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what a test stands on must be there")]

mod access;
mod activity;
mod api_keys;
mod bad_input;
mod carrier_accounts;
mod cli;
mod crash;
mod crash_money;
mod hand_over;
mod harness;
mod idempotency;
mod jobs;
mod label_money;
mod late_answers;
mod locations;
mod money;
mod nodes;
mod packages;
mod pages;
mod people;
mod printers;
mod recovery;
mod reporting;
mod session;
mod settings;
mod setup;
mod shipments;
mod slips;
mod terms;
mod tidy;
mod upload_again;
mod upload_crash;
mod upload_files;
mod upload_jobs;
mod upload_mappings;
mod upload_money;
mod upload_workers;
mod uploads;
mod webhooks;
