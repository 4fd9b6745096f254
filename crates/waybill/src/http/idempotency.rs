//! `Idempotency-Key`: the first answer to a key is kept for a day and given again.
//!
//! The answer is sealed before it is stored, because it may show a secret once (a new API key). This guards against
//! repeated requests; that nothing is bought twice after a crash is the business of the purchase's own key.

use super::error::ApiError;
use super::extract::too_large;
use super::large;
use crate::app::App;
use crate::secrets::hashed;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use domain::access::Caller;
use domain::id::Id;
use store::StoreError;
use store::idempotency::{self, Known};

const HEADER: &str = "idempotency-key";
/// A request that never ended (its node died) no longer holds its key after this; one with a file may take longer.
const STALE_MINUTES: i64 = 2;
const STALE_FILE_MINUTES: i64 = 15;
const ABOUT: &str = "kept answer";
const LARGEST_KEPT: usize = 1024 * 1024;

/// The key of a request, for whoever must do a thing once although its node died: the kept answer is gone then.
#[derive(Debug, Clone)]
pub struct OnceKey(pub String);

/// The middleware. It stands behind the guard, so the caller is known.
pub async fn keep(State(app): State<App>, request: Request, next: Next) -> Result<Response, ApiError> {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let (Some(key), Some(caller), true) = (request.headers().get(HEADER), request.extensions().get::<Caller>(), changes) else {
        return Ok(next.run(request).await);
    };
    let key = key.to_str().ok().filter(|k| !k.is_empty() && k.len() <= 128);
    let key = key.ok_or_else(|| ApiError::malformed("malformed_request", "Idempotency-Key must be 1 to 128 printable characters."))?;
    let account = caller.account_id.clone();
    let user = caller.person_id().map_or("owner", Id::as_str);
    let key_hash = hashed(&format!("{user}\n{key}"));
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default();
    let (mut parts, body) = request.into_parts();
    // A file is streamed to where it is kept and never in memory whole: only its length can be compared.
    let is_file = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"multipart/form-data"));
    let (body, compared, stale) = if is_file {
        let length = parts.headers.get(header::CONTENT_LENGTH).map_or(&b""[..], HeaderValue::as_bytes);
        (body, Bytes::copy_from_slice(length), STALE_FILE_MINUTES)
    } else {
        let more = large::find(&parts.method, path.strip_prefix(app.base()).unwrap_or(&path)).map(|large| large.bytes);
        let limit = more.unwrap_or(app.deployment.config.http.body_limit_kib * 1024);
        let body = to_bytes(body, limit).await.map_err(|_| too_large())?;
        (Body::from(body.clone()), body, STALE_MINUTES)
    };
    let request_hash = hash_request(&parts.method, &parts.uri.to_string(), &compared);

    let now = app.now();
    let mut writer = app.store().writer().await?;
    let known = idempotency::take(&mut writer, &account, &key_hash, &request_hash, now, now - TimeDelta::minutes(stale)).await?;
    writer.commit().await?;
    match known {
        Known::Fresh => {}
        Known::OtherRequest => {
            return Err(ApiError::unprocessable("idempotency_key_reused", "This Idempotency-Key was used for another request."));
        }
        Known::Running => {
            return Err(ApiError::conflict("idempotency_in_progress", "The first request with this Idempotency-Key is still running."));
        }
        Known::Answered { status, sealed_body } => return replay(&app, status, &sealed_body),
    }

    parts.extensions.insert(OnceKey(key_hash.clone()));
    let response = next.run(Request::from_parts(parts, body)).await;
    let (head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(|e| ApiError::internal(&e))?;
    // A failure of ours, or a refusal for the moment, may be tried again with the same key.
    let keep = !head.status.is_server_error() && head.status != StatusCode::TOO_MANY_REQUESTS && body.len() <= LARGEST_KEPT;
    let mut writer = app.store().writer().await?;
    if keep {
        let sealed = app.deployment.secrets.seal(&app.deployment.random, ABOUT, &body)?;
        idempotency::finish(&mut writer, &account, &key_hash, i64::from(head.status.as_u16()), sealed).await?;
    } else {
        idempotency::release(&mut writer, &account, &key_hash).await?;
    }
    writer.commit().await?;
    Ok(Response::from_parts(head, Body::from(body)))
}

fn hash_request(method: &Method, uri: &str, body: &Bytes) -> String {
    let body = hex::encode(<sha2::Sha256 as sha2::Digest>::digest(body));
    hashed(&format!("{method}\n{uri}\n{body}"))
}

fn replay(app: &App, status: i64, sealed: &[u8]) -> Result<Response, ApiError> {
    let corrupt = || ApiError::from(StoreError::Corrupt("a kept answer has no valid status".into()));
    let status = u16::try_from(status).ok().and_then(|s| StatusCode::from_u16(s).ok()).ok_or_else(corrupt)?;
    let body = app.deployment.secrets.open(ABOUT, sealed)?;
    let mut response = (status, body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    Ok(response)
}
