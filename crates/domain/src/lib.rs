//! The rules of Waybill: pure, synchronous, without I/O, clock or randomness.
//!
//! Whatever a rule needs to know (the time, random bytes, stored facts) is an argument. This crate must never depend on a
//! database, an HTTP library or an async runtime: then every rule can be tested by calling it.

pub mod access;
pub mod account;
pub mod activity;
pub mod address;
pub mod adjustment;
pub mod billing;
pub mod carrier;
pub mod credit;
pub mod customs;
pub mod email;
pub mod fields;
pub mod id;
pub mod incentive;
pub mod invoice;
pub mod label;
pub mod ledger;
pub mod measure;
pub mod money;
pub mod options;
pub mod page;
pub mod parcel;
pub mod partner;
pub mod password;
pub mod payment;
pub mod rate;
pub mod saved_package;
pub mod settings;
pub mod settlement;
pub mod shipment;
pub mod terms;
pub mod text;
pub mod throttle;
pub mod tracking;
pub mod transaction;
pub mod upload;
pub mod upload_row;
pub mod warehouse;
pub mod work;
pub mod world;

/// An instant in UTC. Where it comes from is the caller's business.
pub type Timestamp = chrono::DateTime<chrono::Utc>;
