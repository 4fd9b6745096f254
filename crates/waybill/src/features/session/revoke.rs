//! Ending sessions from the list.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::access::Credential;
use domain::activity::Action;
use domain::id::SessionId;
use store::{accounts, sessions};

/// End one session
#[utoipa::path(delete, path = "/dashboard/sessions/{id}", tag = "session", operation_id = "session_revoke",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn revoke(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<SessionId>,
) -> Result<Json<Done>, ApiError> {
    let mut writer = app.store().writer().await?;
    let session = sessions::find(&mut writer, &caller.account_id, &id).await?;
    // A sub-user must not even learn that another user's session exists.
    let session = session.filter(|s| caller.is_owner() || s.person_id.as_ref() == caller.person_id());
    let session = session.ok_or_else(ApiError::not_found)?;
    sessions::delete(&mut writer, &caller.account_id, &id).await?;
    let of = match session.person_name {
        Some(name) => name,
        None => accounts::find(&mut writer, &caller.account_id).await?.map(|a| a.name).unwrap_or_default(),
    };
    record(&app, &mut writer, &caller, &client, &Action::SessionRevoked { of }).await?;
    writer.commit().await?;
    Ok(Done::saying("The session has ended."))
}

/// End all my other sessions
#[utoipa::path(delete, path = "/dashboard/sessions", tag = "session", operation_id = "session_revoke_others", responses((status = OK, body = Done)))]
pub async fn revoke_others(State(app): State<App>, caller: SignedIn, client: Client) -> Result<Json<Done>, ApiError> {
    let current = match &caller.credential {
        Credential::Session(id) => Some(id),
        Credential::ApiKey(_) => None,
    };
    let mut writer = app.store().writer().await?;
    let ended = sessions::delete_all_of(&mut writer, &caller.account_id, caller.person_id(), current).await?;
    record(&app, &mut writer, &caller, &client, &Action::OtherSessionsRevoked).await?;
    writer.commit().await?;
    Ok(Done::saying(&match ended {
        0 => "There are no other sessions.".to_owned(),
        1 => "One other session has ended.".to_owned(),
        n => format!("{n} other sessions have ended."),
    }))
}
