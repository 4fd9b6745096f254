//! A person as the screen sees it.

use axum::Json;
use chrono::{DateTime, Utc};
use domain::access::Permission;
use domain::account::Person;
use domain::id::Id;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// One person.
#[derive(Serialize, ToSchema)]
pub struct PersonOut {
    id: String,
    name: String,
    email: String,
    enabled: bool,
    /// Each of the six permissions, held or not.
    permissions: BTreeMap<&'static str, bool>,
    created_at: DateTime<Utc>,
    last_sign_in_at: Option<DateTime<Utc>>,
}

impl From<Person> for PersonOut {
    fn from(person: Person) -> Self {
        Self {
            id: person.id.as_str().to_owned(),
            name: person.name,
            email: person.email.to_string(),
            enabled: person.enabled,
            permissions: Permission::ALL.into_iter().map(|p| (p.key(), person.permissions.has(p))).collect(),
            created_at: person.created_at,
            last_sign_in_at: person.last_sign_in_at,
        }
    }
}

/// One person, after a change.
#[derive(Serialize, ToSchema)]
pub struct PersonReply {
    success: bool,
    person: PersonOut,
}

impl PersonReply {
    /// Shows it.
    pub fn of(person: Person) -> Json<Self> {
        Json(Self { success: true, person: person.into() })
    }
}
