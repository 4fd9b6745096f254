//! Invoices of accounts that pay by invoice: drawn up every month, listed, and collected where the account wants that. Paying
//! one by hand goes through the balance (`PATCH /dashboard/balance`).

pub mod jobs;
mod list;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list))
}
