//! Making another method the primary one.

use super::shown::MethodReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::PaymentMethodId;
use serde::{Deserialize, Serialize};
use store::payment_methods;
use utoipa::ToSchema;

/// The change.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MethodPatch {
    /// Only true does anything: exactly one method is primary.
    primary: bool,
}

/// Make a payment method the primary one
#[utoipa::path(patch, path = "/dashboard/payment_methods/{id}", tag = "payment methods", operation_id = "payment_method_update",
    params(("id" = String, Path)), request_body = MethodPatch, responses((status = OK, body = MethodReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PaymentMethodId>,
    Body(input): Body<MethodPatch>,
) -> Result<Json<MethodReply>, ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let before = payment_methods::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    if input.primary && !before.is_primary {
        if !payment_methods::make_primary(&mut writer, account, &id).await? {
            return Err(ApiError::invalid_field("primary", "must be a card or an account that can be charged"));
        }
        record(&app, &mut writer, &caller, &client, &Action::PaymentMethodMadePrimary { name: before.title() }).await?;
    }
    let method = payment_methods::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    writer.commit().await?;
    Ok(MethodReply::of(method, "The payment method was changed."))
}
