//! Transactions: what customers see of the ledger, in pages of at most 200 whose amounts are derived from the postings.
//!
//! They are written by `ledger::post` and `payments::begin` while the account's money is locked, and never change. Each knows
//! its number among all and among its kind, so that a page and its total are found without counting.

use crate::error::StoreError;
use crate::query::{Query, many_values, rows_at_once, sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt, micros};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::adjustment::{DisputeState, Seen};
use domain::id::{AccountId, AdjustmentId, Id, IncentiveReportId, InvoiceId, PaymentId, ShipmentId, TransactionId};
use domain::ledger::{Balances, Book};
use domain::money::Cents;
use domain::page::Page;
use domain::settlement::State;
use domain::transaction::{Amounts, Kind};
use std::collections::HashMap;

/// What a transaction is about.
#[derive(Debug, Clone, Copy, Default)]
pub struct About<'a> {
    /// A shipment.
    pub shipment: Option<&'a ShipmentId>,
    /// A payment.
    pub payment: Option<&'a PaymentId>,
    /// An adjustment.
    pub adjustment: Option<&'a AdjustmentId>,
    /// An invoice.
    pub invoice: Option<&'a InvoiceId>,
    /// An incentive report.
    pub report: Option<&'a IncentiveReportId>,
}

/// A transaction to be opened.
#[derive(Debug, Clone, Copy)]
pub struct NewTransaction<'a> {
    /// Its id.
    pub id: &'a TransactionId,
    /// Its kind.
    pub kind: Kind,
    /// What the customer reads.
    pub description: &'a str,
    /// What it is about.
    pub about: About<'a>,
}

/// The payment of a transaction, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentBrief {
    /// Which.
    pub id: PaymentId,
    /// Where it stands.
    pub state: State,
    /// How much it moves.
    pub amount: Cents,
    /// Why it failed.
    pub reason: Option<String>,
    /// The method's issuer and last four digits, such as `Visa 4242`.
    pub method: String,
}

/// The adjustment of a transaction, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdjustmentBrief {
    /// Which.
    pub id: AdjustmentId,
    /// Where a dispute about it stands.
    pub dispute: Option<DisputeState>,
    /// What was quoted.
    pub quoted: Option<Cents>,
    /// What was charged.
    pub charged: Option<Cents>,
    /// What the sender said.
    pub claimed: Option<Seen>,
    /// What the carrier measured.
    pub captured: Option<Seen>,
}

/// A transaction as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transaction {
    /// Its id.
    pub id: TransactionId,
    /// Its number among all of the account.
    pub number: i64,
    /// Its kind.
    pub kind: Kind,
    /// What the customer reads.
    pub description: String,
    /// Its amounts, derived from the postings.
    pub amounts: Amounts,
    /// What was available after its last entry; none while it has none.
    pub available_after: Option<Cents>,
    /// When it was opened.
    pub created_at: Timestamp,
    /// The shipment it is about, which may be deleted by now.
    pub shipment_id: Option<ShipmentId>,
    /// The label's number and carrier.
    pub tracking: Option<(String, String)>,
    /// What was asked back for its label, and how that stands (`requested`, `submitted`, `refunded`, `rejected`).
    pub refund: Option<(Cents, String)>,
    /// Its payment.
    pub payment: Option<PaymentBrief>,
    /// Its adjustment.
    pub adjustment: Option<AdjustmentBrief>,
    /// Its invoice.
    pub invoice_id: Option<InvoiceId>,
    /// Its incentive report.
    pub incentive_report_id: Option<IncentiveReportId>,
}

/// Which transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filter {
    /// Only this kind.
    pub kind: Option<Kind>,
    /// Opened at or after.
    pub from: Option<Timestamp>,
    /// Opened before.
    pub until: Option<Timestamp>,
}

/// Opens a transaction. The account's money must be locked: that makes its numbers unique.
pub(crate) async fn insert(writer: &mut Writer, account: &AccountId, new: &NewTransaction<'_>, at: Timestamp) -> Result<(), StoreError> {
    let text =
        "INSERT INTO transactions (account_id, transaction_id, kind, description, shipment_id, payment_id, adjustment_id, invoice_id,
            incentive_report_id, created_at, number, kind_number)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT COALESCE(MAX(number), 0) + 1 FROM transactions WHERE account_id = $1),
            (SELECT COALESCE(MAX(kind_number), 0) + 1 FROM transactions WHERE account_id = $1 AND kind = $3))";
    described(sql(text), account, new, at).execute(writer).await?;
    Ok(())
}

