//! Adding a person. It starts enabled and without any permission.

use super::shown::PersonReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::access::PermissionSet;
use domain::account::{NewUser, Person};
use domain::activity::Action;
use domain::fields::FieldErrors;
use domain::id::PersonId;
use serde::{Deserialize, Serialize};
use store::logins::{self, Login};
use store::{StoreError, people};
use utoipa::ToSchema;

/// The new person.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewPerson {
    name: String,
    email: String,
    password: String,
}

/// What the Add User form sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PersonIn {
    person: NewPerson,
}

/// Add a person
#[utoipa::path(post, path = "/dashboard/persons", tag = "people", operation_id = "person_create", request_body = PersonIn,
    responses((status = CREATED, body = PersonReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<PersonIn>,
) -> Result<(StatusCode, Json<PersonReply>), ApiError> {
    let NewPerson { name, email, password } = input.person;
    let mut errors = FieldErrors::default();
    let new = NewUser::check("person", &name, &email, &password, &mut errors);
    errors.into_result()?;
    let Some(new) = new else { return Err(ApiError::internal(&"a checked user is missing")) };
    let password_hash = app.deployment.passwords.hash(&password).await?;
    let id: PersonId = app.id();
    let person = Person {
        id: id.clone(),
        name: new.name,
        email: new.email,
        enabled: true,
        permissions: PermissionSet::default(),
        created_at: app.now(),
        last_sign_in_at: None,
    };
    let login = Login { account_id: caller.account_id.clone(), person_id: Some(id), password_hash };

    let mut writer = app.store().writer().await?;
    match logins::insert(&mut writer, &person.email, &login).await {
        Err(StoreError::Duplicate) => return Err(ApiError::invalid_field("person.email", "is taken already")),
        other => other?,
    }
    people::insert(&mut writer, &caller.account_id, &person).await?;
    record(&app, &mut writer, &caller, &client, &Action::PersonCreated { name: person.name.clone() }).await?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, PersonReply::of(person)))
}
