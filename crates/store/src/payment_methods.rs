//! Payment methods: cards and bank accounts as partners know them. Only the last four digits are kept of any number.
//!
//! Exactly one of an account's cards and debited bank accounts is primary: the first becomes it, and when it is removed the
//! oldest of the others follows. The unique index `payment_methods_one_primary` keeps it from being two.

use crate::error::StoreError;
use crate::ledger;
use crate::query::sql;
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, PaymentMethodId};
use domain::payment::{MethodKind, MethodRef, PaymentPartner};

/// How far a method's verification is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodState {
    /// A bank account whose two small amounts were not named yet.
    New,
    /// It can be used.
    Verified,
    /// They were wrong too often, or the bank took it away.
    Failed,
}

impl MethodState {
    /// The stored word, also the one on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Verified => "verified",
            Self::Failed => "failed",
        }
    }

    fn from_key(key: &str) -> Option<Self> {
        [Self::New, Self::Verified, Self::Failed].into_iter().find(|state| state.key() == key)
    }
}

/// A payment method as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its id.
    pub id: PaymentMethodId,
    /// How its partner names it.
    pub at_partner: MethodRef,
    /// Which partner.
    pub partner: PaymentPartner,
    /// What the customer calls it; empty for cards.
    pub name: String,
    /// Card: its brand. Bank account: the bank's name.
    pub issuer: String,
    /// The bank's routing number.
    pub issuer_code: String,
    /// The last four digits.
    pub last4: String,
    /// Card: `12/2029`.
    pub expires: Option<String>,
    /// The bank-linking partner's name for the account.
    pub bank_link_id: Option<String>,
    /// Whether it belongs to external billing.
    pub is_external: bool,
    /// Whether it is the primary one.
    pub is_primary: bool,
    /// How far its verification is.
    pub state: MethodState,
    /// When it was added.
    pub created_at: Timestamp,
}

impl Method {
    /// How lists and logs call it, such as `Visa 4242`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} {}", self.issuer, self.last4)
    }

    /// Whether it can be charged.
    #[must_use]
    pub fn chargeable(&self) -> bool {
        self.at_partner.kind != MethodKind::PayoutBankAccount && self.state == MethodState::Verified
    }
}

/// Adds a method; `is_primary` is decided here. `Duplicate` when the partner's method is there already.
pub async fn insert(writer: &mut Writer, account: &AccountId, method: &Method) -> Result<bool, StoreError> {
    ledger::lock(writer, account).await?;
    let charged = method.at_partner.kind != MethodKind::PayoutBankAccount;
    let is_primary = charged && primary(writer, account).await?.is_none();
    sql("INSERT INTO payment_methods (account_id, payment_method_id, kind, partner, customer_reference, reference, name, issuer, issuer_code,
            last4, expires, bank_link_id, is_external, is_primary, state, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)")
    .bind(account)
    .bind(&method.id)
    .bind(method.at_partner.kind.key())
    .bind(method.partner.key())
    .bind(&method.at_partner.customer)
    .bind(&method.at_partner.reference)
    .bind(&method.name)
    .bind(&method.issuer)
    .bind(&method.issuer_code)
    .bind(&method.last4)
    .bind(method.expires.as_deref())
    .bind(method.bank_link_id.as_deref())
    .bind(method.is_external)
    .bind(is_primary)
    .bind(method.state.key())
    .bind(method.created_at)
    .execute(writer)
    .await?;
    Ok(is_primary)
}

/// The account's methods, oldest first. Nobody has more than a few; more than 200 are not shown.
pub async fn list(conn: &mut Conn, account: &AccountId) -> Result<Vec<Method>, StoreError> {
    let rows =
        sql("SELECT * FROM payment_methods WHERE account_id = $1 AND removed_at IS NULL ORDER BY created_at, payment_method_id LIMIT 200")
            .bind(account)
            .all(conn)
            .await?;
    rows.iter().map(method).collect()
}

/// How many methods the account has, for a limit.
pub async fn count(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM payment_methods WHERE account_id = $1 AND removed_at IS NULL").bind(account).one(conn).await?.int("n")
}

/// One method that was not removed.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &PaymentMethodId) -> Result<Option<Method>, StoreError> {
    let row = sql("SELECT * FROM payment_methods WHERE account_id = $1 AND payment_method_id = $2 AND removed_at IS NULL")
        .bind(account)
        .bind(id)
        .optional(conn)
        .await?;
    row.as_ref().map(method).transpose()
}

