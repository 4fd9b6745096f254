//! Payments: charges, payouts and pulls. The intent is written with its transaction before the bank is called; what the bank
//! says later is noted by `note`, whoever hears it first (the request, the settling job, a webhook).
//!
//! `note` changes nothing when the news does not fit the state (`domain::settlement` decides), and posts in the same
//! transaction otherwise. So news that comes twice, late or out of order never credits twice.

use crate::error::StoreError;
use crate::invoices;
use crate::ledger::{self, NewEntry, Part, Posted};
use crate::query::{sql, sql_from_parts};
use crate::row::{Row, corrupt};
use crate::transactions::{self, About, NewTransaction};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, Id, IncentiveReportId, InvoiceId, LedgerEntryId, PaymentId, PaymentMethodId, TransactionId};
use domain::incentive::Program;
use domain::money::Cents;
use domain::payment::PaymentPartner;
use domain::settlement::{self, Facts, Purpose, State, Step};
use domain::transaction::Kind;

/// A payment as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Its id: the key under which the bank moves the money once.
    pub id: PaymentId,
    /// Made by the caller: one need, one payment.
    pub key: String,
    /// Its transaction.
    pub transaction_id: TransactionId,
    /// What it is for.
    pub purpose: Purpose,
    /// From or to which method.
    pub method_id: PaymentMethodId,
    /// At which partner.
    pub partner: PaymentPartner,
    /// Where it stands.
    pub state: State,
    /// How often it changed.
    pub version: i64,
    /// How much it moves: always positive.
    pub amount: Cents,
    /// How much of it the customer's bank took back.
    pub disputed: Cents,
    /// The partner's name for it.
    pub reference: Option<String>,
    /// Why it failed, in plain words.
    pub reason: Option<String>,
    /// The invoice it pays.
    pub invoice_id: Option<InvoiceId>,
    /// The incentive report it pays.
    pub incentive_report_id: Option<IncentiveReportId>,
    /// Who asked for it, by name.
    pub started_by: String,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
}

/// A payment to be begun.
#[derive(Debug, Clone, Copy)]
pub struct NewPayment<'a> {
    /// Its id.
    pub id: &'a PaymentId,
    /// Its transaction's id.
    pub transaction_id: &'a TransactionId,
    /// Made by the caller: a second payment with the same key is refused.
    pub key: &'a str,
    /// What it is for.
    pub purpose: Purpose,
    /// From or to which method.
    pub method_id: &'a PaymentMethodId,
    /// At which partner.
    pub partner: PaymentPartner,
    /// How much: more than nothing.
    pub amount: Cents,
    /// The invoice it pays.
    pub invoice_id: Option<&'a InvoiceId>,
    /// The incentive report it pays.
    pub incentive_report_id: Option<&'a IncentiveReportId>,
    /// What the customer reads.
    pub description: &'a str,
    /// Who asked for it, by name.
    pub started_by: &'a str,
    /// When.
    pub at: Timestamp,
    /// When the settling job may first ask the bank: not before the request has had its answer.
    pub check_at: Timestamp,
}

/// News about a payment.
#[derive(Debug, Clone, Copy)]
pub struct News<'a> {
    /// What the bank said.
    pub step: Step,
    /// The partner's name for the payment, once it is known.
    pub reference: Option<&'a str>,
    /// Why it failed, in plain words.
    pub reason: Option<&'a str>,
    /// The id of the entry, if one is written.
    pub entry_id: &'a LedgerEntryId,
    /// The id of the transaction, if a chargeback or refund opens one.
    pub transaction_id: &'a TransactionId,
    /// When.
    pub at: Timestamp,
}

/// What news changed.
#[derive(Debug, Clone)]
pub struct Noted {
    /// The payment after it.
    pub payment: Payment,
    /// The entry, if money moved.
    pub posted: Option<Posted>,
}

