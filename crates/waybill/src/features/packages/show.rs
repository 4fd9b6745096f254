//! One saved package with all it fills in.

use super::shown::SavedPackageReply;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::id::SavedPackageId;
use store::saved_packages;

/// A saved package
#[utoipa::path(get, path = "/dashboard/saved_packages/{id}", tag = "saved packages", operation_id = "saved_package_show",
    params(("id" = String, Path)), responses((status = OK, body = SavedPackageReply)))]
pub async fn show(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<SavedPackageId>,
) -> Result<Json<SavedPackageReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let package = saved_packages::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    Ok(SavedPackageReply::of(package))
}
