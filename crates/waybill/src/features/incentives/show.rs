//! The balance card of a program: what was earned, who is paid, and what is approved by itself.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::id::AccountId;
use domain::incentive::Program;
use domain::money::Cents;
use domain::payment::MethodKind;
use serde::Serialize;
use store::payment_methods::{Method, MethodState};
use store::{accounts, business, ledger, payment_methods};
use utoipa::ToSchema;

/// What a program earned.
#[derive(Serialize, ToSchema)]
pub struct ProgramBalanceOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    external_value: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    channel_value: Option<Cents>,
    /// What is reported and waits to be paid.
    #[schema(value_type = String)]
    available_value: Cents,
    /// Whether the business account can be paid to.
    billing_enabled: bool,
}

/// The account that negative sums are pulled from.
#[derive(Serialize, ToSchema)]
pub struct PullAccountOut {
    value: Option<String>,
    /// Pairs of id and title; one that begins with a slash is a page.
    options: Vec<[String; 2]>,
}

/// What is decided without asking.
#[derive(Serialize, ToSchema)]
pub struct ProgramSettingsOut {
    auto_approve_payouts: bool,
    auto_approve_pulls: bool,
    external_pull_account_id: PullAccountOut,
}

/// A bank account that is paid to.
#[derive(Serialize, ToSchema)]
pub struct PayoutAccountOut {
    id: String,
    name: String,
    issuer: String,
    last4: String,
    verified: bool,
}

/// The whole card.
#[derive(Serialize, ToSchema)]
pub struct ProgramReply {
    success: bool,
    balance: ProgramBalanceOut,
    settings: ProgramSettingsOut,
    payout_accounts: Vec<PayoutAccountOut>,
}

fn payout_account(method: &Method) -> PayoutAccountOut {
    PayoutAccountOut {
        id: method.id.to_string(),
        name: method.name.clone(),
        issuer: method.issuer.clone(),
        last4: method.last4.clone(),
        verified: method.state == MethodState::Verified,
    }
}

async fn card(app: &App, account: &AccountId, program: Program) -> Result<Json<ProgramReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let (balances, _) = ledger::balances(&mut conn, account).await?;
    let settings = accounts::settings(&mut conn, account).await?.unwrap_or_default();
    let methods = payment_methods::list(&mut conn, account).await?;
    let business = business::find(&mut conn, account, payments::of(app).api.partner()).await?;
    let (earned, available_value) = program.balance(&balances);
    let of = |wanted: Program| (wanted == program).then_some(earned);
    let banks = methods.iter().filter(|method| method.at_partner.kind == MethodKind::BankAccount && method.chargeable());
    let mut options: Vec<[String; 2]> = banks.map(|method| [method.id.to_string(), method.title()]).collect();
    options.push(["/payment-methods".into(), "Add bank account".into()]);
    let payout = methods.iter().filter(|method| method.at_partner.kind == MethodKind::PayoutBankAccount);
    Ok(Json(ProgramReply {
        success: true,
        balance: ProgramBalanceOut {
            external_value: of(Program::External),
            channel_value: of(Program::Channel),
            available_value,
            billing_enabled: business.billing_enabled,
        },
        settings: ProgramSettingsOut {
            auto_approve_payouts: settings.auto_approve_payouts,
            auto_approve_pulls: settings.auto_approve_pulls,
            external_pull_account_id: PullAccountOut { value: settings.external_pull_account_id, options },
        },
        payout_accounts: payout.map(payout_account).collect(),
    }))
}

/// What external billing earned
#[utoipa::path(get, path = "/dashboard/external_balance", tag = "incentives", operation_id = "external_balance_show",
    responses((status = OK, body = ProgramReply)))]
pub async fn external(State(app): State<App>, caller: SignedIn) -> Result<Json<ProgramReply>, ApiError> {
    card(&app, &caller.account_id, Program::External).await
}

/// What the sales channel earned
#[utoipa::path(get, path = "/dashboard/channel_balance", tag = "incentives", operation_id = "channel_balance_show",
    responses((status = OK, body = ProgramReply)))]
pub async fn channel(State(app): State<App>, caller: SignedIn) -> Result<Json<ProgramReply>, ApiError> {
    card(&app, &caller.account_id, Program::Channel).await
}
