//! Persons (sub-users): the Permissions screen. Owner only; a change takes effect on the person's next request.

mod create;
mod delete;
mod list;
mod shown;
mod toggle_permission;
mod toggle_state;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(delete::delete))
        .routes(routes!(toggle_state::toggle_state))
        .routes(routes!(toggle_permission::toggle_permission))
}
