//! Users' own accounts with carriers. Credentials come and go sealed; this crate cannot open them.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Row, corrupt};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::id::{AccountId, CarrierAccountId};

/// An account with a carrier as stored.
#[derive(Debug, Clone)]
pub struct CarrierAccount {
    /// Its id.
    pub id: CarrierAccountId,
    /// Whose account it is; never changes.
    pub carrier: Carrier,
    /// The user's name for it.
    pub description: String,
    /// The credentials, sealed.
    pub sealed_credentials: Vec<u8>,
    /// What screens may show of them, as JSON.
    pub hint: String,
    /// When it was added.
    pub created_at: Timestamp,
}

/// Adds an account with a carrier.
pub async fn insert(writer: &mut Writer, account: &AccountId, own: &CarrierAccount) -> Result<(), StoreError> {
    sql("INSERT INTO carrier_accounts (account_id, carrier_account_id, carrier, description, sealed_credentials, hint, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(account)
    .bind(&own.id)
    .bind(own.carrier.name())
    .bind(&own.description)
    .bind(own.sealed_credentials.clone())
    .bind(&own.hint)
    .bind(own.created_at)
    .execute(writer)
    .await?;
    Ok(())
}

/// All of a user's accounts with carriers, oldest first. There are few: `count` is checked before one is added.
pub async fn all(conn: &mut Conn, account: &AccountId) -> Result<Vec<CarrierAccount>, StoreError> {
    let rows =
        sql("SELECT * FROM carrier_accounts WHERE account_id = $1 ORDER BY carrier_account_id LIMIT 200").bind(account).all(conn).await?;
    rows.iter().map(carrier_account).collect()
}

/// How many there are.
pub async fn count(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM carrier_accounts WHERE account_id = $1").bind(account).one(conn).await?.int("n")
}

/// One of them.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &CarrierAccountId) -> Result<Option<CarrierAccount>, StoreError> {
    let statement = sql("SELECT * FROM carrier_accounts WHERE account_id = $1 AND carrier_account_id = $2");
    statement.bind(account).bind(id).optional(conn).await?.as_ref().map(carrier_account).transpose()
}

/// Stores description and credentials.
pub async fn save(writer: &mut Writer, account: &AccountId, own: &CarrierAccount) -> Result<(), StoreError> {
    sql("UPDATE carrier_accounts SET description = $3, sealed_credentials = $4, hint = $5 WHERE account_id = $1 AND carrier_account_id = $2")
        .bind(account)
        .bind(&own.id)
        .bind(&own.description)
        .bind(own.sealed_credentials.clone())
        .bind(&own.hint)
        .execute(writer)
        .await?;
    Ok(())
}

/// Whether a purchase under it still waits for the carrier's answer.
pub async fn is_buying(conn: &mut Conn, account: &AccountId, id: &CarrierAccountId) -> Result<bool, StoreError> {
    let statement = sql("SELECT 1 AS n FROM purchases WHERE account_id = $1 AND carrier_account_id = $2 AND state = 'pending' LIMIT 1");
    Ok(statement.bind(account).bind(id).optional(conn).await?.is_some())
}

/// Deletes it.
pub async fn delete(writer: &mut Writer, account: &AccountId, id: &CarrierAccountId) -> Result<(), StoreError> {
    let statement = sql("DELETE FROM carrier_accounts WHERE account_id = $1 AND carrier_account_id = $2");
    statement.bind(account).bind(id).execute(writer).await?;
    Ok(())
}

fn carrier_account(row: &Row) -> Result<CarrierAccount, StoreError> {
    Ok(CarrierAccount {
        id: row.id("carrier_account_id")?,
        carrier: row.parsed("carrier", Carrier::parse)?,
        description: row.text("description")?,
        sealed_credentials: row.opt_bytes("sealed_credentials")?.ok_or_else(|| corrupt("sealed_credentials"))?,
        hint: row.text("hint")?,
        created_at: row.time("created_at")?,
    })
}
