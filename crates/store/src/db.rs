//! Opening a world's database: a SQLite file with one writer and pooled readers, or a PostgreSQL schema.

use crate::error::StoreError;
use crate::migrate;
use crate::shared_writer::SharedWriter;
use crate::tx::{Conn, Inner, Writer};
use domain::world::World;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, PgPool, SqlitePool};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Longer statements are a fault of ours, not of the data.
const STATEMENT_TIMEOUT: &str = "15s";
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
const READERS: u32 = 6;

/// Which database a store runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseKind {
    /// A file in the data folder.
    Sqlite,
    /// A schema of a PostgreSQL database.
    Postgres,
}

enum Backend {
    Sqlite { writer: SharedWriter, readers: SqlitePool },
    Postgres { pool: PgPool, begin_read: String, begin_write: String },
}

/// One world's database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    backend: Arc<Backend>,
    jobs_ready: Arc<Notify>,
}

impl Store {
    /// Opens the SQLite file, making it when it is missing, and migrates it.
    pub async fn open_sqlite(file: &Path) -> Result<Self, StoreError> {
        create_private(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .statement_cache_capacity(200);
        // The log may grow to 32 MB before it is folded into the file: pages that change often are then written there once.
        let own = options.clone().pragma("wal_autocheckpoint", "8000").pragma("cache_size", "-32768");
        let mut writer = own.connect().await?;
        migrate::sqlite(&mut writer, file).await?;
        let writer = SharedWriter::new(writer, ACQUIRE_TIMEOUT);
        let readers = SqlitePoolOptions::new().max_connections(READERS).min_connections(0).acquire_timeout(ACQUIRE_TIMEOUT);
        let readers = readers.connect_lazy_with(options.read_only(true));
        Ok(Self::of(Backend::Sqlite { writer, readers }))
    }

    /// Opens the world's schema in a PostgreSQL database, making it when it is missing, and migrates it.
    pub async fn open_postgres(url: &str, world: World, connections: u32) -> Result<Self, StoreError> {
        let schema = format!("waybill_{}", world.name());
        let bad = |_| StoreError::BadAddress("The database address is not of the form postgres://user:password@host/name.".into());
        let options = PgConnectOptions::from_str(url).map_err(bad)?.application_name("waybill").statement_cache_capacity(200);
        migrate::postgres(&options, &schema).await?;
        let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT).connect_lazy_with(options);
        // Set for each transaction, not for the connection: that works behind a pooler in transaction mode too.
        let local = format!("SET LOCAL search_path TO {schema}; SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'");
        let begin_read = format!("BEGIN READ ONLY; {local}");
        let begin_write = format!("BEGIN; {local}");
        Ok(Self::of(Backend::Postgres { pool, begin_read, begin_write }))
    }

    fn of(backend: Backend) -> Self {
        Self { backend: Arc::new(backend), jobs_ready: Arc::new(Notify::new()) }
    }

    /// SQLite or PostgreSQL.
    #[must_use]
    pub fn kind(&self) -> DatabaseKind {
        match *self.backend {
            Backend::Sqlite { .. } => DatabaseKind::Sqlite,
            Backend::Postgres { .. } => DatabaseKind::Postgres,
        }
    }

    /// A connection that can only read.
    pub async fn reader(&self) -> Result<Conn, StoreError> {
        let inner = match &*self.backend {
            Backend::Sqlite { readers, .. } => Inner::SqliteReader(readers.acquire().await?),
            Backend::Postgres { pool, begin_read, .. } => Inner::Postgres(pool.begin_with(AssertSqlSafe(begin_read.clone())).await?),
        };
        Ok(Conn { inner })
    }

    /// A write transaction. Commit it, or it never happened.
    pub async fn writer(&self) -> Result<Writer, StoreError> {
        let inner = match &*self.backend {
            Backend::Sqlite { writer, .. } => Inner::SqliteWriter(writer.turn().await?),
            Backend::Postgres { pool, begin_write, .. } => Inner::Postgres(pool.begin_with(AssertSqlSafe(begin_write.clone())).await?),
        };
        Ok(Writer { conn: Conn { inner }, store: self.clone(), jobs_enqueued: false })
    }

    /// Wakes when this process enqueued jobs.
    #[must_use]
    pub fn jobs_ready(&self) -> &Notify {
        &self.jobs_ready
    }

    /// Waits for connections to come back and closes them; on SQLite this also folds the log into the file.
    pub async fn close(&self) {
        match &*self.backend {
            Backend::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Backend::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// Makes a missing file, readable by its owner only; SQLite gives its side files the same mode.
fn create_private(file: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(StoreError::BadAddress(format!("The database file {} cannot be made: {error}.", file.display())))
        }
        _ => Ok(()),
    }
}
