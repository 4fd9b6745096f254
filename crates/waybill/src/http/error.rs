//! The one error type of the HTTP surface: status, stable code, a sentence for the user, messages per field.
//!
//! What went wrong inside is logged here once, with the request id; it never reaches the client.

use super::reply::Failure;
use super::request::request_id;
use crate::carriers::OwnAccountError;
use crate::passwords::HashingFailed;
use crate::secrets::SecretsError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::fields::FieldErrors;
use domain::partner::PartnerError;
use store::StoreError;

/// A failed request.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    errors: FieldErrors,
    retry_after_seconds: Option<i64>,
}

impl ApiError {
    /// A failure with a code and a sentence.
    #[must_use]
    pub fn new(status: StatusCode, code: &'static str, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: FieldErrors::default(), retry_after_seconds: None }
    }

    /// 400: the request cannot be read.
    #[must_use]
    pub fn malformed(code: &'static str, message: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401: nobody we know.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", "Please sign in.")
    }

    /// 403: known, but not allowed.
    #[must_use]
    pub fn access_denied() -> Self {
        Self::new(StatusCode::FORBIDDEN, "access_denied", "Access denied")
    }

    /// 404: nothing there, or nothing the caller may know of.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "Not found")
    }

    /// 409: it clashes with what is there.
    #[must_use]
    pub fn conflict(code: &'static str, message: &str) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 422: fields are wrong.
    #[must_use]
    pub fn invalid(errors: FieldErrors) -> Self {
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", &errors.sentence());
        error.errors = errors;
        error
    }

    /// 422: one field is wrong.
    #[must_use]
    pub fn invalid_field(path: &str, message: &str) -> Self {
        Self::invalid(FieldErrors::one(path, message))
    }

    /// 422 with another code than `invalid`.
    #[must_use]
    pub fn unprocessable(code: &'static str, message: &str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 429: too often.
    #[must_use]
    pub fn too_many_requests(retry_after_seconds: i64) -> Self {
        let message = "Too many attempts. Please wait a while and try again.";
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
        error.retry_after_seconds = Some(retry_after_seconds.max(1));
        error
    }

    /// What a partner (a carrier, a printer) said no to, or that it cannot be reached. Its words are meant for the user.
    #[must_use]
    pub fn partner(error: &PartnerError) -> Self {
        let message = error.to_string();
        match error {
            PartnerError::Rejected { .. } | PartnerError::Auth(_) => Self::unprocessable("partner_refused", &message),
            PartnerError::Limited { retry_after, .. } => {
                let mut limited = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", &message);
                limited.retry_after_seconds = Some(i64::try_from(retry_after.as_secs()).unwrap_or(60).max(1));
                limited
            }
            PartnerError::Transient(_) | PartnerError::OutcomeUnknown(_) | PartnerError::Malformed(_) => {
                Self::new(StatusCode::BAD_GATEWAY, "partner_unavailable", &message)
            }
        }
    }

    /// 500: our fault. The cause goes to the log.
    #[must_use]
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(request_id = %request_id(), %cause, "a request failed");
        let message = "Something went wrong on our side. Please try again; if it stays, tell us the request id.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// The status, for code that passes the error on.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Failure {
            success: false,
            message: self.message,
            errors: self.errors.iter().map(|(path, messages)| (path.to_owned(), messages.to_vec())).collect(),
            code: self.code.to_owned(),
            request_id: request_id(),
        };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(cause) => {
                tracing::error!(request_id = %request_id(), %cause, "the database is not available");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "We are busy right now. Please try again in a moment.")
            }
            other => Self::internal(&other),
        }
    }
}

impl From<FieldErrors> for ApiError {
    fn from(errors: FieldErrors) -> Self {
        Self::invalid(errors)
    }
}

impl From<HashingFailed> for ApiError {
    fn from(error: HashingFailed) -> Self {
        Self::internal(&error)
    }
}

impl From<SecretsError> for ApiError {
    fn from(error: SecretsError) -> Self {
        Self::internal(&error)
    }
}

impl From<OwnAccountError> for ApiError {
    fn from(error: OwnAccountError) -> Self {
        match error {
            OwnAccountError::Gone => Self::not_found(),
            OwnAccountError::Store(error) => error.into(),
            OwnAccountError::Secrets(error) => error.into(),
            OwnAccountError::Carrier(error) => Self::partner(&error),
        }
    }
}
