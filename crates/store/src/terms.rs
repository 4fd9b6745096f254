//! Versioned documents and who accepted which version.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::Row;
use crate::tx::Conn;
use domain::Timestamp;
use domain::id::AccountId;
use domain::terms::{Document, Kind};

/// The newest version of a document.
pub async fn current(conn: &mut Conn, kind: Kind) -> Result<Option<Document>, StoreError> {
    let row = sql("SELECT version, title, text, published_at FROM documents WHERE kind = $1 ORDER BY version DESC LIMIT 1")
        .bind(kind.key())
        .optional(conn)
        .await?;
    row.as_ref().map(document).transpose()
}

/// The number of the newest version; 0 when there is none.
pub async fn current_version(conn: &mut Conn, kind: Kind) -> Result<i64, StoreError> {
    sql("SELECT COALESCE(MAX(version), 0) AS version FROM documents WHERE kind = $1").bind(kind.key()).one(conn).await?.int("version")
}

/// Publishes a version. Another node that publishes the same version at the same time changes nothing.
pub async fn publish(conn: &mut Conn, kind: Kind, document: &Document) -> Result<(), StoreError> {
    sql("INSERT INTO documents (kind, version, title, text, published_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, version) DO NOTHING")
        .bind(kind.key())
        .bind(document.version)
        .bind(&document.title)
        .bind(&document.text)
        .bind(document.published_at)
        .execute(conn)
        .await?;
    Ok(())
}

/// The newest version that was accepted for an account; 0 when none.
pub async fn accepted_version(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COALESCE(MAX(version), 0) AS version FROM terms_acceptances WHERE account_id = $1")
        .bind(account)
        .one(conn)
        .await?
        .int("version")
}

/// Remembers an acceptance; a second one changes nothing.
pub async fn accept(conn: &mut Conn, account: &AccountId, version: i64, at: Timestamp, ip: &str) -> Result<(), StoreError> {
    sql("INSERT INTO terms_acceptances (account_id, version, accepted_at, ip) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, version) DO NOTHING")
    .bind(account)
    .bind(version)
    .bind(at)
    .bind(ip)
    .execute(conn)
    .await?;
    Ok(())
}

fn document(row: &Row) -> Result<Document, StoreError> {
    Ok(Document {
        version: row.int("version")?,
        title: row.text("title")?,
        text: row.text("text")?,
        published_at: row.time("published_at")?,
    })
}
