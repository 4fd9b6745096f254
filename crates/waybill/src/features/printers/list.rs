//! The list of printers, by name.

use super::shown::PrinterOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PageParams, Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use store::printers;

/// List the account's printers
#[utoipa::path(get, path = "/dashboard/printers", tag = "printers", operation_id = "printer_list", params(PageParams),
    responses((status = OK, body = ListReply<PrinterOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<PageParams>,
) -> Result<Json<ListReply<PrinterOut>>, ApiError> {
    let page = params.check()?;
    let mut conn = app.store().reader().await?;
    let listed = printers::list(&mut conn, &caller.account_id, page).await?;
    Ok(ListReply::of(listed, page, PrinterOut::from))
}
