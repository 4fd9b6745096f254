//! The rates of an upload's rows in short: enough to choose by, and what the chosen ones cost. Choosing changes drafts only.

use crate::drafts::lock_drafts;
use crate::error::StoreError;
use crate::query::{many_values, places, sql, sql_from_parts};
use crate::row::{Row, corrupt, json};
use crate::shipments::Shipment;
use crate::tx::{Conn, Writer};
use crate::upload_rows::JOIN;
use domain::Timestamp;
use domain::id::{AccountId, RateId, ShipmentId, UploadId};
use domain::shipment::{Details, OfferedRate, Offers};

/// A rate in short: enough to choose by.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ShortRate(
    /// Who carries.
    pub String,
    /// At which service.
    pub String,
    /// Which rate.
    pub RateId,
    /// What it costs.
    pub i64,
    /// What of that is taken from the balance: carriers bill users' own accounts themselves.
    pub i64,
);

impl ShortRate {
    /// A rate of a shipment with these details in short.
    #[must_use]
    pub fn of(offered: &OfferedRate, details: &Details) -> Self {
        let rate = &offered.rate;
        Self(rate.carrier.name().to_owned(), rate.service.as_ref().to_owned(), offered.id.clone(), rate.cents, offered.taken(details).get())
    }
}

/// The rates of a shipment in short, cheapest first; the first of a service wins.
#[must_use]
pub fn short(offers: &Offers, details: &Details) -> Vec<ShortRate> {
    let mut found: Vec<ShortRate> = Vec::with_capacity(offers.rates.len());
    for offered in &offers.rates {
        let (carrier, service) = (offered.rate.carrier.name(), offered.rate.service.as_ref());
        if !found.iter().any(|ShortRate(known, of, ..)| known == carrier && of == service) {
            found.push(ShortRate::of(offered, details));
        }
    }
    found
}

/// What the chosen rates cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// All of them.
    pub all: i64,
    /// Of those that are not bought and nobody is buying.
    pub open: i64,
    /// What is taken from the balance for those.
    pub taken: i64,
    /// How many those are.
    pub open_count: i64,
}

/// What the chosen rates cost.
pub async fn sums(conn: &mut Conn, account: &AccountId, upload: &UploadId) -> Result<Sums, StoreError> {
    let row = sql_from_parts(format!(
        "SELECT CAST(COALESCE(SUM(r.price_cents), 0) AS BIGINT) AS every,
                CAST(COALESCE(SUM(CASE WHEN s.state = 'draft' THEN r.price_cents ELSE 0 END), 0) AS BIGINT) AS open,
                CAST(COALESCE(SUM(CASE WHEN s.state = 'draft' THEN r.taken_cents ELSE 0 END), 0) AS BIGINT) AS taken,
                CAST(COALESCE(SUM(CASE WHEN s.state = 'draft' THEN 1 ELSE 0 END), 0) AS BIGINT) AS drafts {JOIN}"
    ));
    let row = row.bind(account).bind(upload).one(conn).await?;
    Ok(Sums { all: row.int("every")?, open: row.int("open")?, taken: row.int("taken")?, open_count: row.int("drafts")? })
}

/// The rates of the next drafts in short, after a row: number, shipment, rates.
pub async fn rates_after(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    after: i64,
    limit: i64,
) -> Result<Vec<(i64, ShipmentId, Vec<ShortRate>)>, StoreError> {
    let text = format!(
        "SELECT r.row_number, r.shipment_id, r.offers {JOIN} AND r.row_number > $3 AND s.state = 'draft' ORDER BY r.row_number LIMIT $4"
    );
    let rows = sql_from_parts(text).bind(account).bind(upload).bind(after).bind(limit).all(conn).await?;
    rows.iter().map(|row| Ok((row.int("row_number")?, row.id("shipment_id")?, rates(row)?))).collect()
}

/// The rates of these shipments in short.
pub async fn rates_of(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    ids: &[ShipmentId],
) -> Result<Vec<(ShipmentId, Vec<ShortRate>)>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let list = places(3, chunk.len());
        let text = format!("SELECT r.shipment_id, r.offers {JOIN} AND s.state = 'draft' AND r.shipment_id IN ({list})");
        let query = chunk.iter().fold(sql_from_parts(text).bind(account).bind(upload), |query, id| query.bind(id));
        for row in &query.all(conn).await? {
            found.push((row.id("shipment_id")?, rates(row)?));
        }
    }
    Ok(found)
}

/// Chooses other rates of drafts: the shipment's, and what the row costs; how many still were drafts. The shipments first, as everybody
/// does; one that somebody is about to buy is seen to have changed.
pub async fn choose(
    writer: &mut Writer,
    account: &AccountId,
    chosen: &[(ShipmentId, ShortRate)],
    now: Timestamp,
) -> Result<u64, StoreError> {
    let ids: Vec<ShipmentId> = chosen.iter().map(|(id, _)| id.clone()).collect();
    let drafts = lock_drafts(writer, account, &ids).await?;
    let chosen: Vec<_> = chosen.iter().filter(|(id, _)| drafts.contains_key(id)).collect();
    for chunk in chosen.chunks(100) {
        // Named by their ids, their values looked up: joined with the values, SQLite would rather walk through all of the account.
        let values = many_values(chunk.len(), &["TEXT", "TEXT", "BIGINT", "BIGINT"], 2);
        let of_row =
            |table: &str, columns: &str| format!("(SELECT {columns} FROM (VALUES {values}) AS v WHERE v.column1 = {table}.shipment_id)");
        let ids = (0..chunk.len()).map(|row| format!("${}", 2 + row * 4)).collect::<Vec<_>>().join(", ");
        let filled = |text: String| {
            chunk.iter().fold(sql_from_parts(text).bind(account), |query, (id, ShortRate(_, _, rate, cents, taken))| {
                query.bind(id).bind(rate).bind(*cents).bind(*taken)
            })
        };
        let (rate, price) = (of_row("shipments", "v.column2"), of_row("upload_rows", "v.column3, v.column4"));
        let time = 2 + chunk.len() * 4;
        let text = format!(
            "UPDATE shipments SET selected_rate_id = {rate}, updated_at = ${time} WHERE account_id = $1 AND shipment_id IN ({ids})"
        );
        filled(text).bind(now).execute(writer).await?;
        let text = format!("UPDATE upload_rows SET (price_cents, taken_cents) = {price} WHERE account_id = $1 AND shipment_id IN ({ids})");
        filled(text).execute(writer).await?;
    }
    Ok(u64::try_from(chosen.len()).unwrap_or(u64::MAX))
}

/// A draft was rated anew: its row costs what the cheapest rate does.
pub(crate) async fn follow_draft(writer: &mut Writer, account: &AccountId, draft: &Shipment) -> Result<(), StoreError> {
    let rates = short(&draft.offers, &draft.details);
    let (price, taken) = rates.first().map(|ShortRate(.., cents, taken)| (*cents, *taken)).unzip();
    sql("UPDATE upload_rows SET offers = $3, price_cents = $4, taken_cents = $5 WHERE account_id = $1 AND shipment_id = $2")
        .bind(account)
        .bind(&draft.id)
        .bind(json(&rates)?)
        .bind(price)
        .bind(taken)
        .execute(writer)
        .await?;
    Ok(())
}

fn rates(row: &Row) -> Result<Vec<ShortRate>, StoreError> {
    serde_json::from_str(&row.opt_text("offers")?.unwrap_or_else(|| "[]".into())).map_err(|_| corrupt("offers"))
}
