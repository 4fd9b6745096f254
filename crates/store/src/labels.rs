//! Labels of bought shipments: the artwork as the carrier gave it, drawn whenever a format is asked for.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::corrupt;
use crate::tx::Conn;
use domain::id::{AccountId, ShipmentId};
use domain::partner::Artwork;

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
    row.map(|row| {
        let artwork = serde_json::from_str(&row.text("artwork")?).map_err(|_| corrupt("artwork"))?;
        Ok(StoredLabel { artwork, carrier_reference: row.text("carrier_reference")? })
    })
    .transpose()
}
