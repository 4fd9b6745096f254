//! Drawing: labels, packing slips, scan forms and receipts as PDF, PNG and ZPL.
//!
//! It gets a neutral description from `domain` and gives bytes back. It must never know a database, a carrier's API or HTTP.
//! The drawing itself arrives with the carriers; the crate stands here so that the direction of dependencies is fixed from the start.
