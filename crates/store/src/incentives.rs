//! Incentives: what each label earned or its refund took back, and the monthly reports that gather it once.
//!
//! The money itself is posted with the label (`domain::ledger::Balanced::capture`); these rows say where it came from.

use crate::counters;
use crate::error::StoreError;
use crate::ledger::{self, NewEntry, Part};
use crate::query::{sql, sql_from_parts};
use crate::row::{Listed, Row};
use crate::transactions::{About, NewTransaction};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, IncentiveReportId, LedgerEntryId, ShipmentId, TransactionId};
use domain::incentive::Program;
use domain::ledger::Balanced;
use domain::money::Cents;
use domain::page::Page;

/// What one label earned in one program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earned {
    /// In which program.
    pub program: Program,
    /// How much.
    pub amount: Cents,
    /// Of which price.
    pub price: Cents,
}

/// Notes what a bought label earned, in the transaction that posts it.
pub async fn earn(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    earned: &[Earned],
    now: Timestamp,
) -> Result<(), StoreError> {
    write(writer, account, shipment, "label", earned, now).await
}

/// Notes that a refunded label lost what it earned, in the transaction that posts it; answers what that was.
pub async fn take_back(writer: &mut Writer, account: &AccountId, shipment: &ShipmentId, now: Timestamp) -> Result<Vec<Earned>, StoreError> {
    let earned = earned(writer, account, shipment).await?;
    let lost: Vec<Earned> = earned.iter().map(|was| Earned { amount: Cents::new(-was.amount.get()), ..*was }).collect();
    write(writer, account, shipment, "refund", &lost, now).await?;
    Ok(earned)
}

async fn write(
    writer: &mut Writer,
    account: &AccountId,
    shipment: &ShipmentId,
    reason: &str,
    earned: &[Earned],
    now: Timestamp,
) -> Result<(), StoreError> {
    for one in earned {
        sql("INSERT INTO incentive_accruals (account_id, shipment_id, program, reason, amount_cents, price_cents, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)")
            .bind(account)
            .bind(shipment)
            .bind(one.program.key())
            .bind(reason)
            .bind(one.amount.get())
            .bind(one.price.get())
            .bind(now)
            .execute(writer)
            .await?;
    }
    Ok(())
}

async fn earned(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<Earned>, StoreError> {
    let rows = sql("SELECT program, amount_cents, price_cents FROM incentive_accruals WHERE account_id = $1 AND shipment_id = $2 AND reason = 'label' ORDER BY program")
        .bind(account)
        .bind(shipment)
        .all(conn)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Earned {
                program: row.parsed("program", Program::from_key)?,
                amount: Cents::new(row.int("amount_cents")?),
                price: Cents::new(row.int("price_cents")?),
            })
        })
        .collect()
}

/// A report as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its id.
    pub id: IncentiveReportId,
    /// Its number in the deployment.
    pub number: i64,
    /// Of which program.
    pub program: Program,
    /// Of which month, such as `2026-10`.
    pub month: String,
    /// Its transaction.
    pub transaction_id: TransactionId,
    /// How many rows it gathers.
    pub labels: i64,
    /// What it sums to, by its transaction's postings: positive is paid out, negative is pulled.
    pub amount: Cents,
    /// When it was approved, and by whom.
    pub approved: Option<(Timestamp, String)>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A report to be made.
#[derive(Debug, Clone, Copy)]
pub struct NewReport<'a> {
    /// Its id.
    pub id: &'a IncentiveReportId,
    /// Its transaction's id.
    pub transaction_id: &'a TransactionId,
    /// Its entry's id.
    pub entry_id: &'a LedgerEntryId,
    /// Of which program.
    pub program: Program,
    /// Its month: one report per account, program and month.
    pub month: &'a str,
    /// What was earned before this is gathered.
    pub until: Timestamp,
    /// When.
    pub at: Timestamp,
}

