//! Password recovery, first half: a mail with a single-use link. The answer is the same whether the address is known or not.

use crate::app::App;
use crate::audit::record_as;
use crate::http::error::ApiError;
use crate::http::extract::Body;
use crate::http::reply::Done;
use crate::http::request::Client;
use crate::keys::{self, KeyKind};
use crate::mail::Letter;
use crate::outgoing::enqueue_mail;
use crate::secrets::hashed;
use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use domain::activity::{Action, ActorKind};
use domain::email::Email;
use domain::throttle::{RECOVERY_PER_EMAIL, RECOVERY_PER_IP};
use serde::{Deserialize, Serialize};
use store::activity::Actor;
use store::logins::{self, Login};
use store::tokens::{self, Purpose, Token};
use store::{Writer, people, throttles};
use utoipa::ToSchema;

/// How long a link is good.
const LINK_HOURS: i64 = 2;

/// Whose password.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct RecoverUser {
    email: String,
}

/// What the recovery page sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct RecoverIn {
    user: RecoverUser,
}

/// Ask for a mail with a link to set a new password
#[utoipa::path(post, path = "/users/password", tag = "session", operation_id = "password_recover", request_body = RecoverIn,
    responses((status = OK, body = Done)))]
pub async fn recover(State(app): State<App>, client: Client, Body(input): Body<RecoverIn>) -> Result<Json<Done>, ApiError> {
    let email = Email::parse(&input.user.email).map_err(|e| ApiError::invalid_field("user.email", &e.to_string()))?;
    let now = app.now();
    let mut writer = app.store().writer().await?;
    let limits =
        [(format!("recovery:{}", hashed(email.as_str())), RECOVERY_PER_EMAIL), (format!("recovery_from:{}", client.ip), RECOVERY_PER_IP)];
    for (key, limit) in &limits {
        if let Some(until) = throttles::blocked_until(&mut writer, key, *limit, now).await? {
            return Err(ApiError::too_many_requests((until - now).num_seconds()));
        }
        throttles::count(&mut writer, key, *limit, now).await?;
    }
    if let Some(login) = logins::find(&mut writer, &email).await? {
        send_link(&app, &mut writer, &client, &email, &login).await?;
    }
    writer.commit().await?;
    Ok(Done::saying("Reset password email sent."))
}

async fn send_link(app: &App, writer: &mut Writer, client: &Client, email: &Email, login: &Login) -> Result<(), ApiError> {
    let account = &login.account_id;
    if let Some(person) = &login.person_id {
        let enabled = people::find(writer, account, person).await?.is_some_and(|person| person.enabled);
        if !enabled {
            return Ok(());
        }
    }
    let now = app.now();
    let key = keys::generate(&app.deployment.random, KeyKind::Recovery, account);
    tokens::revoke(writer, account, login.person_id.as_ref(), Purpose::Recovery, now).await?;
    let token = Token {
        id: app.id(),
        purpose: Purpose::Recovery,
        hash: hashed(&key),
        person_id: login.person_id.clone(),
        created_at: now,
        expires_at: now + TimeDelta::hours(LINK_HOURS),
    };
    tokens::insert(writer, account, &token).await?;
    // The secret stands behind '#', which browsers do not send: it reaches no log and no referrer.
    let server = if app.base().is_empty() { String::new() } else { "?server=alternate".to_owned() };
    let link = format!("{}/set-password{server}#{key}", app.deployment.config.public_url());
    let text = format!(
        "Hello,\n\nsomebody asked to set a new password for {email} at Waybill.\n\nTo do so, open this link within {LINK_HOURS} hours:\n\n{link}\n\n\
         It works once. If it was not you, ignore this mail: your password stays as it is.\n"
    );
    let letter = Letter { to: email.to_string(), subject: "Set a new password for Waybill".into(), text };
    enqueue_mail(app, writer, account, &letter, "password recovery").await?;
    let kind = if login.person_id.is_some() { ActorKind::Person } else { ActorKind::Owner };
    let actor = Actor { kind, name: email.to_string(), ip: Some(client.ip.clone()) };
    Ok(record_as(app, writer, account, &actor, &Action::PasswordRecoveryRequested).await?)
}
