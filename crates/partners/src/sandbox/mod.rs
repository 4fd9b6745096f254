//! Carriers without a network: for the test world, demos and tests.

pub mod rating;
