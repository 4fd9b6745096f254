//! Embedded migrations, the same numbers for both databases, run at start under a lock.

use crate::error::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};
use std::fs::File;
use std::path::Path;

pub(crate) static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
pub(crate) static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// Migrates a SQLite file; a lock file beside it keeps a second process out meanwhile.
pub(crate) async fn sqlite(conn: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let lock_path = file.with_extension("migrate.lock");
    let lock = tokio::task::spawn_blocking(move || -> std::io::Result<File> {
        let lock = File::create(lock_path)?;
        lock.lock()?;
        Ok(lock)
    });
    let lock = lock.await.map_err(|e| StoreError::BadAddress(e.to_string()))?;
    let lock = lock.map_err(|e| StoreError::BadAddress(format!("The data folder cannot be locked for migrating: {e}.")))?;
    let outcome = SQLITE.run(conn).await.map_err(|error| explain(error, &SQLITE));
    drop(lock);
    outcome
}

/// Migrates one schema in one transaction; an advisory lock of that transaction keeps other nodes out meanwhile.
///
/// Nothing here outlives the transaction, so it works behind a pooler in transaction mode too.
pub(crate) async fn postgres(options: &PgConnectOptions, schema: &str) -> Result<(), StoreError> {
    let mut conn = options.connect().await?;
    let begin =
        format!("BEGIN; SELECT pg_advisory_xact_lock(7203415); CREATE SCHEMA IF NOT EXISTS {schema}; SET LOCAL search_path TO {schema}");
    let mut tx = conn.begin_with(AssertSqlSafe(begin)).await?;
    let mut migrator = Migrator::with_migrations(POSTGRES.iter().cloned().collect());
    migrator.set_locking(false).run(&mut *tx).await.map_err(|error| explain(error, &POSTGRES))?;
    tx.commit().await?;
    Ok(conn.close().await?)
}

fn explain(error: MigrateError, migrator: &Migrator) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) => {
            let known = migrator.iter().map(|m| m.version).max().unwrap_or(0);
            StoreError::Newer { found, known }
        }
        other => StoreError::Migrate(Box::new(other)),
    }
}