/// Opens transactions in their order, in few statements. The account's money must be locked.
pub(crate) async fn insert_all(
    writer: &mut Writer,
    account: &AccountId,
    all: &[(&NewTransaction<'_>, Timestamp)],
) -> Result<(), StoreError> {
    match all {
        [] => return Ok(()),
        [(new, at)] => return insert(writer, account, new, *at).await,
        _ => {}
    }
    let last = sql("SELECT COALESCE(MAX(number), 0) AS n FROM transactions WHERE account_id = $1").bind(account).one(writer).await?;
    let mut number = last.int("n")?;
    let mut of_kind: HashMap<&str, i64> = HashMap::new();
    for (new, _) in all {
        if !of_kind.contains_key(new.kind.key()) {
            let last = sql("SELECT COALESCE(MAX(kind_number), 0) AS n FROM transactions WHERE account_id = $1 AND kind = $2");
            let last = last.bind(account).bind(new.kind.key()).one(writer).await?;
            of_kind.insert(new.kind.key(), last.int("n")?);
        }
    }
    for chunk in all.chunks(rows_at_once(12)) {
        let mut query = sql_from_parts(format!(
            "INSERT INTO transactions (account_id, transaction_id, kind, description, shipment_id, payment_id, adjustment_id, invoice_id,
                incentive_report_id, created_at, number, kind_number) VALUES {}",
            many_values(chunk.len(), &[""; 12], 1)
        ));
        for (new, at) in chunk {
            number += 1;
            let kind_number = of_kind.entry(new.kind.key()).or_default();
            *kind_number += 1;
            query = described(query, account, new, *at).bind(number).bind(*kind_number);
        }
        query.execute(writer).await?;
    }
    Ok(())
}

fn described(query: Query, account: &AccountId, new: &NewTransaction<'_>, at: Timestamp) -> Query {
    let text = |id: Option<&str>| id.map(str::to_owned);
    query
        .bind(account)
        .bind(new.id)
        .bind(new.kind.key())
        .bind(new.description)
        .bind(text(new.about.shipment.map(Id::as_str)))
        .bind(text(new.about.payment.map(Id::as_str)))
        .bind(text(new.about.adjustment.map(Id::as_str)))
        .bind(text(new.about.invoice.map(Id::as_str)))
        .bind(text(new.about.report.map(Id::as_str)))
        .bind(at)
}

const FACTS: &str = "SELECT t.*, s.tracking_code, s.carrier, r.amount_cents AS refund_cents, r.status AS refund_status,
        p.state AS payment_state, p.amount_cents AS payment_cents, p.reason AS payment_reason, m.issuer AS method_issuer, m.last4 AS method_last4,
        a.dispute_state, a.quoted_cents, a.charged_cents, a.claimed, a.captured
     FROM transactions t
     LEFT JOIN shipments s ON s.account_id = t.account_id AND s.shipment_id = t.shipment_id
     LEFT JOIN refunds r ON r.account_id = t.account_id AND r.shipment_id = t.shipment_id AND t.kind = 'label'
     LEFT JOIN payments p ON p.account_id = t.account_id AND p.payment_id = t.payment_id
     LEFT JOIN payment_methods m ON m.account_id = p.account_id AND m.payment_method_id = p.payment_method_id
     LEFT JOIN adjustments a ON a.account_id = t.account_id AND a.adjustment_id = t.adjustment_id";

/// A page of transactions, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, filter: &Filter, page: Page) -> Result<Listed<Transaction>, StoreError> {
    let undated = filter.from.is_none() && filter.until.is_none();
    let (rows, total_count) =
        if undated { numbered(conn, account, filter.kind, page).await? } else { dated(conn, account, filter, page).await? };
    Ok(Listed { items: complete(conn, account, &rows).await?, total_count })
}

/// Transactions that match, oldest first, after a number: for reports that walk through all of them.
pub async fn after(conn: &mut Conn, account: &AccountId, filter: &Filter, number: i64, limit: i64) -> Result<Vec<Transaction>, StoreError> {
    let text = format!("{FACTS} WHERE {} AND t.number > $4 ORDER BY t.number LIMIT $5", condition(filter, 6));
    let query = bound(sql_from_parts(text), account, filter).bind(number).bind(limit);
    let rows = with_kind(query, filter.kind).all(conn).await?;
    complete(conn, account, &rows).await
}

