//! Keys for programmatic access. Only the hash of a key and its last four letters are kept.

use crate::db::DatabaseKind;
use crate::error::StoreError;
use crate::query::{sql, sql_from_parts};
use crate::row::{Listed, Row};
use crate::sessions::RecognisedPerson;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, ApiKeyId, PersonId};
use domain::page::Page;

/// A key as stored.
#[derive(Debug, Clone)]
pub struct ApiKey {
    /// Its id.
    pub id: ApiKeyId,
    /// The masked key.
    pub hint: String,
    /// What it is for.
    pub description: String,
    /// Whether it is the account's default.
    pub is_default: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used, give or take five minutes.
    pub last_used_at: Option<Timestamp>,
}

/// Who holds an API key.
#[derive(Debug, Clone)]
pub struct Recognised {
    /// The key.
    pub id: ApiKeyId,
    /// What it is for.
    pub description: String,
    /// The account owner's address.
    pub account_email: String,
    /// The person who made it; none when the owner did.
    pub person: Option<RecognisedPerson>,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
}

/// Adds a key that acts as the owner, or as the person who made it.
pub async fn insert(
    conn: &mut Conn,
    account: &AccountId,
    key: &ApiKey,
    made_by: Option<&PersonId>,
    token_hash: &str,
) -> Result<(), StoreError> {
    sql("INSERT INTO api_keys (account_id, api_key_id, person_id, token_hash, hint, description, is_default, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .bind(account)
    .bind(&key.id)
    .bind(made_by)
    .bind(token_hash)
    .bind(&key.hint)
    .bind(&key.description)
    .bind(key.is_default)
    .bind(key.created_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// Who holds this key.
pub async fn recognise(conn: &mut Conn, account: &AccountId, token_hash: &str) -> Result<Option<Recognised>, StoreError> {
    let row = sql("SELECT k.api_key_id, k.description, k.last_used_at, a.email AS account_email,
                          p.person_id, p.name AS person_name, p.email AS person_email, p.enabled, p.permissions
                   FROM api_keys k JOIN accounts a ON a.account_id = k.account_id
                   LEFT JOIN persons p ON p.account_id = k.account_id AND p.person_id = k.person_id
                   WHERE k.account_id = $1 AND k.token_hash = $2")
    .bind(account)
    .bind(token_hash)
    .optional(conn)
    .await?;
    row.map(|row| {
        Ok(Recognised {
            id: row.id("api_key_id")?,
            description: row.text("description")?,
            account_email: row.text("account_email")?,
            person: RecognisedPerson::read(&row)?,
            last_used_at: row.opt_time("last_used_at")?,
        })
    })
    .transpose()
}

/// Remembers that a key was used.
pub async fn touch(conn: &mut Conn, account: &AccountId, id: &ApiKeyId, now: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE api_keys SET last_used_at = $3 WHERE account_id = $1 AND api_key_id = $2")
        .bind(account)
        .bind(id)
        .bind(now)
        .execute(conn)
        .await?;
    Ok(())
}

/// A page of an account's keys, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<ApiKey>, StoreError> {
    let rows = sql("SELECT * FROM api_keys WHERE account_id = $1 ORDER BY api_key_id DESC LIMIT $2 OFFSET $3")
        .bind(account)
        .bind(page.per)
        .bind(page.offset())
        .all(conn)
        .await?;
    Ok(Listed { items: rows.iter().map(api_key).collect::<Result<_, _>>()?, total_count: count(conn, account).await? })
}

/// How many keys an account has.
pub async fn count(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM api_keys WHERE account_id = $1").bind(account).one(conn).await?.int("n")
}

/// One key.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &ApiKeyId) -> Result<Option<ApiKey>, StoreError> {
    let row = sql("SELECT * FROM api_keys WHERE account_id = $1 AND api_key_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(api_key).transpose()
}

/// Keeps an account's keys until the writer ends: deleting and choosing change several of them, and one must remain.
pub async fn lock(writer: &mut Writer, account: &AccountId) -> Result<(), StoreError> {
    let lock = if writer.kind() == DatabaseKind::Postgres { " FOR NO KEY UPDATE" } else { "" };
    sql_from_parts(format!("SELECT account_id FROM accounts WHERE account_id = $1{lock}")).bind(account).optional(writer).await?;
    Ok(())
}

/// Deletes a key. When it was the default, the newest remaining one takes its place.
pub async fn delete(conn: &mut Conn, account: &AccountId, key: &ApiKey) -> Result<(), StoreError> {
    sql("DELETE FROM api_keys WHERE account_id = $1 AND api_key_id = $2").bind(account).bind(&key.id).execute(conn).await?;
    if key.is_default {
        sql("UPDATE api_keys SET is_default = (1 = 1) WHERE account_id = $1
             AND api_key_id = (SELECT MAX(api_key_id) FROM api_keys WHERE account_id = $1)")
        .bind(account)
        .execute(conn)
        .await?;
    }
    Ok(())
}

/// Makes one key the default.
pub async fn make_default(conn: &mut Conn, account: &AccountId, id: &ApiKeyId) -> Result<(), StoreError> {
    sql("UPDATE api_keys SET is_default = (api_key_id = $2) WHERE account_id = $1").bind(account).bind(id).execute(conn).await?;
    Ok(())
}

fn api_key(row: &Row) -> Result<ApiKey, StoreError> {
    Ok(ApiKey {
        id: row.id("api_key_id")?,
        hint: row.text("hint")?,
        description: row.text("description")?,
        is_default: row.bool("is_default")?,
        created_at: row.time("created_at")?,
        last_used_at: row.opt_time("last_used_at")?,
    })
}
