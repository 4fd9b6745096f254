//! The slices: each has its routes, its use cases (a file per verb) and the bodies of its jobs.
//!
//! Slices do not import each other. What two of them need lives in `domain`, in `store` or beside this folder; one asks
//! another for work by enqueuing its payload.

pub mod account;
pub mod activity;
pub mod addresses;
pub mod adjustments;
pub mod api_keys;
pub mod balance;
pub mod billing_documents;
pub mod business;
pub mod carrier_accounts;
pub mod files;
pub mod housekeeping;
pub mod incentives;
pub mod invoices;
pub mod job_status;
pub mod locations;
pub mod mail;
pub mod packages;
pub mod payment_methods;
pub mod people;
pub mod printers;
pub mod session;
pub mod shipments;
pub mod shop_connections;
pub mod terms;
pub mod uploads;
pub mod webhooks;
