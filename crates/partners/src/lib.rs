//! The outside world: carriers, shops, payment partners and maps, behind small interfaces with neutral types from `domain`.
//!
//! Only this crate may open a connection to somebody else's server. It must never know our database or our HTTP surface.

pub mod sandbox;
