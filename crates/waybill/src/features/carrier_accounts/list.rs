//! The accounts with carriers: the user's own, and those that come with the product.

use super::shown::CarrierAccountOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use axum::Json;
use axum::extract::State;
use domain::carrier::Carrier;
use serde::Serialize;
use store::carrier_accounts;
use utoipa::ToSchema;

/// An account that comes with the product.
#[derive(Serialize, ToSchema)]
pub struct ManagedAccount {
    carrier: &'static str,
    name: &'static str,
    description: String,
}

/// All accounts with carriers.
#[derive(Serialize, ToSchema)]
pub struct CarrierAccountsReply {
    success: bool,
    /// The user's own, oldest first.
    items: Vec<CarrierAccountOut>,
    total_count: i64,
    /// Those that come with the product.
    managed: Vec<ManagedAccount>,
}

fn managed(carrier: Carrier) -> ManagedAccount {
    let name = match carrier {
        Carrier::Usps => "United States Postal Service",
        other => other.name(),
    };
    ManagedAccount { carrier: carrier.name(), name, description: format!("{carrier} labels at the product's rates; nothing to set up") }
}

/// List the accounts with carriers
#[utoipa::path(get, path = "/dashboard/carrier_accounts", tag = "carrier accounts", operation_id = "carrier_account_list",
    responses((status = OK, body = CarrierAccountsReply)))]
pub async fn list(State(app): State<App>, caller: SignedIn) -> Result<Json<CarrierAccountsReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let total_count = carrier_accounts::count(&mut conn, &caller.account_id).await?;
    let own = carrier_accounts::all(&mut conn, &caller.account_id).await?;
    let items = own.into_iter().map(CarrierAccountOut::of).collect::<Result<_, _>>()?;
    Ok(Json(CarrierAccountsReply { success: true, items, total_count, managed: Carrier::ALL.map(managed).into() }))
}
