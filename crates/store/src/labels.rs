//! Labels of bought shipments: the artwork as the carrier gave it, drawn whenever a format is asked for.

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::{Row, corrupt};
use crate::tx::Conn;
use domain::id::{AccountId, ShipmentId};
use domain::partner::Artwork;
use std::collections::HashMap;

/// A label as stored.
#[derive(Debug, Clone)]
pub struct StoredLabel {
    /// A description or a file.
    pub artwork: Artwork,
    /// The carrier's own name for the shipment.
    pub carrier_reference: String,
}

/// The label of a shipment.
pub async fn find(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<Option<StoredLabel>, StoreError> {
    let row = sql("SELECT artwork, carrier_reference FROM labels WHERE account_id = $1 AND shipment_id = $2")
        .bind(account)
        .bind(shipment)
        .optional(conn)
        .await?;
    row.as_ref().map(label).transpose()
}

/// The labels of many shipments and their numbers; those without one are left out.
pub async fn find_many(
    conn: &mut Conn,
    account: &AccountId,
    shipments: &[ShipmentId],
) -> Result<HashMap<ShipmentId, (StoredLabel, Option<String>)>, StoreError> {
    let text = format!(
        "SELECT l.shipment_id, l.artwork, l.carrier_reference, s.tracking_code FROM labels l
         JOIN shipments s ON s.account_id = l.account_id AND s.shipment_id = l.shipment_id
         WHERE l.account_id = $1 AND l.shipment_id IN ({})",
        places(shipments.len(), 2)
    );
    if shipments.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = shipments.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(conn).await?;
    rows.iter().map(|row| Ok((row.id("shipment_id")?, (label(row)?, row.opt_text("tracking_code")?)))).collect()
}

fn label(row: &Row) -> Result<StoredLabel, StoreError> {
    let artwork = serde_json::from_str(&row.text("artwork")?).map_err(|_| corrupt("artwork"))?;
    Ok(StoredLabel { artwork, carrier_reference: row.text("carrier_reference")? })
}
