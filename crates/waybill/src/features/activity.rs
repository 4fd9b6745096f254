//! The activity log as the owner reads it under Settings.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use crate::wire::day;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::activity::Action;
use domain::fields::FieldErrors;
use domain::id::Id;
use domain::page::Page;
use serde::{Deserialize, Serialize};
use store::activity::{self, Entry, Filter};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list))
}

/// What to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActivityParams {
    page: Option<i64>,
    per: Option<i64>,
    /// Only this action.
    action: Option<String>,
    /// First day, `yyyy-mm-dd`, UTC.
    date_from: Option<String>,
    /// Last day, `yyyy-mm-dd`, UTC.
    date_to: Option<String>,
}

/// Who did it.
#[derive(Serialize, ToSchema)]
pub struct ActorOut {
    /// `owner`, `person`, `api_key` or `system`.
    kind: String,
    name: String,
}

/// One entry.
#[derive(Serialize, ToSchema)]
pub struct ActivityOut {
    id: String,
    at: DateTime<Utc>,
    actor: ActorOut,
    action: String,
    summary: String,
    ip: Option<String>,
}

/// A choice of the filter.
#[derive(Serialize, ToSchema)]
pub struct ActionOption {
    value: &'static str,
    label: &'static str,
}

/// The choices of the filters.
#[derive(Serialize, ToSchema)]
pub struct ActivityOptions {
    actions: Vec<ActionOption>,
}

/// A page of the log.
#[derive(Serialize, ToSchema)]
pub struct ActivityReply {
    success: bool,
    items: Vec<ActivityOut>,
    total_count: i64,
    page: i64,
    per: i64,
    options: ActivityOptions,
}

/// Read the activity log
#[utoipa::path(get, path = "/dashboard/activity", tag = "activity", operation_id = "activity_list", params(ActivityParams),
    responses((status = OK, body = ActivityReply)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<ActivityParams>,
) -> Result<Json<ActivityReply>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let mut errors = FieldErrors::default();
    let from = errors.take("date_from", day(params.date_from.as_deref(), 0)).flatten();
    let until = errors.take("date_to", day(params.date_to.as_deref(), 1)).flatten();
    let action = params.action.filter(|action| !action.is_empty());
    if action.as_ref().is_some_and(|action| !Action::FILTERS.iter().any(|(key, _)| key == action)) {
        errors.add("action", "is not an action of the log");
    }
    errors.into_result()?;
    let filter = Filter { action, from, until };
    let mut conn = app.store().reader().await?;
    let listed = activity::list(&mut conn, &caller.account_id, &filter, page).await?;
    let actions = Action::FILTERS.iter().map(|(value, label)| ActionOption { value, label }).collect();
    Ok(Json(ActivityReply {
        success: true,
        items: listed.items.into_iter().map(shown).collect(),
        total_count: listed.total_count,
        page: page.page,
        per: page.per,
        options: ActivityOptions { actions },
    }))
}

fn shown(entry: Entry) -> ActivityOut {
    ActivityOut {
        id: entry.id.as_str().to_owned(),
        at: entry.at,
        actor: ActorOut { kind: entry.actor_kind, name: entry.actor_name },
        action: entry.action,
        summary: entry.summary,
        ip: entry.ip,
    }
}
