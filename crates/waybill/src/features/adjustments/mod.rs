//! Adjustments: what carriers charged or gave back after a label was bought, and the disputes about them.
//!
//! They come from the carriers by a daily job, or from a carrier's bill that the owner imports. Each is posted once: the
//! carrier's own key, or that of the imported row, is unique.

mod dispute;
mod import;
pub mod jobs;
mod list;
mod posting;
mod shown;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(dispute::dispute)).routes(routes!(import::import))
}
