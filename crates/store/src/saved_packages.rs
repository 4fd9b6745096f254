//! Package templates. A name is used once per account.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Listed, Row, corrupt, json};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, SavedPackageId};
use domain::page::Page;
use domain::saved_package::PackageContent;

/// A template as stored.
#[derive(Debug, Clone)]
pub struct SavedPackage {
    /// Its id.
    pub id: SavedPackageId,
    /// The user's name for it.
    pub name: String,
    /// What it fills in.
    pub content: PackageContent,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Adds a template; [`StoreError::Duplicate`] when the name is taken.
pub async fn insert(writer: &mut Writer, account: &AccountId, package: &SavedPackage) -> Result<(), StoreError> {
    sql("INSERT INTO saved_packages (account_id, saved_package_id, name, content, created_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(account)
        .bind(&package.id)
        .bind(&package.name)
        .bind(json(&package.content)?)
        .bind(package.created_at)
        .execute(writer)
        .await?;
    Ok(())
}

/// A page of an account's templates, by name.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<SavedPackage>, StoreError> {
    let rows = sql("SELECT * FROM saved_packages WHERE account_id = $1 ORDER BY name LIMIT $2 OFFSET $3")
        .bind(account)
        .bind(page.per)
        .bind(page.offset())
        .all(conn)
        .await?;
    Ok(Listed { items: rows.iter().map(saved_package).collect::<Result<_, _>>()?, total_count: count(conn, account).await? })
}

/// How many templates an account has.
pub async fn count(conn: &mut Conn, account: &AccountId) -> Result<i64, StoreError> {
    sql("SELECT COUNT(*) AS n FROM saved_packages WHERE account_id = $1").bind(account).one(conn).await?.int("n")
}

/// One template.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &SavedPackageId) -> Result<Option<SavedPackage>, StoreError> {
    let row =
        sql("SELECT * FROM saved_packages WHERE account_id = $1 AND saved_package_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(saved_package).transpose()
}

/// Stores name and content; [`StoreError::Duplicate`] when the name is taken.
pub async fn save(writer: &mut Writer, account: &AccountId, package: &SavedPackage) -> Result<(), StoreError> {
    sql("UPDATE saved_packages SET name = $3, content = $4 WHERE account_id = $1 AND saved_package_id = $2")
        .bind(account)
        .bind(&package.id)
        .bind(&package.name)
        .bind(json(&package.content)?)
        .execute(writer)
        .await?;
    Ok(())
}

/// Deletes a template; whether there was one.
pub async fn delete(writer: &mut Writer, account: &AccountId, id: &SavedPackageId) -> Result<bool, StoreError> {
    let statement = sql("DELETE FROM saved_packages WHERE account_id = $1 AND saved_package_id = $2");
    Ok(statement.bind(account).bind(id).execute(writer).await? == 1)
}

fn saved_package(row: &Row) -> Result<SavedPackage, StoreError> {
    Ok(SavedPackage {
        id: row.id("saved_package_id")?,
        name: row.text("name")?,
        content: serde_json::from_str(&row.text("content")?).map_err(|_| corrupt("content"))?,
        created_at: row.time("created_at")?,
    })
}
