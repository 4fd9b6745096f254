//! Accounts: the merchants, their settings, how they are billed and where they can be written to.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Row, corrupt, json};
use crate::tx::{Conn, Writer};
use crate::{ledger, logins};
use domain::account::{Account, BillingType};
use domain::billing::BillingAddress;
use domain::credit::Terms;
use domain::email::Email;
use domain::id::AccountId;
use domain::incentive::Program;
use domain::money::Cents;
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
        .bind(json(&Settings::default())?)
        .bind(account.created_at)
        .execute(conn)
        .await?;
    ledger::open_books(conn, &account.id).await
}

/// On which terms an account buys, as one read before a purchase tells them.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Wallet or invoicing.
    pub billing_type: BillingType,
    /// The account's own credit limit; none for the deployment's.
    pub credit_limit: Option<Cents>,
    /// In which programs its labels earn incentives.
    pub programs: Vec<Program>,
    /// Its settings, for the recharge threshold.
    pub settings: Settings,
}

impl Standing {
    /// How far the balance may go below zero, given the deployment's limit.
    #[must_use]
    pub fn terms(&self, default_limit: Cents) -> Terms {
        Terms { billing_type: self.billing_type, credit_limit: self.credit_limit.unwrap_or(default_limit) }
    }
}

/// On which terms an account buys.
pub async fn standing(conn: &mut Conn, id: &AccountId) -> Result<Option<Standing>, StoreError> {
    let row =
        sql("SELECT billing_type, credit_limit_cents, externally_billed, sales_channel, settings FROM accounts WHERE account_id = $1")
            .bind(id)
            .optional(conn)
            .await?;
    row.map(|row| {
        let member = [(row.bool("externally_billed")?, Program::External), (row.bool("sales_channel")?, Program::Channel)];
        Ok(Standing {
            billing_type: row.parsed("billing_type", BillingType::from_key)?,
            credit_limit: row.opt_int("credit_limit_cents")?.map(Cents::new),
            programs: member.into_iter().filter(|(is, _)| *is).map(|(_, program)| program).collect(),
            settings: row.parsed("settings", |text| serde_json::from_str(text).ok())?,
        })
    })
    .transpose()
}

/// Sets how an account is billed: for the operator; customers cannot choose.
pub async fn set_billing(writer: &mut Writer, id: &AccountId, billing_type: BillingType, programs: &[Program]) -> Result<(), StoreError> {
    sql("UPDATE accounts SET billing_type = $2, externally_billed = $3, sales_channel = $4 WHERE account_id = $1")
        .bind(id)
        .bind(billing_type.key())
        .bind(programs.contains(&Program::External))
        .bind(programs.contains(&Program::Channel))
        .execute(writer)
        .await?;
    Ok(())
}

/// Sets an account's own credit limit; none for the deployment's.
pub async fn set_credit_limit(writer: &mut Writer, id: &AccountId, limit: Option<Cents>) -> Result<(), StoreError> {
    let set = sql("UPDATE accounts SET credit_limit_cents = $2 WHERE account_id = $1");
    set.bind(id).bind(limit.map(Cents::get)).execute(writer).await?;
    Ok(())
}

/// Contact and billing information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// The owner's name.
    pub name: String,
    /// The owner's sign-in address.
    pub email: Email,
    /// The owner's telephone number.
    pub phone: String,
    /// Whether bills go to the contact address.
    pub billing_eq_contact: bool,
    /// Where the owner can be written to.
    pub contact_address: Option<BillingAddress>,
    /// Where bills go otherwise.
    pub billing_address: Option<BillingAddress>,
}

/// The contact and billing information of an account.
pub async fn contact(conn: &mut Conn, id: &AccountId) -> Result<Option<Contact>, StoreError> {
    let row = sql("SELECT name, email, phone, billing_eq_contact, contact_address, billing_address FROM accounts WHERE account_id = $1")
        .bind(id)
        .optional(conn)
        .await?;
    row.map(|row| {
        let address = |column: &str| -> Result<Option<BillingAddress>, StoreError> {
            row.opt_text(column)?.map(|text| serde_json::from_str(&text).map_err(|_| corrupt(column))).transpose()
        };
        Ok(Contact {
            name: row.text("name")?,
            email: Email::parse(&row.text("email")?).map_err(|_| corrupt("email"))?,
            phone: row.text("phone")?,
            billing_eq_contact: row.bool("billing_eq_contact")?,
            contact_address: address("contact_address")?,
            billing_address: address("billing_address")?,
        })
    })
    .transpose()
}

/// Replaces the contact and billing information. A changed e-mail address is the owner's new sign-in address: `Duplicate` when
/// somebody else signs in with it.
pub async fn save_contact(writer: &mut Writer, id: &AccountId, contact: &Contact) -> Result<(), StoreError> {
    logins::change_owner_email(writer, id, &contact.email).await?;
    let address = |address: &Option<BillingAddress>| address.as_ref().map(json).transpose();
    sql("UPDATE accounts SET name = $2, email = $3, phone = $4, billing_eq_contact = $5, contact_address = $6, billing_address = $7 WHERE account_id = $1")
        .bind(id)
        .bind(&contact.name)
        .bind(contact.email.as_str())
        .bind(&contact.phone)
        .bind(contact.billing_eq_contact)
        .bind(address(&contact.contact_address)?)
        .bind(address(&contact.billing_address)?)
        .execute(writer)
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
    sql("UPDATE accounts SET settings = $2 WHERE account_id = $1").bind(id).bind(json(settings)?).execute(conn).await?;
    Ok(())
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
