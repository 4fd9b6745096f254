//! First-run set-up: makes the owner when no account exists. Afterwards it answers nobody.

use super::open::{SignedInReply, open};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::Body;
use crate::http::request::Client;
use crate::new_account::{self, NewAccount};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::account::NewUser;
use domain::activity::ActorKind;
use domain::fields::FieldErrors;
use domain::id::{AccountId, JobId};
use domain::password;
use domain::work::Work;
use domain::world::World;
use serde::{Deserialize, Serialize};
use store::activity::Actor;
use store::jobs::{self, Owner, Starter};
use store::{accounts, meta};
use utoipa::ToSchema;

/// The fact in `meta` that makes sure that of two who set up at once, one wins.
const CLAIM: &str = "set_up";

/// Whether set-up is needed.
#[derive(Serialize, ToSchema)]
pub struct SetupReply {
    success: bool,
    /// True while no account exists.
    required: bool,
}

/// The owner-to-be.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SetupOwner {
    name: String,
    email: String,
    password: String,
    password_confirmation: String,
}

/// What the set-up page sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SetupIn {
    owner: SetupOwner,
    accept_terms: bool,
}

/// Whether this deployment still needs its first account
#[utoipa::path(get, path = "/users/setup", tag = "session", operation_id = "setup_show", responses((status = OK, body = SetupReply)))]
pub async fn show(State(app): State<App>) -> Result<Json<SetupReply>, ApiError> {
    let mut conn = app.deployment.store(World::Live).reader().await?;
    Ok(Json(SetupReply { success: true, required: !accounts::any(&mut conn).await? }))
}

/// Makes the owner of a new deployment and signs them in
#[utoipa::path(post, path = "/users/setup", tag = "session", operation_id = "setup_create", request_body = SetupIn,
    responses((status = CREATED, body = SignedInReply)))]
pub async fn create(
    State(app): State<App>,
    client: Client,
    Body(input): Body<SetupIn>,
) -> Result<(StatusCode, Json<SignedInReply>), ApiError> {
    let SetupIn { owner, accept_terms } = input;
    let mut errors = FieldErrors::default();
    let new = NewUser::check("owner", &owner.name, &owner.email, &owner.password, &mut errors);
    password::check_repeated("owner.password", &owner.password, &owner.password_confirmation, &mut errors);
    if !accept_terms {
        errors.add("accept_terms", "must be accepted");
    }
    errors.into_result()?;
    let Some(new) = new else { return Err(ApiError::internal(&"a checked user is missing")) };
    // The deployment's first account is a live one; a job makes its twin in the test world.
    let app = app.deployment.app(World::Live);
    let hash = app.deployment.passwords.hash(&owner.password).await?;

    let mut writer = app.store().writer().await?;
    if accounts::any(&mut writer).await? || !meta::claim(&mut writer, CLAIM, "done").await? {
        return Err(ApiError::conflict("already_set_up", "This Waybill is set up already. Please sign in."));
    }
    let id: AccountId = app.id();
    let actor = Actor { kind: ActorKind::Owner, name: new.name.clone(), ip: Some(client.ip.clone()) };
    let account = NewAccount { id: &id, owner: &new, password_hash: &hash, terms_accepted_from: Some(&client.ip), actor: &actor };
    new_account::insert(&app, &mut writer, &account).await?;
    let key = open(&app, &mut writer, &id, None, &client).await?;
    jobs::enqueue(&mut writer, &Owner::Account(id), &app.id::<JobId>(), &Work::CreateTestTwin, app.now(), Starter::named(&new.name))
        .await?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, SignedInReply::new("Welcome to Waybill.", key)))
}
