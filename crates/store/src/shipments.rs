//! Shipments: one row each, with their documents (details, rates) as JSON that is read and written whole.
//!
//! Drafts are changed and deleted by `drafts`; purchases move them on (see `purchases`).

use crate::db::DatabaseKind;
use crate::error::StoreError;
use crate::query::{many_values, places, rows_at_once, sql, sql_from_parts};
use crate::row::{Row, corrupt, json};
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::{AccountId, Id, RateId, ShipmentId};
use domain::shipment::{Details, Offers, ShipmentState};
use std::collections::HashMap;

/// A shipment as stored.
#[derive(Debug, Clone)]
pub struct Shipment {
    /// Its id.
    pub id: ShipmentId,
    /// Where it stands.
    pub state: ShipmentState,
    /// Where it came from: `internal`, `upload`, `shop`.
    pub source: String,
    /// The user's own name for it.
    pub custom_id: Option<String>,
    /// The shop order it belongs to.
    pub shop_order_id: Option<String>,
    /// The upload it came with.
    pub upload_id: Option<String>,
    /// What the form holds.
    pub details: Details,
    /// What rating gave; empty before.
    pub offers: Offers,
    /// When it was rated.
    pub rated_at: Option<Timestamp>,
    /// The chosen rate.
    pub selected_rate_id: Option<RateId>,
    /// Who carries, once bought.
    pub carrier: Option<String>,
    /// At which service.
    pub service: Option<String>,
    /// What it cost.
    pub price_cents: Option<i64>,
    /// The zone it was priced in.
    pub zone: Option<String>,
    /// The number to follow it by.
    pub tracking_code: Option<String>,
    /// Where the parcel is.
    pub tracking_status: Option<String>,
    /// `ready` or `error`.
    pub label_status: Option<String>,
    /// Why there is no label.
    pub label_error: Option<String>,
    /// Where a refund stands.
    pub refund_status: Option<String>,
    /// Until when a refund may be asked for.
    pub refundable_until: Option<Timestamp>,
    /// Whether its label was compiled or downloaded.
    pub downloaded: bool,
    /// The time lists sort by: made, or bought.
    pub listed_at: Timestamp,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// All that is read of a shipment but its rates: they are longer than all the rest together.
pub(crate) const WITHOUT_RATES: &str = "shipment_id, state, source, custom_id, shop_order_id, upload_id, details, NULL AS rates, rated_at,
    selected_rate_id, carrier, service, price_cents, zone, tracking_code, tracking_status, label_status, label_error, refund_status,
    refundable_until, downloaded, listed_at, created_at, updated_at";

impl Shipment {
    /// A new draft with these details, not rated yet.
    #[must_use]
    pub fn draft(id: ShipmentId, details: Details, now: Timestamp) -> Self {
        Self {
            id,
            state: ShipmentState::Draft,
            source: "internal".into(),
            custom_id: None,
            shop_order_id: None,
            upload_id: None,
            details,
            offers: Offers::default(),
            rated_at: None,
            selected_rate_id: None,
            carrier: None,
            service: None,
            price_cents: None,
            zone: None,
            tracking_code: None,
            tracking_status: None,
            label_status: None,
            label_error: None,
            refund_status: None,
            refundable_until: None,
            downloaded: false,
            listed_at: now,
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether its money can be asked back now.
    #[must_use]
    pub fn refundable(&self, now: Timestamp) -> bool {
        self.state == ShipmentState::Bought && self.refund_status.is_none() && self.refundable_until.is_none_or(|until| now < until)
    }

    pub(crate) fn search_text(&self) -> String {
        let more = [&self.tracking_code, &self.custom_id, &self.shop_order_id].map(|text| text.as_deref().unwrap_or_default());
        self.details.search_text(&more)
    }
}

/// Adds a draft.
pub async fn insert(writer: &mut Writer, account: &AccountId, shipment: &Shipment) -> Result<(), StoreError> {
    // SQLite has one writer, so the next number is free.
    let search_id = match writer.kind() {
        DatabaseKind::Sqlite => "(SELECT COALESCE(MAX(search_id), 0) + 1 FROM shipments WHERE search_id IS NOT NULL)",
        DatabaseKind::Postgres => "NULL",
    };
    sql_from_parts(format!(
        "INSERT INTO shipments (account_id, shipment_id, state, source, custom_id, shop_order_id, upload_id, to_name, details, rates, rated_at,
                                downloaded, is_draft, listed_at, created_at, updated_at, search_text, search_id)
         VALUES ($1, $2, 'draft', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $13, $14, {search_id})"
    ))
    .bind(account)
    .bind(&shipment.id)
    .bind(&shipment.source)
    .bind(shipment.custom_id.clone())
    .bind(shipment.shop_order_id.clone())
    .bind(shipment.upload_id.clone())
    .bind(to_name(&shipment.details))
    .bind(json(&shipment.details)?)
    .bind(json(&shipment.offers)?)
    .bind(shipment.rated_at)
    .bind(false)
    .bind(true)
    .bind(shipment.created_at)
    .bind(shipment.search_text())
    .execute(writer)
    .await?;
    Ok(())
}

/// Adds drafts, with their chosen rates, in one statement.
pub async fn insert_many(writer: &mut Writer, account: &AccountId, drafts: &[Shipment]) -> Result<(), StoreError> {
    let mut search_ids = search_ids(writer).await?;
    for chunk in drafts.chunks(rows_at_once(19)) {
        let text = format!(
            "INSERT INTO shipments (account_id, shipment_id, state, source, custom_id, shop_order_id, upload_id, to_name, details, rates,
                                    rated_at, selected_rate_id, downloaded, is_draft, listed_at, created_at, updated_at, search_text,
                                    search_id)
             VALUES {}",
            many_values(chunk.len(), &[""; 19], 1)
        );
        let mut query = sql_from_parts(text);
        for draft in chunk {
            query = query
                .bind(account)
                .bind(&draft.id)
                .bind(ShipmentState::Draft.key())
                .bind(&draft.source)
                .bind(draft.custom_id.as_deref())
                .bind(draft.shop_order_id.as_deref())
                .bind(draft.upload_id.as_deref())
                .bind(to_name(&draft.details))
                .bind(json(&draft.details)?)
                .bind(json(&draft.offers)?)
                .bind(draft.rated_at)
                .bind(draft.selected_rate_id.as_ref())
                .bind(false)
                .bind(true)
                .bind(draft.listed_at)
                .bind(draft.created_at)
                .bind(draft.updated_at)
                .bind(draft.search_text())
                .bind(search_ids.as_mut().and_then(Iterator::next));
        }
        query.execute(writer).await?;
    }
    Ok(())
}

/// Free numbers for the search on SQLite, which has one writer; PostgreSQL needs none.
async fn search_ids(writer: &mut Writer) -> Result<Option<std::ops::RangeFrom<i64>>, StoreError> {
    if writer.kind() == DatabaseKind::Postgres {
        return Ok(None);
    }
    let row = sql("SELECT COALESCE(MAX(search_id), 0) AS n FROM shipments WHERE search_id IS NOT NULL").one(writer).await?;
    Ok(Some(row.int("n")? + 1..))
}

/// One shipment.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &ShipmentId) -> Result<Option<Shipment>, StoreError> {
    let row = sql("SELECT * FROM shipments WHERE account_id = $1 AND shipment_id = $2").bind(account).bind(id).optional(conn).await?;
    row.as_ref().map(shipment).transpose()
}

