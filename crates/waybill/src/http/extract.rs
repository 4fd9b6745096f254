//! Extractors that answer bad input with our own clear errors instead of the framework's.

use super::error::ApiError;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use domain::access::Caller;
use domain::id::Id;
use domain::page::Page;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::Deref;
use utoipa::IntoParams;

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let declared = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let essence = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if essence != "application/json" && !essence.ends_with("+json") {
            let message = "The body must be JSON with Content-Type: application/json.";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| unreadable(&rejection))?;
        parse(&bytes).map(Self)
    }
}

fn unreadable(rejection: &BytesRejection) -> ApiError {
    match rejection {
        BytesRejection::FailedToBufferBody(inner) if inner.status() == StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ApiError::malformed("malformed_request", "The body could not be read."),
    }
}

/// 413.
#[must_use]
pub fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "The request is too large.")
}

/// PostgreSQL cannot store the character NUL, and no honest client sends it: it stops here, for every field of every route.
fn has_nul(bytes: &[u8]) -> bool {
    fn inside(value: &serde_json::Value) -> bool {
        match value {
            serde_json::Value::String(text) => text.contains('\0'),
            serde_json::Value::Array(items) => items.iter().any(inside),
            serde_json::Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || inside(value)),
            _ => false,
        }
    }
    bytes.windows(6).any(|six| six == b"\\u0000") && serde_json::from_slice(bytes).is_ok_and(|value| inside(&value))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if has_nul(bytes) {
        return Err(ApiError::invalid_field("base", "Texts must not contain the character NUL"));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() {
            let path = if path == "." { "base".to_owned() } else { path };
            ApiError::invalid_field(&path, &described(&inner))
        } else {
            ApiError::malformed("malformed_json", "The body is not valid JSON.")
        }
    })?;
    reader.end().map_err(|_| ApiError::malformed("malformed_json", "The body is not valid JSON."))?;
    Ok(value)
}

fn described(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    match text.split_once("expected ") {
        Some((_, expected)) => format!("must be {expected}"),
        None => text.to_owned(),
    }
}

/// The query string.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let unreadable = || ApiError::malformed("malformed_request", "The query string has a value that cannot be read.");
        if parts.uri.query().is_some_and(|query| query.contains("%00")) {
            return Err(unreadable());
        }
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        query.map(|q| Self(q.0)).map_err(|_| unreadable())
    }
}

/// `page` and `per` of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageParams {
    /// From one.
    pub page: Option<i64>,
    /// 10, 25, 50, 100 or 200; default 50.
    pub per: Option<i64>,
}

impl PageParams {
    /// Checks them.
    pub fn check(&self) -> Result<Page, ApiError> {
        Ok(Page::check(self.page, self.per)?)
    }
}

/// `page` and `per` of a list that forms also load whole, to choose from.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChoiceParams {
    /// From one.
    pub page: Option<i64>,
    /// 10, 25, 50, 100 or 200; default 50.
    pub per: Option<i64>,
    /// Instead of `per`: any number up to 999.
    pub per_page: Option<i64>,
}

impl ChoiceParams {
    /// Checks them.
    pub fn check(&self) -> Result<Page, ApiError> {
        let page = Page::check(self.page, self.per)?;
        match self.per_page {
            None => Ok(page),
            Some(per) if (1..=999).contains(&per) => Ok(Page { per, ..page }),
            Some(_) => Err(ApiError::invalid_field("per_page", "must be between 1 and 999")),
        }
    }
}

/// An id in the path: one that is not of the right form does not exist.
pub struct PathId<T>(pub T);

impl<T: Id, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        let text = path.map_err(|_| ApiError::not_found())?.0;
        T::parse(&text).map(Self).map_err(|_| ApiError::not_found())
    }
}

/// The caller that the guard has let through.
pub struct SignedIn(pub Caller);

impl Deref for SignedIn {
    type Target = Caller;
    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Caller>().cloned().map(Self).ok_or_else(ApiError::unauthenticated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Deserialize)]
    struct Outer {
        #[serde(rename = "user")]
        _user: Inner,
    }

    #[derive(Debug, Deserialize)]
    struct Inner {
        #[serde(rename = "age")]
        _age: u8,
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_clear_error_and_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Err(error) = parse::<Outer>(&bytes) {
                prop_assert!(error.status().is_client_error());
            }
        }

        #[test]
        fn any_json_gives_a_clear_error_and_never_a_panic(text in "[\\[\\]{}\":,a-z0-9 ]{0,60}") {
            if let Err(error) = parse::<serde_json::Value>(text.as_bytes()) {
                prop_assert_eq!(error.status(), StatusCode::BAD_REQUEST);
            }
        }
    }

    #[test]
    fn wrong_types_name_their_field() {
        let error = parse::<Outer>(br#"{"user":{"age":"old"}}"#).unwrap_err();
        assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert!(format!("{error:?}").contains("user.age"), "{error:?}");
        assert_eq!(parse::<Outer>(br#"{"user":{"age":1}} x"#).unwrap_err().status(), StatusCode::BAD_REQUEST);
    }
}
