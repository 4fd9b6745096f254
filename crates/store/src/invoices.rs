//! Invoices: what an invoiced account owed at the end of a month, moved from its available money to what is receivable.
//!
//! One is drawn per account and month. Paying is a payment like any other (`payments::note`), which calls `pay` here.

use crate::counters;
use crate::error::StoreError;
use crate::ledger::{self, NewEntry, Part};
use crate::query::{sql, sql_from_parts};
use crate::row::{Listed, Row};
use crate::transactions::{About, NewTransaction};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, InvoiceId, LedgerEntryId, TransactionId};
use domain::invoice;
use domain::ledger::{Balanced, Book};
use domain::money::Cents;
use domain::page::Page;
use domain::transaction::Kind;

/// An invoice as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// Its id.
    pub id: InvoiceId,
    /// Its number in the deployment.
    pub number: i64,
    /// Its transaction.
    pub transaction_id: TransactionId,
    /// What it is for: `monthly`.
    pub kind: String,
    /// The first instant of its period.
    pub from: Timestamp,
    /// The first instant after its period.
    pub to: Timestamp,
    /// When it must be paid.
    pub due: Timestamp,
    /// How much.
    pub amount: Cents,
    /// How much of it was paid.
    pub paid: Cents,
    /// When it was drawn up.
    pub created_at: Timestamp,
}

impl Invoice {
    /// What is still due.
    #[must_use]
    pub fn amount_due(&self) -> Cents {
        Cents::new(self.amount.get().saturating_sub(self.paid.get()).max(0))
    }
}

/// Which invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// Those with something due.
    Outstanding,
    /// Those with nothing due.
    Paid,
    /// All.
    All,
}

/// An invoice to be drawn up.
#[derive(Debug, Clone, Copy)]
pub struct NewInvoice<'a> {
    /// Its id.
    pub id: &'a InvoiceId,
    /// Its transaction's id.
    pub transaction_id: &'a TransactionId,
    /// Its entry's id.
    pub entry_id: &'a LedgerEntryId,
    /// The first instant of its period: one invoice per account and period.
    pub from: Timestamp,
    /// The first instant after its period.
    pub to: Timestamp,
    /// When it must be paid.
    pub due: Timestamp,
    /// When.
    pub at: Timestamp,
}

/// Draws up an invoice over everything owed; none when nothing is owed or the period has its invoice.
pub async fn draw(writer: &mut Writer, account: &AccountId, new: &NewInvoice<'_>) -> Result<Option<Invoice>, StoreError> {
    let owed = invoice::owed(&ledger::lock(writer, account).await?);
    let drawn = sql("SELECT invoice_id FROM invoices WHERE account_id = $1 AND from_at = $2").bind(account).bind(new.from);
    if owed == Cents::ZERO || drawn.optional(writer).await?.is_some() {
        return Ok(None);
    }
    let number = counters::next(writer, "invoice").await?;
    let description = format!("Invoice {}", invoice::shown(number));
    let postings = Balanced::moved(owed, Book::Receivable, Book::Available).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let about = About { invoice: Some(new.id), ..About::default() };
    let opened = NewTransaction { id: new.transaction_id, kind: Kind::Invoice, description: &description, about };
    let (key, part) = (format!("invoice:{}", new.id), Part::Opens(&opened));
    let entry = NewEntry { id: new.entry_id, key: &key, part, description: &description, postings: &postings, at: new.at };
    ledger::post(writer, account, &entry).await?;
    sql("INSERT INTO invoices (account_id, invoice_id, number, transaction_id, kind, from_at, to_at, due_at, amount_cents, paid_cents, is_paid, created_at)
         VALUES ($1, $2, $3, $4, 'monthly', $5, $6, $7, $8, 0, $9, $10)")
    .bind(account)
    .bind(new.id)
    .bind(number)
    .bind(new.transaction_id)
    .bind(new.from)
    .bind(new.to)
    .bind(new.due)
    .bind(owed.get())
    .bind(false)
    .bind(new.at)
    .execute(writer)
    .await?;
    find(writer, account, new.id).await
}

/// Puts a payment on an invoice and answers how much of it was due. The account's money must be locked.
pub(crate) async fn pay(writer: &mut Writer, account: &AccountId, id: &InvoiceId, amount: Cents) -> Result<Cents, StoreError> {
    let Some(invoice) = find(writer, account, id).await? else { return Ok(Cents::ZERO) };
    let counted = amount.min(invoice.amount_due());
    let paid = invoice.paid.get().saturating_add(counted.get());
    sql("UPDATE invoices SET paid_cents = $3, is_paid = $4 WHERE account_id = $1 AND invoice_id = $2")
        .bind(account)
        .bind(id)
        .bind(paid)
        .bind(paid >= invoice.amount.get())
        .execute(writer)
        .await?;
    Ok(counted)
}

/// A page of invoices, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, filter: Filter, page: Page) -> Result<Listed<Invoice>, StoreError> {
    let condition = match filter {
        Filter::All => "account_id = $1",
        Filter::Outstanding => "account_id = $1 AND NOT is_paid",
        Filter::Paid => "account_id = $1 AND is_paid",
    };
    let text = format!("SELECT COUNT(*) AS n FROM invoices WHERE {condition}");
    let total_count = sql_from_parts(text).bind(account).one(conn).await?.int("n")?;
    let text = format!("SELECT * FROM invoices WHERE {condition} ORDER BY number DESC LIMIT $2 OFFSET $3");
    let rows = sql_from_parts(text).bind(account).bind(page.per).bind(page.offset()).all(conn).await?;
    Ok(Listed { items: rows.iter().map(invoice_of).collect::<Result<_, _>>()?, total_count })
}

/// One invoice.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &InvoiceId) -> Result<Option<Invoice>, StoreError> {
    let row = sql("SELECT * FROM invoices WHERE account_id = $1 AND invoice_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(invoice_of).transpose()
}

/// Open invoices of all accounts after a place in their order: for the job that collects them.
pub async fn open_after(conn: &mut Conn, account: &str, invoice: &str, limit: i64) -> Result<Vec<(AccountId, Invoice)>, StoreError> {
    let rows =
        sql("SELECT * FROM invoices WHERE NOT is_paid AND (account_id, invoice_id) > ($1, $2) ORDER BY account_id, invoice_id LIMIT $3")
            .bind(account)
            .bind(invoice)
            .bind(limit)
            .all(conn)
            .await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, invoice_of(row)?))).collect()
}

/// What is due on all invoices of an account: what the book of receivables must say, with the opposite sign.
pub async fn total_due(conn: &mut Conn, account: &AccountId) -> Result<Cents, StoreError> {
    let row = sql(
        "SELECT CAST(COALESCE(SUM(amount_cents - paid_cents), 0) AS BIGINT) AS cents FROM invoices WHERE account_id = $1 AND NOT is_paid",
    )
    .bind(account)
    .one(conn)
    .await?;
    Ok(Cents::new(row.int("cents")?))
}

fn invoice_of(row: &Row) -> Result<Invoice, StoreError> {
    Ok(Invoice {
        id: row.id("invoice_id")?,
        number: row.int("number")?,
        transaction_id: row.id("transaction_id")?,
        kind: row.text("kind")?,
        from: row.time("from_at")?,
        to: row.time("to_at")?,
        due: row.time("due_at")?,
        amount: Cents::new(row.int("amount_cents")?),
        paid: Cents::new(row.int("paid_cents")?),
        created_at: row.time("created_at")?,
    })
}
