//! A bank without a network: for the test world, for demos, for tests, and for live worlds without a payment partner.
//!
//! It remembers through [`state::BankState`] and takes the time from its parts. It must never be mistaken for the real thing:
//! no money moves. It never keeps a card or account number: only the last four digits and what the number chose to happen.

pub mod memory;
pub mod state;
pub mod state_contract;
