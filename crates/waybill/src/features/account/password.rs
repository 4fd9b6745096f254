//! Changing one's own password. Every other session of the user ends, here and in the other world.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use crate::secrets::hashed;
use axum::Json;
use axum::extract::State;
use domain::access::Credential;
use domain::activity::Action;
use domain::id::JobId;
use domain::password::check_change;
use domain::throttle::SIGN_IN_PER_EMAIL_AND_IP;
use domain::work::Work;
use serde::{Deserialize, Serialize};
use store::jobs::{self, Owner, Starter};
use store::{logins, sessions, throttles};
use utoipa::ToSchema;

/// The old and the new password.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PasswordUser {
    current_password: String,
    password: String,
    password_confirmation: String,
}

/// What the page sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PasswordIn {
    user: PasswordUser,
}

/// Change my password
#[utoipa::path(patch, path = "/dashboard/user/password", tag = "account", operation_id = "password_change", request_body = PasswordIn,
    responses((status = OK, body = Done)))]
pub async fn change(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<PasswordIn>,
) -> Result<Json<Done>, ApiError> {
    let PasswordUser { current_password, password, password_confirmation } = input.user;
    // Keys belong to programs: a leaked one must not be able to lock the owner out.
    let Credential::Session(session) = &caller.credential else { return Err(ApiError::access_denied()) };
    check_change(&current_password, &password, &password_confirmation)?;
    let (account, person) = (&caller.account_id, caller.person_id());
    let throttle = format!("password:{}", hashed(&caller.email));
    let mut conn = app.store().reader().await?;
    if let Some(until) = throttles::blocked_until(&mut conn, &throttle, SIGN_IN_PER_EMAIL_AND_IP, app.now()).await? {
        return Err(ApiError::too_many_requests((until - app.now()).num_seconds()));
    }
    let stored = logins::password_hash(&mut conn, account, person).await?;
    drop(conn);
    if !app.deployment.passwords.verify(&current_password, stored.as_deref()).await? {
        let mut writer = app.store().writer().await?;
        throttles::count(&mut writer, &throttle, SIGN_IN_PER_EMAIL_AND_IP, app.now()).await?;
        writer.commit().await?;
        return Err(ApiError::invalid_field("user.current_password", "is not your current password"));
    }
    let hash = app.deployment.passwords.hash(&password).await?;

    let mut writer = app.store().writer().await?;
    logins::set_password_hash(&mut writer, account, person, &hash).await?;
    sessions::delete_all_of(&mut writer, account, person, Some(session)).await?;
    throttles::clear(&mut writer, &throttle).await?;
    let work = Work::FollowPassword { email: caller.email.clone() };
    jobs::enqueue(
        &mut writer,
        &Owner::Account(account.clone()),
        &app.id::<JobId>(),
        &work,
        app.now(),
        Starter { name: &caller.name, person_id: person },
    )
    .await?;
    record(&app, &mut writer, &caller, &client, &Action::PasswordChanged).await?;
    writer.commit().await?;
    Ok(Done::saying("Your password is changed. Other sessions have ended."))
}
