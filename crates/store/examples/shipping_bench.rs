//! The part of `bench/shipping.mjs` that needs the databases themselves: their raw commit rate, and many shipments.
//!
//! `commits ADDRESS` commits small rows, one connection after the other and eight at once, and prints both rates.
//! `rows ADDRESS COUNT` copies a bought shipment, straight into the database: only to have many rows.
//! An address is a file of SQLite or `postgres://...` with the live world in it.

#![expect(clippy::print_stdout, clippy::float_arithmetic, reason = "a benchmark reports")]
#![expect(clippy::unwrap_used, reason = "a benchmark may stop with a panic")]

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use std::str::FromStr;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const MEASURED: Duration = Duration::from_secs(3);
/// About what a label writes.
const BYTES: usize = 2000;

enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Database {
    async fn open(address: &str) -> Self {
        if address.starts_with("postgres") {
            return Self::Postgres(PgConnectOptions::from_str(address).unwrap().connect().await.unwrap());
        }
        let options = SqliteConnectOptions::new().filename(address).create_if_missing(true).busy_timeout(Duration::from_secs(60));
        let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        Self::Sqlite(options.connect().await.unwrap())
    }

    async fn run(&mut self, statement: &str) {
        let statement = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()));
        match self {
            Self::Sqlite(conn) => drop(statement.execute(conn).await.unwrap()),
            Self::Postgres(conn) => drop(statement.execute(conn).await.unwrap()),
        }
    }

    async fn insert(&mut self, text: &str) {
        match self {
            Self::Sqlite(conn) => drop(sqlx::query("INSERT INTO raw_commits VALUES ($1)").bind(text).execute(conn).await.unwrap()),
            Self::Postgres(conn) => drop(sqlx::query("INSERT INTO raw_commits VALUES ($1)").bind(text).execute(conn).await.unwrap()),
        }
    }
}

/// Commits a second with this many connections.
async fn commits(address: &str, clients: u32) -> f64 {
    let mut set = JoinSet::new();
    for _ in 0..clients {
        let mut database = Database::open(address).await;
        set.spawn(async move {
            let (text, begun, mut count) = ("x".repeat(BYTES), Instant::now(), 0_u32);
            while begun.elapsed() < MEASURED {
                database.insert(&text).await;
                count += 1;
            }
            f64::from(count) / begun.elapsed().as_secs_f64()
        });
    }
    set.join_all().await.iter().sum()
}

/// What stands in each column of the copies; `n` counts them.
fn copied(column: &str, count: u64) -> String {
    match column {
        "shipment_id" => "'shp_' || substr('00000000000000000000000000' || n, -26)".into(),
        "tracking_code" => "'9205599999999' || substr('000000000' || n, -9)".into(),
        // Spread over a year.
        "listed_at" | "created_at" => format!("{column} - n * (31536000000000 / {count})"),
        "to_name" => "'Person ' || n".into(),
        "search_text" => {
            "'person ' || n || ' ' || (n % 9973) || ' elm st beverly hills ca 90210 9205599999999' || substr('000000000' || n, -9)".into()
        }
        other => other.to_owned(),
    }
}

async fn rows(address: &str, count: u64) {
    let mut database = Database::open(address).await;
    let names = match &mut database {
        Database::Sqlite(conn) => sqlx::query("SELECT name FROM pragma_table_info('shipments')")
            .fetch_all(conn)
            .await
            .unwrap()
            .iter()
            .map(|row| row.get("name"))
            .collect(),
        Database::Postgres(conn) => {
            let text = "SELECT column_name::text AS name FROM information_schema.columns WHERE table_schema = 'waybill_live' AND table_name = 'shipments'";
            sqlx::query(text).fetch_all(conn).await.unwrap().iter().map(|row| row.get("name")).collect()
        }
    };
    match database {
        Database::Sqlite(_) => rows_of_sqlite(&mut database, names, count).await,
        Database::Postgres(_) => rows_of_postgres(&mut database, names, count).await,
    }
}

async fn rows_of_sqlite(database: &mut Database, names: Vec<String>, count: u64) {
    database.run("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000").await;
    let value = |name: &String| if name == "search_id" { "1000000000 + n".into() } else { copied(name, count) };
    let (columns, values) = (names.join(", "), names.iter().map(value).collect::<Vec<_>>().join(", "));
    let mut first = 1;
    while first <= count {
        let last = (first + 49_999).min(count);
        database
            .run(&format!(
                "WITH RECURSIVE numbers (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last})
                 INSERT INTO shipments ({columns}) SELECT {values} FROM numbers, (SELECT * FROM shipments WHERE state = 'bought' AND search_id < 1000000000 LIMIT 1)"
            ))
            .await;
        first = last + 1;
    }
    database.run("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)").await;
}

async fn rows_of_postgres(database: &mut Database, names: Vec<String>, count: u64) {
    database.run("SET search_path TO waybill_live; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'").await;
    database.run("CREATE TEMPORARY TABLE one AS SELECT * FROM shipments WHERE state = 'bought' LIMIT 1").await;
    let values: Vec<String> = names
        .iter()
        .map(|name| copied(name, count).replace("substr(", "right(").replace(", -26)", ", 26)").replace(", -9)", ", 9)"))
        .collect();
    // An index over all rows at once is built many times as fast as row by row.
    database.run("DROP INDEX shipments_search").await;
    let columns = names.join(", ");
    database.run(&format!("INSERT INTO shipments ({columns}) SELECT {} FROM generate_series(1, {count}) n, one", values.join(", "))).await;
    database.run("CREATE INDEX shipments_search ON shipments USING gin (search_text public.gin_trgm_ops)").await;
    database.run("VACUUM ANALYZE shipments").await;
    database.run("CHECKPOINT").await;
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    match words.as_slice() {
        ["commits", address] => {
            let mut database = Database::open(address).await;
            database.run("CREATE TABLE IF NOT EXISTS raw_commits (a TEXT)").await;
            println!("{{\"one\":{:.1},\"eight\":{:.1}}}", commits(address, 1).await, commits(address, 8).await);
            database.run("DROP TABLE raw_commits").await;
        }
        ["rows", address, count] => rows(address, count.parse().unwrap()).await,
        _ => println!("commits ADDRESS | rows ADDRESS COUNT"),
    }
}
