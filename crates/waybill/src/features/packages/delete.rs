//! Deleting a saved package. Shipments made with it stay as they are.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use axum::Json;
use axum::extract::State;
use domain::id::SavedPackageId;
use store::saved_packages;

/// Delete a saved package
#[utoipa::path(delete, path = "/dashboard/saved_packages/{id}", tag = "saved packages", operation_id = "saved_package_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, PathId(id): PathId<SavedPackageId>) -> Result<Json<Done>, ApiError> {
    let mut writer = app.store().writer().await?;
    if !saved_packages::delete(&mut writer, &caller.account_id, &id).await? {
        return Err(ApiError::not_found());
    }
    writer.commit().await?;
    Ok(Done::saying("The saved package was deleted."))
}
