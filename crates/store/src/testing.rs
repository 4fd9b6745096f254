//! Fresh databases for tests: SQLite files, or PostgreSQL databases when `WAYBILL_TEST_DATABASE_URL` names a server.
//!
//! The first test of a process migrates a template; the others copy it, which takes milliseconds.

#![expect(clippy::expect_used, reason = "a test that cannot have its database stops at once")]

use crate::db::Store;
use domain::world::World;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// A database of its own, gone when dropped (on PostgreSQL: gone with the private cluster of the test run).
pub struct TestDatabase {
    /// The folder that would be the data folder.
    pub folder: TempDir,
    /// The address, on PostgreSQL.
    pub url: Option<String>,
}

impl TestDatabase {
    /// Makes one.
    pub async fn create() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        match server() {
            None => {
                for world in World::BOTH {
                    let name = format!("{}.sqlite", world.name());
                    std::fs::copy(sqlite_template().await.join(&name), folder.path().join(&name)).expect("the template is copied");
                }
                Self { folder, url: None }
            }
            Some(server) => {
                let url = postgres_copy(&server).await;
                Self { folder, url: Some(url) }
            }
        }
    }

    /// Opens one world of it.
    pub async fn open(&self, world: World) -> Store {
        match &self.url {
            None => Store::open_sqlite(&self.folder.path().join(format!("{}.sqlite", world.name()))).await,
            Some(url) => Store::open_postgres(url, world, 6).await,
        }
        .expect("the test database opens")
    }
}

/// Compacts the file of a world: SQLite may give rows without a number of their own new ones.
pub async fn compact(database: &TestDatabase, world: World) {
    if database.url.is_none() {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database.folder.path().join(format!("{}.sqlite", world.name())));
        let mut conn = options.connect().await.expect("the file opens");
        sqlx::raw_sql("VACUUM").execute(&mut conn).await.expect("compacted");
        conn.close().await.expect("closed");
    }
}

/// Makes a database look as if a newer version had migrated it.
pub async fn pretend_newer(conn: &mut crate::Conn) {
    let row = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) SELECT 9999, 'from the future', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    crate::query::sql(row).execute(conn).await.expect("written");
}

/// Gives a job another kind and payload, as another version or a fault would leave them.
pub async fn spoil_job(conn: &mut crate::Conn, id: &domain::id::JobId, kind: &str, payload: &str) {
    let change = crate::query::sql("UPDATE jobs SET kind = $2, payload = $3 WHERE job_id = $1");
    change.bind(id).bind(kind).bind(payload).execute(conn).await.expect("written");
}

#[expect(clippy::disallowed_methods, reason = "the test runner says by environment which database to test on")]
fn server() -> Option<String> {
    std::env::var("WAYBILL_TEST_DATABASE_URL").ok().filter(|url| !url.is_empty())
}

async fn sqlite_template() -> &'static Path {
    static TEMPLATE: OnceCell<TempDir> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let folder = TempDir::new().expect("a temporary folder");
            for world in World::BOTH {
                let store = Store::open_sqlite(&folder.path().join(format!("{}.sqlite", world.name()))).await.expect("the template opens");
                store.close().await;
            }
            folder
        })
        .await
        .path()
}

async fn postgres_copy(server: &str) -> String {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    static COPIES: AtomicU32 = AtomicU32::new(0);
    let process = std::process::id();
    let template = TEMPLATE
        .get_or_init(|| async {
            let name = format!("waybill_template_{process}");
            run(server, &format!("CREATE DATABASE {name}")).await;
            for world in World::BOTH {
                let store = Store::open_postgres(&with_name(server, &name), world, 2).await.expect("the template opens");
                store.close().await;
            }
            name
        })
        .await;
    let copy = format!("waybill_test_{process}_{}", COPIES.fetch_add(1, Ordering::Relaxed));
    run(server, &format!("CREATE DATABASE {copy} TEMPLATE {template} STRATEGY FILE_COPY")).await;
    with_name(server, &copy)
}

async fn run(server: &str, statement: &str) {
    let options = sqlx::postgres::PgConnectOptions::from_str(server).expect("a PostgreSQL address");
    let mut conn = options.connect().await.expect("the test server answers");
    // Two copies of one template at a time clash; the lock makes them queue.
    sqlx::raw_sql("SELECT pg_advisory_lock(7203416)").execute(&mut conn).await.expect("locked");
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut conn).await.expect("the test database is made");
    conn.close().await.expect("closed");
}