/// Writes the intent with its transaction. `Duplicate` when the key was used, or the report is being paid.
pub async fn begin(writer: &mut Writer, account: &AccountId, new: &NewPayment<'_>) -> Result<(), StoreError> {
    ledger::lock(writer, account).await?;
    if let Some(report) = new.incentive_report_id
        && is_paid(writer, account, report).await?
    {
        return Err(StoreError::Duplicate);
    }
    let about = About { payment: Some(new.id), invoice: new.invoice_id, report: new.incentive_report_id, ..About::default() };
    let opened = NewTransaction { id: new.transaction_id, kind: new.purpose.kind(), description: new.description, about };
    transactions::insert(writer, account, &opened, new.at).await?;
    sql("INSERT INTO payments (account_id, payment_id, payment_key, transaction_id, purpose, program, payment_method_id, partner, state, version,
            amount_cents, disputed_cents, invoice_id, incentive_report_id, started_by, created_at, changed_at, check_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', 1, $9, 0, $10, $11, $12, $13, $13, $14)")
    .bind(account)
    .bind(new.id)
    .bind(new.key)
    .bind(new.transaction_id)
    .bind(new.purpose.key())
    .bind(new.purpose.program().map(Program::key))
    .bind(new.method_id)
    .bind(new.partner.key())
    .bind(new.amount.get())
    .bind(new.invoice_id.map(Id::as_str))
    .bind(new.incentive_report_id.map(Id::as_str))
    .bind(new.started_by)
    .bind(new.at)
    .bind(new.check_at)
    .execute(writer)
    .await?;
    Ok(())
}

/// Whether a report is paid or being paid.
async fn is_paid(conn: &mut Conn, account: &AccountId, report: &IncentiveReportId) -> Result<bool, StoreError> {
    let row = sql("SELECT payment_id FROM payments WHERE account_id = $1 AND incentive_report_id = $2 AND state IN ('pending', 'processing', 'succeeded') LIMIT 1")
        .bind(account)
        .bind(report)
        .optional(conn)
        .await?;
    Ok(row.is_some())
}

/// Notes what the bank said and posts what follows; none when it does not fit where the payment stands, or there is none.
pub async fn note(writer: &mut Writer, account: &AccountId, id: &PaymentId, news: &News<'_>) -> Result<Option<Noted>, StoreError> {
    ledger::lock(writer, account).await?;
    let Some(before) = find(writer, account, id).await? else { return Ok(None) };
    let Some(state) = news.step.after(before.state) else { return Ok(None) };
    let disputed = match news.step {
        Step::Disputed(cents) if before.state == State::Succeeded => cents.clamp(Cents::ZERO, before.amount),
        Step::Disputed(_) => before.amount,
        Step::Reinstated => Cents::ZERO,
        _ => before.disputed,
    };
    let mut after = Payment { state, disputed, version: before.version + 1, changed_at: news.at, ..before.clone() };
    after.reference = news.reference.map(str::to_owned).or(after.reference);
    after.reason = news.reason.map(str::to_owned).or_else(|| after.reason.filter(|_| state == State::Failed));
    save(writer, account, &after).await?;
    let posted = post(writer, account, &before, &after, news).await?;
    Ok(Some(Noted { payment: after, posted }))
}

async fn save(writer: &mut Writer, account: &AccountId, payment: &Payment) -> Result<(), StoreError> {
    sql("UPDATE payments SET state = $3, version = $4, disputed_cents = $5, reference = $6, reason = $7, changed_at = $8
         WHERE account_id = $1 AND payment_id = $2")
    .bind(account)
    .bind(&payment.id)
    .bind(payment.state.key())
    .bind(payment.version)
    .bind(payment.disputed.get())
    .bind(payment.reference.as_deref())
    .bind(payment.reason.as_deref())
    .bind(payment.changed_at)
    .execute(writer)
    .await?;
    Ok(())
}

/// Posts what a change of a payment means. A chargeback and a refund are transactions of their own.
async fn post(
    writer: &mut Writer,
    account: &AccountId,
    before: &Payment,
    after: &Payment,
    news: &News<'_>,
) -> Result<Option<Posted>, StoreError> {
    let invoice_due = match (&before.invoice_id, news.step) {
        (Some(id), Step::Succeeded) => invoices::pay(writer, account, id, before.amount).await?,
        _ => Cents::ZERO,
    };
    let disputed = if news.step == Step::Reinstated { before.disputed } else { after.disputed };
    let step = if matches!(news.step, Step::Disputed(_)) { Step::Disputed(disputed) } else { news.step };
    let facts = Facts { amount: before.amount, disputed, invoice_due };
    let postings =
        settlement::postings(before.purpose, before.state, step, &facts).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let Some(postings) = postings else { return Ok(None) };
    let (kind, description) = match step {
        Step::Disputed(_) => (Kind::Chargeback, "Payment taken back by the bank"),
        Step::Reinstated => (Kind::Chargeback, "Payment given again by the bank"),
        Step::Refunded => (Kind::Refund, "Payment sent back"),
        Step::Processing => (before.purpose.kind(), "Payment on its way"),
        Step::Succeeded => (before.purpose.kind(), "Payment settled"),
        Step::Failed => (before.purpose.kind(), "Payment failed"),
    };
    let about = About { payment: Some(&before.id), invoice: before.invoice_id.as_ref(), ..About::default() };
    let opened = NewTransaction { id: news.transaction_id, kind, description, about };
    // What was never settled is undone where it began.
    let apart = before.state != State::Pending && before.state != State::Processing && kind != before.purpose.kind();
    let part = if apart { Part::Opens(&opened) } else { Part::Continues(&before.transaction_id) };
    let key = format!("payment:{}:{}", before.id, after.version);
    let entry = NewEntry { id: news.entry_id, key: &key, part, description, postings: &postings, at: news.at };
    ledger::post(writer, account, &entry).await.map(Some)
}

/// One payment.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &PaymentId) -> Result<Option<Payment>, StoreError> {
    let row = sql("SELECT * FROM payments WHERE account_id = $1 AND payment_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(payment).transpose()
}

/// The payment made under a caller's key.
pub async fn by_key(conn: &mut Conn, account: &AccountId, key: &str) -> Result<Option<Payment>, StoreError> {
    let row = sql("SELECT * FROM payments WHERE account_id = $1 AND payment_key = $2").bind(account).bind(key).optional(conn).await?;
    row.as_ref().map(payment).transpose()
}

/// The payment of any account with this id: for what a partner tells us under our key.
pub async fn by_id(conn: &mut Conn, id: &PaymentId) -> Result<Option<(AccountId, Payment)>, StoreError> {
    let row = sql("SELECT * FROM payments WHERE payment_id = $1").bind(id).optional(conn).await?;
    row.as_ref().map(|row| Ok((row.id("account_id")?, payment(row)?))).transpose()
}

/// The payment of any account that a partner names so.
pub async fn by_reference(conn: &mut Conn, partner: PaymentPartner, reference: &str) -> Result<Option<(AccountId, Payment)>, StoreError> {
    let row = sql("SELECT * FROM payments WHERE reference = $2 AND partner = $1 LIMIT 1")
        .bind(partner.key())
        .bind(reference)
        .optional(conn)
        .await?;
    row.as_ref().map(|row| Ok((row.id("account_id")?, payment(row)?))).transpose()
}

/// Payments of all accounts that the bank should be asked about, oldest first.
pub async fn due(conn: &mut Conn, now: Timestamp, limit: i64) -> Result<Vec<(AccountId, Payment)>, StoreError> {
    let rows = sql("SELECT * FROM payments WHERE state IN ('pending', 'processing') AND check_at <= $1 ORDER BY check_at LIMIT $2")
        .bind(now)
        .bind(limit)
        .all(conn)
        .await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, payment(row)?))).collect()
}

