//! The account's payment methods, its credit, and what the browser needs to add another.

use super::shown::{self, BankOut, CardOut};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use crate::payments;
use axum::Json;
use axum::extract::State;
use domain::money::Cents;
use domain::payment::MethodKind;
use serde::Serialize;
use store::{StoreError, accounts, ledger, payment_methods};
use utoipa::ToSchema;

/// The credit limit and how much of it is used.
#[derive(Serialize, ToSchema)]
pub struct CreditOut {
    #[schema(value_type = String)]
    used: Cents,
    #[schema(value_type = String)]
    limit: Cents,
}

/// Who takes cards.
#[derive(Serialize, ToSchema)]
pub struct CardProviderOut {
    /// `sandbox` or `stripe`.
    kind: &'static str,
    public_key: Option<String>,
}

/// Who links bank accounts.
#[derive(Serialize, ToSchema)]
pub struct BankLinkOut {
    /// `sandbox`, `plaid`, or null: its keys are missing.
    kind: Option<&'static str>,
    env: Option<String>,
}

/// What the browser needs to add a method.
#[derive(Serialize, ToSchema)]
pub struct KeysOut {
    card_provider: CardProviderOut,
    bank_link: BankLinkOut,
}

/// All methods.
#[derive(Serialize, ToSchema)]
pub struct MethodsReply {
    success: bool,
    cards: Vec<CardOut>,
    bank_accounts: Vec<BankOut>,
    credit: CreditOut,
    keys: KeysOut,
}

/// The keys of this world.
pub fn keys(app: &App) -> KeysOut {
    let partners = payments::of(app);
    let bank_link = partners.bank_link.as_ref().map(|link| link.partner().key());
    KeysOut {
        card_provider: CardProviderOut {
            kind: partners.api.partner().key(),
            public_key: partners.api.browser_keys().card_provider_public_key,
        },
        bank_link: BankLinkOut {
            kind: bank_link,
            env: bank_link.filter(|kind| *kind == "plaid").map(|_| app.deployment.config.payments.plaid_env.clone()),
        },
    }
}

/// Payment methods
#[utoipa::path(get, path = "/dashboard/payment_methods", tag = "payment methods", operation_id = "payment_methods_list",
    responses((status = OK, body = MethodsReply)))]
pub async fn list(State(app): State<App>, caller: SignedIn) -> Result<Json<MethodsReply>, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let methods = payment_methods::list(&mut conn, account).await?;
    let standing = accounts::standing(&mut conn, account).await?.ok_or(StoreError::MissingReference)?;
    let (balances, _) = ledger::balances(&mut conn, account).await?;
    drop(conn);
    let figures = standing.terms(app.deployment.config.credit_limit()).figures(&balances);
    let (cards, banks): (Vec<_>, Vec<_>) = methods.into_iter().partition(|method| method.at_partner.kind == MethodKind::BankCard);
    Ok(Json(MethodsReply {
        success: true,
        cards: cards.into_iter().map(shown::card).collect(),
        bank_accounts: banks.into_iter().map(shown::bank).collect(),
        credit: CreditOut { used: figures.credit_used, limit: figures.credit_limit },
        keys: keys(&app),
    }))
}