/// The bought shipment with a label's number.
pub async fn own_by_tracking_code(conn: &mut Conn, account: &AccountId, code: &str) -> Result<Option<Shipment>, StoreError> {
    let row = sql("SELECT * FROM shipments WHERE account_id = $1 AND tracking_code = $2 ORDER BY shipment_id LIMIT 1")
        .bind(account)
        .bind(code)
        .optional(conn)
        .await?;
    row.as_ref().map(shipment).transpose()
}

/// The shipment of any account with a carrier's number: for what carriers tell us by themselves.
pub async fn by_tracking_code(conn: &mut Conn, carrier: &str, code: &str) -> Result<Option<(AccountId, Shipment)>, StoreError> {
    let row = sql("SELECT * FROM shipments WHERE tracking_code = $1 AND carrier = $2 ORDER BY account_id LIMIT 1")
        .bind(code)
        .bind(carrier)
        .optional(conn)
        .await?;
    row.as_ref().map(|row| Ok((row.id("account_id")?, shipment(row)?))).transpose()
}

/// Several shipments, in the order asked for; unknown ones are left out.
pub async fn find_many(conn: &mut Conn, account: &AccountId, ids: &[ShipmentId]) -> Result<Vec<Shipment>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(200) {
        let text = format!("SELECT * FROM shipments WHERE account_id = $1 AND shipment_id IN ({})", places(2, chunk.len()));
        let query = chunk.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id));
        let rows = query.all(conn).await?.iter().map(shipment).collect::<Result<Vec<_>, _>>()?;
        let mut by_id: HashMap<ShipmentId, Shipment> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        found.extend(chunk.iter().filter_map(|id| by_id.remove(id)));
    }
    Ok(found)
}

