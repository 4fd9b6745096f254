//! The drawing crate from outside: decoded barcodes, checked files, compared pictures, hostile texts.

mod barcodes;
mod files;
mod golden;
mod hostile;
mod papers;
mod specimens;
