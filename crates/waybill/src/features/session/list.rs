//! Open sessions: a user's own; the owner sees everybody's of the account.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PageParams, Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::access::Credential;
use domain::id::Id;
use serde::Serialize;
use store::sessions;
use utoipa::ToSchema;

/// One session.
#[derive(Serialize, ToSchema)]
pub struct SessionOut {
    id: String,
    created_at: DateTime<Utc>,
    /// Give or take five minutes.
    last_used_at: DateTime<Utc>,
    ip: String,
    user_agent: String,
    /// Whether it is the one that asks.
    current: bool,
    /// The sub-user; none for the owner.
    person_name: Option<String>,
}

/// List open sessions
#[utoipa::path(get, path = "/dashboard/sessions", tag = "session", operation_id = "session_list", params(PageParams),
    responses((status = OK, body = ListReply<SessionOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<PageParams>,
) -> Result<Json<ListReply<SessionOut>>, ApiError> {
    let page = params.check()?;
    let mut conn = app.store().reader().await?;
    let listed = sessions::list(&mut conn, &caller.account_id, caller.person_id(), app.now(), page).await?;
    Ok(ListReply::of(listed, page, |session| SessionOut {
        current: caller.credential == Credential::Session(session.id.clone()),
        id: session.id.as_str().to_owned(),
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        ip: session.ip,
        user_agent: session.user_agent,
        person_name: session.person_name,
    }))
}