/// Marks labels as downloaded.
pub async fn mark_downloaded(writer: &mut Writer, account: &AccountId, ids: &[ShipmentId]) -> Result<(), StoreError> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
    if writer.kind() == DatabaseKind::Postgres {
        // In one order, as who follows parcels does: an update alone takes rows as it finds them.
        for chunk in sorted.chunks(200) {
            let list = places(2, chunk.len());
            let text = format!(
                "SELECT shipment_id FROM shipments WHERE account_id = $1 AND shipment_id IN ({list}) ORDER BY shipment_id FOR NO KEY UPDATE"
            );
            chunk.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(writer).await?;
        }
    }
    for chunk in sorted.chunks(200) {
        let query = sql_from_parts(mark_downloaded_text(chunk.len())).bind(account).bind(true);
        chunk.iter().fold(query, |query, id| query.bind(id)).execute(writer).await?;
    }
    Ok(())
}

/// The shipments are found by their ids before anything else is asked: SQLite would go through all of the account, because an index
/// has everything that the plain form asks for.
pub(crate) fn mark_downloaded_text(ids: usize) -> String {
    format!(
        "UPDATE shipments SET downloaded = $2 WHERE downloaded <> $2 AND (account_id, shipment_id) IN
           (SELECT account_id, shipment_id FROM shipments WHERE account_id = $1 AND shipment_id IN ({}))",
        places(3, ids)
    )
}

pub(crate) fn to_name(details: &Details) -> &str {
    if details.to.name.trim().is_empty() { &details.to.company } else { &details.to.name }
}

pub(crate) fn shipment(row: &Row) -> Result<Shipment, StoreError> {
    let offers = row.opt_text("rates")?.map(|text| serde_json::from_str(&text).map_err(|_| corrupt("rates"))).transpose()?;
    Ok(Shipment {
        id: row.id("shipment_id")?,
        state: row.parsed("state", ShipmentState::from_key)?,
        source: row.text("source")?,
        custom_id: row.opt_text("custom_id")?,
        shop_order_id: row.opt_text("shop_order_id")?,
        upload_id: row.opt_text("upload_id")?,
        details: serde_json::from_str(&row.text("details")?).map_err(|_| corrupt("details"))?,
        offers: offers.unwrap_or_default(),
        rated_at: row.opt_time("rated_at")?,
        selected_rate_id: row.opt_id("selected_rate_id")?,
        carrier: row.opt_text("carrier")?,
        service: row.opt_text("service")?,
        price_cents: row.opt_int("price_cents")?,
        zone: row.opt_text("zone")?,
        tracking_code: row.opt_text("tracking_code")?,
        tracking_status: row.opt_text("tracking_status")?,
        label_status: row.opt_text("label_status")?,
        label_error: row.opt_text("label_error")?,
        refund_status: row.opt_text("refund_status")?,
        refundable_until: row.opt_time("refundable_until")?,
        downloaded: row.bool("downloaded")?,
        listed_at: row.time("listed_at")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
    })
}
