//! Password recovery, second half: the mailed link sets a new password once, ends all sessions and signs in.

use super::open::{SignedInReply, open};
use crate::app::App;
use crate::audit::record_as;
use crate::http::error::ApiError;
use crate::http::extract::Body;
use crate::http::request::Client;
use crate::keys::{self, KeyKind};
use axum::Json;
use axum::extract::State;
use domain::activity::{Action, ActorKind};
use domain::fields::FieldErrors;
use domain::id::JobId;
use domain::password;
use domain::work::Work;
use serde::{Deserialize, Serialize};
use store::activity::Actor;
use store::jobs::{self, Owner, Starter};
use store::tokens::{self, Purpose};
use store::{accounts, logins, people, sessions};
use utoipa::ToSchema;

/// The secret of the link and the new password.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SetPasswordUser {
    reset_token: String,
    password: String,
    password_confirmation: String,
}

/// What the page behind the mailed link sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SetPasswordIn {
    user: SetPasswordUser,
}

fn stale() -> ApiError {
    ApiError::unprocessable("expired", "This link has expired or was used already. Please ask for a new one.")
}

/// Set a new password with the secret from the recovery mail
#[utoipa::path(put, path = "/users/password", tag = "session", operation_id = "password_set", request_body = SetPasswordIn,
    responses((status = OK, body = SignedInReply)))]
pub async fn set_password(
    State(app): State<App>,
    client: Client,
    Body(input): Body<SetPasswordIn>,
) -> Result<Json<SignedInReply>, ApiError> {
    let SetPasswordUser { reset_token, password, password_confirmation } = input.user;
    // Checked before the link is used up: a too short password must not cost the user the link.
    let mut errors = FieldErrors::default();
    password::check_new("user.password", &password, &mut errors);
    password::check_repeated("user.password", &password, &password_confirmation, &mut errors);
    errors.into_result()?;
    let presented = keys::read(&reset_token).filter(|key| key.kind == KeyKind::Recovery).ok_or_else(stale)?;
    let account = &presented.account_id;
    let hash = app.deployment.passwords.hash(&password).await?;

    let mut writer = app.store().writer().await?;
    let person = tokens::redeem(&mut writer, account, Purpose::Recovery, &presented.hash, app.now()).await?.ok_or_else(stale)?;
    let (name, email, kind) = match &person {
        None => accounts::find(&mut writer, account).await?.map(|a| (a.name, a.email, ActorKind::Owner)),
        Some(id) => people::find(&mut writer, account, id).await?.filter(|p| p.enabled).map(|p| (p.name, p.email, ActorKind::Person)),
    }
    .ok_or_else(stale)?;
    logins::set_password_hash(&mut writer, account, person.as_ref(), &hash).await?;
    sessions::delete_all_of(&mut writer, account, person.as_ref(), None).await?;
    let work = Work::FollowPassword { email: email.to_string() };
    jobs::enqueue(
        &mut writer,
        &Owner::Account(account.clone()),
        &app.id::<JobId>(),
        &work,
        app.now(),
        Starter { name: &name, person_id: person.as_ref() },
    )
    .await?;
    let actor = Actor { kind, name, ip: Some(client.ip.clone()) };
    record_as(&app, &mut writer, account, &actor, &Action::PasswordReset).await?;
    let key = open(&app, &mut writer, account, person.as_ref(), &client).await?;
    writer.commit().await?;
    Ok(SignedInReply::new("Your new password is set.", key))
}
