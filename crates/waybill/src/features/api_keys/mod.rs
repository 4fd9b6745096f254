//! Keys for programmatic access: made, listed, deleted, one of them the default. A key's clear text is shown once.
//!
//! A key acts as whoever made it, so that a person who may make keys does not become the owner by making one.

mod create;
mod delete;
mod list;
mod make_default;
mod shown;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(delete::delete))
        .routes(routes!(make_default::make_default))
}
