//! Numbers that count for the whole deployment: invoices and incentive reports.
//!
//! A number is drawn in the transaction that uses it and comes back when that fails, so that there are no gaps.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::Writer;

/// Draws the next number of a counter; it stays locked until the writer ends.
pub(crate) async fn next(writer: &mut Writer, name: &str) -> Result<i64, StoreError> {
    sql("INSERT INTO counters (name, value) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value")
        .bind(name)
        .one(writer)
        .await?
        .int("value")
}
