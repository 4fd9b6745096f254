//! The HTTP surface: routing, the guard, replies, the embedded web app. No rule of the business lives here.

pub mod access;
pub(crate) mod auth;
pub mod error;
pub mod extract;
mod health;
pub(crate) mod idempotency;
pub mod large;
mod limits;
mod openapi;
pub mod reply;
pub mod request;
mod router;
mod security;
mod servers;
mod spa;

pub use auth::SESSION_DAYS;
pub use openapi::document;
pub use router::router;
