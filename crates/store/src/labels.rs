//! Labels of bought shipments: the artwork as the carrier gave it, drawn whenever a format is asked for.

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::corrupt;
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

/// The labels of several shipments; those without one are absent.
pub async fn find_many(conn: &mut Conn, account: &AccountId, ids: &[ShipmentId]) -> Result<HashMap<ShipmentId, Artwork>, StoreError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(200) {
        let text = format!("SELECT shipment_id, artwork FROM labels WHERE account_id = $1 AND shipment_id IN ({})", places(2, chunk.len()));
        for row in chunk.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(conn).await? {
            let artwork = serde_json::from_str(&row.text("artwork")?).map_err(|_| corrupt("artwork"))?;
            found.insert(row.id("shipment_id")?, artwork);
        }
    }
    Ok(found)
}

/// The label of a shipment.
pub async fn find(conn: &mut Conn, account: &AccountId, shipment: &ShipmentId) -> Result<Option<StoredLabel>, StoreError> {
    let row = sql("SELECT artwork, carrier_reference FROM labels WHERE account_id = $1 AND shipment_id = $2")
        .bind(account)
        .bind(shipment)
        .optional(conn)
        .await?;
    row.map(|row| {
        let artwork = serde_json::from_str(&row.text("artwork")?).map_err(|_| corrupt("artwork"))?;
        Ok(StoredLabel { artwork, carrier_reference: row.text("carrier_reference")? })
    })
    .transpose()
}