/// Says when to ask the bank next.
pub async fn ask_again(writer: &mut Writer, account: &AccountId, id: &PaymentId, at: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE payments SET check_at = $3 WHERE account_id = $1 AND payment_id = $2")
        .bind(account)
        .bind(id)
        .bind(at)
        .execute(writer)
        .await?;
    Ok(())
}

/// Whether a payment with this method is under way.
pub async fn any_open_with(conn: &mut Conn, account: &AccountId, method: &PaymentMethodId) -> Result<bool, StoreError> {
    let row = sql(
        "SELECT payment_id FROM payments WHERE account_id = $1 AND payment_method_id = $2 AND state IN ('pending', 'processing') LIMIT 1",
    )
    .bind(account)
    .bind(method)
    .optional(conn)
    .await?;
    Ok(row.is_some())
}

/// Whether a payment for this invoice is under way.
pub async fn any_open_for(conn: &mut Conn, account: &AccountId, invoice: &InvoiceId) -> Result<bool, StoreError> {
    let row =
        sql("SELECT payment_id FROM payments WHERE account_id = $1 AND invoice_id = $2 AND state IN ('pending', 'processing') LIMIT 1")
            .bind(account)
            .bind(invoice)
            .optional(conn)
            .await?;
    Ok(row.is_some())
}

