//! Tables of shipments: sent, given meaning, rated, bought.
//!
//! The file stays where it was put (`store::files`) and is read as a stream. `rating` is the job that turns rows into rated drafts;
//! the labels are bought by the shipments slice, which is asked by its payload. Whoever opened the browser may close it: nothing
//! here lives in a request.

mod buy;
mod choose;
mod create;
pub mod delete;
mod events;
mod list;
mod mappings;
mod maps;
mod places;
mod rate;
mod rates;
pub mod rating;
mod results;
mod shown;
mod source;

use crate::app::App;
use crate::http::large::{CHOICE_BYTES, TABLE_BYTES};
use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    let tables = OpenApiRouter::new().routes(routes!(list::list, create::create)).layer(DefaultBodyLimit::max(TABLE_BYTES));
    let choices = OpenApiRouter::new()
        .routes(routes!(rates::rates, choose::choose))
        .routes(routes!(buy::buy_labels))
        .layer(DefaultBodyLimit::max(CHOICE_BYTES));
    OpenApiRouter::new()
        .merge(tables)
        .merge(choices)
        .routes(routes!(list::show, delete::delete))
        .routes(routes!(list::status))
        .routes(routes!(maps::maps))
        .routes(routes!(maps::update_maps))
        .routes(routes!(rate::rate))
        .routes(routes!(buy::retry))
        .routes(routes!(results::results))
        .routes(routes!(results::file))
        .routes(routes!(events::events))
        .routes(routes!(mappings::list, mappings::create))
        .routes(routes!(mappings::update, mappings::delete))
        .routes(routes!(mappings::template))
        .routes(routes!(mappings::template_file))
}
