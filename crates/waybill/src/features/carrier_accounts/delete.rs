//! Deleting an account with a carrier: its credentials are gone at once.

use super::shown::name;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::CarrierAccountId;
use store::carrier_accounts;

/// Delete an account with a carrier
#[utoipa::path(delete, path = "/dashboard/carrier_accounts/{id}", tag = "carrier accounts", operation_id = "carrier_account_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<CarrierAccountId>,
) -> Result<Json<Done>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let stored = carrier_accounts::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    // Only the carrier's records, read with these credentials, can tell what became of such a purchase.
    if carrier_accounts::is_buying(&mut writer, account, &id).await? {
        let message = "A label is being bought with this account. Please try again in a few minutes.";
        return Err(ApiError::conflict("conflict", message));
    }
    carrier_accounts::delete(&mut writer, account, &id).await?;
    record(&app, &mut writer, &caller, &client, &Action::CarrierAccountDeleted { name: name(&stored) }).await?;
    writer.commit().await?;
    Ok(Done::saying("The carrier account was deleted."))
}