/// One method, also a removed one: payments and receipts name it.
pub async fn find_ever(conn: &mut Conn, account: &AccountId, id: &PaymentMethodId) -> Result<Option<Method>, StoreError> {
    let row =
        sql("SELECT * FROM payment_methods WHERE account_id = $1 AND payment_method_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(method).transpose()
}

/// The primary method.
pub async fn primary(conn: &mut Conn, account: &AccountId) -> Result<Option<Method>, StoreError> {
    let row = sql("SELECT * FROM payment_methods WHERE account_id = $1 AND is_primary AND removed_at IS NULL")
        .bind(account)
        .optional(conn)
        .await?;
    row.as_ref().map(method).transpose()
}

/// Methods of any account that a partner names so: for what the partner tells us by itself.
pub async fn by_reference(conn: &mut Conn, partner: PaymentPartner, reference: &str) -> Result<Vec<(AccountId, Method)>, StoreError> {
    let rows =
        sql("SELECT * FROM payment_methods WHERE partner = $1 AND reference = $2 AND removed_at IS NULL ORDER BY account_id LIMIT 10")
            .bind(partner.key())
            .bind(reference)
            .all(conn)
            .await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, method(row)?))).collect()
}

/// Makes another method the primary one; whether it can be one (a payout account cannot).
pub async fn make_primary(writer: &mut Writer, account: &AccountId, id: &PaymentMethodId) -> Result<bool, StoreError> {
    ledger::lock(writer, account).await?;
    if find(writer, account, id).await?.is_none_or(|method| method.at_partner.kind == MethodKind::PayoutBankAccount) {
        return Ok(false);
    }
    sql("UPDATE payment_methods SET is_primary = $2 WHERE account_id = $1 AND is_primary AND removed_at IS NULL")
        .bind(account)
        .bind(false)
        .execute(writer)
        .await?;
    sql("UPDATE payment_methods SET is_primary = $3 WHERE account_id = $1 AND payment_method_id = $2")
        .bind(account)
        .bind(id)
        .bind(true)
        .execute(writer)
        .await?;
    Ok(true)
}

/// Notes how far a method's verification is; whether there is such a method.
pub async fn set_state(writer: &mut Writer, account: &AccountId, id: &PaymentMethodId, state: MethodState) -> Result<bool, StoreError> {
    let set = sql("UPDATE payment_methods SET state = $3 WHERE account_id = $1 AND payment_method_id = $2 AND removed_at IS NULL")
        .bind(account)
        .bind(id)
        .bind(state.key())
        .execute(writer)
        .await?;
    Ok(set == 1)
}

/// Removes a method; the oldest of the others becomes primary when it was. Whether there was one.
pub async fn remove(writer: &mut Writer, account: &AccountId, id: &PaymentMethodId, now: Timestamp) -> Result<bool, StoreError> {
    ledger::lock(writer, account).await?;
    let Some(removed) = find(writer, account, id).await? else { return Ok(false) };
    sql("UPDATE payment_methods SET removed_at = $3, is_primary = $4 WHERE account_id = $1 AND payment_method_id = $2")
        .bind(account)
        .bind(id)
        .bind(now)
        .bind(false)
        .execute(writer)
        .await?;
    if removed.is_primary {
        sql("UPDATE payment_methods SET is_primary = $2 WHERE account_id = $1 AND payment_method_id = (
                SELECT payment_method_id FROM payment_methods WHERE account_id = $1 AND removed_at IS NULL AND kind <> 'PayoutBankAccount'
                ORDER BY created_at, payment_method_id LIMIT 1)")
        .bind(account)
        .bind(true)
        .execute(writer)
        .await?;
    }
    Ok(true)
}

/// The name that a partner has for the account.
pub async fn customer(conn: &mut Conn, account: &AccountId, partner: PaymentPartner) -> Result<Option<String>, StoreError> {
    let row = sql("SELECT reference FROM payment_customers WHERE account_id = $1 AND partner = $2")
        .bind(account)
        .bind(partner.key())
        .optional(conn)
        .await?;
    row.map(|row| row.text("reference")).transpose()
}

/// Keeps the name that a partner has for the account; the first one stays.
pub async fn keep_customer(
    writer: &mut Writer,
    account: &AccountId,
    partner: PaymentPartner,
    reference: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO payment_customers (account_id, partner, reference, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (account_id, partner) DO NOTHING")
        .bind(account)
        .bind(partner.key())
        .bind(reference)
        .bind(now)
        .execute(writer)
        .await?;
    Ok(())
}

fn method(row: &Row) -> Result<Method, StoreError> {
    Ok(Method {
        id: row.id("payment_method_id")?,
        at_partner: MethodRef {
            kind: row.parsed("kind", MethodKind::from_key)?,
            customer: row.text("customer_reference")?,
            reference: row.text("reference")?,
        },
        partner: row.parsed("partner", PaymentPartner::from_key)?,
        name: row.text("name")?,
        issuer: row.text("issuer")?,
        issuer_code: row.text("issuer_code")?,
        last4: row.text("last4")?,
        expires: row.opt_text("expires")?,
        bank_link_id: row.opt_text("bank_link_id")?,
        is_external: row.bool("is_external")?,
        is_primary: row.bool("is_primary")?,
        state: row.parsed("state", MethodState::from_key)?,
        created_at: row.time("created_at")?,
    })
}
