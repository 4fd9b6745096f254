//! Giving and taking one permission. A disabled person's permissions are locked.

use super::shown::PersonReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::access::Permission;
use domain::activity::Action;
use domain::id::PersonId;
use serde::{Deserialize, Serialize};
use store::people;
use utoipa::ToSchema;

/// Which permission.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PermissionIn {
    /// One of the six keys.
    permission: String,
}

/// Give a permission, or take it away
#[utoipa::path(patch, path = "/dashboard/persons/{id}/toggle_permission", tag = "people", operation_id = "person_toggle_permission",
    params(("id" = String, Path)), request_body = PermissionIn, responses((status = OK, body = PersonReply)))]
pub async fn toggle_permission(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PersonId>,
    Body(input): Body<PermissionIn>,
) -> Result<Json<PersonReply>, ApiError> {
    let permission = Permission::from_key(&input.permission);
    let permission = permission.ok_or_else(|| ApiError::invalid_field("permission", "is not one of the six permissions"))?;
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let mut person = people::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    if !person.enabled {
        return Err(ApiError::invalid_field("base", "This user is disabled: enable it before changing its permissions"));
    }
    person.permissions = person.permissions.toggled(permission);
    people::save(&mut writer, account, &person).await?;
    let name = person.name.clone();
    let given = person.permissions.has(permission);
    let action = if given { Action::PermissionGiven { name, permission } } else { Action::PermissionTaken { name, permission } };
    record(&app, &mut writer, &caller, &client, &action).await?;
    writer.commit().await?;
    Ok(PersonReply::of(person))
}
