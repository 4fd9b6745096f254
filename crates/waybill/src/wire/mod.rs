//! The documents that several slices send and receive: addresses, parcels, options, customs declarations.
//!
//! Reading is generous (numbers as numbers or texts, absent and null alike) and only refuses what has no meaning at all;
//! the rules of shipping stay in `domain`. When `read` has added errors, answer them before asking `domain` to check.

pub mod address;
pub mod customs;
pub mod day;
pub mod figure;
pub mod options;
pub mod parcel;

pub use address::{AddressIn, AddressOut};
pub use customs::{CustomsIn, CustomsItemIn, CustomsItemOut, CustomsOut};
pub use day::day;
pub use figure::Figure;
pub use options::{OptionsIn, OptionsOut};
pub use parcel::{ParcelIn, ParcelOut};

use domain::fields::FieldErrors;
use domain::text;
use serde::{Deserialize, Deserializer};

/// No text of these documents is longer, not even in a draft that nobody has checked yet.
const LONGEST: usize = 500;

/// For serde: null means the default, as absence does.
pub fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// A text on one line, or an error under its path when nobody can have meant it.
fn line(value: &str, path: &str, errors: &mut FieldErrors) -> String {
    let line = text::one_line(value);
    if line.chars().count() > LONGEST {
        errors.add(path, &format!("should be at most {LONGEST} characters"));
        return String::new();
    }
    line
}

/// A text on one line; the default when it is blank.
fn line_or(default: &str, value: &str, path: &str, errors: &mut FieldErrors) -> String {
    let line = line(value, path, errors);
    if line.is_empty() { default.to_owned() } else { line }
}
