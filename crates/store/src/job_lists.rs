//! The shipments that a bulk job is about. They may be a hundred thousand, so they stand apart from the job, whose row changes with
//! every group that is done; who only shows a job does not read them.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::{corrupt, json};
use crate::tx::{Conn, Writer};
use domain::id::{JobId, ShipmentId};

/// Writes the list of a job; nothing for an empty one.
pub(crate) async fn insert(writer: &mut Writer, account: &str, job: &JobId, ids: &[ShipmentId]) -> Result<(), StoreError> {
    if ids.is_empty() {
        return Ok(());
    }
    let query = sql("INSERT INTO job_lists (account_id, job_id, ids) VALUES ($1, $2, $3)").bind(account).bind(job).bind(json(&ids)?);
    query.execute(writer).await?;
    Ok(())
}

/// The list of a job, in its order; empty when it has none.
pub async fn find(conn: &mut Conn, account: &str, job: &JobId) -> Result<Vec<ShipmentId>, StoreError> {
    let row = sql("SELECT ids FROM job_lists WHERE account_id = $1 AND job_id = $2").bind(account).bind(job).optional(conn).await?;
    let Some(row) = row else { return Ok(Vec::new()) };
    serde_json::from_str(&row.text("ids")?).map_err(|_| corrupt("ids"))
}
