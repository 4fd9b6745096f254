//! Files made for a user, in chunks: written and read piece by piece, gone when they expire.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, FileId};

/// Bytes of a chunk.
pub const CHUNK: usize = 256 * 1024;

/// A file without its bytes.
#[derive(Debug, Clone)]
pub struct StoredFile {
    /// Its id.
    pub id: FileId,
    /// The name it is saved under.
    pub name: String,
    /// What it is.
    pub content_type: String,
    /// Bytes in all.
    pub size: i64,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it is kept.
    pub expires_at: Timestamp,
}

/// Begins a file: its chunks follow, then [`complete`]. What an earlier try left of it is gone.
pub async fn begin(writer: &mut Writer, account: &AccountId, file: &StoredFile) -> Result<(), StoreError> {
    sql("DELETE FROM files WHERE account_id = $1 AND file_id = $2").bind(account).bind(&file.id).execute(writer).await?;
    sql("INSERT INTO files (account_id, file_id, name, content_type, size, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(account)
        .bind(&file.id)
        .bind(&file.name)
        .bind(&file.content_type)
        .bind(0_i64)
        .bind(file.created_at)
        .bind(file.expires_at)
        .execute(writer)
        .await?;
    Ok(())
}

/// Ends a file: from now on it is found.
pub async fn complete(writer: &mut Writer, account: &AccountId, file: &FileId, size: i64) -> Result<(), StoreError> {
    sql("UPDATE files SET size = $3 WHERE account_id = $1 AND file_id = $2").bind(account).bind(file).bind(size).execute(writer).await?;
    Ok(())
}

/// Keeps a file until another time than it was begun with.
pub async fn keep_until(writer: &mut Writer, account: &AccountId, file: &FileId, until: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE files SET expires_at = $3 WHERE account_id = $1 AND file_id = $2")
        .bind(account)
        .bind(file)
        .bind(until)
        .execute(writer)
        .await?;
    Ok(())
}

/// Removes a file.
pub async fn remove(writer: &mut Writer, account: &AccountId, file: &FileId) -> Result<(), StoreError> {
    sql("DELETE FROM files WHERE account_id = $1 AND file_id = $2").bind(account).bind(file).execute(writer).await?;
    Ok(())
}

/// Adds a chunk.
pub async fn append(writer: &mut Writer, account: &AccountId, file: &FileId, position: i64, bytes: Vec<u8>) -> Result<(), StoreError> {
    sql("INSERT INTO file_chunks (account_id, file_id, position, bytes) VALUES ($1, $2, $3, $4)")
        .bind(account)
        .bind(file)
        .bind(position)
        .bind(bytes)
        .execute(writer)
        .await?;
    Ok(())
}

/// A complete file that has not expired.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &FileId, now: Timestamp) -> Result<Option<StoredFile>, StoreError> {
    let row = sql("SELECT * FROM files WHERE account_id = $1 AND file_id = $2 AND expires_at > $3 AND size > 0")
        .bind(account)
        .bind(id)
        .bind(now)
        .optional(conn)
        .await?;
    row.as_ref().map(file).transpose()
}

/// A chunk; none after the last.
pub async fn chunk(conn: &mut Conn, account: &AccountId, id: &FileId, position: i64) -> Result<Option<Vec<u8>>, StoreError> {
    let row = sql("SELECT bytes FROM file_chunks WHERE account_id = $1 AND file_id = $2 AND position = $3")
        .bind(account)
        .bind(id)
        .bind(position)
        .optional(conn)
        .await?;
    Ok(row.map(|row| row.opt_bytes("bytes")).transpose()?.flatten())
}

/// Removes what has expired.
pub async fn remove_expired(writer: &mut Writer, now: Timestamp, limit: i64) -> Result<u64, StoreError> {
    sql("DELETE FROM files WHERE (account_id, file_id) IN (SELECT account_id, file_id FROM files WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)")
        .bind(now)
        .bind(limit)
        .execute(writer)
        .await
}

fn file(row: &Row) -> Result<StoredFile, StoreError> {
    Ok(StoredFile {
        id: row.id("file_id")?,
        name: row.text("name")?,
        content_type: row.text("content_type")?,
        size: row.int("size")?,
        created_at: row.time("created_at")?,
        expires_at: row.time("expires_at")?,
    })
}
