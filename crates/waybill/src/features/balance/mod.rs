//! The balance: what it is, adding money to it, its transactions and the ledger behind them, and recharging it by itself.
//!
//! Money moves only through `crate::payments` and `store::ledger`; nothing here computes a balance of its own.

mod entries;
mod options;
pub mod recharge;
pub mod report;
mod show;
mod top_up;
mod transactions;
mod wire;

use crate::app::App;
use crate::jobs::JobError;
use crate::payments;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show::show, top_up::top_up))
        .routes(routes!(transactions::list))
        .routes(routes!(transactions::show))
        .routes(routes!(entries::list))
        .routes(routes!(report::request))
}

/// Asks the bank about payments that are not settled, and for news.
pub async fn settle_payments(app: &App) -> Result<(), JobError> {
    payments::settle_due(app).await?;
    Ok(payments::poll(app).await?)
}
