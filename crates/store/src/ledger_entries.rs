//! Reading the ledger: entry by entry with the running balance, and the checks that compare it with itself.

use crate::error::StoreError;
use crate::ledger::balances;
use crate::query::sql;
use crate::row::{Listed, Row};
use crate::tx::Conn;
use domain::Timestamp;
use domain::id::{AccountId, LedgerEntryId, TransactionId};
use domain::ledger::{Book, Posting};
use domain::money::Cents;
use domain::page::Page;

/// An entry as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: LedgerEntryId,
    /// Its number in the account.
    pub version: i64,
    /// The transaction it belongs to.
    pub transaction_id: TransactionId,
    /// What the customer reads.
    pub description: String,
    /// What was available after it.
    pub available_after: Cents,
    /// When.
    pub created_at: Timestamp,
    /// Its postings, in order.
    pub postings: Vec<Posting>,
}

/// A page of the account's entries, newest first. Any page is found by its numbers, however many there are.
pub async fn list(conn: &mut Conn, account: &AccountId, page: Page) -> Result<Listed<Entry>, StoreError> {
    let (_, total_count) = balances(conn, account).await?;
    let newest = total_count - page.offset();
    let rows = sql("SELECT * FROM ledger_entries WHERE account_id = $1 AND version <= $2 AND version > $3 ORDER BY version DESC")
        .bind(account)
        .bind(newest)
        .bind(newest - page.per)
        .all(conn)
        .await?;
    let mut items = rows.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    let postings = sql("SELECT version, book, amount_cents FROM ledger_postings WHERE account_id = $1 AND version <= $2 AND version > $3
                        ORDER BY version DESC, position")
    .bind(account)
    .bind(newest)
    .bind(newest - page.per)
    .all(conn)
    .await?;
    give(&mut items, &postings)?;
    Ok(Listed { items, total_count })
}

/// The entries of one transaction, oldest first; a transaction has a handful.
pub async fn of_transaction(conn: &mut Conn, account: &AccountId, id: &TransactionId) -> Result<Vec<Entry>, StoreError> {
    let rows = sql("SELECT * FROM ledger_entries WHERE account_id = $1 AND transaction_id = $2 ORDER BY version LIMIT 200")
        .bind(account)
        .bind(id)
        .all(conn)
        .await?;
    let mut items = rows.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    let postings = sql("SELECT p.version, p.book, p.amount_cents FROM ledger_entries e
                        JOIN ledger_postings p ON p.account_id = e.account_id AND p.version = e.version
                        WHERE e.account_id = $1 AND e.transaction_id = $2 ORDER BY p.version, p.position LIMIT 2000")
    .bind(account)
    .bind(id)
    .all(conn)
    .await?;
    give(&mut items, &postings)?;
    Ok(items)
}

fn entry(row: &Row) -> Result<Entry, StoreError> {
    Ok(Entry {
        id: row.id("entry_id")?,
        version: row.int("version")?,
        transaction_id: row.id("transaction_id")?,
        description: row.text("description")?,
        available_after: Cents::new(row.int("available_after_cents")?),
        created_at: row.time("created_at")?,
        postings: Vec::new(),
    })
}

/// Gives postings to their entries; both are in the same order.
fn give(entries: &mut [Entry], rows: &[Row]) -> Result<(), StoreError> {
    let mut entries = entries.iter_mut().peekable();
    for row in rows {
        let version = row.int("version")?;
        while entries.next_if(|entry| entry.version != version).is_some() {}
        if let Some(entry) = entries.peek_mut() {
            entry.postings.push(Posting { book: row.parsed("book", Book::from_key)?, amount: Cents::new(row.int("amount_cents")?) });
        }
    }
    Ok(())
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

/// Recomputes the books of one account from the postings and tells where the maintained totals differ.
pub async fn differences(conn: &mut Conn, account: &AccountId) -> Result<Vec<Difference>, StoreError> {
    let rows = sql("SELECT book, CAST(SUM(amount_cents) AS BIGINT) AS cents FROM ledger_postings WHERE account_id = $1 GROUP BY book")
        .bind(account)
        .all(conn)
        .await?;
    let mut sums = domain::ledger::Balances::default();
    for row in &rows {
        sums.set(row.parsed("book", Book::from_key)?, Cents::new(row.int("cents")?));
    }
    let (totals, _) = balances(conn, account).await?;
    let differ = Book::ALL.into_iter().filter(|book| sums.get(*book) != totals.get(*book));
    Ok(differ
        .map(|book| Difference {
            account_id: account.clone(),
            book: book.key().into(),
            total_cents: totals.get(book).get(),
            postings_cents: sums.get(book).get(),
        })
        .collect())
}

/// Numbers of entries of one account that do not sum to zero: there must be none.
pub async fn unbalanced(conn: &mut Conn, account: &AccountId) -> Result<Vec<i64>, StoreError> {
    let rows = sql("SELECT version FROM ledger_postings WHERE account_id = $1 GROUP BY version HAVING SUM(amount_cents) <> 0 ORDER BY version LIMIT 100")
        .bind(account)
        .all(conn)
        .await?;
    rows.iter().map(|row| row.int("version")).collect()
}

/// The first entry of an account whose number or running balance is wrong: there must be none, and as many entries as the last
/// number says.
pub async fn misnumbered(conn: &mut Conn, account: &AccountId) -> Result<Option<i64>, StoreError> {
    let row = sql("SELECT version FROM (
            SELECT e.version, e.available_after_cents, ROW_NUMBER() OVER (ORDER BY e.version) AS place,
                   SUM(COALESCE(p.cents, 0)) OVER (ORDER BY e.version) AS running
            FROM ledger_entries e
            LEFT JOIN (SELECT version, SUM(amount_cents) AS cents FROM ledger_postings WHERE account_id = $1 AND book = 'available' GROUP BY version) p
                ON p.version = e.version
            WHERE e.account_id = $1
         ) run WHERE version <> place OR available_after_cents <> running ORDER BY version LIMIT 1")
    .bind(account)
    .optional(conn)
    .await?;
    if let Some(row) = row {
        return row.int("version").map(Some);
    }
    let last = sql("SELECT COUNT(*) AS n FROM ledger_entries WHERE account_id = $1").bind(account).one(conn).await?.int("n")?;
    let (_, version) = balances(conn, account).await?;
    Ok((last != version).then_some(last))
}
