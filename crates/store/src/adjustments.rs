//! Adjustments: what carriers charged or gave back afterwards, once per carrier's key, and the disputes about them.

use crate::error::StoreError;
use crate::ledger::{self, NewEntry, Part, Posted};
use crate::query::{sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt, json};
use crate::transactions::{About, NewTransaction};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::adjustment::{DisputeState, Objection, Seen};
use domain::id::{AccountId, AdjustmentId, Id, LedgerEntryId, ShipmentId, TransactionId};
use domain::ledger::{Balanced, Book};
use domain::money::Cents;
use domain::page::Page;
use domain::transaction::Kind;

/// An adjustment as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// Its id.
    pub id: AdjustmentId,
    /// Who charges.
    pub carrier: String,
    /// The carrier's own key, or that of an imported row: a second one with it is refused.
    pub carrier_key: String,
    /// Its transaction.
    pub transaction_id: TransactionId,
    /// The shipment it belongs to, if we know it.
    pub shipment_id: Option<ShipmentId>,
    /// The label's number.
    pub tracking_code: String,
    /// What was adjusted, such as `weight`.
    pub kind: String,
    /// What the customer reads.
    pub description: String,
    /// What is taken; negative when the carrier gives back.
    pub amount: Cents,
    /// What was quoted.
    pub quoted: Option<Cents>,
    /// What the carrier charged in all.
    pub charged: Option<Cents>,
    /// What the sender said.
    pub claimed: Option<Seen>,
    /// What the carrier measured.
    pub captured: Option<Seen>,
    /// When it was posted.
    pub created_at: Timestamp,
    /// The dispute about it.
    pub dispute: Option<Dispute>,
}

/// A dispute as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Where it stands.
    pub state: DisputeState,
    /// What the customer says is wrong, and expects.
    pub objection: Objection,
    /// What the carrier answered.
    pub outcome: Option<String>,
    /// Who disputed.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
}

/// Which adjustments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// All.
    All,
    /// Those with a dispute.
    Disputing,
}

/// Writes and posts an adjustment; none when the carrier's key is known. Its amount must not be nothing.
pub async fn insert(
    writer: &mut Writer,
    account: &AccountId,
    new: &Adjustment,
    entry_id: &LedgerEntryId,
) -> Result<Option<Posted>, StoreError> {
    ledger::lock(writer, account).await?;
    let known =
        sql("SELECT adjustment_id FROM adjustments WHERE account_id = $1 AND carrier_key = $2").bind(account).bind(&new.carrier_key);
    if known.optional(writer).await?.is_some() {
        return Ok(None);
    }
    let postings =
        Balanced::moved(new.amount, Book::Available, Book::CarrierCost).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let about = About { shipment: new.shipment_id.as_ref(), adjustment: Some(&new.id), ..About::default() };
    let opened = NewTransaction { id: &new.transaction_id, kind: Kind::Adjustment, description: &new.description, about };
    let key = format!("adjustment:{}", new.id);
    let part = Part::Opens(&opened);
    let entry = NewEntry { id: entry_id, key: &key, part, description: &new.description, postings: &postings, at: new.created_at };
    let posted = ledger::post(writer, account, &entry).await?;
    let seen = |seen: &Option<Seen>| seen.as_ref().map(json).transpose();
    sql("INSERT INTO adjustments (account_id, adjustment_id, carrier, carrier_key, transaction_id, shipment_id, tracking_code, kind, description,
            amount_cents, quoted_cents, charged_cents, claimed, captured, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)")
    .bind(account)
    .bind(&new.id)
    .bind(&new.carrier)
    .bind(&new.carrier_key)
    .bind(&new.transaction_id)
    .bind(new.shipment_id.as_ref().map(Id::as_str))
    .bind(&new.tracking_code)
    .bind(&new.kind)
    .bind(&new.description)
    .bind(new.amount.get())
    .bind(new.quoted.map(Cents::get))
    .bind(new.charged.map(Cents::get))
    .bind(seen(&new.claimed)?)
    .bind(seen(&new.captured)?)
    .bind(new.created_at)
    .execute(writer)
    .await?;
    Ok(Some(posted))
}

/// A page of adjustments, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, filter: Filter, page: Page) -> Result<Listed<Adjustment>, StoreError> {
    let condition = match filter {
        Filter::All => "account_id = $1",
        Filter::Disputing => "account_id = $1 AND dispute_state IS NOT NULL",
    };
    let text = format!("SELECT COUNT(*) AS n FROM adjustments WHERE {condition}");
    let total_count = sql_from_parts(text).bind(account).one(conn).await?.int("n")?;
    let text = format!("SELECT * FROM adjustments WHERE {condition} ORDER BY created_at DESC, adjustment_id DESC LIMIT $2 OFFSET $3");
    let rows = sql_from_parts(text).bind(account).bind(page.per).bind(page.offset()).all(conn).await?;
    Ok(Listed { items: rows.iter().map(adjustment).collect::<Result<_, _>>()?, total_count })
}

