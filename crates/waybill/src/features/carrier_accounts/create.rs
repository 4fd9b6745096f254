//! Adding an account with FedEx or UPS.

use super::credentials::CredentialsOut;
use super::shown::{CarrierAccountIn, CarrierAccountReply, name};
use crate::app::App;
use crate::audit::record;
use crate::carriers::own;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::activity::Action;
use domain::id::CarrierAccountId;
use store::carrier_accounts::{self, CarrierAccount};

/// Every one of them is asked for rates of every shipment.
const AT_MOST: i64 = 50;

/// Add an account with a carrier
#[utoipa::path(post, path = "/dashboard/carrier_accounts", tag = "carrier accounts", operation_id = "carrier_account_create",
    request_body = CarrierAccountIn, responses((status = CREATED, body = CarrierAccountReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<CarrierAccountIn>,
) -> Result<(StatusCode, Json<CarrierAccountReply>), ApiError> {
    let input = input.carrier_account;
    let (carrier, description) = (input.carrier()?, input.description()?.unwrap_or_default());
    let set = input.credentials.unwrap_or_default().read(carrier, None)?;
    let account = &caller.account_id;
    let id: CarrierAccountId = app.id();
    let hint = serde_json::to_string(&CredentialsOut::masked(&set, carrier)).map_err(|error| ApiError::internal(&error))?;
    let sealed_credentials = own::seal(&app, account, &id, &set)?;
    let stored = CarrierAccount { id, carrier, description, sealed_credentials, hint, created_at: app.now() };
    let mut writer = app.store().writer().await?;
    if carrier_accounts::count(&mut writer, account).await? >= AT_MOST {
        return Err(ApiError::invalid_field("base", "There are 50 carrier accounts already: delete one that is not used any more"));
    }
    carrier_accounts::insert(&mut writer, account, &stored).await?;
    record(&app, &mut writer, &caller, &client, &Action::CarrierAccountCreated { name: name(&stored) }).await?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, CarrierAccountReply::of(stored)?))
}
