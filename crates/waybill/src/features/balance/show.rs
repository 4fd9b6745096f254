//! The balance card, and what the 'Add funds' dialog offers.

use super::options::{self, AmountOptions, MethodOptions};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use axum::Json;
use axum::extract::State;
use domain::credit::Figures;
use domain::id::AccountId;
use domain::money::Cents;
use serde::Serialize;
use store::{StoreError, accounts, ledger, payment_methods};
use utoipa::ToSchema;

/// A balance in the figures that screens show; amounts are decimal strings.
#[derive(Serialize, ToSchema)]
pub struct BalanceOut {
    /// What the account has: available, held and on its way.
    #[schema(value_type = String)]
    value: Cents,
    /// What can be spent now.
    #[schema(value_type = String)]
    pub available_value: Cents,
    /// How much of the money on its way can be spent now.
    #[schema(value_type = String)]
    available_pending_credit_value: Cents,
    /// All money on its way.
    #[schema(value_type = String)]
    pending_credit: Cents,
    #[schema(value_type = String)]
    credit_limit: Cents,
    #[schema(value_type = String)]
    credit_used: Cents,
}

impl From<Figures> for BalanceOut {
    fn from(figures: Figures) -> Self {
        Self {
            value: figures.value,
            available_value: figures.available_value,
            available_pending_credit_value: figures.available_pending_credit_value,
            pending_credit: figures.pending_credit,
            credit_limit: figures.credit_limit,
            credit_used: figures.credit_used,
        }
    }
}

/// What the 'Add funds' dialog offers.
#[derive(Serialize, ToSchema)]
pub struct TopUpOut {
    payment_method: MethodOptions,
    amount: AmountOptions,
}

/// The balance and what can be added to it.
#[derive(Serialize, ToSchema)]
pub struct BalanceReply {
    success: bool,
    balance: BalanceOut,
    topup: TopUpOut,
}

/// The figures of an account's balance.
pub async fn figures(app: &App, account: &AccountId) -> Result<Figures, StoreError> {
    let mut conn = app.store().reader().await?;
    let standing = accounts::standing(&mut conn, account).await?.ok_or(StoreError::MissingReference)?;
    let (balances, _) = ledger::balances(&mut conn, account).await?;
    Ok(standing.terms(app.deployment.config.credit_limit()).figures(&balances))
}

/// The balance
#[utoipa::path(get, path = "/dashboard/balance", tag = "balance", operation_id = "balance_show", responses((status = OK, body = BalanceReply)))]
pub async fn show(State(app): State<App>, caller: SignedIn) -> Result<Json<BalanceReply>, ApiError> {
    let figures = figures(&app, &caller.account_id).await?;
    let mut conn = app.store().reader().await?;
    let methods = payment_methods::list(&mut conn, &caller.account_id).await?;
    let topup = TopUpOut { payment_method: options::methods(&methods), amount: options::amounts() };
    Ok(Json(BalanceReply { success: true, balance: figures.into(), topup }))
}
