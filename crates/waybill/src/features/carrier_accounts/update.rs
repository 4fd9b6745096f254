//! Changing description and credentials of an account with a carrier. The carrier itself is fixed.

use super::credentials::CredentialsOut;
use super::shown::{CarrierAccountIn, CarrierAccountReply, name};
use crate::app::App;
use crate::audit::record;
use crate::carriers::own;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::CarrierAccountId;
use store::carrier_accounts::{self, CarrierAccount};

/// Change an account with a carrier
#[utoipa::path(patch, path = "/dashboard/carrier_accounts/{id}", tag = "carrier accounts", operation_id = "carrier_account_update",
    params(("id" = String, Path)), request_body = CarrierAccountIn, responses((status = OK, body = CarrierAccountReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<CarrierAccountId>,
    Body(input): Body<CarrierAccountIn>,
) -> Result<Json<CarrierAccountReply>, ApiError> {
    let (account, input) = (&caller.account_id, input.carrier_account);
    let mut writer = app.store().writer().await?;
    let old = carrier_accounts::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    if input.carrier.is_some() && input.carrier()? != old.carrier {
        return Err(ApiError::invalid_field("carrier", "cannot change: add another account instead"));
    }
    let description = input.description()?.unwrap_or_else(|| old.description.clone());
    let before = own::unseal(&app, account, &old)?;
    let set = match input.credentials {
        Some(credentials) => credentials.read(old.carrier, Some(&before))?,
        None => before.clone(),
    };
    if set == before && description == old.description {
        return CarrierAccountReply::of(old);
    }
    let hint = serde_json::to_string(&CredentialsOut::masked(&set, old.carrier)).map_err(|error| ApiError::internal(&error))?;
    let sealed_credentials = own::seal(&app, account, &id, &set)?;
    let stored = CarrierAccount { description, sealed_credentials, hint, ..old };
    carrier_accounts::save(&mut writer, account, &stored).await?;
    record(&app, &mut writer, &caller, &client, &Action::CarrierAccountChanged { name: name(&stored) }).await?;
    writer.commit().await?;
    CarrierAccountReply::of(stored)
}
