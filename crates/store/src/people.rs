//! Persons: the sub-users of an account.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Listed, Row, corrupt};
use crate::tx::Conn;
use domain::Timestamp;
use domain::access::PermissionSet;
use domain::account::Person;
use domain::email::Email;
use domain::id::{AccountId, PersonId};
use domain::page::Page;

/// Adds a person.
pub async fn insert(conn: &mut Conn, account: &AccountId, person: &Person) -> Result<(), StoreError> {
    sql("INSERT INTO persons (account_id, person_id, name, email, enabled, permissions, created_at, last_sign_in_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .bind(account)
    .bind(&person.id)
    .bind(&person.name)
    .bind(person.email.as_str())
    .bind(person.enabled)
    .bind(person.permissions.to_bits())
    .bind(person.created_at)
    .bind(person.last_sign_in_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// A page of an account's persons, oldest first.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<Person>, StoreError> {
    let rows = sql("SELECT * FROM persons WHERE account_id = $1 ORDER BY person_id LIMIT $2 OFFSET $3")
        .bind(account)
        .bind(page.per)
        .bind(page.offset())
        .all(conn)
        .await?;
    let total = sql("SELECT COUNT(*) AS n FROM persons WHERE account_id = $1").bind(account).one(conn).await?;
    Ok(Listed { items: rows.iter().map(person).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// One person.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &PersonId) -> Result<Option<Person>, StoreError> {
    let row = sql("SELECT * FROM persons WHERE account_id = $1 AND person_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(person).transpose()
}

/// The person with this address.
pub async fn find_by_email(conn: &mut Conn, account: &AccountId, email: &Email) -> Result<Option<Person>, StoreError> {
    let row = sql("SELECT * FROM persons WHERE account_id = $1 AND email = $2").bind(account).bind(email.as_str()).optional(conn).await?;
    row.as_ref().map(person).transpose()
}

/// Stores the enabled flag and the permissions of a person.
pub async fn save(conn: &mut Conn, account: &AccountId, person: &Person) -> Result<(), StoreError> {
    sql("UPDATE persons SET enabled = $3, permissions = $4 WHERE account_id = $1 AND person_id = $2")
        .bind(account)
        .bind(&person.id)
        .bind(person.enabled)
        .bind(person.permissions.to_bits())
        .execute(conn)
        .await?;
    Ok(())
}

/// Remembers when a person signed in.
pub async fn signed_in(conn: &mut Conn, account: &AccountId, id: &PersonId, at: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE persons SET last_sign_in_at = $3 WHERE account_id = $1 AND person_id = $2")
        .bind(account)
        .bind(id)
        .bind(at)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes a person; its sessions and links go with it.
pub async fn delete(conn: &mut Conn, account: &AccountId, id: &PersonId) -> Result<(), StoreError> {
    sql("DELETE FROM persons WHERE account_id = $1 AND person_id = $2").bind(account).bind(id).execute(conn).await?;
    Ok(())
}

fn person(row: &Row) -> Result<Person, StoreError> {
    Ok(Person {
        id: row.id("person_id")?,
        name: row.text("name")?,
        email: Email::parse(&row.text("email")?).map_err(|_| corrupt("email"))?,
        enabled: row.bool("enabled")?,
        permissions: PermissionSet::from_bits(row.int("permissions")?).ok_or_else(|| corrupt("permissions"))?,
        created_at: row.time("created_at")?,
        last_sign_in_at: row.opt_time("last_sign_in_at")?,
    })
}
