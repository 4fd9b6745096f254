//! Hand-over tokens, first half: a signed, single-use, short-lived ticket to the other server.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use crate::secrets::hashed;
use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use chrono::{DateTime, Utc};
use domain::access::Credential;
use domain::id::AccountId;
use domain::world::World;
use serde::{Deserialize, Serialize};
use store::tokens::{self, Purpose, Token};
use utoipa::ToSchema;

/// How long a ticket is good.
const TICKET_SECONDS: i64 = 60;

/// What a ticket says. The signature makes it true, the kept hash of the nonce makes it single-use.
#[derive(Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// Which world issued it.
    pub issued_by: World,
    /// Whose account.
    pub account_id: AccountId,
    /// The sub-user's address; none for the owner.
    pub person_email: Option<String>,
    /// Until when it is good.
    pub expires_at: DateTime<Utc>,
    /// The secret part.
    pub nonce: String,
}

/// A ticket.
#[derive(Serialize, ToSchema)]
pub struct TokenReply {
    success: bool,
    /// Good once, for 60 seconds.
    token: String,
}

/// Get a token for signing in on the other server
#[utoipa::path(get, path = "/dashboard/api_keys/token", tag = "session", operation_id = "session_hand_over", responses((status = OK, body = TokenReply)))]
pub async fn hand_over(State(app): State<App>, caller: SignedIn) -> Result<Json<TokenReply>, ApiError> {
    // A key belongs to a program in one world; it must not turn into a browser session in the other.
    if matches!(caller.credential, Credential::ApiKey(_)) {
        return Err(ApiError::access_denied());
    }
    let now = app.now();
    let nonce = app.deployment.random.secret();
    let expires_at = now + TimeDelta::seconds(TICKET_SECONDS);
    let token = Token {
        id: app.id(),
        purpose: Purpose::HandOver,
        hash: hashed(&nonce),
        person_id: caller.person_id().cloned(),
        created_at: now,
        expires_at,
    };
    let mut writer = app.store().writer().await?;
    tokens::insert(&mut writer, &caller.account_id, &token).await?;
    writer.commit().await?;
    let ticket = Ticket {
        issued_by: app.world,
        account_id: caller.account_id.clone(),
        person_email: (!caller.is_owner()).then(|| caller.email.clone()),
        expires_at,
        nonce,
    };
    let payload = serde_json::to_vec(&ticket).map_err(|e| ApiError::internal(&e))?;
    Ok(Json(TokenReply { success: true, token: app.deployment.secrets.sign(&payload) }))
}
