//! Deleting a printer. When it was the one that labels go to, there is none afterwards.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::{Id, PrinterId};
use store::{accounts, printers};

/// Delete a printer
#[utoipa::path(delete, path = "/dashboard/printers/{id}", tag = "printers", operation_id = "printer_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PrinterId>,
) -> Result<Json<Done>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    if !printers::delete(&mut writer, account, &id).await? {
        return Err(ApiError::not_found());
    }
    let mut settings = accounts::settings(&mut writer, account).await?.unwrap_or_default();
    if settings.printer_id.as_deref() == Some(id.as_str()) {
        settings.printer_id = None;
        accounts::save_settings(&mut writer, account, &settings).await?;
        record(&app, &mut writer, &caller, &client, &Action::SettingsChanged { names: vec!["printer_id"] }).await?;
    }
    writer.commit().await?;
    Ok(Done::saying("The printer was deleted."))
}
