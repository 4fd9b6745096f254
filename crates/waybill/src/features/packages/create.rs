//! Saving a package under a new name.

use super::shown::{SavedPackageIn, SavedPackageReply, name_is_free};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use store::saved_packages::{self, SavedPackage};

/// As many as the forms load at once.
const AT_MOST: i64 = 999;

/// Save a package
#[utoipa::path(post, path = "/dashboard/saved_packages", tag = "saved packages", operation_id = "saved_package_create",
    request_body = SavedPackageIn, responses((status = CREATED, body = SavedPackageReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    Body(input): Body<SavedPackageIn>,
) -> Result<(StatusCode, Json<SavedPackageReply>), ApiError> {
    let (name, content) = input.saved_package.read()?;
    let package = SavedPackage { id: app.id(), name, content, created_at: app.now() };
    let mut writer = app.store().writer().await?;
    if saved_packages::count(&mut writer, &caller.account_id).await? >= AT_MOST {
        return Err(ApiError::invalid_field("base", "There are 999 saved packages already: delete one that is not used any more"));
    }
    name_is_free(saved_packages::insert(&mut writer, &caller.account_id, &package).await)?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, SavedPackageReply::of(package)))
}
