//! Locations: the warehouses that parcels are sent from. Everybody signed in may read them, because forms offer them.

mod create;
mod delete;
mod list;
mod shown;
mod update;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(update::update, delete::delete))
}
