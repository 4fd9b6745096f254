//! Checks of the database as such, for `waybill doctor` and `/readyz`.

use crate::db::{DatabaseKind, Store};
use crate::error::StoreError;
use crate::migrate;
use crate::query::sql;
use crate::tx::Conn;

/// Answers when the database answers.
pub async fn ping(conn: &mut Conn) -> Result<(), StoreError> {
    sql("SELECT 1 AS one").one(conn).await?;
    Ok(())
}

/// What the database itself finds wrong with its file: nothing, on a healthy one. PostgreSQL checks its pages when it reads them.
pub async fn integrity(store: &Store, conn: &mut Conn) -> Result<Vec<String>, StoreError> {
    if store.kind() == DatabaseKind::Postgres {
        return Ok(Vec::new());
    }
    let mut complaints = Vec::new();
    for row in sql("SELECT integrity_check AS said FROM pragma_integrity_check() LIMIT 20").all(conn).await? {
        let said = row.text("said")?;
        if said != "ok" {
            complaints.push(said);
        }
    }
    for row in sql("SELECT \"table\" AS said FROM pragma_foreign_key_check() LIMIT 20").all(conn).await? {
        complaints.push(format!("a row of {} refers to a missing record", row.text("said")?));
    }
    Ok(complaints)
}

/// The newest migration that the database has, and the newest this program knows.
pub async fn migrations(conn: &mut Conn) -> Result<(i64, i64), StoreError> {
    let row = sql("SELECT COALESCE(MAX(version), 0) AS version FROM _sqlx_migrations").one(conn).await?;
    let known = migrate::SQLITE.iter().map(|m| m.version).max().unwrap_or(0);
    Ok((row.int("version")?, known))
}
