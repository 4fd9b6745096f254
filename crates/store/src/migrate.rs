//! Embedded migrations, the same numbers for both databases, run at start under a lock.

use crate::error::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqlitePool};
use std::fs::File;
use std::path::Path;

pub(crate) static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
pub(crate) static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// Migrates a SQLite file; a lock file beside it keeps a second process out meanwhile.
pub(crate) async fn sqlite(pool: &SqlitePool, file: &Path) -> Result<(), StoreError> {
    let lock_path = file.with_extension("migrate.lock");
    let lock = tokio::task::spawn_blocking(move || -> std::io::Result<File> {
        let lock = File::create(lock_path)?;
        lock.lock()?;
        Ok(lock)
    });
    let lock = lock.await.map_err(|e| StoreError::BadAddress(e.to_string()))?;
    let lock = lock.map_err(|e| StoreError::BadAddress(format!("The data folder cannot be locked for migrating: {e}.")))?;
    let outcome = SQLITE.run(pool).await.map_err(|error| explain(error, &SQLITE));
    drop(lock);
    outcome
}

/// Migrates one schema; PostgreSQL's advisory lock keeps other nodes out meanwhile.
pub(crate) async fn postgres(options: &PgConnectOptions, schema: &str) -> Result<(), StoreError> {
    let mut conn = options.connect().await?;
    // Two nodes that start together would clash inside CREATE SCHEMA; the lock is taken before it.
    sqlx::raw_sql("SELECT pg_advisory_lock(7203415)").execute(&mut conn).await?;
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {schema}; SET search_path TO {schema}"))).execute(&mut conn).await?;
    let outcome = POSTGRES.run(&mut conn).await.map_err(|error| explain(error, &POSTGRES));
    conn.close().await?;
    outcome
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
