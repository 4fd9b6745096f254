//! Signing in and out: first-run set-up, passwords, recovery by mail, hand-over between the two servers, open sessions.
//!
//! Nothing here tells whether an address is known to somebody who does not have its password.

mod exchange;
mod hand_over;
pub mod jobs;
mod list;
mod open;
mod recover;
mod revoke;
mod set_password;
mod setup;
mod sign_in;
mod sign_out;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(setup::show, setup::create))
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(sign_out::sign_out))
        .routes(routes!(recover::recover, set_password::set_password))
        .routes(routes!(hand_over::hand_over))
        .routes(routes!(exchange::exchange))
        .routes(routes!(list::list, revoke::revoke_others))
        .routes(routes!(revoke::revoke))
}
