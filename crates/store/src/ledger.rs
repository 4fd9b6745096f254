//! The only writer of money rows: append-only, keyed, and each entry sums to zero (`domain::ledger::Balanced` proves it).

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::corrupt;
use crate::tx::Conn;
use crate::tx::Writer;
use domain::Timestamp;
use domain::id::{AccountId, LedgerEntryId};
use domain::ledger::{Balanced, Book, Posting};
use domain::money::Cents;
use std::collections::BTreeMap;

/// An entry to be written.
#[derive(Debug, Clone)]
pub struct NewEntry<'a> {
    /// Its id.
    pub id: &'a LedgerEntryId,
    /// Made by the caller; a second entry with the same key is refused.
    pub key: &'a str,
    /// What the customer reads.
    pub description: &'a str,
    /// The postings.
    pub postings: &'a Balanced,
    /// When.
    pub at: Timestamp,
}

/// A book whose maintained total differs from the sum of its postings.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// Whose.
    pub account_id: AccountId,
    /// Which book.
    pub book: String,
    /// What the maintained total says.
    pub total_cents: i64,
    /// What the postings sum to.
    pub postings_cents: i64,
}

/// Writes an entry; `Duplicate` when the key was used.
pub async fn post(writer: &mut Writer, account: &AccountId, entry: &NewEntry<'_>) -> Result<(), StoreError> {
    sql("INSERT INTO ledger_entries (account_id, entry_id, entry_key, description, created_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(account)
        .bind(entry.id)
        .bind(entry.key)
        .bind(entry.description)
        .bind(entry.at)
        .execute(writer)
        .await?;
    let postings = entry.postings.postings();
    let rows = listed(3, postings.len(), 3, "$1, $2");
    let text = format!("INSERT INTO ledger_postings (account_id, entry_id, position, book, amount_cents) VALUES {rows}");
    let query = (0_i64..).zip(postings).fold(sql_from_parts(text).bind(account).bind(entry.id), |query, (position, posting)| {
        query.bind(position).bind(posting.book.key()).bind(posting.amount.get())
    });
    query.execute(writer).await?;
    add_to_totals(writer, account, postings).await
}

/// In the order of the books' names, for everybody: two entries at once wait for each other, but never in a circle.
async fn add_to_totals(writer: &mut Writer, account: &AccountId, postings: &[Posting]) -> Result<(), StoreError> {
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    for posting in postings {
        let total = totals.entry(posting.book.key()).or_default();
        *total = total.checked_add(posting.amount.get()).ok_or_else(|| corrupt("amount_cents"))?;
    }
    let rows = listed(2, totals.len(), 2, "$1");
    let text = format!(
        "INSERT INTO ledger_totals (account_id, book, amount_cents) VALUES {rows}
         ON CONFLICT (account_id, book) DO UPDATE SET amount_cents = ledger_totals.amount_cents + excluded.amount_cents"
    );
    let query = totals.into_iter().fold(sql_from_parts(text).bind(account), |query, (book, cents)| query.bind(book).bind(cents));
    query.execute(writer).await?;
    Ok(())
}

/// `(same, $3, $4), (same, $5, $6)`: rows of placeholders.
fn listed(first: usize, rows: usize, columns: usize, same: &str) -> String {
    let row = |row: usize| format!("({same}, {})", places(first + row * columns, columns));
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Writes an entry that takes from what the customer can spend, unless less than `floor` would be left. The row of the total is
/// locked first, so that two purchases at once never spend the same money.
pub async fn post_within(writer: &mut Writer, account: &AccountId, entry: &NewEntry<'_>, floor: Cents) -> Result<bool, StoreError> {
    let locked = sql("UPDATE ledger_totals SET amount_cents = amount_cents WHERE account_id = $1 AND book = $2 RETURNING amount_cents");
    let row = locked.bind(account).bind(Book::Available.key()).optional(writer).await?;
    let available = Cents::new(row.map(|row| row.int("amount_cents")).transpose()?.unwrap_or(0));
    let taken = entry.postings.postings().iter().filter(|posting| posting.book == Book::Available).map(|posting| posting.amount);
    let left = domain::ledger::sum(taken.chain([available]));
    if left.is_none_or(|left| left < floor) {
        return Ok(false);
    }
    post(writer, account, entry).await?;
    Ok(true)
}

/// What stands in a book.
pub async fn total(conn: &mut Conn, account: &AccountId, book: Book) -> Result<Cents, StoreError> {
    let row = sql("SELECT amount_cents FROM ledger_totals WHERE account_id = $1 AND book = $2")
        .bind(account)
        .bind(book.key())
        .optional(conn)
        .await?;
    Ok(Cents::new(row.map(|row| row.int("amount_cents")).transpose()?.unwrap_or(0)))
}

/// Recomputes the books of one account from the postings and tells where the maintained totals differ.
pub async fn differences(conn: &mut Conn, account: &AccountId) -> Result<Vec<Difference>, StoreError> {
    let mut found = Vec::new();
    for book in Book::ALL {
        let sum =
            sql("SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS cents FROM ledger_postings WHERE account_id = $1 AND book = $2");
        let postings_cents = sum.bind(account).bind(book.key()).one(conn).await?.int("cents")?;
        let total_cents = total(conn, account, book).await?.get();
        if postings_cents != total_cents {
            found.push(Difference { account_id: account.clone(), book: book.key().into(), total_cents, postings_cents });
        }
    }
    Ok(found)
}

/// Ids of entries of one account that do not sum to zero: there must be none.
pub async fn unbalanced(conn: &mut Conn, account: &AccountId) -> Result<Vec<LedgerEntryId>, StoreError> {
    let rows = sql("SELECT entry_id FROM ledger_postings WHERE account_id = $1 GROUP BY entry_id HAVING SUM(amount_cents) <> 0 ORDER BY entry_id LIMIT 100")
        .bind(account)
        .all(conn)
        .await?;
    rows.iter().map(|row| row.id("entry_id").map_err(|_| corrupt("entry_id"))).collect()
}
