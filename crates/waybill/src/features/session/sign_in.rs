//! Signing in with e-mail and password.

use super::open::{SignedInReply, open};
use crate::app::App;
use crate::audit::record_as;
use crate::http::error::ApiError;
use crate::http::extract::Body;
use crate::http::request::Client;
use crate::secrets::hashed;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::account::Person;
use domain::activity::{Action, ActorKind};
use domain::email::Email;
use domain::throttle::{Limit, SIGN_IN_PER_EMAIL, SIGN_IN_PER_EMAIL_AND_IP, SIGN_IN_PER_IP};
use serde::{Deserialize, Serialize};
use store::activity::Actor;
use store::logins::{self, Login};
use store::{accounts, people, throttles};
use utoipa::ToSchema;

/// E-mail and password.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SignInUser {
    email: String,
    password: String,
}

/// What the login page sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SignInIn {
    user: SignInUser,
}

/// Sign in with e-mail and password
#[utoipa::path(post, path = "/users/sign_in", tag = "session", operation_id = "session_sign_in", request_body = SignInIn,
    responses((status = OK, body = SignedInReply)))]
pub async fn sign_in(State(app): State<App>, client: Client, Body(input): Body<SignInIn>) -> Result<Json<SignedInReply>, ApiError> {
    // An address that cannot exist is answered like one that does not.
    let email = Email::parse(&input.user.email).map_err(|_| refused())?;
    let limits = limits(&email, &client);
    let mut conn = app.store().reader().await?;
    for (key, limit) in &limits {
        if let Some(until) = throttles::blocked_until(&mut conn, key, *limit, app.now()).await? {
            return Err(ApiError::too_many_requests((until - app.now()).num_seconds()));
        }
    }
    let login = logins::find(&mut conn, &email).await?;
    drop(conn);

    let stored = login.as_ref().map(|login| login.password_hash.as_str());
    let fits = app.deployment.passwords.verify(&input.user.password, stored).await?;
    match login {
        Some(login) if fits => succeed(&app, &client, &limits, login).await,
        known => {
            fail(&app, &client, &limits, &email, known).await?;
            Err(refused())
        }
    }
}

fn refused() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_credentials", "Invalid email or password.")
}

fn limits(email: &Email, client: &Client) -> [(String, Limit); 3] {
    let address = hashed(email.as_str());
    [
        (format!("sign_in:{address}:{}", client.ip), SIGN_IN_PER_EMAIL_AND_IP),
        (format!("sign_in:{address}"), SIGN_IN_PER_EMAIL),
        (format!("sign_in_from:{}", client.ip), SIGN_IN_PER_IP),
    ]
}

async fn succeed(app: &App, client: &Client, limits: &[(String, Limit)], login: Login) -> Result<Json<SignedInReply>, ApiError> {
    let account = &login.account_id;
    let mut writer = app.store().writer().await?;
    let person = match &login.person_id {
        None => None,
        Some(id) => Some(people::find(&mut writer, account, id).await?.ok_or_else(refused)?),
    };
    if person.as_ref().is_some_and(|person| !person.enabled) {
        let message = "This user is disabled. Please ask the account owner.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "disabled", message));
    }
    for (key, _) in limits.iter().take(2) {
        throttles::clear(&mut writer, key).await?;
    }
    let key = open(app, &mut writer, account, login.person_id.as_ref(), client).await?;
    let actor = match person {
        Some(Person { name, .. }) => Actor { kind: ActorKind::Person, name, ip: Some(client.ip.clone()) },
        None => {
            let owner = accounts::find(&mut writer, account).await?.ok_or_else(refused)?;
            Actor { kind: ActorKind::Owner, name: owner.name, ip: Some(client.ip.clone()) }
        }
    };
    record_as(app, &mut writer, account, &actor, &Action::SignedIn).await?;
    writer.commit().await?;
    Ok(SignedInReply::new("Signed in.", key))
}

async fn fail(app: &App, client: &Client, limits: &[(String, Limit)], email: &Email, known: Option<Login>) -> Result<(), ApiError> {
    let mut writer = app.store().writer().await?;
    for (key, limit) in limits {
        throttles::count(&mut writer, key, *limit, app.now()).await?;
    }
    if let Some(login) = known {
        let kind = if login.person_id.is_some() { ActorKind::Person } else { ActorKind::Owner };
        let actor = Actor { kind, name: email.to_string(), ip: Some(client.ip.clone()) };
        let action = Action::SignInFailed { email: email.to_string() };
        record_as(app, &mut writer, &login.account_id, &actor, &action).await?;
    }
    Ok(writer.commit().await?)
}