fn with_name(server: &str, name: &str) -> String {
    let (address, parameters) = server.split_once('?').unwrap_or((server, ""));
    let base = address.rsplit_once('/').map_or(address, |(base, _)| base);
    if parameters.is_empty() { format!("{base}/{name}") } else { format!("{base}/{name}?{parameters}") }
}

/// The smallest change there is: what a benchmark compares others with.
pub async fn touch(conn: &mut crate::Conn, name: &str) {
    let change = "INSERT INTO meta (name, value) VALUES ($1, '1') ON CONFLICT (name) DO UPDATE SET value = meta.value";
    crate::query::sql(change).bind(name).execute(conn).await.expect("written");
}

/// Fills the ledger of an account without entries: so many labels, each a hold and its payment, one second apart.
pub async fn fill_ledger(store: &Store, account: &domain::id::AccountId, labels: i64, from: domain::Timestamp) {
    const CHUNK: i64 = 20_000;
    let numbers = "WITH RECURSIVE n(i) AS (SELECT $2 UNION ALL SELECT i + 1 FROM n WHERE i < $3)";
    let letters = "SUBSTR('00000000000000000000000000' || CAST(i AS TEXT), LENGTH(CAST(i AS TEXT)) + 1)";
    let entry = |version: &str, word: &str| {
        format!(
            "{numbers} INSERT INTO ledger_entries (account_id, version, entry_id, entry_key, transaction_id, description, available_after_cents, created_at)
             SELECT $1, {version}, 'led_' || {letters}, '{word}:' || CAST(i AS TEXT), 'txn_' || {letters}, '{word}', -100 * i, $4 + i * 1000000 FROM n"
        )
    };
    let posting = |version: &str, position: i64, book: &str, cents: i64| {
        format!(
            "{numbers} INSERT INTO ledger_postings (account_id, version, position, book, amount_cents) SELECT $1, {version}, {position}, '{book}', {cents} FROM n WHERE $4 = $4"
        )
    };
    let statements = [
        format!(
            "{numbers} INSERT INTO transactions (account_id, transaction_id, number, kind, kind_number, description, created_at)
             SELECT $1, 'txn_' || {letters}, i, 'label', i, 'USPS Priority label', $4 + i * 1000000 FROM n"
        ),
        entry("2 * i - 1", "hold"),
        entry("2 * i", "label"),
        posting("2 * i - 1", 0, "available", -100),
        posting("2 * i - 1", 1, "held", 100),
        posting("2 * i", 0, "held", -100),
        posting("2 * i", 1, "carrier_cost", 100),
    ];
    for first in (1..=labels).step_by(usize::try_from(CHUNK).unwrap_or(1)) {
        let mut writer = store.writer().await.expect("a writer");
        if store.kind() == crate::DatabaseKind::Postgres {
            // PostgreSQL plans the checks of the references by figures that a growing table outruns: it may take its time.
            crate::query::sql("SET LOCAL statement_timeout = 0").execute(&mut writer).await.expect("set");
        }
        for text in &statements {
            let query = crate::query::sql_from_parts(text.clone()).bind(account).bind(first).bind(labels.min(first + CHUNK - 1));
            query.bind(from).execute(&mut writer).await.expect("filled");
        }
        if store.kind() == crate::DatabaseKind::Postgres {
            for table in ["transactions", "ledger_entries", "ledger_postings"] {
                crate::query::sql_from_parts(format!("ANALYZE {table}")).execute(&mut writer).await.expect("analysed");
            }
        }
        writer.commit().await.expect("committed");
    }
    let mut writer = store.writer().await.expect("a writer");
    let totals =
        "UPDATE ledger_balances SET version = $2 * 2, available_cents = $2 * -100, carrier_cost_cents = $2 * 100 WHERE account_id = $1";
    crate::query::sql(totals).bind(account).bind(labels).execute(&mut writer).await.expect("written");
    writer.commit().await.expect("committed");
}

/// What a database says that cannot take something just now.
#[must_use]
pub fn stumbled() -> crate::StoreError {
    crate::StoreError::Unavailable(sqlx::Error::PoolTimedOut)
}
