//! Payment methods: cards and bank accounts, added through the payment partner, verified, chosen and removed.
//!
//! No card or account number is ever stored. With Stripe and Plaid none reaches this server; the sandbox bank's own forms
//! (`sandbox.rs`) turn one into a token at once and keep what it chose to happen.

mod create;
mod delete;
mod list;
mod sandbox;
mod shown;
mod start;
mod update;
mod verify;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(start::start_card))
        .routes(routes!(start::link_token))
        .routes(routes!(update::update, delete::delete))
        .routes(routes!(verify::verify))
        .routes(routes!(sandbox::card))
        .routes(routes!(sandbox::bank))
}