/// One transaction.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &TransactionId) -> Result<Option<Transaction>, StoreError> {
    let text = format!("{FACTS} WHERE t.account_id = $1 AND t.transaction_id = $2");
    let rows = sql_from_parts(text).bind(account).bind(id).all(conn).await?;
    Ok(complete(conn, account, &rows).await?.into_iter().next())
}

/// What the transactions of a period changed of the available money, by kind: how many, and by how much.
pub async fn changes(
    conn: &mut Conn,
    account: &AccountId,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<(Kind, i64, Cents)>, StoreError> {
    let rows = sql("SELECT t.kind, COUNT(DISTINCT t.transaction_id) AS n, CAST(COALESCE(SUM(p.amount_cents), 0) AS BIGINT) AS cents
                    FROM transactions t
                    JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.transaction_id
                    JOIN ledger_postings p ON p.account_id = e.account_id AND p.version = e.version AND p.book = 'available'
                    WHERE t.account_id = $1 AND t.created_at >= $2 AND t.created_at < $3 GROUP BY t.kind ORDER BY t.kind")
    .bind(account)
    .bind(from)
    .bind(until)
    .all(conn)
    .await?;
    rows.iter().map(|row| Ok((row.parsed("kind", Kind::from_key)?, row.int("n")?, Cents::new(row.int("cents")?)))).collect()
}

/// Any page is found by its numbers, and the last number is the total.
async fn numbered(conn: &mut Conn, account: &AccountId, kind: Option<Kind>, page: Page) -> Result<(Vec<Row>, i64), StoreError> {
    let (column, of_kind) = kind.map_or(("number", ["", ""]), |_| ("kind_number", [" AND kind = $2", " AND t.kind = $4"]));
    let text = format!("SELECT COALESCE(MAX({column}), 0) AS n FROM transactions WHERE account_id = $1{}", of_kind[0]);
    let total = with_kind(sql_from_parts(text).bind(account), kind).one(conn).await?.int("n")?;
    let newest = total - page.offset();
    let text = format!("{FACTS} WHERE t.account_id = $1 AND t.{column} <= $2 AND t.{column} > $3{} ORDER BY t.{column} DESC", of_kind[1]);
    let query = sql_from_parts(text).bind(account).bind(newest).bind(newest - page.per);
    Ok((with_kind(query, kind).all(conn).await?, total))
}

async fn dated(conn: &mut Conn, account: &AccountId, filter: &Filter, page: Page) -> Result<(Vec<Row>, i64), StoreError> {
    let text = format!("SELECT COUNT(*) AS n FROM transactions t WHERE {}", condition(filter, 4));
    let total = with_kind(bound(sql_from_parts(text), account, filter), filter.kind).one(conn).await?.int("n")?;
    let text = format!("{FACTS} WHERE {} ORDER BY t.created_at DESC, t.number DESC LIMIT $4 OFFSET $5", condition(filter, 6));
    let query = bound(sql_from_parts(text), account, filter).bind(page.per).bind(page.offset());
    Ok((with_kind(query, filter.kind).all(conn).await?, total))
}

/// A filter as SQL: account and times are the first three placeholders, the kind is the last one if there is any.
fn condition(filter: &Filter, last: usize) -> String {
    let of_kind = filter.kind.map_or(String::new(), |_| format!(" AND t.kind = ${last}"));
    format!("t.account_id = $1 AND t.created_at >= $2 AND t.created_at < $3{of_kind}")
}

fn bound(query: Query, account: &AccountId, filter: &Filter) -> Query {
    let (from, until) = (filter.from.map_or(i64::MIN, micros), filter.until.map_or(i64::MAX, micros));
    query.bind(account).bind(from).bind(until)
}

fn with_kind(query: Query, kind: Option<Kind>) -> Query {
    match kind {
        Some(kind) => query.bind(kind.key()),
        None => query,
    }
}

/// Adds what is derived from the ledger: one statement for the sums of the whole page, one for its last entries.
async fn complete(conn: &mut Conn, account: &AccountId, rows: &[Row]) -> Result<Vec<Transaction>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (2..rows.len() + 2).map(|n| format!("${n}")).collect();
    let ids = rows.iter().map(|row| row.text("transaction_id")).collect::<Result<Vec<_>, _>>()?;
    let with_ids = |text: String| ids.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id));
    let sums = with_ids(format!(
        "SELECT e.transaction_id, p.book, CAST(SUM(p.amount_cents) AS BIGINT) AS cents
         FROM ledger_entries e JOIN ledger_postings p ON p.account_id = e.account_id AND p.version = e.version
         WHERE e.account_id = $1 AND e.transaction_id IN ({}) GROUP BY e.transaction_id, p.book",
        places.join(", ")
    ));
    let mut books: HashMap<String, Balances> = HashMap::new();
    for row in &sums.all(conn).await? {
        let sums = books.entry(row.text("transaction_id")?).or_default();
        sums.set(row.parsed("book", Book::from_key)?, Cents::new(row.int("cents")?));
    }
    let last = with_ids(format!(
        "SELECT e.transaction_id, e.available_after_cents FROM ledger_entries e
         JOIN (SELECT transaction_id, MAX(version) AS version FROM ledger_entries WHERE account_id = $1 AND transaction_id IN ({}) GROUP BY transaction_id) l
            ON l.version = e.version
         WHERE e.account_id = $1",
        places.join(", ")
    ));
    let mut after: HashMap<String, i64> = HashMap::new();
    for row in &last.all(conn).await? {
        after.insert(row.text("transaction_id")?, row.int("available_after_cents")?);
    }
    rows.iter().map(|row| transaction(row, &books, &after)).collect()
}