/// Gathers what is in no report yet; none when there is nothing, or the month has its report.
pub async fn gather(writer: &mut Writer, account: &AccountId, new: &NewReport<'_>) -> Result<Option<Report>, StoreError> {
    ledger::lock(writer, account).await?;
    let made = sql("SELECT incentive_report_id FROM incentive_reports WHERE account_id = $1 AND program = $2 AND month = $3");
    if made.bind(account).bind(new.program.key()).bind(new.month).optional(writer).await?.is_some() {
        return Ok(None);
    }
    let labels = sql("UPDATE incentive_accruals SET incentive_report_id = $3
                      WHERE account_id = $1 AND program = $2 AND incentive_report_id IS NULL AND created_at < $4")
    .bind(account)
    .bind(new.program.key())
    .bind(new.id)
    .bind(new.until)
    .execute(writer)
    .await?;
    if labels == 0 {
        return Ok(None);
    }
    let sum =
        sql("SELECT CAST(SUM(amount_cents) AS BIGINT) AS cents FROM incentive_accruals WHERE account_id = $1 AND incentive_report_id = $2");
    let amount = Cents::new(sum.bind(account).bind(new.id).one(writer).await?.int("cents")?);
    let number = counters::next(writer, "incentive_report").await?;
    let description = format!("Incentives of {}", new.month);
    let about = About { report: Some(new.id), ..About::default() };
    let opened = NewTransaction { id: new.transaction_id, kind: new.program.kind(), description: &description, about };
    let postings =
        Balanced::moved(amount, new.program.accrued(), new.program.reported()).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let (key, part) = (format!("incentives:{}", new.id), Part::Opens(&opened));
    let entry = NewEntry { id: new.entry_id, key: &key, part, description: &description, postings: &postings, at: new.at };
    ledger::post(writer, account, &entry).await?;
    sql("INSERT INTO incentive_reports (account_id, incentive_report_id, number, program, month, transaction_id, labels, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .bind(account)
    .bind(new.id)
    .bind(number)
    .bind(new.program.key())
    .bind(new.month)
    .bind(new.transaction_id)
    .bind(i64::try_from(labels).unwrap_or(i64::MAX))
    .bind(new.at)
    .execute(writer)
    .await?;
    find(writer, account, new.id).await
}

/// Accounts after a given one that earned something before a time which is in no report yet.
pub async fn accounts_waiting(
    conn: &mut Conn,
    program: Program,
    until: Timestamp,
    after: &str,
    limit: i64,
) -> Result<Vec<AccountId>, StoreError> {
    let rows = sql("SELECT DISTINCT account_id FROM incentive_accruals
                    WHERE incentive_report_id IS NULL AND program = $1 AND created_at < $2 AND account_id > $3 ORDER BY account_id LIMIT $4")
    .bind(program.key())
    .bind(until)
    .bind(after)
    .bind(limit)
    .all(conn)
    .await?;
    rows.iter().map(|row| row.id("account_id")).collect()
}

const WITH_AMOUNT: &str = "SELECT r.*, (SELECT CAST(COALESCE(SUM(p.amount_cents), 0) AS BIGINT) FROM ledger_entries e
        JOIN ledger_postings p ON p.account_id = e.account_id AND p.version = e.version
        WHERE e.account_id = r.account_id AND e.transaction_id = r.transaction_id AND p.book = 'incentives_' || r.program) AS amount_cents
     FROM incentive_reports r";

/// A page of a program's reports, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, program: Program, page: Page) -> Result<Listed<Report>, StoreError> {
    let count = sql("SELECT COUNT(*) AS n FROM incentive_reports WHERE account_id = $1 AND program = $2");
    let total_count = count.bind(account).bind(program.key()).one(conn).await?.int("n")?;
    let text = format!("{WITH_AMOUNT} WHERE r.account_id = $1 AND r.program = $2 ORDER BY r.number DESC LIMIT $3 OFFSET $4");
    let rows = sql_from_parts(text).bind(account).bind(program.key()).bind(page.per).bind(page.offset()).all(conn).await?;
    Ok(Listed { items: rows.iter().map(report).collect::<Result<_, _>>()?, total_count })
}

/// One report.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &IncentiveReportId) -> Result<Option<Report>, StoreError> {
    let text = format!("{WITH_AMOUNT} WHERE r.account_id = $1 AND r.incentive_report_id = $2");
    let row = sql_from_parts(text).bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(report).transpose()
}

