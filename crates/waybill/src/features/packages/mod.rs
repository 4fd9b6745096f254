//! Saved packages: templates that fill in parcel, options and declaration of a shipment. Owner only.

mod create;
mod delete;
mod list;
mod show;
mod shown;
mod update;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(show::show, update::update, delete::delete))
}
