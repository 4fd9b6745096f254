//! The only writer of money rows: append-only, keyed, and each entry sums to zero (`domain::ledger::Balanced` proves it).

use crate::error::StoreError;
use crate::query::sql;
use crate::row::corrupt;
use crate::tx::Conn;
use crate::tx::Writer;
use domain::Timestamp;
use domain::id::{AccountId, LedgerEntryId};
use domain::ledger::{Balanced, Book};
use domain::money::Cents;

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
    for (position, posting) in (0_i64..).zip(entry.postings.postings()) {
        sql("INSERT INTO ledger_postings (account_id, entry_id, position, book, amount_cents) VALUES ($1, $2, $3, $4, $5)")
            .bind(account)
            .bind(entry.id)
            .bind(position)
            .bind(posting.book.key())
            .bind(posting.amount.get())
            .execute(writer)
            .await?;
        sql("INSERT INTO ledger_totals (account_id, book, amount_cents) VALUES ($1, $2, $3)
             ON CONFLICT (account_id, book) DO UPDATE SET amount_cents = ledger_totals.amount_cents + $3")
        .bind(account)
        .bind(posting.book.key())
        .bind(posting.amount.get())
        .execute(writer)
        .await?;
    }
    Ok(())
}

/// Writes an entry that takes from what the customer can spend, unless less than `floor` would be left.
pub async fn post_within(writer: &mut Writer, account: &AccountId, entry: &NewEntry<'_>, floor: Cents) -> Result<bool, StoreError> {
    if !has_room(writer, account, entry.postings, floor).await? {
        return Ok(false);
    }
    post(writer, account, entry).await?;
    Ok(true)
}

/// Locks what the customer can spend until the writer ends. Whoever writes several entries takes it first, so that two such
/// writers wait for each other in one order.
pub async fn lock(writer: &mut Writer, account: &AccountId) -> Result<(), StoreError> {
    sql("UPDATE ledger_totals SET amount_cents = amount_cents WHERE account_id = $1 AND book = $2")
        .bind(account)
        .bind(Book::Available.key())
        .execute(writer)
        .await?;
    Ok(())
}

/// Whether these postings would leave the customer `floor` or more. The row of the total stays locked until the writer ends, so
/// that two purchases at once never spend the same money.
pub async fn has_room(writer: &mut Writer, account: &AccountId, postings: &Balanced, floor: Cents) -> Result<bool, StoreError> {
    lock(writer, account).await?;
    let available = total(writer, account, Book::Available).await?;
    let taken = postings.postings().iter().filter(|posting| posting.book == Book::Available).map(|posting| posting.amount);
    let left = domain::ledger::sum(taken.chain([available]));
    Ok(left.is_some_and(|left| left >= floor))
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