/// Approves a report; whether it was not approved before.
pub async fn approve(
    writer: &mut Writer,
    account: &AccountId,
    id: &IncentiveReportId,
    by: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let approved = sql("UPDATE incentive_reports SET approved_at = $3, approved_by = $4 WHERE account_id = $1 AND incentive_report_id = $2 AND approved_at IS NULL")
        .bind(account)
        .bind(id)
        .bind(now)
        .bind(by)
        .execute(writer)
        .await?;
    Ok(approved == 1)
}

/// Approved reports of all accounts without a payment that is under way or done, after a place in their order.
pub async fn unpaid_after(conn: &mut Conn, account: &str, report_id: &str, limit: i64) -> Result<Vec<(AccountId, Report)>, StoreError> {
    let text = format!(
        "{WITH_AMOUNT} WHERE r.approved_at IS NOT NULL AND (r.account_id, r.incentive_report_id) > ($1, $2)
         AND NOT EXISTS (SELECT 1 FROM payments y WHERE y.account_id = r.account_id AND y.incentive_report_id = r.incentive_report_id AND y.state IN ('pending', 'processing', 'succeeded'))
         ORDER BY r.account_id, r.incentive_report_id LIMIT $3"
    );
    let rows = sql_from_parts(text).bind(account).bind(report_id).bind(limit).all(conn).await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, report(row)?))).collect()
}

/// A row of a report, for its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Which shipment.
    pub shipment_id: ShipmentId,
    /// The label's number.
    pub tracking_code: Option<String>,
    /// `label` or `refund`.
    pub reason: String,
    /// The label's price.
    pub price: Cents,
    /// What was earned or lost.
    pub amount: Cents,
    /// When.
    pub created_at: Timestamp,
}

/// Rows of a report by time, after `offset` of them.
pub async fn lines(conn: &mut Conn, account: &AccountId, id: &IncentiveReportId, offset: i64, limit: i64) -> Result<Vec<Line>, StoreError> {
    let rows = sql("SELECT a.shipment_id, s.tracking_code, a.reason, a.price_cents, a.amount_cents, a.created_at FROM incentive_accruals a
                    LEFT JOIN shipments s ON s.account_id = a.account_id AND s.shipment_id = a.shipment_id
                    WHERE a.account_id = $1 AND a.incentive_report_id = $2 ORDER BY a.created_at, a.shipment_id, a.reason LIMIT $3 OFFSET $4")
    .bind(account)
    .bind(id)
    .bind(limit)
    .bind(offset)
    .all(conn)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Line {
                shipment_id: row.id("shipment_id")?,
                tracking_code: row.opt_text("tracking_code")?,
                reason: row.text("reason")?,
                price: Cents::new(row.int("price_cents")?),
                amount: Cents::new(row.int("amount_cents")?),
                created_at: row.time("created_at")?,
            })
        })
        .collect()
}

/// What is in no report yet by the accruals' own account: what the book of accrued incentives must say.
pub async fn total_waiting(conn: &mut Conn, account: &AccountId, program: Program) -> Result<Cents, StoreError> {
    let sum = sql("SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS cents FROM incentive_accruals
                   WHERE account_id = $1 AND program = $2 AND incentive_report_id IS NULL");
    Ok(Cents::new(sum.bind(account).bind(program.key()).one(conn).await?.int("cents")?))
}

fn report(row: &Row) -> Result<Report, StoreError> {
    Ok(Report {
        id: row.id("incentive_report_id")?,
        number: row.int("number")?,
        program: row.parsed("program", Program::from_key)?,
        month: row.text("month")?,
        transaction_id: row.id("transaction_id")?,
        labels: row.int("labels")?,
        amount: Cents::new(row.int("amount_cents")?),
        approved: row.opt_time("approved_at")?.zip(row.opt_text("approved_by")?),
        created_at: row.time("created_at")?,
    })
}
