//! Drafts: shipments that nobody has bought, and the only ones that may be changed or deleted.
//!
//! Who changes several takes them in the order of their ids (`lock_drafts`): two who did not would wait for each other.

use crate::error::StoreError;
use crate::query::{places, sql, sql_from_parts};
use crate::row::json;
use crate::shipments::{Shipment, to_name};
use crate::tx::Writer;
use crate::upload_rates::{self, ShortRate};
use domain::Timestamp;
use domain::id::{AccountId, Id, ShipmentId};
use domain::shipment::OfferedRate;
use std::collections::HashMap;

/// Locks those of these shipments that are drafts until the writer ends, and answers which they are and when they were last
/// changed. Always in the same order, so that two who want the same ones wait for each other instead of both failing.
pub async fn lock_drafts(
    writer: &mut Writer,
    account: &AccountId,
    ids: &[ShipmentId],
) -> Result<HashMap<ShipmentId, Timestamp>, StoreError> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
    let lock = writer.for_update();
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in sorted.chunks(200) {
        let list = places(2, chunk.len());
        let text = format!(
            "SELECT shipment_id, updated_at FROM shipments WHERE account_id = $1 AND shipment_id IN ({list}) AND state = 'draft'
             ORDER BY shipment_id{lock}"
        );
        let rows = chunk.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).all(writer).await?;
        for row in &rows {
            found.insert(row.id("shipment_id")?, row.time("updated_at")?);
        }
    }
    Ok(found)
}

/// Notes why a draft could not be bought, where no carrier was asked.
pub async fn mark_label_error(writer: &mut Writer, account: &AccountId, id: &ShipmentId, reason: &str) -> Result<(), StoreError> {
    sql("UPDATE shipments SET label_status = 'error', label_error = $3 WHERE account_id = $1 AND shipment_id = $2 AND state = 'draft'")
        .bind(account)
        .bind(id)
        .bind(reason)
        .execute(writer)
        .await?;
    Ok(())
}

/// Lets a draft that could not be bought be tried again.
pub async fn clear_label_error(writer: &mut Writer, account: &AccountId, id: &ShipmentId) -> Result<(), StoreError> {
    sql("UPDATE shipments SET label_status = NULL, label_error = NULL WHERE account_id = $1 AND shipment_id = $2 AND state = 'draft'")
        .bind(account)
        .bind(id)
        .execute(writer)
        .await?;
    Ok(())
}

/// Deletes some of an upload's drafts; how many there were.
pub async fn delete_some_of_upload(writer: &mut Writer, account: &AccountId, upload: &str, limit: i64) -> Result<usize, StoreError> {
    let text = format!(
        "SELECT shipment_id FROM shipments WHERE account_id = $1 AND upload_id = $2 AND state = 'draft' ORDER BY shipment_id LIMIT $3{}",
        writer.for_update()
    );
    let rows = sql_from_parts(text).bind(account).bind(upload).bind(limit).all(writer).await?;
    let ids = rows.iter().map(|row| row.text("shipment_id")).collect::<Result<Vec<_>, _>>()?;
    for chunk in ids.chunks(500) {
        let list = places(2, chunk.len());
        for text in [
            format!("DELETE FROM purchases WHERE account_id = $1 AND shipment_id IN ({list}) AND state = 'refused'"),
            format!("DELETE FROM shipments WHERE account_id = $1 AND shipment_id IN ({list}) AND state = 'draft'"),
        ] {
            chunk.iter().fold(sql_from_parts(text).bind(account), |query, id| query.bind(id)).execute(writer).await?;
        }
    }
    Ok(ids.len())
}

/// Saves a draft's details and rates; whether it still was a draft.
pub async fn save_draft(writer: &mut Writer, account: &AccountId, shipment: &Shipment) -> Result<bool, StoreError> {
    let saved = sql(
        "UPDATE shipments SET custom_id = $3, shop_order_id = $4, to_name = $5, details = $6, rates = $7, rated_at = $8, updated_at = $9,
                            search_text = $10, selected_rate_id = NULL, label_status = NULL, label_error = NULL
                     WHERE account_id = $1 AND shipment_id = $2 AND state = 'draft'",
    )
    .bind(account)
    .bind(&shipment.id)
    .bind(shipment.custom_id.clone())
    .bind(shipment.shop_order_id.clone())
    .bind(to_name(&shipment.details))
    .bind(json(&shipment.details)?)
    .bind(json(&shipment.offers)?)
    .bind(shipment.rated_at)
    .bind(shipment.updated_at)
    .bind(shipment.search_text())
    .execute(writer)
    .await?;
    if saved == 1 && shipment.upload_id.is_some() {
        // The row it came from: the upload's total counts what it would cost now.
        upload_rates::follow_draft(writer, account, shipment).await?;
    }
    Ok(saved == 1)
}

/// Puts new prices over a draft's rates and chooses one of them, unless the draft was changed or another rate chosen meanwhile. Its
/// other rates are as old as they were, so they are still rated when they were.
pub async fn reprice(
    writer: &mut Writer,
    account: &AccountId,
    draft: &Shipment,
    chosen: &OfferedRate,
    now: Timestamp,
) -> Result<(), StoreError> {
    let kept = sql("UPDATE shipments SET rates = $3, updated_at = $4
         WHERE account_id = $1 AND shipment_id = $2 AND state = 'draft' AND updated_at = $5
           AND (selected_rate_id IS NULL OR selected_rate_id = $6)")
    .bind(account)
    .bind(&draft.id)
    .bind(json(&draft.offers)?)
    .bind(now)
    .bind(draft.updated_at)
    .bind(&chosen.id)
    .execute(writer)
    .await?;
    if kept == 0 {
        return Ok(());
    }
    if draft.upload_id.is_some() {
        upload_rates::follow_draft(writer, account, draft).await?;
    }
    upload_rates::choose(writer, account, &[(draft.id.clone(), ShortRate::of(chosen, &draft.details))], now).await?;
    Ok(())
}

/// Deletes a draft that was never tried to be bought; whether there was one.
pub async fn delete_draft(writer: &mut Writer, account: &AccountId, id: &ShipmentId) -> Result<bool, StoreError> {
    sql("DELETE FROM purchases WHERE account_id = $1 AND shipment_id = $2 AND state = 'refused'
         AND EXISTS (SELECT 1 FROM shipments s WHERE s.account_id = $1 AND s.shipment_id = $2 AND s.state = 'draft')")
    .bind(account)
    .bind(id)
    .execute(writer)
    .await?;
    let deleted = sql("DELETE FROM shipments WHERE account_id = $1 AND shipment_id = $2 AND state = 'draft'")
        .bind(account)
        .bind(id)
        .execute(writer)
        .await?;
    Ok(deleted == 1)
}