fn transaction(row: &Row, books: &HashMap<String, Balances>, after: &HashMap<String, i64>) -> Result<Transaction, StoreError> {
    let id = row.text("transaction_id")?;
    let kind = row.parsed("kind", Kind::from_key)?;
    let sums = books.get(&id).copied().unwrap_or_default();
    let refund = row.opt_int("refund_cents")?.zip(row.opt_text("refund_status")?);
    Ok(Transaction {
        number: row.int("number")?,
        kind,
        description: row.text("description")?,
        amounts: Amounts::of(kind, &sums),
        available_after: after.get(&id).copied().map(Cents::new),
        created_at: row.time("created_at")?,
        shipment_id: row.opt_id("shipment_id")?,
        tracking: row.opt_text("tracking_code")?.zip(row.opt_text("carrier")?),
        refund: refund.map(|(cents, status)| (Cents::new(cents), status)),
        payment: payment(row)?,
        adjustment: adjustment(row)?,
        invoice_id: row.opt_id("invoice_id")?,
        incentive_report_id: row.opt_id("incentive_report_id")?,
        id: TransactionId::parse(&id).map_err(|_| corrupt("transaction_id"))?,
    })
}

fn payment(row: &Row) -> Result<Option<PaymentBrief>, StoreError> {
    let Some((id, state)) = row.opt_id("payment_id")?.zip(row.opt_text("payment_state")?) else { return Ok(None) };
    Ok(Some(PaymentBrief {
        id,
        state: State::from_key(&state).ok_or_else(|| corrupt("payment_state"))?,
        amount: Cents::new(row.int("payment_cents")?),
        reason: row.opt_text("payment_reason")?,
        method: format!("{} {}", row.text("method_issuer")?, row.text("method_last4")?),
    }))
}

fn adjustment(row: &Row) -> Result<Option<AdjustmentBrief>, StoreError> {
    let Some(id) = row.opt_id("adjustment_id")? else { return Ok(None) };
    let seen = |column: &str| -> Result<Option<Seen>, StoreError> {
        row.opt_text(column)?.map(|text| serde_json::from_str(&text).map_err(|_| corrupt(column))).transpose()
    };
    Ok(Some(AdjustmentBrief {
        id,
        dispute: row
            .opt_text("dispute_state")?
            .map(|key| DisputeState::from_key(&key).ok_or_else(|| corrupt("dispute_state")))
            .transpose()?,
        quoted: row.opt_int("quoted_cents")?.map(Cents::new),
        charged: row.opt_int("charged_cents")?.map(Cents::new),
        claimed: seen("claimed")?,
        captured: seen("captured")?,
    }))
}
