//! Trying out an account with a carrier: does it take the credentials? Nothing is bought and nothing is stored.

use super::credentials::CredentialsIn;
use super::shown::{CarrierAccountFields, CarrierAccountIn};
use crate::app::App;
use crate::carriers::{self, own};
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::reply::Done;
use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::address::Address;
use domain::id::{AccountId, CarrierAccountId, Id};
use domain::measure::{Length, Weight};
use domain::options::Options;
use domain::parcel::{OWN_BOX, Parcel};
use domain::partner::Consignment;
use partners::carrier::CarrierApi;
use store::carrier_accounts;

/// Try out credentials of an account with a carrier
///
/// With the `id` of a stored account, blank credentials mean the stored ones.
#[utoipa::path(post, path = "/dashboard/carrier_accounts/test", tag = "carrier accounts", operation_id = "carrier_account_try",
    request_body = CarrierAccountIn, responses((status = OK, body = Done)))]
pub async fn try_out(State(app): State<App>, caller: SignedIn, Body(input): Body<CarrierAccountIn>) -> Result<Json<Done>, ApiError> {
    let CarrierAccountFields { id, carrier, credentials, .. } = input.carrier_account;
    let credentials = credentials.unwrap_or_default();
    let (carrier, set) = match id.as_deref() {
        Some(id) => merged(&app, &caller.account_id, id, &credentials).await?,
        None => {
            let carrier = CarrierAccountFields { carrier, ..CarrierAccountFields::default() }.carrier()?;
            (carrier, credentials.read(carrier, None)?)
        }
    };
    let api = own::with_credentials(&app, carrier, &set).map_err(|error| ApiError::partner(&error))?;
    ask(&app, api.as_ref()).await
}

/// Try out a stored account with a carrier
#[utoipa::path(post, path = "/dashboard/carrier_accounts/{id}/test", tag = "carrier accounts", operation_id = "carrier_account_try_stored",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn try_out_stored(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<CarrierAccountId>,
) -> Result<Json<Done>, ApiError> {
    let api = carriers::own(&app, &caller.account_id, &id).await?;
    ask(&app, api.as_ref()).await
}

async fn merged(
    app: &App,
    account: &AccountId,
    id: &str,
    credentials: &CredentialsIn,
) -> Result<(domain::carrier::Carrier, own::CredentialSet), ApiError> {
    let id = CarrierAccountId::parse(id).map_err(|_| ApiError::not_found())?;
    let mut conn = app.store().reader().await?;
    let stored = carrier_accounts::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let old = own::unseal(app, account, &stored)?;
    Ok((stored.carrier, credentials.read(stored.carrier, Some(&old))?))
}

/// A quote proves more than a sign-in: key, secret and account number must all fit.
async fn ask(app: &App, api: &dyn CarrierApi) -> Result<Json<Done>, ApiError> {
    let carrier = api.carrier();
    match api.rate(&sample(app.now().date_naive())).await {
        Ok(_) => Ok(Done::saying(&format!("{carrier} accepted the credentials."))),
        Err(error) => Err(ApiError::partner(&error)),
    }
}

/// A pound from New York to Los Angeles.
fn sample(ship_date: NaiveDate) -> Consignment {
    let address = |street1: &str, city: &str, state: &str, zip: &str| Address {
        name: "Waybill".into(),
        company: "Waybill".into(),
        street1: street1.into(),
        city: city.into(),
        state: state.into(),
        zip: zip.into(),
        country: "US".into(),
        phone: "2125550100".into(),
        ..Address::default()
    };
    let side = |inches| Some(Length::inches(inches));
    Consignment {
        from: address("350 5th Ave", "New York", "NY", "10118"),
        return_to: None,
        to: address("200 N Spring St", "Los Angeles", "CA", "90012"),
        parcel: Parcel { length: side(8), width: side(6), height: side(4), weight: Weight::pounds(1), predefined_package: OWN_BOX.into() },
        customs: None,
        options: Options::default(),
        ship_date,
    }
}
