//! The only writer of money rows: append-only, keyed, numbered per account, and each entry sums to zero
//! (`domain::ledger::Balanced` proves it).
//!
//! An account's row in `ledger_balances` is its lock: posting updates it first, and so nobody else spends, numbers or settles
//! anything of that account until the transaction ends. Three statements write an entry, four when it opens a transaction.

use crate::error::StoreError;
use crate::query::{sql, sql_from_parts};
use crate::row::{Row, corrupt};
use crate::transactions::{self, NewTransaction};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::credit::Terms;
use domain::id::{AccountId, LedgerEntryId, TransactionId};
use domain::ledger::{Balanced, Balances, Book};
use domain::money::Cents;

/// Which transaction an entry belongs to.
#[derive(Debug, Clone, Copy)]
pub enum Part<'a> {
    /// It opens this one.
    Opens(&'a NewTransaction<'a>),
    /// It goes on with one that was opened before.
    Continues(&'a TransactionId),
}

/// An entry to be written.
#[derive(Debug, Clone)]
pub struct NewEntry<'a> {
    /// Its id.
    pub id: &'a LedgerEntryId,
    /// Made by the caller; a second entry with the same key is refused.
    pub key: &'a str,
    /// Which transaction it belongs to.
    pub part: Part<'a>,
    /// What the customer reads.
    pub description: &'a str,
    /// The postings.
    pub postings: &'a Balanced,
    /// When.
    pub at: Timestamp,
}

/// An entry that was written, and what it changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posted {
    /// Its number in the account: 1, 2, 3 and so on.
    pub version: i64,
    /// The books before it.
    pub before: Balances,
    /// The books after it.
    pub after: Balances,
}

impl Posted {
    /// Whether this entry, and no other, let the balance fall below a threshold.
    #[must_use]
    pub fn fell_below(&self, threshold: Cents) -> bool {
        Balances::fell_below(&self.before, &self.after, threshold)
    }
}

const ADD: &str = "UPDATE ledger_balances SET version = version + $2, available_cents = available_cents + $3, held_cents = held_cents + $4,
        pending_credit_cents = pending_credit_cents + $5, receivable_cents = receivable_cents + $6,
        accrued_external_cents = accrued_external_cents + $7, accrued_channel_cents = accrued_channel_cents + $8,
        incentives_external_cents = incentives_external_cents + $9, incentives_channel_cents = incentives_channel_cents + $10,
        fees_cents = fees_cents + $11, carrier_cost_cents = carrier_cost_cents + $12, clearing_cents = clearing_cents + $13
     WHERE account_id = $1 RETURNING *";

