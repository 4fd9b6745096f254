//! Purchases: the intent to buy a label, written with its hold before the carrier is called, and settled once after.
//!
//! The unique index `purchases_one_at_a_time` lets a shipment have one purchase that is pending or bought: whatever happens
//! at the same time, there is one label. Settling touches pending rows only, so that two settlers cannot both post.

use crate::error::StoreError;
use crate::query::{many_values, places, rows_at_once, sql, sql_from_parts};
use crate::row::{Row, corrupt, json, micros};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, CarrierAccountId, Id, JobId, PurchaseId, ShipmentId, UploadId};
use domain::partner::{Consignment, Purchase};
use domain::rate::Rate;
use std::collections::HashSet;

/// A purchase as stored.
#[derive(Debug, Clone)]
pub struct Intent {
    /// Its id: the key under which the carrier sells once.
    pub id: PurchaseId,
    /// For which shipment.
    pub shipment_id: ShipmentId,
    /// Under which of the user's own carrier accounts.
    pub carrier_account_id: Option<CarrierAccountId>,
    /// What the carrier was asked to carry.
    pub consignment: Consignment,
    /// At which rate.
    pub rate: Rate,
    /// What was set aside.
    pub hold_cents: i64,
    /// When.
    pub created_at: Timestamp,
}

impl Intent {
    /// What the hold pays: the carrier, and our fees. Under a user's own account the carrier bills by itself.
    #[must_use]
    pub fn cost_and_fees(&self) -> (i64, i64) {
        let fees = self.consignment.options.insurance_fee().get().min(self.hold_cents);
        (self.hold_cents - fees, fees)
    }
}

/// Writes intents and moves their drafts to `buying`. `Duplicate` when one of the shipments is being bought or was bought.
pub async fn begin(writer: &mut Writer, account: &AccountId, intents: &[&Intent]) -> Result<(), StoreError> {
    for chunk in intents.chunks(rows_at_once(11)) {
        let text = format!(
            "UPDATE shipments SET state = 'buying', is_draft = $2, listed_at = $3, updated_at = $3, label_status = NULL, label_error = NULL
             WHERE account_id = $1 AND shipment_id IN ({}) AND state = 'draft'",
            places(4, chunk.len())
        );
        // One time for all: a list that is sorted by time then has them in the order of their ids.
        let query = sql_from_parts(text).bind(account).bind(false).bind(chunk.first().map(|intent| intent.created_at));
        let query = chunk.iter().fold(query, |query, intent| query.bind(&intent.shipment_id));
        if usize::try_from(query.execute(writer).await?) != Ok(chunk.len()) {
            return Err(StoreError::Duplicate);
        }
        let mut query = sql_from_parts(format!(
            "INSERT INTO purchases (account_id, purchase_id, shipment_id, state, carrier, carrier_account_id, service, purchase_order, rate, hold_cents, created_at)
             VALUES {}",
            many_values(chunk.len(), &[""; 11], 1)
        ));
        for intent in chunk {
            query = query
                .bind(account)
                .bind(&intent.id)
                .bind(&intent.shipment_id)
                .bind("pending")
                .bind(intent.rate.carrier.name())
                .bind(intent.carrier_account_id.as_ref())
                .bind(intent.rate.service.as_ref())
                .bind(json(&intent.consignment)?)
                .bind(json(&intent.rate)?)
                .bind(intent.hold_cents)
                .bind(intent.created_at);
        }
        query.execute(writer).await?;
    }
    Ok(())
}

/// What a carrier sold for an intent.
pub type Sold<'a> = (&'a Intent, &'a Purchase);

/// What holds for labels that were just bought.
#[derive(Debug, Clone, Copy)]
pub struct LabelTerms {
    /// Until when their money can be asked for.
    pub refundable_until: Timestamp,
    /// When their carriers are asked for the first time where they are.
    pub followed_from: Timestamp,
}

