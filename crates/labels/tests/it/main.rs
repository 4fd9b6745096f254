//! The drawing crate from outside: decoded barcodes, checked files, compared pictures, hostile texts.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::float_arithmetic,
    reason = "what a test stands on must be there, and places are measured"
)]

mod barcodes;
mod files;
mod golden;
mod hostile;
mod papers;
mod specimens;
