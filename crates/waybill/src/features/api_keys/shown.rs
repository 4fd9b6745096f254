//! A key as the screen sees it.

use chrono::{DateTime, Utc};
use domain::id::Id;
use serde::Serialize;
use store::api_keys::ApiKey;
use utoipa::ToSchema;

/// One key.
#[derive(Serialize, ToSchema)]
pub struct ApiKeyOut {
    id: String,
    created_at: DateTime<Utc>,
    description: String,
    /// Masked; in full only in the answer to its creation.
    token: String,
    default: bool,
    last_used_at: Option<DateTime<Utc>>,
}

impl From<ApiKey> for ApiKeyOut {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id.as_str().to_owned(),
            created_at: key.created_at,
            description: key.description,
            token: key.hint,
            default: key.is_default,
            last_used_at: key.last_used_at,
        }
    }
}

/// One key, after a change.
#[derive(Serialize, ToSchema)]
pub struct ApiKeyReply {
    /// Always true.
    pub success: bool,
    /// The key.
    pub api_key: ApiKeyOut,
}
