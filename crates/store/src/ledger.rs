//! The only writer of money rows: append-only, keyed, numbered per account, and each entry sums to zero
//! (`domain::ledger::Balanced` proves it).
//!
//! An account's row in `ledger_balances` is its lock: posting updates it first, and so nobody else spends, numbers or settles
//! anything of that account until the transaction ends. Three statements write entries, however many, and one or two more open
//! their transactions.

use crate::error::StoreError;
use crate::query::{many_values, rows_at_once, sql, sql_from_parts};
use crate::row::{Row, corrupt};
use crate::transactions::{self, NewTransaction};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::credit::Terms;
use domain::id::{AccountId, LedgerEntryId, TransactionId};
use domain::ledger::{Balanced, Balances, Book, Posting};
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
    let posted = post_all(writer, account, std::slice::from_ref(entry)).await?;
    posted.first().copied().ok_or(StoreError::MissingReference)
}

/// Writes entries one after the other, in few statements; `Duplicate` when a key was used.
pub async fn post_all(writer: &mut Writer, account: &AccountId, entries: &[NewEntry<'_>]) -> Result<Vec<Posted>, StoreError> {
    let changes = entries.iter().map(change).collect::<Result<Vec<_>, _>>()?;
    let standing = add(writer, account, &changes).await?;
    let posted = standing.steps(&changes)?;
    write(writer, account, entries.iter().zip(posted.iter().copied()).collect()).await?;
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
    let posted = post_all_within(writer, account, std::slice::from_ref(entry), terms, false).await?;
    Ok(posted.first().copied().flatten())
}

/// As [`post_within`], for entries one after the other. Behind the first that does not fit nothing is written, or whatever still
/// fits with `go_on`.
pub async fn post_all_within(
    writer: &mut Writer,
    account: &AccountId,
    entries: &[NewEntry<'_>],
    terms: &Terms,
    go_on: bool,
) -> Result<Vec<Option<Posted>>, StoreError> {
    let changes = entries.iter().map(change).collect::<Result<Vec<_>, _>>()?;
    let standing = add(writer, account, &changes).await?;
    let posted = standing.steps(&changes)?;
    if posted.iter().all(|posted| terms.keeps(&posted.after)) {
        write(writer, account, entries.iter().zip(posted.iter().copied()).collect()).await?;
        return Ok(posted.into_iter().map(Some).collect());
    }
    // Nobody has seen it: the row is locked since. Taking it back keeps the transaction usable for the caller.
    let back = changes.iter().map(opposite).collect::<Result<Vec<_>, _>>()?;
    take_back(writer, account, &back).await?;
    let mut now = standing;
    let mut fitting = Vec::with_capacity(entries.len());
    let mut full = false;
    for change in &changes {
        let step = now.step(change)?;
        let fits = (go_on || !full) && terms.keeps(&step.after);
        full |= !fits;
        fitting.push(fits.then_some(step));
        if fits {
            now = Standing { version: step.version, books: step.after };
        }
    }
    let kept: Vec<Balances> = changes.iter().zip(&fitting).filter(|(_, fits)| fits.is_some()).map(|(change, _)| *change).collect();
    if !kept.is_empty() {
        add(writer, account, &kept).await?;
        let written = entries.iter().zip(&fitting).filter_map(|(entry, posted)| Some((entry, (*posted)?)));
        write(writer, account, written.collect()).await?;
    }
    Ok(fitting)
}

/// Locks the account's money until the writer ends, and answers what stands in its books.
pub async fn lock(writer: &mut Writer, account: &AccountId) -> Result<Balances, StoreError> {
    Ok(add(writer, account, &[]).await?.books)
}

/// What stood in the books before some entries, and the number of the last entry then.
#[derive(Clone, Copy)]
struct Standing {
    version: i64,
    books: Balances,
}

impl Standing {
    fn step(&self, change: &Balances) -> Result<Posted, StoreError> {
        let after = self.books.with(change).ok_or_else(|| corrupt("amount_cents"))?;
        Ok(Posted { version: self.version + 1, before: self.books, after })
    }

    fn steps(mut self, changes: &[Balances]) -> Result<Vec<Posted>, StoreError> {
        let mut posted = Vec::with_capacity(changes.len());
        for change in changes {
            let step = self.step(change)?;
            self = Self { version: step.version, books: step.after };
            posted.push(step);
        }
        Ok(posted)
    }
}

/// Adds changes to the account's row, which locks it; what stood there before.
async fn add(writer: &mut Writer, account: &AccountId, changes: &[Balances]) -> Result<Standing, StoreError> {
    move_books(writer, account, changes, i64::try_from(changes.len()).unwrap_or(i64::MAX)).await
}

async fn take_back(writer: &mut Writer, account: &AccountId, changes: &[Balances]) -> Result<Standing, StoreError> {
    move_books(writer, account, changes, -i64::try_from(changes.len()).unwrap_or(i64::MAX)).await
}

async fn move_books(writer: &mut Writer, account: &AccountId, changes: &[Balances], entries: i64) -> Result<Standing, StoreError> {
    let sum = changes.iter().try_fold(Balances::default(), |sum, change| sum.with(change)).ok_or_else(|| corrupt("amount_cents"))?;
    let statement = Book::ALL.into_iter().fold(sql(ADD).bind(account).bind(entries), |query, book| query.bind(sum.get(book).get()));
    let row = statement.optional(writer).await?.ok_or(StoreError::MissingReference)?;
    let books = balances_of(&row)?.with(&opposite(&sum)?).ok_or_else(|| corrupt("amount_cents"))?;
    Ok(Standing { version: row.int("version")? - entries, books })
}

async fn write(writer: &mut Writer, account: &AccountId, entries: Vec<(&NewEntry<'_>, Posted)>) -> Result<(), StoreError> {
    let opened: Vec<_> = entries
        .iter()
        .filter_map(|(entry, _)| match entry.part {
            Part::Opens(new) => Some((new, entry.at)),
            Part::Continues(_) => None,
        })
        .collect();
    transactions::insert_all(writer, account, &opened).await?;
    for chunk in entries.chunks(rows_at_once(8)) {
        let values = many_values(chunk.len(), &[""; 8], 1);
        let mut query = sql_from_parts(format!(
            "INSERT INTO ledger_entries (account_id, version, entry_id, entry_key, transaction_id, description, available_after_cents, created_at) VALUES {values}"
        ));
        for (entry, posted) in chunk {
            let transaction = match entry.part {
                Part::Opens(new) => new.id,
                Part::Continues(id) => id,
            };
            query = query.bind(account).bind(posted.version).bind(entry.id).bind(entry.key).bind(transaction).bind(entry.description);
            query = query.bind(posted.after.get(Book::Available).get()).bind(entry.at);
        }
        query.execute(writer).await?;
    }
    let postings: Vec<(i64, i64, &Posting)> = entries
        .iter()
        .flat_map(|(entry, posted)| (0..).zip(entry.postings.postings()).map(|(position, posting)| (posted.version, position, posting)))
        .collect();
    for chunk in postings.chunks(rows_at_once(5)) {
        let values = many_values(chunk.len(), &[""; 5], 1);
        let text = format!("INSERT INTO ledger_postings (account_id, version, position, book, amount_cents) VALUES {values}");
        let query = chunk.iter().fold(sql_from_parts(text), |query, (version, position, posting)| {
            query.bind(account).bind(*version).bind(*position).bind(posting.book.key()).bind(posting.amount.get())
        });
        query.execute(writer).await?;
    }
    Ok(())
}

fn change(entry: &NewEntry<'_>) -> Result<Balances, StoreError> {
    Balances::of(entry.postings.postings()).ok_or_else(|| corrupt("amount_cents"))
}

fn opposite(change: &Balances) -> Result<Balances, StoreError> {
    change.opposite().ok_or_else(|| corrupt("amount_cents"))
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
