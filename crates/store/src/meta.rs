//! A few facts about the database itself: which key seals its secrets, whether set-up is done.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;

/// Reads a fact.
pub async fn get(conn: &mut Conn, name: &str) -> Result<Option<String>, StoreError> {
    let row = sql("SELECT value FROM meta WHERE name = $1").bind(name).optional(conn).await?;
    row.map(|row| row.text("value")).transpose()
}

/// Writes a fact once: whether this call was the one that wrote it.
pub async fn claim(conn: &mut Conn, name: &str, value: &str) -> Result<bool, StoreError> {
    let written =
        sql("INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING").bind(name).bind(value).execute(conn).await?;
    Ok(written == 1)
}
