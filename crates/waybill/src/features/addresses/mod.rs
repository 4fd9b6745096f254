//! Help with addresses and with the choices of the form: completion, checks, places of ZIP codes, lists of options.
//!
//! Nothing here changes anything. What a person types must never be logged.

mod autocomplete;
mod check;
mod options;
mod zip;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(autocomplete::autocomplete))
        .routes(routes!(check::check))
        .routes(routes!(options::options))
        .routes(routes!(zip::zip))
}
