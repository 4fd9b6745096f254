//! The rows of uploads: their cells as they were sent, what was wrong with them, or the shipment they became.

use crate::error::StoreError;
use crate::query::{many_values, rows_at_once, sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt, json};
use crate::shipments::{Shipment, lock_drafts, shipment};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, RateId, ShipmentId, UploadId};
use domain::page::Page;
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

/// A row to be added.
#[derive(Debug, Clone)]
pub struct NewRow {
    /// Its number in the file.
    pub number: i64,
    /// Its cells.
    pub cells: Vec<String>,
    /// What is wrong with it, or what it became and at which price.
    pub outcome: Result<(ShipmentId, Vec<ShortRate>), Vec<String>>,
}

/// A row with the shipment it became.
#[derive(Debug, Clone)]
pub struct ShownRow {
    /// Its number in the file.
    pub number: i64,
    /// The shipment.
    pub shipment: Shipment,
}

/// A row for the results file.
#[derive(Debug, Clone)]
pub struct ResultRow {
    /// Its number in the file.
    pub number: i64,
    /// Its cells.
    pub cells: Vec<String>,
    /// What was wrong with it.
    pub messages: Vec<String>,
    /// The shipment's tracking code.
    pub tracking_code: Option<String>,
    /// Who carries.
    pub carrier: Option<String>,
    /// At which service.
    pub service: Option<String>,
    /// What the label cost.
    pub price_cents: Option<i64>,
    /// Why there is no label.
    pub label_error: Option<String>,
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

/// Adds rows in one statement.
pub async fn insert(writer: &mut Writer, account: &AccountId, upload: &UploadId, rows: &[NewRow]) -> Result<(), StoreError> {
    for chunk in rows.chunks(rows_at_once(9)) {
        let text = format!(
            "INSERT INTO upload_rows (account_id, upload_id, row_number, cells, messages, shipment_id, offers, price_cents, taken_cents) VALUES {}",
            many_values(chunk.len(), &[""; 9], 1)
        );
        let mut query = sql_from_parts(text);
        for row in chunk {
            query = query.bind(account).bind(upload).bind(row.number).bind(json(&row.cells)?);
            query = match &row.outcome {
                Ok((id, rates)) => {
                    let (price, taken) = rates.first().map(|ShortRate(.., cents, taken)| (*cents, *taken)).unzip();
                    query.bind(None::<&str>).bind(id).bind(json(rates)?).bind(price).bind(taken)
                }
                Err(messages) => query.bind(json(messages)?).bind(None::<&str>).bind(None::<&str>).bind(None::<i64>).bind(None::<i64>),
            };
        }
        query.execute(writer).await?;
    }
    Ok(())
}

/// Removes some rows; how many there were.
pub async fn delete_some(writer: &mut Writer, account: &AccountId, upload: &UploadId, limit: i64) -> Result<u64, StoreError> {
    sql("DELETE FROM upload_rows WHERE account_id = $1 AND upload_id = $2 AND row_number IN
         (SELECT row_number FROM upload_rows WHERE account_id = $1 AND upload_id = $2 ORDER BY row_number LIMIT $3)")
    .bind(account)
    .bind(upload)
    .bind(limit)
    .execute(writer)
    .await
}

const JOIN: &str = "FROM upload_rows r JOIN shipments s ON s.account_id = r.account_id AND s.shipment_id = r.shipment_id
                    WHERE r.account_id = $1 AND r.upload_id = $2";

/// Which rows a page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All that became shipments.
    All,
    /// Those that could not be bought.
    Errors,
    /// Those that have no label and are not being bought.
    Unbought,
}

/// A page of rows that became shipments, in their order.
pub async fn list(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    which: Which,
    page: Page,
) -> Result<Listed<ShownRow>, StoreError> {
    let errors = match which {
        Which::All => "",
        Which::Errors => "AND s.state = 'draft' AND s.label_status = 'error'",
        Which::Unbought => "AND s.state = 'draft'",
    };
    let rows = sql_from_parts(format!("SELECT s.*, r.row_number {JOIN} {errors} ORDER BY r.row_number LIMIT $3 OFFSET $4"));
    let rows = rows.bind(account).bind(upload).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {JOIN} {errors}")).bind(account).bind(upload).one(conn).await?;
    let shown = |row: &Row| Ok::<_, StoreError>(ShownRow { number: row.int("row_number")?, shipment: shipment(row)? });
    Ok(Listed { items: rows.iter().map(shown).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// The first rows that became no shipment, with what is wrong.
pub async fn messages(conn: &mut Conn, account: &AccountId, upload: &UploadId, limit: i64) -> Result<Vec<(i64, Vec<String>)>, StoreError> {
    let rows = sql("SELECT row_number, messages FROM upload_rows WHERE account_id = $1 AND upload_id = $2 AND messages IS NOT NULL
                    ORDER BY row_number LIMIT $3")
    .bind(account)
    .bind(upload)
    .bind(limit)
    .all(conn)
    .await?;
    rows.iter().map(|row| Ok((row.int("row_number")?, texts(row, "messages")?))).collect()
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

/// The next drafts to buy, in the order of the rows, after a row.
pub async fn to_buy(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    after: i64,
    limit: i64,
) -> Result<Vec<(i64, ShipmentId)>, StoreError> {
    let text = format!(
        "SELECT r.row_number, s.shipment_id {JOIN} AND r.row_number > $3 AND s.state = 'draft' AND s.label_status IS NULL
         ORDER BY r.row_number LIMIT $4"
    );
    let rows = sql_from_parts(text).bind(account).bind(upload).bind(after).bind(limit).all(conn).await?;
    rows.iter().map(|row| Ok((row.int("row_number")?, row.id("shipment_id")?))).collect()
}

/// Writes the drafts that nobody tried to buy into a job's outcomes, with the reason.
pub async fn note_untried(
    writer: &mut Writer,
    account: &AccountId,
    upload: &UploadId,
    job: &domain::id::JobId,
    reason: &str,
) -> Result<u64, StoreError> {
    let text = format!(
        "INSERT INTO job_rows (account_id, job_id, row_number, state, message, reference)
         SELECT r.account_id, CAST($3 AS TEXT), r.row_number, 'failed', CAST($4 AS TEXT), r.shipment_id {JOIN}
         AND s.state = 'draft' AND s.label_status IS NULL
         ON CONFLICT (account_id, job_id, row_number) DO NOTHING"
    );
    sql_from_parts(text).bind(account).bind(upload).bind(job).bind(reason).execute(writer).await
}

/// How many drafts are still to be bought.
pub async fn count_to_buy(conn: &mut Conn, account: &AccountId, upload: &UploadId) -> Result<i64, StoreError> {
    let text = "SELECT COUNT(*) AS n FROM shipments WHERE account_id = $1 AND upload_id = $2 AND state = 'draft' AND label_status IS NULL";
    sql(text).bind(account).bind(upload).one(conn).await?.int("n")
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
        let list = crate::query::places(3, chunk.len());
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

/// The next rows for the results file, after a row.
pub async fn results_after(
    conn: &mut Conn,
    account: &AccountId,
    upload: &UploadId,
    after: i64,
    limit: i64,
) -> Result<Vec<ResultRow>, StoreError> {
    let rows = sql("SELECT r.row_number, r.cells, r.messages, s.tracking_code, s.carrier, s.service, s.price_cents, s.label_error
         FROM upload_rows r LEFT JOIN shipments s ON s.account_id = r.account_id AND s.shipment_id = r.shipment_id
         WHERE r.account_id = $1 AND r.upload_id = $2 AND r.row_number > $3 ORDER BY r.row_number LIMIT $4")
    .bind(account)
    .bind(upload)
    .bind(after)
    .bind(limit)
    .all(conn)
    .await?;
    let read = |row: &Row| {
        Ok(ResultRow {
            number: row.int("row_number")?,
            cells: texts(row, "cells")?,
            messages: if row.opt_text("messages")?.is_some() { texts(row, "messages")? } else { Vec::new() },
            tracking_code: row.opt_text("tracking_code")?,
            carrier: row.opt_text("carrier")?,
            service: row.opt_text("service")?,
            price_cents: row.opt_int("price_cents")?,
            label_error: row.opt_text("label_error")?,
        })
    };
    rows.iter().map(read).collect()
}

fn texts(row: &Row, column: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(&row.text(column)?).map_err(|_| corrupt(column))
}

fn rates(row: &Row) -> Result<Vec<ShortRate>, StoreError> {
    serde_json::from_str(&row.opt_text("offers")?.unwrap_or_else(|| "[]".into())).map_err(|_| corrupt("offers"))
}
