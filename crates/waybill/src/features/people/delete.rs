//! Deleting a person: its sessions end and its address becomes free.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::PersonId;
use store::{logins, people, tokens};

/// Delete a person
#[utoipa::path(delete, path = "/dashboard/persons/{id}", tag = "people", operation_id = "person_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PersonId>,
) -> Result<Json<Done>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let person = people::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    // In the order in which who sets a password takes them.
    tokens::delete_of_person(&mut writer, account, &id).await?;
    logins::delete_person(&mut writer, account, &id).await?;
    people::delete(&mut writer, account, &id).await?;
    record(&app, &mut writer, &caller, &client, &Action::PersonDeleted { name: person.name.clone() }).await?;
    writer.commit().await?;
    Ok(Done::saying(&format!("{} was deleted.", person.name)))
}
