//! Removing a method, unless something still needs it.

use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use crate::http::reply::Done;
use crate::http::request::Client;
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::{Id, PaymentMethodId};
use store::{accounts, payment_methods, payments as stored};

/// Remove a payment method
#[utoipa::path(delete, path = "/dashboard/payment_methods/{id}", tag = "payment methods", operation_id = "payment_method_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PaymentMethodId>,
) -> Result<Json<Done>, ApiError> {
    let account = &caller.account_id;
    let in_use = |why: &str| ApiError::conflict("in_use", why);
    let mut writer = app.store().writer().await?;
    let method = payment_methods::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let settings = accounts::settings(&mut writer, account).await?.unwrap_or_default();
    if settings.uses_method(id.as_str()) {
        return Err(in_use("This payment method is chosen for recharging, invoices or pulls. Choose another one there first."));
    }
    if stored::any_open_with(&mut writer, account, &id).await? {
        return Err(in_use("A payment with this method is under way. Please wait until the bank has answered."));
    }
    payment_methods::remove(&mut writer, account, &id, app.now()).await?;
    record(&app, &mut writer, &caller, &client, &Action::PaymentMethodRemoved { name: method.title() }).await?;
    writer.commit().await?;
    // It is gone for us in any case; the partner's copy without a use is harmless.
    if let Err(error) = payments::of(&app).api.remove(&method.at_partner).await {
        tracing::warn!(method = %id, %error, "a payment method could not be removed at the partner");
    }
    Ok(Done::saying("The payment method was removed."))
}