/// The payments of some incentive reports, newest first; failed ones too.
pub async fn of_reports(conn: &mut Conn, account: &AccountId, reports: &[IncentiveReportId]) -> Result<Vec<Payment>, StoreError> {
    if reports.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (2..reports.len() + 2).map(|n| format!("${n}")).collect();
    let text = format!(
        "SELECT * FROM payments WHERE account_id = $1 AND incentive_report_id IN ({}) ORDER BY created_at DESC, payment_id LIMIT 1000",
        places.join(", ")
    );
    let rows = reports.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(conn).await?;
    rows.iter().map(payment).collect()
}

/// Payments of an account in one state: how many and how much.
pub async fn in_state(conn: &mut Conn, account: &AccountId, state: State) -> Result<(i64, Cents), StoreError> {
    let row = sql(
        "SELECT COUNT(*) AS n, CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS cents FROM payments WHERE account_id = $1 AND state = $2",
    )
    .bind(account)
    .bind(state.key())
    .one(conn)
    .await?;
    Ok((row.int("n")?, Cents::new(row.int("cents")?)))
}

/// Money on its way to the balance by the payments' own account: what the book of pending credit must say.
pub async fn on_its_way(conn: &mut Conn, account: &AccountId) -> Result<Cents, StoreError> {
    let row = sql("SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS cents FROM payments
                   WHERE account_id = $1 AND state = 'processing' AND purpose IN ('top_up', 'recharge', 'invoice')")
    .bind(account)
    .one(conn)
    .await?;
    Ok(Cents::new(row.int("cents")?))
}

fn payment(row: &Row) -> Result<Payment, StoreError> {
    let program = row.opt_text("program")?.map(|key| Program::from_key(&key).ok_or_else(|| corrupt("program"))).transpose()?;
    Ok(Payment {
        id: row.id("payment_id")?,
        key: row.text("payment_key")?,
        transaction_id: row.id("transaction_id")?,
        purpose: row.parsed("purpose", |key| Purpose::read(key, program))?,
        method_id: row.id("payment_method_id")?,
        partner: row.parsed("partner", PaymentPartner::from_key)?,
        state: row.parsed("state", State::from_key)?,
        version: row.int("version")?,
        amount: Cents::new(row.int("amount_cents")?),
        disputed: Cents::new(row.int("disputed_cents")?),
        reference: row.opt_text("reference")?,
        reason: row.opt_text("reason")?,
        invoice_id: row.opt_id("invoice_id")?,
        incentive_report_id: row.opt_id("incentive_report_id")?,
        started_by: row.text("started_by")?,
        created_at: row.time("created_at")?,
        changed_at: row.time("changed_at")?,
    })
}
