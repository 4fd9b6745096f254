//! The product: HTTP surface, use cases, jobs and command line on top of `domain`, `store`, `labels` and `partners`.
//!
//! `main.rs` is a few lines around `cli::main`; everything is in this library so that tests can call it.

mod again;
pub mod app;
pub mod audit;
pub mod bulk_report;
pub mod carriers;
pub mod cli;
pub mod clock;
pub mod config;
mod csv_text;
pub mod features;
pub mod http;
mod in_parallel;
pub mod jobs;
pub mod keys;
pub mod mail;
mod money_check;
pub mod new_account;
pub mod outgoing;
pub mod passwords;
pub mod payments;
pub mod printing;
pub mod random;
pub mod rating;
pub mod secrets;
pub mod signed_files;
pub mod start;
mod table_file;
pub mod telemetry;
pub mod terms_text;
pub mod ticket;
pub mod wire;