/// Marks those of these purchases that are pending as bought and puts the labels on their shipments; which were pending.
pub async fn bought(
    writer: &mut Writer,
    account: &AccountId,
    all: &[Sold<'_>],
    terms: &LabelTerms,
    now: Timestamp,
) -> Result<HashSet<PurchaseId>, StoreError> {
    let mut settled = HashSet::with_capacity(all.len());
    for chunk in all.chunks(rows_at_once(7)) {
        let text = format!(
            "UPDATE purchases SET state = 'bought', settled_at = $2 WHERE account_id = $1 AND purchase_id IN ({}) AND state = 'pending' RETURNING purchase_id",
            places(3, chunk.len())
        );
        let query = chunk.iter().fold(sql_from_parts(text).bind(account).bind(now), |query, (intent, _)| query.bind(&intent.id));
        let pending = query.all(writer).await?.iter().map(|row| row.id("purchase_id")).collect::<Result<HashSet<PurchaseId>, _>>()?;
        let sold: Vec<Sold<'_>> = chunk.iter().filter(|(intent, _)| pending.contains(&intent.id)).copied().collect();
        if !sold.is_empty() {
            keep_labels(writer, account, &sold, now).await?;
            show_labels(writer, account, &sold, terms.refundable_until, now).await?;
            follow(writer, account, &sold, terms.followed_from).await?;
        }
        settled.extend(pending);
    }
    Ok(settled)
}

async fn keep_labels(writer: &mut Writer, account: &AccountId, sold: &[Sold<'_>], now: Timestamp) -> Result<(), StoreError> {
    let mut query = sql_from_parts(format!(
        "INSERT INTO labels (account_id, shipment_id, artwork, carrier_reference, created_at) VALUES {}",
        many_values(sold.len(), &[""; 5], 1)
    ));
    for (intent, purchase) in sold {
        query = query.bind(account).bind(&intent.shipment_id).bind(json(&purchase.artwork)?).bind(&purchase.carrier_reference).bind(now);
    }
    query.execute(writer).await?;
    Ok(())
}

const SOLD_COLUMNS: [&str; 7] = ["TEXT", "TEXT", "TEXT", "BIGINT", "TEXT", "TEXT", "TEXT"];

fn values_as_v(rows: usize) -> String {
    format!("(VALUES {}) AS v", many_values(rows, &SOLD_COLUMNS, 4))
}

/// The shipments are named by their ids and their values looked up: joined with the values, SQLite would rather walk through all
/// shipments of the account.
async fn show_labels(
    writer: &mut Writer,
    account: &AccountId,
    sold: &[Sold<'_>],
    refundable_until: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let of_row = |columns: &str| format!("(SELECT {columns} FROM {} WHERE v.column1 = shipments.shipment_id)", values_as_v(sold.len()));
    let text = format!(
        "UPDATE shipments SET state = 'bought', label_status = 'ready', label_error = NULL,
            (carrier, service, price_cents, zone, tracking_code) = {},
            tracking_status = 'pre_transit', refundable_until = $2, updated_at = $3, search_text = search_text || ' ' || {}
         WHERE account_id = $1 AND shipment_id IN ({})",
        of_row("v.column2, v.column3, v.column4, v.column5, v.column6"),
        of_row("v.column7"),
        (0..sold.len()).map(|row| format!("${}", 4 + row * SOLD_COLUMNS.len())).collect::<Vec<_>>().join(", ")
    );
    let mut query = sql_from_parts(text).bind(account).bind(refundable_until).bind(now);
    for (intent, purchase) in sold {
        query = query
            .bind(&intent.shipment_id)
            .bind(intent.rate.carrier.name())
            .bind(intent.rate.service.as_ref())
            .bind(intent.rate.cents)
            .bind(intent.rate.zone.as_ref().map(|zone| zone.as_ref()))
            .bind(&purchase.tracking_code)
            .bind(purchase.tracking_code.to_lowercase());
    }
    query.execute(writer).await?;
    Ok(())
}

/// The parcels are looked for from then on.
async fn follow(writer: &mut Writer, account: &AccountId, sold: &[Sold<'_>], from: Timestamp) -> Result<(), StoreError> {
    let text = format!(
        "INSERT INTO tracking_due (account_id, shipment_id, due_at, tries) VALUES {} ON CONFLICT (account_id, shipment_id) DO NOTHING",
        many_values(sold.len(), &[""; 4], 1)
    );
    let query =
        sold.iter().fold(sql_from_parts(text), |query, (intent, _)| query.bind(account).bind(&intent.shipment_id).bind(from).bind(0_i64));
    query.execute(writer).await?;
    Ok(())
}

/// Marks a pending purchase as refused and makes its shipment a draft again; whether it was pending.
pub async fn refused(writer: &mut Writer, account: &AccountId, intent: &Intent, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
    let settled = sql("UPDATE purchases SET state = 'refused', reason = $3, settled_at = $4
                       WHERE account_id = $1 AND purchase_id = $2 AND state = 'pending'");
    if settled.bind(account).bind(&intent.id).bind(reason).bind(now).execute(writer).await? == 0 {
        return Ok(false);
    }
    sql("UPDATE shipments SET state = 'draft', is_draft = $3, label_status = 'error', label_error = $4, updated_at = $5
         WHERE account_id = $1 AND shipment_id = $2 AND state = 'buying'")
    .bind(account)
    .bind(&intent.shipment_id)
    .bind(true)
    .bind(reason)
    .bind(now)
    .execute(writer)
    .await?;
    Ok(true)
}

/// Pending purchases of all accounts that began before a time, oldest first, those after one of them. Those of a row that an
/// upload's job is still at are left to it, for it buys again what was not sold; unless they began before `forsaken`, for then nobody
/// is at them.
pub async fn all_pending(
    conn: &mut Conn,
    before: Timestamp,
    forsaken: Timestamp,
    after: Option<&Intent>,
    limit: i64,
) -> Result<Vec<(AccountId, Intent)>, StoreError> {
    let query = sql("SELECT p.* FROM purchases p
         WHERE p.state = 'pending' AND p.created_at < $1 AND (p.created_at, p.purchase_id) > ($3, $4) AND (p.created_at < $2 OR NOT EXISTS
           (SELECT 1 FROM upload_rows r JOIN uploads u ON u.account_id = r.account_id AND u.upload_id = r.upload_id
            WHERE r.account_id = p.account_id AND r.shipment_id = p.shipment_id AND u.status = 'purchasing' AND NOT EXISTS
              (SELECT 1 FROM job_rows j WHERE j.account_id = r.account_id AND j.job_id = u.job_id AND j.row_number = r.row_number)))
         ORDER BY p.created_at, p.purchase_id LIMIT $5");
    let (time, id) = after.map_or((0, ""), |last| (micros(last.created_at), last.id.as_str()));
    let rows = query.bind(before).bind(forsaken).bind(time).bind(id).bind(limit).all(conn).await?;
    rows.iter().map(|row| Ok((row.id("account_id")?, intent(row)?))).collect()
}

const INTERRUPTED: &str = "FROM shipments s JOIN purchases p ON p.account_id = s.account_id AND p.shipment_id = s.shipment_id
    JOIN upload_rows r ON r.account_id = s.account_id AND r.shipment_id = s.shipment_id
    WHERE s.account_id = $1 AND s.upload_id = $2 AND s.state = 'buying' AND p.state = 'pending'
      AND NOT EXISTS (SELECT 1 FROM job_rows j WHERE j.account_id = $1 AND j.job_id = $3 AND j.row_number = r.row_number)";

/// Pending purchases of an upload that began before a time and whose rows have no outcome in a job yet, with the rows' numbers.
pub async fn interrupted(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    job: &JobId,
    before: Timestamp,
    limit: i64,
) -> Result<Vec<(i64, Intent)>, StoreError> {
    let text = format!("SELECT p.*, r.row_number {INTERRUPTED} AND p.created_at < $4 ORDER BY r.row_number LIMIT $5");
    let rows = sql_from_parts(text).bind(account).bind(upload).bind(job).bind(before).bind(limit).all(conn).await?;
    rows.iter().map(|row| Ok((row.int("row_number")?, intent(row)?))).collect()
}

/// How many pending purchases of an upload have rows without an outcome in a job.
pub async fn count_interrupted(conn: &mut Conn, account: &AccountId, upload: &UploadId, job: &JobId) -> Result<i64, StoreError> {
    let text = format!("SELECT COUNT(*) AS n {INTERRUPTED}");
    sql_from_parts(text).bind(account).bind(upload).bind(job).one(conn).await?.int("n")
}

/// The purchase that gave a shipment its label.
pub async fn of_label(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<Option<Intent>, StoreError> {
    let row = sql("SELECT * FROM purchases WHERE account_id = $1 AND shipment_id = $2 AND state = 'bought'")
        .bind(account)
        .bind(shipment)
        .optional(conn)
        .await?;
    row.as_ref().map(intent).transpose()
}

/// Open holds of an account: how many and how much.
pub async fn open_holds(conn: &mut Conn, account: &AccountId) -> Result<(i64, i64), StoreError> {
    let row = sql("SELECT COUNT(*) AS n, CAST(COALESCE(SUM(hold_cents), 0) AS BIGINT) AS cents FROM purchases WHERE account_id = $1 AND state = 'pending'")
        .bind(account)
        .one(conn)
        .await?;
    Ok((row.int("n")?, row.int("cents")?))
}

/// Whether a shipment's label was bought under one of the user's own carrier accounts.
pub async fn is_under_own_account(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<bool, StoreError> {
    let found = sql("SELECT purchase_id FROM purchases WHERE account_id = $1 AND shipment_id = $2 AND state = 'bought' AND carrier_account_id IS NOT NULL")
        .bind(account)
        .bind(shipment)
        .optional(conn)
        .await?;
    Ok(found.is_some())
}

/// How many labels an account bought from a carrier.
pub async fn labels_bought(conn: &mut Conn, account: &AccountId, carrier: &str) -> Result<i64, StoreError> {
    let row = sql("SELECT COUNT(*) AS n FROM purchases WHERE account_id = $1 AND state = 'bought' AND carrier = $2")
        .bind(account)
        .bind(carrier)
        .one(conn)
        .await?;
    row.int("n")
}

fn intent(row: &Row) -> Result<Intent, StoreError> {
    Ok(Intent {
        id: row.id("purchase_id")?,
        shipment_id: row.id("shipment_id")?,
        carrier_account_id: row.opt_id("carrier_account_id")?,
        consignment: serde_json::from_str(&row.text("purchase_order")?).map_err(|_| corrupt("purchase_order"))?,
        rate: serde_json::from_str(&row.text("rate")?).map_err(|_| corrupt("rate"))?,
        hold_cents: row.int("hold_cents")?,
        created_at: row.time("created_at")?,
    })
}
