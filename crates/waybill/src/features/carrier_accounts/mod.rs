//! Users' own accounts with FedEx and UPS: listed, added, changed, deleted, tried out. Owner only.
//!
//! Credentials go in and never come out: answers carry masks, the log carries the description.

mod create;
mod credentials;
mod delete;
mod list;
mod shown;
mod try_out;
mod update;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(update::update, delete::delete))
        .routes(routes!(try_out::try_out))
        .routes(routes!(try_out::try_out_stored))
}
