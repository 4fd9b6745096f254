//! Saved meanings of columns: names that occur in a table's header, and what they hold.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{Listed, Row, corrupt, json};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, MappingId};
use domain::page::Page;
use domain::upload::{Dictionary, Target};
use std::collections::BTreeMap;

/// A saved mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// Its id.
    pub id: MappingId,
    /// Its name, once per account.
    pub name: String,
    /// What columns mean.
    pub dictionary: Dictionary,
}

pub(crate) fn stored(dictionary: &Dictionary) -> Result<String, StoreError> {
    json(&dictionary.iter().map(|(name, target)| (name.as_str(), target.key())).collect::<BTreeMap<_, _>>())
}

/// Adds one; `Duplicate` when the name is taken.
pub async fn insert(writer: &mut Writer, account: &AccountId, mapping: &Mapping, now: Timestamp) -> Result<(), StoreError> {
    sql("INSERT INTO upload_mappings (account_id, mapping_id, name, dictionary, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)")
        .bind(account)
        .bind(&mapping.id)
        .bind(&mapping.name)
        .bind(stored(&mapping.dictionary)?)
        .bind(now)
        .execute(writer)
        .await?;
    Ok(())
}

/// Saves one; whether there was one. `Duplicate` when the name is taken.
pub async fn save(writer: &mut Writer, account: &AccountId, mapping: &Mapping, now: Timestamp) -> Result<bool, StoreError> {
    let saved = sql("UPDATE upload_mappings SET name = $3, dictionary = $4, updated_at = $5 WHERE account_id = $1 AND mapping_id = $2")
        .bind(account)
        .bind(&mapping.id)
        .bind(&mapping.name)
        .bind(stored(&mapping.dictionary)?)
        .bind(now)
        .execute(writer)
        .await?;
    Ok(saved == 1)
}

/// Deletes one; whether there was one.
pub async fn delete(writer: &mut Writer, account: &AccountId, id: &MappingId) -> Result<bool, StoreError> {
    let deleted =
        sql("DELETE FROM upload_mappings WHERE account_id = $1 AND mapping_id = $2").bind(account).bind(id).execute(writer).await?;
    Ok(deleted == 1)
}

/// One mapping.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &MappingId) -> Result<Option<Mapping>, StoreError> {
    let row = sql("SELECT * FROM upload_mappings WHERE account_id = $1 AND mapping_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(mapping).transpose()
}

/// A page of them by name.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<Mapping>, StoreError> {
    let rows = sql("SELECT * FROM upload_mappings WHERE account_id = $1 ORDER BY name LIMIT $2 OFFSET $3")
        .bind(account)
        .bind(page.per)
        .bind(page.offset())
        .all(conn)
        .await?;
    let total = sql("SELECT COUNT(*) AS n FROM upload_mappings WHERE account_id = $1").bind(account).one(conn).await?;
    Ok(Listed { items: rows.iter().map(mapping).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

fn mapping(row: &Row) -> Result<Mapping, StoreError> {
    let stored: BTreeMap<String, String> = serde_json::from_str(&row.text("dictionary")?).map_err(|_| corrupt("dictionary"))?;
    let read = |(name, key): (String, String)| Some((name, Target::from_key(&key)?));
    let dictionary = stored.into_iter().map(read).collect::<Option<_>>().ok_or_else(|| corrupt("dictionary"))?;
    Ok(Mapping { id: row.id("mapping_id")?, name: row.text("name")?, dictionary })
}
