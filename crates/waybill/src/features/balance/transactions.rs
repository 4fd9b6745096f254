//! The payment log: transactions in pages, and one of them with the entries behind it.

use super::wire::{self, EntryOut, TransactionOut};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use chrono::{NaiveDate, NaiveTime, TimeDelta};
use domain::Timestamp;
use domain::fields::FieldErrors;
use domain::id::TransactionId;
use domain::page::Page;
use domain::transaction::Kind;
use serde::{Deserialize, Serialize};
use store::ledger_entries;
use store::transactions::{self, Filter};
use utoipa::{IntoParams, ToSchema};

/// Which transactions.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TransactionFilters {
    /// A kind, or `all`.
    pub kind: Option<String>,
    /// First day, `yyyy-mm-dd`, UTC.
    pub from: Option<String>,
    /// Last day, `yyyy-mm-dd`, UTC.
    pub to: Option<String>,
}

/// What to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TransactionParams {
    page: Option<i64>,
    per: Option<i64>,
    /// A kind, or `all`.
    kind: Option<String>,
    /// First day, `yyyy-mm-dd`, UTC.
    from: Option<String>,
    /// Last day, `yyyy-mm-dd`, UTC.
    to: Option<String>,
}

impl TransactionFilters {
    /// The filter, checked.
    pub fn check(&self) -> Result<Filter, FieldErrors> {
        let mut errors = FieldErrors::default();
        let from = errors.take("from", day(self.from.as_deref(), 0)).flatten();
        let until = errors.take("to", day(self.to.as_deref(), 1)).flatten();
        let wanted = self.kind.as_deref().filter(|kind| !kind.is_empty() && *kind != "all");
        let kind = wanted.and_then(Kind::from_key);
        if wanted.is_some() && kind.is_none() {
            errors.add("kind", "is not a kind of transaction");
        }
        errors.into_result()?;
        Ok(Filter { kind, from, until })
    }
}

/// The beginning of a day, some days later.
fn day(text: Option<&str>, later: i64) -> Result<Option<Timestamp>, &'static str> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "must be a date such as 2026-01-31")?;
    let date = date.checked_add_signed(TimeDelta::days(later)).ok_or("is too far away")?;
    Ok(Some(date.and_time(NaiveTime::MIN).and_utc()))
}

/// A page of transactions.
#[derive(Serialize, ToSchema)]
pub struct TransactionsReply {
    success: bool,
    items: Vec<TransactionOut>,
    total_count: i64,
    page: i64,
    per: i64,
    /// Pairs of word and label for the filter.
    kinds: Vec<[&'static str; 2]>,
}

/// The payment log
#[utoipa::path(get, path = "/dashboard/balance/transactions", tag = "balance", operation_id = "transactions_list", params(TransactionParams),
    responses((status = OK, body = TransactionsReply)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<TransactionParams>,
) -> Result<Json<TransactionsReply>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let filter = TransactionFilters { kind: params.kind, from: params.from, to: params.to }.check()?;
    let mut conn = app.store().reader().await?;
    let listed = transactions::list(&mut conn, &caller.account_id, &filter, page).await?;
    Ok(Json(TransactionsReply {
        success: true,
        items: listed.items.into_iter().map(|one| wire::transaction(&app, &caller.account_id, one)).collect(),
        total_count: listed.total_count,
        page: page.page,
        per: page.per,
        kinds: Kind::filters().map(|(word, label)| [word, label]).collect(),
    }))
}

/// A transaction and the entries behind it.
#[derive(Serialize, ToSchema)]
pub struct TransactionReply {
    success: bool,
    transaction: TransactionOut,
    entries: Vec<EntryOut>,
}

/// One transaction
#[utoipa::path(get, path = "/dashboard/balance/transactions/{id}", tag = "balance", operation_id = "transaction_show",
    params(("id" = String, Path)), responses((status = OK, body = TransactionReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn, PathId(id): PathId<TransactionId>) -> Result<Json<TransactionReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let found = transactions::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    let entries = ledger_entries::of_transaction(&mut conn, &caller.account_id, &id).await?;
    Ok(Json(TransactionReply {
        success: true,
        transaction: wire::transaction(&app, &caller.account_id, found),
        entries: entries.into_iter().map(wire::entry).collect(),
    }))
}
