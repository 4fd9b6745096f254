//! Accounts: the merchants and their settings.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Row, corrupt};
use crate::tx::Conn;
use domain::account::{Account, BillingType};
use domain::email::Email;
use domain::id::AccountId;
use domain::settings::Settings;

/// Adds an account with the default settings.
pub async fn insert(conn: &mut Conn, account: &Account) -> Result<(), StoreError> {
    sql("INSERT INTO accounts (account_id, name, email, phone, billing_eq_contact, billing_type, externally_billed, sales_channel, settings, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
        .bind(&account.id)
        .bind(&account.name)
        .bind(account.email.as_str())
        .bind(&account.phone)
        .bind(account.billing_eq_contact)
        .bind(account.billing_type.key())
        .bind(account.externally_billed)
        .bind(account.sales_channel)
        .bind(to_json(&Settings::default())?)
        .bind(account.created_at)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether there is any account at all.
pub async fn any(conn: &mut Conn) -> Result<bool, StoreError> {
    Ok(sql("SELECT account_id FROM accounts LIMIT 1").optional(conn).await?.is_some())
}

/// One account.
pub async fn find(conn: &mut Conn, id: &AccountId) -> Result<Option<Account>, StoreError> {
    let row = sql("SELECT account_id, name, email, phone, billing_eq_contact, billing_type, externally_billed, sales_channel, created_at
                   FROM accounts WHERE account_id = $1")
    .bind(id)
    .optional(conn)
    .await?;
    row.as_ref().map(account).transpose()
}

/// All account ids after the given one, in order: for checks that walk through everything in steps.
pub async fn ids_after(conn: &mut Conn, after: &str, limit: i64) -> Result<Vec<AccountId>, StoreError> {
    let rows =
        sql("SELECT account_id FROM accounts WHERE account_id > $1 ORDER BY account_id LIMIT $2").bind(after).bind(limit).all(conn).await?;
    rows.iter().map(|row| row.id("account_id")).collect()
}

/// The settings of an account.
pub async fn settings(conn: &mut Conn, id: &AccountId) -> Result<Option<Settings>, StoreError> {
    let row = sql("SELECT settings FROM accounts WHERE account_id = $1").bind(id).optional(conn).await?;
    row.map(|row| row.parsed("settings", |text| serde_json::from_str(text).ok())).transpose()
}

/// Replaces the settings of an account.
pub async fn save_settings(conn: &mut Conn, id: &AccountId, settings: &Settings) -> Result<(), StoreError> {
    sql("UPDATE accounts SET settings = $2 WHERE account_id = $1").bind(id).bind(to_json(settings)?).execute(conn).await?;
    Ok(())
}

fn to_json(settings: &Settings) -> Result<String, StoreError> {
    serde_json::to_string(settings).map_err(|e| StoreError::Corrupt(e.to_string()))
}

pub(crate) fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: row.id("account_id")?,
        name: row.text("name")?,
        email: Email::parse(&row.text("email")?).map_err(|_| corrupt("email"))?,
        phone: row.text("phone")?,
        billing_eq_contact: row.bool("billing_eq_contact")?,
        billing_type: row.parsed("billing_type", BillingType::from_key)?,
        externally_billed: row.bool("externally_billed")?,
        sales_channel: row.bool("sales_channel")?,
        created_at: row.time("created_at")?,
    })
}
