//! Shipments: drafted, rated, bought, printed, tracked, refunded.
//!
//! The story of a purchase is in `purchase`, of many that share their commits in `group`, of a refund in `refunding`, of work on
//! many at once in `many` (the requests) and `bulk` (the job), of an upload's labels in `upload`. No transaction is open while a
//! carrier is called.

pub mod bulk;
mod buy;
mod compile;
mod compile_file;
mod download;
mod drawing;
mod filters;
mod group;
mod input;
mod interrupted;
pub mod jobs;
mod label;
mod list;
mod many;
mod order;
mod paper;
mod posting;
mod purchase;
mod refunding;
pub mod report;
mod save;
mod show;
mod shown;
mod slip;
pub mod upload;
mod words;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, save::create))
        .routes(routes!(show::show, save::update, show::delete))
        .routes(routes!(save::quote))
        .routes(routes!(buy::buy))
        .routes(routes!(show::make_return))
        .routes(routes!(order::order))
        .routes(routes!(label::label))
        .routes(routes!(many::buy))
        .routes(routes!(many::refund))
        .routes(routes!(many::compile))
        .routes(routes!(many::delete))
        .routes(routes!(many::print))
        .routes(routes!(many::execute))
        .routes(routes!(download::download))
        .routes(routes!(report::request))
}