/// Makes the row of a new account. Accounts are made by `accounts::insert`, which calls it.
pub(crate) async fn open_books(conn: &mut Conn, account: &AccountId) -> Result<(), StoreError> {
    sql("INSERT INTO ledger_balances (account_id, version, available_cents, held_cents, pending_credit_cents, receivable_cents,
            accrued_external_cents, accrued_channel_cents, incentives_external_cents, incentives_channel_cents, fees_cents,
            carrier_cost_cents, clearing_cents)
         VALUES ($1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)")
    .bind(account)
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes an entry; `Duplicate` when the key was used.
pub async fn post(writer: &mut Writer, account: &AccountId, entry: &NewEntry<'_>) -> Result<Posted, StoreError> {
    let change = change(entry.postings)?;
    let posted = add(writer, account, &change, 1).await?;
    write(writer, account, entry, &posted).await?;
    Ok(posted)
}

/// Writes an entry that takes from what the customer can spend, unless less would be left than the terms allow: then nothing
/// is written, and the answer is none. Two purchases at once never spend the same money.
pub async fn post_within(
    writer: &mut Writer,
    account: &AccountId,
    entry: &NewEntry<'_>,
    terms: &Terms,
) -> Result<Option<Posted>, StoreError> {
    let change = change(entry.postings)?;
    let posted = add(writer, account, &change, 1).await?;
    if !terms.keeps(&posted.after) {
        // Nobody has seen it: the row is locked since. Taking it back keeps the transaction usable for the caller.
        add(writer, account, &opposite(&change)?, -1).await?;
        return Ok(None);
    }
    write(writer, account, entry, &posted).await?;
    Ok(Some(posted))
}

/// Locks the account's money until the writer ends, and answers what stands in its books.
pub async fn lock(writer: &mut Writer, account: &AccountId) -> Result<Balances, StoreError> {
    Ok(add(writer, account, &Balances::default(), 0).await?.after)
}

async fn add(writer: &mut Writer, account: &AccountId, change: &Balances, entries: i64) -> Result<Posted, StoreError> {
    let statement = Book::ALL.into_iter().fold(sql(ADD).bind(account).bind(entries), |query, book| query.bind(change.get(book).get()));
    let row = statement.optional(writer).await?.ok_or(StoreError::MissingReference)?;
    let after = balances_of(&row)?;
    let back = opposite(change)?;
    let mut before = after;
    for book in Book::ALL {
        let amount = after.get(book).checked_add(back.get(book)).ok_or_else(|| corrupt(book.key()))?;
        before.set(book, amount);
    }
    Ok(Posted { version: row.int("version")?, before, after })
}

async fn write(writer: &mut Writer, account: &AccountId, entry: &NewEntry<'_>, posted: &Posted) -> Result<(), StoreError> {
    let transaction = match entry.part {
        Part::Opens(new) => {
            transactions::insert(writer, account, new, entry.at).await?;
            new.id
        }
        Part::Continues(id) => id,
    };
    sql("INSERT INTO ledger_entries (account_id, version, entry_id, entry_key, transaction_id, description, available_after_cents, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .bind(account)
    .bind(posted.version)
    .bind(entry.id)
    .bind(entry.key)
    .bind(transaction)
    .bind(entry.description)
    .bind(posted.after.get(Book::Available).get())
    .bind(entry.at)
    .execute(writer)
    .await?;
    let postings = entry.postings.postings();
    let rows: Vec<String> = (0..postings.len()).map(|at| format!("($1, $2, {at}, ${}, ${})", at * 2 + 3, at * 2 + 4)).collect();
    let text = format!("INSERT INTO ledger_postings (account_id, version, position, book, amount_cents) VALUES {}", rows.join(", "));
    let statement = sql_from_parts(text).bind(account).bind(posted.version);
    postings.iter().fold(statement, |query, posting| query.bind(posting.book.key()).bind(posting.amount.get())).execute(writer).await?;
    Ok(())
}

fn change(postings: &Balanced) -> Result<Balances, StoreError> {
    Balances::of(postings.postings()).ok_or_else(|| corrupt("amount_cents"))
}

fn opposite(change: &Balances) -> Result<Balances, StoreError> {
    let mut back = Balances::default();
    for book in Book::ALL {
        back.set(book, change.get(book).checked_neg().ok_or_else(|| corrupt(book.key()))?);
    }
    Ok(back)
}

fn balances_of(row: &Row) -> Result<Balances, StoreError> {
    let mut balances = Balances::default();
    for book in Book::ALL {
        balances.set(book, Cents::new(row.int(&format!("{}_cents", book.key()))?));
    }
    Ok(balances)
}

/// What stands in all books, and how many entries there are.
pub async fn balances(conn: &mut Conn, account: &AccountId) -> Result<(Balances, i64), StoreError> {
    let row = sql("SELECT * FROM ledger_balances WHERE account_id = $1").bind(account).optional(conn).await?;
    row.map_or(Ok((Balances::default(), 0)), |row| Ok((balances_of(&row)?, row.int("version")?)))
}

/// What stands in a book.
pub async fn total(conn: &mut Conn, account: &AccountId, book: Book) -> Result<Cents, StoreError> {
    Ok(balances(conn, account).await?.0.get(book))
}
