//! The ledger entry by entry with its running balance: why the balance is what it is.

use super::wire::{self, EntryOut};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use domain::page::Page;
use serde::Deserialize;
use store::ledger_entries;
use utoipa::IntoParams;

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EntryParams {
    page: Option<i64>,
    per: Option<i64>,
}

/// The ledger, newest entry first
#[utoipa::path(get, path = "/dashboard/balance/entries", tag = "balance", operation_id = "ledger_entries_list", params(EntryParams),
    responses((status = OK, body = ListReply<EntryOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<EntryParams>,
) -> Result<Json<ListReply<EntryOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let mut conn = app.store().reader().await?;
    let listed = ledger_entries::list(&mut conn, &caller.account_id, page).await?;
    Ok(ListReply::of(listed, page, wire::entry))
}
