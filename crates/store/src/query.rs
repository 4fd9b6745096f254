//! One SQL text with numbered placeholders, bound once, run on either database.

use crate::error::StoreError;
use crate::row::{Row, micros};
use crate::tx::{Conn, Link};
use domain::Timestamp;
use domain::id::{
    AccountId, ActivityId, AdjustmentId, ApiKeyId, CarrierAccountId, FileId, Id, IncentiveReportId, InvoiceId, JobId, LedgerEntryId,
    MappingId, PaymentId, PaymentMethodId, PersonId, PrinterId, PurchaseId, RateId, SavedPackageId, SessionId, ShipmentId, TokenId,
    TransactionId, UploadId, WarehouseId,
};
use sqlx::AssertSqlSafe;
use std::borrow::Cow;

/// A bound value. Nulls keep their type, because PostgreSQL wants to know it.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Bool(bool),
    Bytes(Option<Vec<u8>>),
}

/// What can be bound.
pub(crate) trait Bind {
    fn value(self) -> Value;
}

macro_rules! bind {
    ($($from:ty => |$it:ident| $value:expr;)*) => {$(
        impl Bind for $from {
            fn value(self) -> Value { let $it = self; $value }
        }
    )*};
}

bind! {
    &str => |it| Value::Text(Some(it.to_owned()));
    &String => |it| Value::Text(Some(it.clone()));
    String => |it| Value::Text(Some(it));
    Option<&str> => |it| Value::Text(it.map(str::to_owned));
    Option<String> => |it| Value::Text(it);
    i64 => |it| Value::Int(Some(it));
    Option<i64> => |it| Value::Int(it);
    bool => |it| Value::Bool(it);
    Vec<u8> => |it| Value::Bytes(Some(it));
    Timestamp => |it| Value::Int(Some(micros(it)));
    Option<Timestamp> => |it| Value::Int(it.map(micros));
    Option<&PersonId> => |it| Value::Text(it.map(|id| id.as_str().to_owned()));
    Option<&RateId> => |it| Value::Text(it.map(|id| id.as_str().to_owned()));
    Option<&ShipmentId> => |it| Value::Text(it.map(|id| id.as_str().to_owned()));
    Option<&CarrierAccountId> => |it| Value::Text(it.map(|id| id.as_str().to_owned()));
}

macro_rules! bind_ids {
    ($($id:ty)*) => {$(
        impl Bind for &$id {
            fn value(self) -> Value { Value::Text(Some(self.as_str().to_owned())) }
        }
    )*};
}

bind_ids! {
    AccountId ActivityId AdjustmentId ApiKeyId CarrierAccountId FileId IncentiveReportId InvoiceId JobId LedgerEntryId MappingId PaymentId PaymentMethodId
    PersonId PrinterId PurchaseId RateId SavedPackageId SessionId ShipmentId TokenId TransactionId UploadId WarehouseId
}

/// A statement and what is bound to it.
pub(crate) struct Query {
    text: Cow<'static, str>,
    values: Vec<Value>,
}

/// A statement written in the source.
pub(crate) fn sql(text: &'static str) -> Query {
    Query { text: Cow::Borrowed(text), values: Vec::new() }
}

/// A statement put together from parts written in the source. User input never goes into the text, only into `bind`.
pub(crate) fn sql_from_parts(text: String) -> Query {
    Query { text: Cow::Owned(text), values: Vec::new() }
}

/// How many rows of as many values go into one statement: SQLite looks every value up by its place among all of them, so that
/// twice as many take four times as long.
pub(crate) const fn rows_at_once(columns: usize) -> usize {
    600 / columns
}

/// Placeholders for many rows of as many values: `($1, $2), ($3, $4)`. `cast` names types that PostgreSQL cannot see by itself.
pub(crate) fn many_values(rows: usize, casts: &[&str], first: usize) -> String {
    let mut number = first;
    let mut text = String::new();
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for (place, cast) in casts.iter().enumerate() {
            if place > 0 {
                text.push_str(", ");
            }
            if cast.is_empty() {
                text.push_str(&format!("${number}"));
            } else {
                text.push_str(&format!("CAST(${number} AS {cast})"));
            }
            number += 1;
        }
        text.push(')');
    }
    text
}

/// Numbered placeholders for a list of values: `$2, $3, $4`.
pub(crate) fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

macro_rules! run {
    ($query:expr, $conn:expr, $method:ident, $map:expr) => {{
        let query: Query = $query;
        match $conn.link() {
            Link::Sqlite(link) => {
                let mut statement = sqlx::query::<sqlx::Sqlite>(AssertSqlSafe(query.text));
                for value in query.values {
                    statement = match value {
                        Value::Text(v) => statement.bind(v),
                        Value::Int(v) => statement.bind(v),
                        Value::Bool(v) => statement.bind(v),
                        Value::Bytes(v) => statement.bind(v),
                    };
                }
                statement.$method(link).await.map($map)
            }
            Link::Postgres(link) => {
                let mut statement = sqlx::query::<sqlx::Postgres>(AssertSqlSafe(query.text));
                for value in query.values {
                    statement = match value {
                        Value::Text(v) => statement.bind(v),
                        Value::Int(v) => statement.bind(v),
                        Value::Bool(v) => statement.bind(v),
                        Value::Bytes(v) => statement.bind(v),
                    };
                }
                statement.$method(link).await.map($map)
            }
        }
    }};
}

impl Query {
    /// Binds the next placeholder.
    pub(crate) fn bind(mut self, value: impl Bind) -> Self {
        self.values.push(value.value());
        self
    }

    /// Runs it and tells how many rows it touched.
    pub(crate) async fn execute(self, conn: &mut Conn) -> Result<u64, StoreError> {
        Ok(run!(self, conn, execute, |done| done.rows_affected())?)
    }

    /// At most one row.
    pub(crate) async fn optional(self, conn: &mut Conn) -> Result<Option<Row>, StoreError> {
        Ok(run!(self, conn, fetch_optional, |row| row.map(Row::from))?)
    }

    /// Exactly one row.
    pub(crate) async fn one(self, conn: &mut Conn) -> Result<Row, StoreError> {
        Ok(run!(self, conn, fetch_one, Row::from)?)
    }

    /// All rows. The statement itself must bound them.
    pub(crate) async fn all(self, conn: &mut Conn) -> Result<Vec<Row>, StoreError> {
        Ok(run!(self, conn, fetch_all, |rows| rows.into_iter().map(Row::from).collect())?)
    }
}
