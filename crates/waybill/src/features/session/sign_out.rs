//! Signing out: the session ends on the server, not only in the browser.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::access::Credential;
use domain::activity::Action;
use store::sessions;

/// End this session
#[utoipa::path(delete, path = "/users/sign_out", tag = "session", operation_id = "session_sign_out", responses((status = OK, body = Done)))]
pub async fn sign_out(State(app): State<App>, caller: SignedIn, client: Client) -> Result<Json<Done>, ApiError> {
    let Credential::Session(id) = &caller.credential else {
        return Err(ApiError::unprocessable("invalid", "An API key has no session; delete the key instead."));
    };
    let mut writer = app.store().writer().await?;
    sessions::delete(&mut writer, &caller.account_id, id).await?;
    record(&app, &mut writer, &caller, &client, &Action::SignedOut).await?;
    writer.commit().await?;
    Ok(Done::saying("Signed out."))
}
