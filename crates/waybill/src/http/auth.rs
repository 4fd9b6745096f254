//! The guard in front of every route: looks up the rule, recognises the caller, decides, and hands the caller on.

use super::access;
use super::error::ApiError;
use crate::app::App;
use crate::keys::{self, KeyKind, Presented};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use chrono::TimeDelta;
use domain::Timestamp;
use domain::access::{Caller, Credential, Guard, Role};
use store::{api_keys, sessions};

/// How long a session lasts after its last use.
pub const SESSION_DAYS: i64 = 30;
/// How old `last_used_at` may get before it is written again.
const TOUCH_MINUTES: i64 = 5;

/// The middleware.
pub async fn guard(State(app): State<App>, matched: MatchedPath, mut request: Request, next: Next) -> Result<Response, ApiError> {
    let path = matched.as_str().strip_prefix(app.base()).unwrap_or(matched.as_str());
    // A route without a rule answers nobody: forgetting the line in the table must not open a door.
    let rule = access::find(request.method(), path).ok_or_else(ApiError::access_denied)?;
    if rule.guard == Guard::Anyone {
        return Ok(next.run(request).await);
    }
    let (caller, terms_accepted) = recognise(&app, request.headers()).await?;
    if !rule.guard.admits(&caller.role) {
        return Err(ApiError::access_denied());
    }
    if !terms_accepted && !rule.before_terms {
        let message = "Please accept the Terms & Conditions first.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "terms_required", message));
    }
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

/// The caller behind a token that came in a form, if the guard admits it: for downloads that a browser posts by itself.
pub async fn by_form_token(app: &App, token: &str, guard: Guard) -> Result<Caller, ApiError> {
    let (caller, terms_accepted) = by_token(app, token).await?;
    if guard.admits(&caller.role) && terms_accepted { Ok(caller) } else { Err(ApiError::access_denied()) }
}

async fn recognise(app: &App, headers: &HeaderMap) -> Result<(Caller, bool), ApiError> {
    let value = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let token = value.strip_prefix("Bearer ").or_else(|| value.strip_prefix("bearer ")).unwrap_or_default();
    by_token(app, token).await
}

async fn by_token(app: &App, token: &str) -> Result<(Caller, bool), ApiError> {
    let presented = keys::read(token.trim()).ok_or_else(ApiError::unauthenticated)?;
    match presented.kind {
        KeyKind::Session => by_session(app, presented).await,
        KeyKind::Api => by_api_key(app, presented).await,
        KeyKind::Recovery => Err(ApiError::unauthenticated()),
    }
}

async fn by_session(app: &App, presented: Presented) -> Result<(Caller, bool), ApiError> {
    let now = app.now();
    let mut conn = app.store().reader().await?;
    let found = sessions::recognise(&mut conn, &presented.account_id, &presented.hash, now).await?;
    drop(conn);
    let found = found.ok_or_else(ApiError::unauthenticated)?;
    // The owner accepts for the account; new terms must not stop the people in the warehouse.
    let accepted = found.person.is_some() || found.accepted_terms >= found.current_terms;
    let (role, name, email) = match found.person {
        None => (Role::Owner, found.account_name, found.account_email),
        Some(person) if person.enabled => (Role::Person { id: person.id, permissions: person.permissions }, person.name, person.email),
        Some(_) => return Err(ApiError::unauthenticated()),
    };
    if is_old(found.last_used_at, now) {
        let (app, account, id) = (app.clone(), presented.account_id.clone(), found.session_id.clone());
        tokio::spawn(async move {
            let touched = async {
                let mut writer = app.store().writer().await?;
                sessions::touch(&mut writer, &account, &id, now, now + TimeDelta::days(SESSION_DAYS)).await?;
                writer.commit().await
            };
            if let Err(error) = touched.await {
                tracing::warn!(%error, "the last use of a session was not noted");
            }
        });
    }
    let credential = Credential::Session(found.session_id);
    Ok((Caller { account_id: presented.account_id, role, credential, name, email }, accepted))
}

/// A key acts as whoever made it. An integration must not stop working because new terms were published, so keys are not
/// held to them.
async fn by_api_key(app: &App, presented: Presented) -> Result<(Caller, bool), ApiError> {
    let now = app.now();
    let mut conn = app.store().reader().await?;
    let found = api_keys::recognise(&mut conn, &presented.account_id, &presented.hash).await?;
    drop(conn);
    let found = found.ok_or_else(ApiError::unauthenticated)?;
    let (role, email) = match found.person {
        None => (Role::Owner, found.account_email),
        Some(person) if person.enabled => (Role::Person { id: person.id, permissions: person.permissions }, person.email),
        Some(_) => return Err(ApiError::unauthenticated()),
    };
    if found.last_used_at.is_none_or(|at| is_old(at, now)) {
        let (app, account, id) = (app.clone(), presented.account_id.clone(), found.id.clone());
        tokio::spawn(async move {
            let touched = async {
                let mut writer = app.store().writer().await?;
                api_keys::touch(&mut writer, &account, &id, now).await?;
                writer.commit().await
            };
            if let Err(error) = touched.await {
                tracing::warn!(%error, "the last use of an API key was not noted");
            }
        });
    }
    let credential = Credential::ApiKey(found.id);
    Ok((Caller { account_id: presented.account_id, role, credential, name: found.description, email }, true))
}

fn is_old(last_used: Timestamp, now: Timestamp) -> bool {
    now - last_used > TimeDelta::minutes(TOUCH_MINUTES)
}
