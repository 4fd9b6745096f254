//! Single-use secrets: recovery links and hand-overs to the other server. Only hashes are kept.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;
use domain::Timestamp;
use domain::id::{AccountId, PersonId, TokenId};

/// What a token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Setting a new password.
    Recovery,
    /// Signing in on the other server.
    HandOver,
}

impl Purpose {
    fn key(self) -> &'static str {
        match self {
            Self::Recovery => "recovery",
            Self::HandOver => "hand_over",
        }
    }
}

/// A new token.
#[derive(Debug, Clone)]
pub struct Token {
    /// Its id.
    pub id: TokenId,
    /// What it is good for.
    pub purpose: Purpose,
    /// The hash of the secret.
    pub hash: String,
    /// For whom; none for the owner.
    pub person_id: Option<PersonId>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it is good.
    pub expires_at: Timestamp,
}

/// Keeps a new token.
pub async fn insert(conn: &mut Conn, account: &AccountId, token: &Token) -> Result<(), StoreError> {
    sql("INSERT INTO tokens (account_id, token_id, purpose, token_hash, person_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(account)
        .bind(&token.id)
        .bind(token.purpose.key())
        .bind(&token.hash)
        .bind(token.person_id.as_ref())
        .bind(token.created_at)
        .bind(token.expires_at)
        .execute(conn)
        .await?;
    Ok(())
}

/// Uses a token up: for whom it was good, or nothing when it is unknown, used or expired. Of two who try, one wins.
pub async fn redeem(
    conn: &mut Conn,
    account: &AccountId,
    purpose: Purpose,
    hash: &str,
    now: Timestamp,
) -> Result<Option<Option<PersonId>>, StoreError> {
    let row = sql("UPDATE tokens SET used_at = $4 WHERE account_id = $1 AND purpose = $2 AND token_hash = $3 AND used_at IS NULL AND expires_at > $4 RETURNING person_id")
        .bind(account)
        .bind(purpose.key())
        .bind(hash)
        .bind(now)
        .optional(conn)
        .await?;
    row.map(|row| row.opt_id("person_id")).transpose()
}

/// Makes all unused tokens of a purpose useless for one user: a newer link replaces older ones.
pub async fn revoke(
    conn: &mut Conn,
    account: &AccountId,
    person: Option<&PersonId>,
    purpose: Purpose,
    now: Timestamp,
) -> Result<(), StoreError> {
    sql("UPDATE tokens SET used_at = $4 WHERE account_id = $1 AND COALESCE(person_id, '') = COALESCE($2, '') AND purpose = $3 AND used_at IS NULL")
        .bind(account)
        .bind(person)
        .bind(purpose.key())
        .bind(now)
        .execute(conn)
        .await?;
    Ok(())
}

/// Removes all secrets of a person.
pub async fn delete_of_person(conn: &mut Conn, account: &AccountId, person: &PersonId) -> Result<(), StoreError> {
    sql("DELETE FROM tokens WHERE account_id = $1 AND person_id = $2").bind(account).bind(person).execute(conn).await?;
    Ok(())
}

/// Removes tokens that have expired.
pub async fn remove_expired(conn: &mut Conn, now: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM tokens WHERE expires_at <= $1").bind(now).execute(conn).await
}
