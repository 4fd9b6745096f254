//! Kept answers: the same request with the same key gets the first answer again.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;
use domain::Timestamp;
use domain::id::AccountId;

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// Nothing: this call has taken the key and must finish or release it.
    Fresh,
    /// Another request used the key.
    OtherRequest,
    /// The first request is still running.
    Running,
    /// The first answer: status and sealed body.
    Answered {
        /// The HTTP status.
        status: i64,
        /// The body, sealed, because an answer may show a secret once.
        sealed_body: Vec<u8>,
    },
}

/// Takes a key, or tells what is known of it. A key whose first request began before `stale` and never ended is taken over.
pub async fn take(
    conn: &mut Conn,
    account: &AccountId,
    key_hash: &str,
    request_hash: &str,
    now: Timestamp,
    stale: Timestamp,
) -> Result<Known, StoreError> {
    let taken = sql("INSERT INTO idempotency_keys (account_id, key_hash, request_hash, created_at) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (account_id, key_hash) DO UPDATE SET created_at = $4
                     WHERE idempotency_keys.status IS NULL AND idempotency_keys.created_at < $5 AND idempotency_keys.request_hash = $3")
    .bind(account)
    .bind(key_hash)
    .bind(request_hash)
    .bind(now)
    .bind(stale)
    .execute(conn)
    .await?;
    if taken == 1 {
        return Ok(Known::Fresh);
    }
    let row = sql("SELECT request_hash, status, sealed_body FROM idempotency_keys WHERE account_id = $1 AND key_hash = $2");
    let Some(row) = row.bind(account).bind(key_hash).optional(conn).await? else { return Ok(Known::Running) };
    if row.text("request_hash")? != request_hash {
        return Ok(Known::OtherRequest);
    }
    Ok(match (row.opt_int("status")?, row.opt_bytes("sealed_body")?) {
        (Some(status), Some(sealed_body)) => Known::Answered { status, sealed_body },
        _ => Known::Running,
    })
}

/// Keeps the answer.
pub async fn finish(conn: &mut Conn, account: &AccountId, key_hash: &str, status: i64, sealed_body: Vec<u8>) -> Result<(), StoreError> {
    sql("UPDATE idempotency_keys SET status = $3, sealed_body = $4 WHERE account_id = $1 AND key_hash = $2")
        .bind(account)
        .bind(key_hash)
        .bind(status)
        .bind(sealed_body)
        .execute(conn)
        .await?;
    Ok(())
}

/// Gives the key back: the request failed on our side and may be sent again.
pub async fn release(conn: &mut Conn, account: &AccountId, key_hash: &str) -> Result<(), StoreError> {
    sql("DELETE FROM idempotency_keys WHERE account_id = $1 AND key_hash = $2 AND status IS NULL")
        .bind(account)
        .bind(key_hash)
        .execute(conn)
        .await?;
    Ok(())
}

/// Removes answers kept since before the given time.
pub async fn remove_older(conn: &mut Conn, before: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM idempotency_keys WHERE created_at < $1").bind(before).execute(conn).await
}
