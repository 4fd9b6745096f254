//! The outside world: carriers, shops, payment partners and maps, behind small interfaces with neutral types from `domain`.
//!
//! Only this crate may open a connection to somebody else's server. It must never know our database or our HTTP surface:
//! what a sandbox carrier remembers goes through [`sandbox::state::SandboxState`], which another crate implements.

pub mod carrier;
pub mod countries;
pub mod geo;
mod http;
pub mod payments;
pub mod printing;
pub mod registry;
pub mod sandbox;
pub mod states;
pub mod tables;
pub mod tls;
pub mod tracking_map;
pub mod zips;
