//! The list of saved packages, by name.

use super::shown::SavedPackageRow;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{ChoiceParams, Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use store::saved_packages;

/// List the account's saved packages
#[utoipa::path(get, path = "/dashboard/saved_packages", tag = "saved packages", operation_id = "saved_package_list", params(ChoiceParams),
    responses((status = OK, body = ListReply<SavedPackageRow>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<ChoiceParams>,
) -> Result<Json<ListReply<SavedPackageRow>>, ApiError> {
    let page = params.check()?;
    let mut conn = app.store().reader().await?;
    let listed = saved_packages::list(&mut conn, &caller.account_id, page).await?;
    Ok(ListReply::of(listed, page, SavedPackageRow::from))
}
