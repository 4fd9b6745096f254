//! Drawing: labels, packing slips, scan forms and receipts as PDF, PNG and ZPL.
//!
//! It gets a neutral description from `domain` and gives bytes back. It must never know a database, a carrier's API or HTTP.

pub mod barcode;
pub mod error;
pub mod fonts;
pub mod page;
