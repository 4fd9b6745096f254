//! Printers on the network that labels can be sent to (Configure Label Defaults). Owner only.

mod create;
mod delete;
mod list;
mod print_test_page;
mod shown;
mod test_page;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(delete::delete))
        .routes(routes!(print_test_page::print_test_page))
}
