//! What can go wrong with the database, by meaning rather than by driver.

/// A failed database operation.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique key exists already.
    #[error("the record exists already")]
    Duplicate,
    /// A referenced record is missing.
    #[error("a referenced record is missing")]
    MissingReference,
    /// The database is busy, out of connections or gone; worth trying again.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// A stored row breaks a rule of the domain.
    #[error("stored data is not valid: {0}")]
    Corrupt(String),
    /// The database was written by a newer version.
    #[error(
        "The database has migration {found}, this program knows migrations up to {known}: it was written by a newer Waybill. Start that version, or restore a back-up."
    )]
    Newer {
        /// The newest applied migration.
        found: i64,
        /// The newest migration in this program.
        known: i64,
    },
    /// The address of the database cannot be understood.
    #[error("{0}")]
    BadAddress(String),
    /// Migrating failed.
    #[error("migrating the database failed: {0}")]
    Migrate(#[source] Box<sqlx::migrate::MigrateError>),
    /// Anything else.
    #[error("database: {0}")]
    Other(#[source] sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if let sqlx::Error::Database(found) = &error {
            if found.is_unique_violation() {
                return Self::Duplicate;
            }
            if found.is_foreign_key_violation() {
                return Self::MissingReference;
            }
            // SQLITE_BUSY, query_canceled by the statement time-out, admin shutdown, too many connections; two that waited for each
            // other (deadlock, serialization failure).
            if matches!(found.code().as_deref(), Some("5" | "57014" | "57P01" | "57P03" | "53300" | "40P01" | "40001")) {
                return Self::Unavailable(error);
            }
        }
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => {
                Self::Unavailable(error)
            }
            other => Self::Other(other),
        }
    }
}
