//! The directory of sign-in addresses: who an address belongs to, and the hash of its password.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;
use domain::email::Email;
use domain::id::{AccountId, PersonId};

/// One address.
#[derive(Debug, Clone)]
pub struct Login {
    /// Whose account.
    pub account_id: AccountId,
    /// Which sub-user; none for the owner.
    pub person_id: Option<PersonId>,
    /// The Argon2id hash.
    pub password_hash: String,
}

/// Adds an address; `Duplicate` when somebody has it.
pub async fn insert(conn: &mut Conn, email: &Email, login: &Login) -> Result<(), StoreError> {
    sql("INSERT INTO logins (email, account_id, person_id, password_hash) VALUES ($1, $2, $3, $4)")
        .bind(email.as_str())
        .bind(&login.account_id)
        .bind(login.person_id.as_ref())
        .bind(&login.password_hash)
        .execute(conn)
        .await?;
    Ok(())
}

/// Who signs in with this address.
pub async fn find(conn: &mut Conn, email: &Email) -> Result<Option<Login>, StoreError> {
    let row = sql("SELECT account_id, person_id, password_hash FROM logins WHERE email = $1").bind(email.as_str()).optional(conn).await?;
    row.map(|row| {
        Ok(Login { account_id: row.id("account_id")?, person_id: row.opt_id("person_id")?, password_hash: row.text("password_hash")? })
    })
    .transpose()
}

/// The hash of the owner's or a person's password.
pub async fn password_hash(conn: &mut Conn, account: &AccountId, person: Option<&PersonId>) -> Result<Option<String>, StoreError> {
    let row = sql("SELECT password_hash FROM logins WHERE account_id = $1 AND COALESCE(person_id, '') = COALESCE($2, '')")
        .bind(account)
        .bind(person)
        .optional(conn)
        .await?;
    row.map(|row| row.text("password_hash")).transpose()
}

/// Sets the hash of the owner's or a person's password.
pub async fn set_password_hash(conn: &mut Conn, account: &AccountId, person: Option<&PersonId>, hash: &str) -> Result<(), StoreError> {
    sql("UPDATE logins SET password_hash = $3 WHERE account_id = $1 AND COALESCE(person_id, '') = COALESCE($2, '')")
        .bind(account)
        .bind(person)
        .bind(hash)
        .execute(conn)
        .await?;
    Ok(())
}

/// Gives the owner another address; `Duplicate` when somebody has it.
pub async fn change_owner_email(conn: &mut Conn, account: &AccountId, email: &Email) -> Result<(), StoreError> {
    sql("UPDATE logins SET email = $2 WHERE account_id = $1 AND person_id IS NULL AND email <> $2")
        .bind(account)
        .bind(email.as_str())
        .execute(conn)
        .await?;
    Ok(())
}

/// Frees the address of a person.
pub async fn delete_person(conn: &mut Conn, account: &AccountId, person: &PersonId) -> Result<(), StoreError> {
    sql("DELETE FROM logins WHERE account_id = $1 AND person_id = $2").bind(account).bind(person).execute(conn).await?;
    Ok(())
}
