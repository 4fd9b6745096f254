//! How the words of a search are looked for: by the quickest way that the database has for these words.
//!
//! A whole tracking number has an index of its own. Parts of words come from the index of trigrams. A text that very many rows
//! have is looked for row by row in the order of the list instead: the page is full after a few rows, whereas the index would
//! hand over all of them to be sorted.

use crate::db::DatabaseKind;
use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Conn;
use domain::id::AccountId;

/// Shorter words are never whole tracking numbers.
const TRACKING_CODE: usize = 8;
/// What the index finds more often than this is looked for row by row.
const MANY: i64 = 5_000;

/// What the rows must satisfy, all of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    /// The whole tracking number.
    pub tracking_code: Option<String>,
    /// A question to SQLite's index of trigrams.
    pub indexed: Option<String>,
    /// Patterns for LIKE. PostgreSQL answers them from its index of trigrams when that is quicker.
    pub patterns: Vec<String>,
}

impl Search {
    /// The quickest way for these words.
    pub async fn of(conn: &mut Conn, account: &AccountId, words: &[String]) -> Result<Self, StoreError> {
        Self::with(conn, account, words, MANY).await
    }

    pub(crate) async fn with(conn: &mut Conn, account: &AccountId, words: &[String], many: i64) -> Result<Self, StoreError> {
        if let [code] = words
            && code.chars().count() >= TRACKING_CODE
        {
            let code = code.to_uppercase();
            let text = "SELECT 1 AS n FROM shipments WHERE account_id = $1 AND tracking_code = $2 LIMIT 1";
            if sql(text).bind(account).bind(code.as_str()).optional(conn).await?.is_some() {
                return Ok(Self { tracking_code: Some(code), ..Self::default() });
            }
        }
        let (long, short): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.chars().count() >= 3);
        let terms = long.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect::<Vec<_>>().join(" AND ");
        if conn.kind() == DatabaseKind::Sqlite && !long.is_empty() && !has_more(conn, &terms, many).await? {
            return Ok(Self { indexed: Some(terms), patterns: short.into_iter().map(|word| pattern(word)).collect(), ..Self::default() });
        }
        Ok(Self { patterns: words.iter().map(|word| pattern(word)).collect(), ..Self::default() })
    }
}

async fn has_more(conn: &mut Conn, terms: &str, many: i64) -> Result<bool, StoreError> {
    let text = "SELECT COUNT(*) AS n FROM (SELECT rowid FROM shipment_search WHERE shipment_search MATCH $1 LIMIT $2)";
    Ok(sql(text).bind(terms).bind(many + 1).one(conn).await?.int("n")? > many)
}

fn pattern(word: &str) -> String {
    format!("%{}%", word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}
