//! The user object that the whole web app is built around.

use super::settings::SettingsOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use axum::Json;
use axum::extract::State;
use domain::access::{Guard, Permission, PermissionSet, Role};
use domain::billing::BillingAddress;
use domain::id::Id;
use domain::terms::{Kind, html};
use domain::world::World;
use serde::Serialize;
use store::{Conn, accounts, terms};
use utoipa::ToSchema;

/// The six permissions.
#[derive(Serialize, ToSchema)]
pub struct PermissionsOut {
    shipment_reporting: bool,
    billing_reporting: bool,
    billing_settings: bool,
    api_keys: bool,
    add_locations: bool,
    scan_forms: bool,
}

impl From<PermissionSet> for PermissionsOut {
    fn from(set: PermissionSet) -> Self {
        Self {
            shipment_reporting: set.has(Permission::ShipmentReporting),
            billing_reporting: set.has(Permission::BillingReporting),
            billing_settings: set.has(Permission::BillingSettings),
            api_keys: set.has(Permission::ApiKeys),
            add_locations: set.has(Permission::AddLocations),
            scan_forms: set.has(Permission::ScanForms),
        }
    }
}

/// The sub-user who is signed in.
#[derive(Serialize, ToSchema)]
pub struct MeOut {
    id: String,
    name: String,
    email: String,
    permissions: PermissionsOut,
}

/// Terms that must be accepted before anything else.
#[derive(Serialize, ToSchema)]
pub struct TermsOut {
    version: i64,
    title: String,
    /// Safe HTML.
    body: String,
}

/// A contact or billing address.
#[derive(Serialize, ToSchema)]
pub struct BillingAddressOut {
    street_name: String,
    city: String,
    state: String,
    zip: String,
}

impl From<BillingAddress> for BillingAddressOut {
    fn from(address: BillingAddress) -> Self {
        Self { street_name: address.street_name, city: address.city, state: address.state, zip: address.zip }
    }
}

/// The account, and the person when a sub-user is signed in.
#[derive(Serialize, ToSchema)]
pub struct UserOut {
    id: String,
    public_id: String,
    name: String,
    email: String,
    phone: String,
    billing_eq_contact: bool,
    contact_address: Option<BillingAddressOut>,
    billing_address: Option<BillingAddressOut>,
    /// `wallet` or `invoicing`.
    #[schema(value_type = String)]
    billing_type: domain::account::BillingType,
    externally_billed: bool,
    sales_channel: bool,
    /// `live` or `test`.
    #[schema(value_type = String)]
    world: World,
    person: Option<MeOut>,
    settings: SettingsOut,
    tos_to_accept: Option<TermsOut>,
}

/// The answer.
#[derive(Serialize, ToSchema)]
pub struct UserReply {
    success: bool,
    user: UserOut,
}

/// Who is signed in
#[utoipa::path(get, path = "/dashboard/user", tag = "account", operation_id = "user_show", responses((status = OK, body = UserReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn) -> Result<Json<UserReply>, ApiError> {
    user(&app, &caller).await
}

/// The user object of a caller. Addresses are for those who may see the billing information.
pub async fn user(app: &App, caller: &SignedIn) -> Result<Json<UserReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let account = accounts::find(&mut conn, &caller.account_id).await?.ok_or_else(ApiError::unauthenticated)?;
    let settings = accounts::settings(&mut conn, &caller.account_id).await?.unwrap_or_default();
    let tos_to_accept = tos_to_accept(&mut conn, caller).await?;
    let contact = accounts::contact(&mut conn, &caller.account_id)
        .await?
        .filter(|_| Guard::AnyOf(&[Permission::BillingSettings]).admits(&caller.role));
    let (contact_address, billing_address) = contact.map_or((None, None), |contact| (contact.contact_address, contact.billing_address));
    let person = match &caller.role {
        Role::Owner => None,
        Role::Person { id, permissions } => Some(MeOut {
            id: id.as_str().to_owned(),
            name: caller.name.clone(),
            email: caller.email.clone(),
            permissions: (*permissions).into(),
        }),
    };
    let id = account.id.as_str().to_owned();
    let user = UserOut {
        public_id: id.clone(),
        id,
        name: account.name,
        email: account.email.to_string(),
        phone: account.phone,
        billing_eq_contact: account.billing_eq_contact,
        contact_address: contact_address.map(Into::into),
        billing_address: billing_address.map(Into::into),
        billing_type: account.billing_type,
        externally_billed: account.externally_billed,
        sales_channel: account.sales_channel,
        world: app.world,
        person,
        settings: settings.into(),
        tos_to_accept,
    };
    Ok(Json(UserReply { success: true, user }))
}

async fn tos_to_accept(conn: &mut Conn, caller: &SignedIn) -> Result<Option<TermsOut>, ApiError> {
    if !caller.is_owner() {
        return Ok(None);
    }
    let accepted = terms::accepted_version(conn, &caller.account_id).await?;
    let current = terms::current(conn, Kind::Terms).await?.filter(|document| document.version > accepted);
    Ok(current.map(|document| TermsOut { version: document.version, title: document.title, body: html(&document.text) }))
}
