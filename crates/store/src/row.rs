//! Typed reads from a row of either database. An impossible value is an error, never a default.

use crate::error::StoreError;
use domain::Timestamp;
use domain::id::Id;
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

/// A row.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

impl From<PgRow> for Row {
    fn from(row: PgRow) -> Self {
        Self::Postgres(row)
    }
}

macro_rules! read {
    ($($(#[$doc:meta])* $name:ident -> $type:ty;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(&self, column: &str) -> Result<$type, StoreError> {
            Ok(match self {
                Self::Sqlite(row) => row.try_get(column)?,
                Self::Postgres(row) => row.try_get(column)?,
            })
        }
    )*};
}

impl Row {
    read! {
        text -> String;
        opt_text -> Option<String>;
        int -> i64;
        opt_int -> Option<i64>;
        bool -> bool;
        opt_bytes -> Option<Vec<u8>>;
    }

    pub(crate) fn time(&self, column: &str) -> Result<Timestamp, StoreError> {
        timestamp(self.int(column)?).ok_or_else(|| corrupt(column))
    }

    pub(crate) fn opt_time(&self, column: &str) -> Result<Option<Timestamp>, StoreError> {
        self.opt_int(column)?.map(|micros| timestamp(micros).ok_or_else(|| corrupt(column))).transpose()
    }

    pub(crate) fn id<T: Id>(&self, column: &str) -> Result<T, StoreError> {
        T::parse(&self.text(column)?).map_err(|_| corrupt(column))
    }

    pub(crate) fn opt_id<T: Id>(&self, column: &str) -> Result<Option<T>, StoreError> {
        self.opt_text(column)?.map(|text| T::parse(&text).map_err(|_| corrupt(column))).transpose()
    }

    /// Reads a text through a rule of the domain.
    pub(crate) fn parsed<T>(&self, column: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
        read(&self.text(column)?).ok_or_else(|| corrupt(column))
    }
}

pub(crate) fn corrupt(column: &str) -> StoreError {
    StoreError::Corrupt(format!("the value of {column} cannot be read"))
}

/// A document as it is stored.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// A page of a list and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// The page's rows.
    pub items: Vec<T>,
    /// Rows on all pages.
    pub total_count: i64,
}

/// How times are stored.
#[must_use]
pub fn micros(time: Timestamp) -> i64 {
    time.timestamp_micros()
}

/// Reads a stored time.
#[must_use]
pub fn timestamp(micros: i64) -> Option<Timestamp> {
    chrono::DateTime::from_timestamp_micros(micros)
}
