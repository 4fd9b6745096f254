//! The signed-in user: who they are, their password, the account's settings.

mod contact;
mod password;
mod settings;
mod show;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show::show, contact::update))
        .routes(routes!(password::change))
        .routes(routes!(settings::show, settings::update))
}
