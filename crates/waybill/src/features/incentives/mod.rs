//! External and sales-channel billing: what labels earned, the reports that gather it, and paying them out or pulling them.
//!
//! A report is paid once: `store::payments::begin` refuses a second payment of it while one is under way or done.

mod approve;
pub mod jobs;
mod list;
mod paying;
pub mod report;
mod show;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show::external))
        .routes(routes!(show::channel))
        .routes(routes!(list::external))
        .routes(routes!(list::channel))
        .routes(routes!(report::external))
        .routes(routes!(report::channel))
        .routes(routes!(approve::approve))
}
