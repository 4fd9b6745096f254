//! Verifying a bank account by the two small amounts it received.

use super::shown::MethodReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::http::request::Client;
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::id::PaymentMethodId;
use domain::money::Cents;
use domain::payment::{MethodKind, Verification};
use serde::{Deserialize, Serialize};
use store::payment_methods::{self, MethodState};
use utoipa::ToSchema;

/// The two amounts.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AmountsIn {
    /// Two decimal strings, such as `0.32`.
    amounts: Vec<String>,
}

fn read(amounts: &[String]) -> Result<[Cents; 2], ApiError> {
    let wrong = || ApiError::invalid_field("amounts", "must be two amounts greater than 0, such as 0.32 and 0.45");
    let read: Vec<Cents> = amounts.iter().filter_map(|text| Cents::parse(text).ok()).filter(|amount| *amount > Cents::ZERO).collect();
    <[Cents; 2]>::try_from(read).map_err(|_| wrong())
}

/// Verify a bank account
#[utoipa::path(put, path = "/dashboard/payment_methods/{id}/verify", tag = "payment methods", operation_id = "payment_method_verify",
    params(("id" = String, Path)), request_body = AmountsIn, responses((status = OK, body = MethodReply)))]
pub async fn verify(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    PathId(id): PathId<PaymentMethodId>,
    Body(input): Body<AmountsIn>,
) -> Result<Json<MethodReply>, ApiError> {
    let account = &caller.account_id;
    let amounts = read(&input.amounts)?;
    let mut conn = app.store().reader().await?;
    let method = payment_methods::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    if method.at_partner.kind != MethodKind::BankAccount || method.state == MethodState::Verified {
        return Err(ApiError::conflict("verified", "This account needs no verification."));
    }
    let said = payments::of(&app).api.verify(&method.at_partner, amounts).await.map_err(|error| ApiError::partner(&error))?;
    let state = match said {
        Verification::Verified => MethodState::Verified,
        Verification::Failed => MethodState::Failed,
        Verification::Wrong { tries_left } => {
            let left = tries_left.map(|left| format!(" {left} more tries are left.")).unwrap_or_default();
            return Err(ApiError::unprocessable("wrong_amounts", &format!("These are not the amounts that the bank sent.{left}")));
        }
    };
    let mut writer = app.store().writer().await?;
    payment_methods::set_state(&mut writer, account, &id, state).await?;
    if state == MethodState::Verified {
        record(&app, &mut writer, &caller, &client, &Action::PaymentMethodVerified { name: method.title() }).await?;
    }
    let method = payment_methods::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    writer.commit().await?;
    if state == MethodState::Failed {
        return Err(ApiError::unprocessable(
            "verification_failed",
            "The amounts were wrong too often. Remove the account and add it again.",
        ));
    }
    Ok(MethodReply::of(method, "Account was verified successfully."))
}
