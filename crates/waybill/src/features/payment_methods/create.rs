//! Adding a card or a bank account that the browser handed to the partner.

use super::shown::MethodReply;
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use crate::payments;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::activity::Action;
use domain::fields::FieldErrors;
use domain::payment::{BankSource, Customer, MethodFacts, MethodKind};
use domain::text;
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::payment_methods::{self, Method, MethodState};
use utoipa::ToSchema;

const AT_MOST: i64 = 20;

/// A method to add.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewMethod {
    /// `BankCard`, `BankAccount` (the default) or `PayoutBankAccount`.
    r#type: Option<String>,
    /// The partner's token for the card.
    stripe_source_id: Option<String>,
    /// What to call the bank account.
    name: Option<String>,
    /// The bank link's token, good once.
    plaid_token: Option<String>,
    /// The account that was chosen there.
    plaid_id: Option<String>,
    /// Whether it belongs to external billing.
    external: Option<bool>,
}

/// What the screens send.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewMethodIn {
    payment_method: NewMethod,
}

/// Add a payment method
#[utoipa::path(post, path = "/dashboard/payment_methods", tag = "payment methods", operation_id = "payment_method_create",
    request_body = NewMethodIn, responses((status = CREATED, body = MethodReply)))]
pub async fn create(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<NewMethodIn>,
) -> Result<(StatusCode, Json<MethodReply>), ApiError> {
    let new = input.payment_method;
    let account = &caller.account_id;
    let kind = match new.r#type.as_deref() {
        None | Some("") => MethodKind::BankAccount,
        Some(word) => MethodKind::from_key(word)
            .ok_or_else(|| ApiError::invalid_field("payment_method.type", "must be BankCard, BankAccount or PayoutBankAccount"))?,
    };
    let name: String = text::one_line(new.name.as_deref().unwrap_or_default()).chars().take(60).collect();
    let mut conn = app.store().reader().await?;
    if payment_methods::count(&mut conn, account).await? >= AT_MOST {
        return Err(ApiError::invalid_field("base", "There are 20 payment methods already: remove one that is not used any more"));
    }
    drop(conn);
    let customer = payments::customer(&app, account).await?;
    let (facts, linked_name) = match kind {
        MethodKind::BankCard => (card(&app, &customer, new.stripe_source_id.as_deref()).await?, String::new()),
        _ => bank(&app, &customer, &new, kind).await?,
    };
    let partner = payments::of(&app).api.partner();
    let method = Method {
        id: app.id(),
        at_partner: facts.method.clone(),
        partner,
        name: if name.is_empty() { linked_name } else { name },
        issuer: facts.issuer,
        issuer_code: facts.issuer_code,
        last4: facts.last4,
        expires: facts.expires.map(|(month, year)| format!("{month:02}/{year}")),
        bank_link_id: new.plaid_id.filter(|_| kind != MethodKind::BankCard),
        is_external: new.external.unwrap_or(false),
        is_primary: false,
        state: if facts.verified { MethodState::Verified } else { MethodState::New },
        created_at: app.now(),
    };
    let mut writer = app.store().writer().await?;
    payment_methods::keep_customer(&mut writer, account, partner, &facts.method.customer, app.now()).await?;
    match payment_methods::insert(&mut writer, account, &method).await {
        Err(StoreError::Duplicate) => return Err(ApiError::conflict("duplicate", "This payment method has been added already.")),
        other => drop(other?),
    }
    record(&app, &mut writer, &caller, &client, &Action::PaymentMethodAdded { name: method.title() }).await?;
    let stored = payment_methods::find(&mut writer, account, &method.id).await?.ok_or(StoreError::MissingReference)?;
    writer.commit().await?;
    Ok((StatusCode::CREATED, MethodReply::of(stored, "The payment method was added.")))
}

async fn card(app: &App, customer: &Customer, source: Option<&str>) -> Result<MethodFacts, ApiError> {
    let source = source.filter(|source| !source.is_empty() && source.len() <= 200);
    let source = source.ok_or_else(|| ApiError::invalid_field("payment_method.stripe_source_id", "is missing"))?;
    payments::of(app).api.add_card(customer, source).await.map_err(|error| ApiError::partner(&error))
}

async fn bank(app: &App, customer: &Customer, new: &NewMethod, kind: MethodKind) -> Result<(MethodFacts, String), ApiError> {
    let partners = payments::of(app);
    let link = partners.bank_link.as_ref().ok_or_else(|| ApiError::unprocessable("no_bank_link", "Missing Plaid keys!"))?;
    let mut errors = FieldErrors::default();
    let mut given = |path: &str, value: &Option<String>, needed: bool| {
        let value = value.clone().unwrap_or_default();
        if (needed && value.is_empty()) || value.len() > 300 {
            errors.add(path, "is missing");
        }
        value
    };
    let token = given("payment_method.plaid_token", &new.plaid_token, true);
    let chosen = given("payment_method.plaid_id", &new.plaid_id, false);
    errors.into_result()?;
    let linked = link.exchange(&token, &chosen).await.map_err(|error| ApiError::partner(&error))?;
    let source = BankSource { kind, ..linked.source };
    let facts = partners.api.add_bank(customer, &source).await.map_err(|error| ApiError::partner(&error))?;
    Ok((facts, linked.name))
}
