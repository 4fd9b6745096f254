//! The account's settings: shown to everybody signed in, checked as a whole. The owner changes all of them, whoever may
//! change billing settings those about money.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::{AccountId, Id, PrinterId};
use domain::settings::Settings;
use serde::{Deserialize, Deserializer, Serialize};
use store::{StoreError, Writer, accounts, payment_methods, printers};
use utoipa::ToSchema;

/// All settings.
#[derive(Serialize, ToSchema)]
pub struct SettingsOut {
    /// `4X6` or `8.5X11`.
    label_layout: String,
    /// `pdf`, `png` or `zpl`.
    label_format: String,
    download_packing_slip: bool,
    printer_id: Option<String>,
    recharge_threshold: Option<String>,
    replenishment_amount: Option<String>,
    primary_topup_method_id: Option<String>,
    secondary_topup_method_id: Option<String>,
    auto_approve_payouts: bool,
    auto_approve_pulls: bool,
    invoice_autopay_method_id: Option<String>,
    external_pull_account_id: Option<String>,
}

impl From<Settings> for SettingsOut {
    fn from(settings: Settings) -> Self {
        Self {
            label_layout: settings.label_layout,
            label_format: settings.label_format,
            download_packing_slip: settings.download_packing_slip,
            printer_id: settings.printer_id,
            recharge_threshold: settings.recharge_threshold,
            replenishment_amount: settings.replenishment_amount,
            primary_topup_method_id: settings.primary_topup_method_id,
            secondary_topup_method_id: settings.secondary_topup_method_id,
            auto_approve_payouts: settings.auto_approve_payouts,
            auto_approve_pulls: settings.auto_approve_pulls,
            invoice_autopay_method_id: settings.invoice_autopay_method_id,
            external_pull_account_id: settings.external_pull_account_id,
        }
    }
}

/// A change: absent keeps, null clears.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SettingsPatch {
    label_layout: Option<String>,
    label_format: Option<String>,
    download_packing_slip: Option<bool>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    printer_id: Option<Option<String>>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    recharge_threshold: Option<Option<String>>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    replenishment_amount: Option<Option<String>>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    primary_topup_method_id: Option<Option<String>>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    secondary_topup_method_id: Option<Option<String>>,
    auto_approve_payouts: Option<bool>,
    auto_approve_pulls: Option<bool>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    invoice_autopay_method_id: Option<Option<String>>,
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    external_pull_account_id: Option<Option<String>>,
}

/// What only the owner changes.
const OWNERS: [&str; 4] = ["label_layout", "label_format", "download_packing_slip", "printer_id"];

/// Tells null (given, empty) from absent.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl SettingsPatch {
    /// Applies the change and tells which settings really changed.
    fn apply(self, settings: &mut Settings) -> Vec<&'static str> {
        let mut changed = Vec::new();
        macro_rules! put {
            ($($field:ident)*) => {$(
                if let Some(value) = self.$field && settings.$field != value {
                    settings.$field = value;
                    changed.push(stringify!($field));
                }
            )*};
        }
        put!(label_layout label_format download_packing_slip printer_id recharge_threshold replenishment_amount
             primary_topup_method_id secondary_topup_method_id auto_approve_payouts auto_approve_pulls invoice_autopay_method_id
             external_pull_account_id);
        changed
    }
}

/// What the screens send.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SettingsIn {
    settings: SettingsPatch,
}

/// The answer.
#[derive(Serialize, ToSchema)]
pub struct SettingsReply {
    success: bool,
    settings: SettingsOut,
}

/// No printer always exists.
async fn printer_exists(writer: &mut Writer, account: &AccountId, id: Option<&str>) -> Result<bool, StoreError> {
    match id.map(PrinterId::parse) {
        None => Ok(true),
        Some(Err(_)) => Ok(false),
        Some(Ok(id)) => Ok(printers::find(writer, account, &id).await?.is_some()),
    }
}

/// The account's settings
#[utoipa::path(get, path = "/dashboard/user/settings", tag = "account", operation_id = "settings_show", responses((status = OK, body = SettingsReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn) -> Result<Json<SettingsReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let settings = accounts::settings(&mut conn, &caller.account_id).await?.unwrap_or_default();
    Ok(Json(SettingsReply { success: true, settings: settings.into() }))
}

/// Change settings
#[utoipa::path(patch, path = "/dashboard/user/settings", tag = "account", operation_id = "settings_update", request_body = SettingsIn,
    responses((status = OK, body = SettingsReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<SettingsIn>,
) -> Result<Json<SettingsReply>, ApiError> {
    let mut writer = app.store().writer().await?;
    let mut settings = accounts::settings(&mut writer, &caller.account_id).await?.unwrap_or_default();
    let names = input.settings.apply(&mut settings);
    if !caller.is_owner() && names.iter().any(|name| OWNERS.contains(name)) {
        return Err(ApiError::access_denied());
    }
    let methods = payment_methods::list(&mut writer, &caller.account_id).await?;
    let chargeable: Vec<String> = methods.iter().filter(|method| method.chargeable()).map(|method| method.id.to_string()).collect();
    settings.check(&chargeable)?;
    if names.contains(&"printer_id") && !printer_exists(&mut writer, &caller.account_id, settings.printer_id.as_deref()).await? {
        return Err(ApiError::invalid_field("settings.printer_id", "is not one of your printers"));
    }
    if !names.is_empty() {
        accounts::save_settings(&mut writer, &caller.account_id, &settings).await?;
        record(&app, &mut writer, &caller, &client, &Action::SettingsChanged { names }).await?;
    }
    writer.commit().await?;
    Ok(Json(SettingsReply { success: true, settings: settings.into() }))
}
