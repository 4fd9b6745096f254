//! Hand-over tokens, second half: exchanging a ticket for a session on this server.

use super::hand_over::Ticket;
use super::open::open;
use crate::app::App;
use crate::audit::record_as;
use crate::http::error::ApiError;
use crate::http::request::{Client, request_id};
use crate::secrets::hashed;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::activity::{Action, ActorKind};
use domain::email::Email;
use domain::id::PersonId;
use domain::throttle::SIGN_IN_PER_IP;
use serde::Serialize;
use store::activity::Actor;
use store::tokens::{self, Purpose};
use store::{Conn, accounts, people, throttles};
use utoipa::ToSchema;

/// A session key, or the word 'expired'.
#[derive(Serialize, ToSchema)]
pub struct ExchangeReply {
    success: bool,
    /// The session key, or `expired`.
    key: String,
    /// Only on failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Only on failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// Only on failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

/// Exchange a hand-over token for a session key
#[utoipa::path(get, path = "/dashboard/api_keys/{id}", tag = "session", operation_id = "session_exchange",
    params(("id" = String, Path, description = "The token")),
    responses((status = OK, body = ExchangeReply), (status = UNPROCESSABLE_ENTITY, body = ExchangeReply)))]
pub async fn exchange(State(app): State<App>, client: Client, Path(token): Path<String>) -> Result<Response, ApiError> {
    let throttle = format!("sign_in_from:{}", client.ip);
    let mut conn = app.store().reader().await?;
    if let Some(until) = throttles::blocked_until(&mut conn, &throttle, SIGN_IN_PER_IP, app.now()).await? {
        return Err(ApiError::too_many_requests((until - app.now()).num_seconds()));
    }
    drop(conn);
    let ticket = app.deployment.secrets.verify(&token).and_then(|payload| serde_json::from_slice::<Ticket>(&payload).ok());
    let Some(ticket) = ticket else {
        let mut writer = app.store().writer().await?;
        throttles::count(&mut writer, &throttle, SIGN_IN_PER_IP, app.now()).await?;
        writer.commit().await?;
        return Ok(expired());
    };
    if ticket.expires_at <= app.now() || !redeem(&app, &ticket).await? {
        return Ok(expired());
    }
    let mut writer = app.store().writer().await?;
    let (person, actor) = holder(&mut writer, &ticket, &client).await?;
    let key = open(&app, &mut writer, &ticket.account_id, person.as_ref(), &client).await?;
    record_as(&app, &mut writer, &ticket.account_id, &actor, &Action::SignedInByToken).await?;
    writer.commit().await?;
    Ok(Json(ExchangeReply { success: true, key, message: None, code: None, request_id: None }).into_response())
}

/// Uses the ticket up where it was issued, so that it is good once in both worlds together.
async fn redeem(app: &App, ticket: &Ticket) -> Result<bool, ApiError> {
    let mut writer = app.deployment.store(ticket.issued_by).writer().await?;
    let redeemed = tokens::redeem(&mut writer, &ticket.account_id, Purpose::HandOver, &hashed(&ticket.nonce), app.now()).await?;
    writer.commit().await?;
    Ok(redeemed.is_some())
}

/// Who the ticket's holder is in this world, if anybody.
async fn holder(conn: &mut Conn, ticket: &Ticket, client: &Client) -> Result<(Option<PersonId>, Actor), ApiError> {
    let unknown = || ApiError::new(StatusCode::NOT_FOUND, "not_found", "Failed to authenticate, account may not exist");
    let ip = Some(client.ip.clone());
    let account = accounts::find(conn, &ticket.account_id).await?.ok_or_else(unknown)?;
    let Some(email) = &ticket.person_email else {
        return Ok((None, Actor { kind: ActorKind::Owner, name: account.name, ip }));
    };
    let email = Email::parse(email).map_err(|_| unknown())?;
    let person = people::find_by_email(conn, &ticket.account_id, &email).await?;
    let person = person.filter(|person| person.enabled).ok_or_else(unknown)?;
    Ok((Some(person.id), Actor { kind: ActorKind::Person, name: person.name, ip }))
}

fn expired() -> Response {
    let reply = ExchangeReply {
        success: false,
        key: "expired".into(),
        message: Some("This sign-in link has expired. Please sign in.".into()),
        code: Some("expired".into()),
        request_id: Some(request_id()),
    };
    (StatusCode::UNPROCESSABLE_ENTITY, Json(reply)).into_response()
}
