//! Opening a session: the last step of every way to sign in.

use crate::app::App;
use crate::http::SESSION_DAYS;
use crate::http::request::Client;
use crate::keys::{self, KeyKind};
use crate::secrets::hashed;
use axum::Json;
use chrono::TimeDelta;
use domain::id::{AccountId, PersonId};
use serde::Serialize;
use store::sessions::{self, Session};
use store::{StoreError, Writer, people};
use utoipa::ToSchema;

/// A session key, given out once.
#[derive(Serialize, ToSchema)]
pub struct KeyData {
    /// The session key for `Authorization: Bearer`.
    pub api_token: String,
}

/// The answer to every way of signing in.
#[derive(Serialize, ToSchema)]
pub struct SignedInReply {
    success: bool,
    message: String,
    data: KeyData,
}

impl SignedInReply {
    /// With this sentence and key.
    pub fn new(message: &str, api_token: String) -> Json<Self> {
        Json(Self { success: true, message: message.to_owned(), data: KeyData { api_token } })
    }
}

/// Opens a session in the caller's transaction and gives its key.
pub async fn open(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    person: Option<&PersonId>,
    client: &Client,
) -> Result<String, StoreError> {
    let now = app.now();
    let key = keys::generate(&app.deployment.random, KeyKind::Session, account);
    let session = Session {
        id: app.id(),
        person_id: person.cloned(),
        person_name: None,
        ip: client.ip.clone(),
        user_agent: client.user_agent.clone(),
        created_at: now,
        last_used_at: now,
        expires_at: now + TimeDelta::days(SESSION_DAYS),
    };
    sessions::insert(writer, account, &session, &hashed(&key)).await?;
    if let Some(person) = person {
        people::signed_in(writer, account, person, now).await?;
    }
    Ok(key)
}