/// One adjustment.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &AdjustmentId) -> Result<Option<Adjustment>, StoreError> {
    let row = sql("SELECT * FROM adjustments WHERE account_id = $1 AND adjustment_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(adjustment).transpose()
}

/// Submits a dispute; whether there was none before.
pub async fn dispute(
    writer: &mut Writer,
    account: &AccountId,
    id: &AdjustmentId,
    objection: &Objection,
    by: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let submitted = sql("UPDATE adjustments SET dispute_state = 'submitted', dispute_detail = $3, dispute_expectation = $4, disputed_by = $5, disputed_at = $6
                         WHERE account_id = $1 AND adjustment_id = $2 AND dispute_state IS NULL")
    .bind(account)
    .bind(id)
    .bind(&objection.detail)
    .bind(&objection.expectation)
    .bind(by)
    .bind(now)
    .execute(writer)
    .await?;
    Ok(submitted == 1)
}

/// The carrier's decision about a dispute.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    /// Whether the money comes back.
    pub won: bool,
    /// What the carrier answered.
    pub outcome: &'a str,
    /// The id of the entry, if money comes back.
    pub entry_id: &'a LedgerEntryId,
    /// The id of its transaction.
    pub transaction_id: &'a TransactionId,
    /// When.
    pub at: Timestamp,
}

/// Notes the decision about a submitted dispute and gives the money back when it was won; whether it was undecided.
pub async fn decide(writer: &mut Writer, account: &AccountId, id: &AdjustmentId, decision: &Decision<'_>) -> Result<bool, StoreError> {
    ledger::lock(writer, account).await?;
    let state = if decision.won { DisputeState::Won } else { DisputeState::Lost };
    let decided = sql("UPDATE adjustments SET dispute_state = $3, dispute_outcome = $4, decided_at = $5
                       WHERE account_id = $1 AND adjustment_id = $2 AND dispute_state = 'submitted'")
    .bind(account)
    .bind(id)
    .bind(state.key())
    .bind(decision.outcome)
    .bind(decision.at)
    .execute(writer)
    .await?;
    if decided == 0 {
        return Ok(false);
    }
    if decision.won
        && let Some(adjustment) = find(writer, account, id).await?
    {
        let postings = Balanced::moved(adjustment.amount, Book::CarrierCost, Book::Available);
        let postings = postings.map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let (key, description) = (format!("dispute:{id}"), format!("Dispute won: {}", adjustment.description));
        let about = About { shipment: adjustment.shipment_id.as_ref(), adjustment: Some(id), ..About::default() };
        let opened = NewTransaction { id: decision.transaction_id, kind: Kind::Dispute, description: &description, about };
        let part = Part::Opens(&opened);
        let entry = NewEntry { id: decision.entry_id, key: &key, part, description: &description, postings: &postings, at: decision.at };
        ledger::post(writer, account, &entry).await?;
    }
    Ok(true)
}

/// Submitted disputes of all accounts, oldest first: for the job that asks carriers.
pub async fn undecided(conn: &mut Conn, before: Timestamp, limit: i64) -> Result<Vec<(AccountId, Adjustment)>, StoreError> {
    let rows = sql("SELECT * FROM adjustments WHERE dispute_state = 'submitted' AND disputed_at < $1 ORDER BY disputed_at LIMIT $2")
        .bind(before)
        .bind(limit)
        .all(conn)
        .await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, adjustment(row)?))).collect()
}

fn adjustment(row: &Row) -> Result<Adjustment, StoreError> {
    let seen = |column: &str| -> Result<Option<Seen>, StoreError> {
        row.opt_text(column)?.map(|text| serde_json::from_str(&text).map_err(|_| corrupt(column))).transpose()
    };
    Ok(Adjustment {
        id: row.id("adjustment_id")?,
        carrier: row.text("carrier")?,
        carrier_key: row.text("carrier_key")?,
        transaction_id: row.id("transaction_id")?,
        shipment_id: row.opt_id("shipment_id")?,
        tracking_code: row.text("tracking_code")?,
        kind: row.text("kind")?,
        description: row.text("description")?,
        amount: Cents::new(row.int("amount_cents")?),
        quoted: row.opt_int("quoted_cents")?.map(Cents::new),
        charged: row.opt_int("charged_cents")?.map(Cents::new),
        claimed: seen("claimed")?,
        captured: seen("captured")?,
        created_at: row.time("created_at")?,
        dispute: read_dispute(row)?,
    })
}

fn read_dispute(row: &Row) -> Result<Option<Dispute>, StoreError> {
    let Some(state) = row.opt_text("dispute_state")? else { return Ok(None) };
    Ok(Some(Dispute {
        state: DisputeState::from_key(&state).ok_or_else(|| corrupt("dispute_state"))?,
        objection: Objection { detail: row.text("dispute_detail")?, expectation: row.text("dispute_expectation")? },
        outcome: row.opt_text("dispute_outcome")?,
        by: row.text("disputed_by")?,
        at: row.time("disputed_at")?,
        decided_at: row.opt_time("decided_at")?,
    }))
}
