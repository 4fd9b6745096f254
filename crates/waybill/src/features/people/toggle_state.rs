//! Enabling and disabling a person. Disabling ends its sessions at once.

use super::shown::PersonReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::PersonId;
use store::{people, sessions};

/// Enable a disabled person, or disable an enabled one
#[utoipa::path(patch, path = "/dashboard/persons/{id}/toggle_state", tag = "people", operation_id = "person_toggle_state",
    params(("id" = String, Path)), responses((status = OK, body = PersonReply)))]
pub async fn toggle_state(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PersonId>,
) -> Result<Json<PersonReply>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let mut person = people::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    person.enabled = !person.enabled;
    let name = person.name.clone();
    let action = if person.enabled { Action::PersonEnabled { name } } else { Action::PersonDisabled { name } };
    if !person.enabled {
        sessions::delete_all_of(&mut writer, account, Some(&id), None).await?;
    }
    // After the sessions, as who sets a password does.
    people::save(&mut writer, account, &person).await?;
    record(&app, &mut writer, &caller, &client, &action).await?;
    writer.commit().await?;
    Ok(PersonReply::of(person))
}
