//! Replacing a saved package. Shipments made with it stay as they are.

use super::shown::{SavedPackageIn, SavedPackageReply, name_is_free};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::id::SavedPackageId;
use store::saved_packages::{self, SavedPackage};

/// Change a saved package
#[utoipa::path(patch, path = "/dashboard/saved_packages/{id}", tag = "saved packages", operation_id = "saved_package_update",
    params(("id" = String, Path)), request_body = SavedPackageIn, responses((status = OK, body = SavedPackageReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<SavedPackageId>,
    Body(input): Body<SavedPackageIn>,
) -> Result<Json<SavedPackageReply>, ApiError> {
    let mut writer = app.store().writer().await?;
    let old = saved_packages::find(&mut writer, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    let (name, content) = input.saved_package.read()?;
    let package = SavedPackage { name, content, ..old };
    name_is_free(saved_packages::save(&mut writer, &caller.account_id, &package).await)?;
    writer.commit().await?;
    Ok(SavedPackageReply::of(package))
}
