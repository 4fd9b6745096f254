//! The list of adjustments.

use super::shown::{self, AdjustmentOut};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use domain::page::Page;
use serde::Deserialize;
use store::adjustments::{self, Filter};
use utoipa::IntoParams;

/// What to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AdjustmentParams {
    page: Option<i64>,
    per: Option<i64>,
    /// `all` (the default) or `disputing`.
    filter: Option<String>,
}

/// Adjustments
#[utoipa::path(get, path = "/dashboard/adjustments", tag = "adjustments", operation_id = "adjustments_list", params(AdjustmentParams),
    responses((status = OK, body = ListReply<AdjustmentOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<AdjustmentParams>,
) -> Result<Json<ListReply<AdjustmentOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let filter = match params.filter.as_deref().unwrap_or("all") {
        "" | "all" => Filter::All,
        "disputing" => Filter::Disputing,
        _ => return Err(ApiError::invalid_field("filter", "must be all or disputing")),
    };
    let mut conn = app.store().reader().await?;
    let listed = adjustments::list(&mut conn, &caller.account_id, filter, page).await?;
    Ok(ListReply::of(listed, page, shown::adjustment))
}
