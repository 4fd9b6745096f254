//! Adding money, or paying an invoice: the intent is written, the bank is called, and what it says decides the answer.

use super::show::{BalanceOut, figures};
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use crate::payments::{self, Wanted};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::activity::Action;
use domain::fields::FieldErrors;
use domain::id::{AccountId, Id, InvoiceId, PaymentId, PaymentMethodId};
use domain::invoice;
use domain::money::Cents;
use domain::settlement::{Purpose, State as PaymentState};
use serde::{Deserialize, Serialize};
use store::invoices::{self, Invoice};
use store::payment_methods::{self, Method};
use store::{Writer, payments as stored};
use utoipa::ToSchema;

const LEAST: Cents = Cents::new(100);
const MOST: Cents = Cents::new(1_000_000);

/// How much, from which method, and perhaps for which invoice.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TopUpIn {
    /// A decimal string.
    amount: String,
    /// A payment method's id.
    topup_method: String,
    /// The invoice to pay.
    invoice_id: Option<String>,
}

/// How far the payment is.
#[derive(Serialize, ToSchema)]
pub struct TopUpPaymentOut {
    id: String,
    /// `pending` (the bank's answer was lost), `processing` (it takes days) or `succeeded`.
    state: &'static str,
}

/// The balance after it.
#[derive(Serialize, ToSchema)]
pub struct TopUpReply {
    success: bool,
    message: String,
    balance: BalanceOut,
    payment: TopUpPaymentOut,
}

/// Add money, or pay an invoice
#[utoipa::path(patch, path = "/dashboard/balance", tag = "balance", operation_id = "balance_top_up", request_body = TopUpIn,
    responses((status = OK, body = TopUpReply), (status = ACCEPTED, body = TopUpReply)))]
pub async fn top_up(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<TopUpIn>,
) -> Result<(StatusCode, Json<TopUpReply>), ApiError> {
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let amount = amount(&input)?;
    let method = method(&mut writer, account, &input.topup_method).await?;
    let invoice = match input.invoice_id.as_deref().filter(|id| !id.is_empty()) {
        None => None,
        Some(id) => Some(payable(&mut writer, account, id, amount).await?),
    };
    let id = begin(&app, &mut writer, account, &caller.name, amount, &method, invoice.as_ref()).await?;
    let action = match &invoice {
        Some(invoice) => Action::InvoicePaymentOrdered { number: invoice::shown(invoice.number), amount },
        None => Action::TopUpOrdered { amount, method: method.title() },
    };
    record(&app, &mut writer, &caller, &client, &action).await?;
    writer.commit().await?;
    let payment = payments::carry_out(&app, account, &id).await?;
    let balance: BalanceOut = figures(&app, account).await?.into();
    let (status, message) = match payment.state {
        PaymentState::Failed => {
            let reason = payment.reason.unwrap_or_else(|| "The bank refused the payment.".into());
            return Err(ApiError::unprocessable("payment_failed", &reason));
        }
        PaymentState::Pending => (
            StatusCode::ACCEPTED,
            "The bank has not answered yet. We keep asking, and your balance follows; please do not pay again.".into(),
        ),
        PaymentState::Processing => (StatusCode::OK, "Your bank is transferring the money. It takes a few banking days.".into()),
        _ if invoice.is_some() => (StatusCode::OK, "Invoice paid successfully!".into()),
        _ => (StatusCode::OK, format!("Balance updated successfully to ${} !", balance.available_value)),
    };
    let payment = TopUpPaymentOut { id: payment.id.to_string(), state: payment.state.key() };
    Ok((status, Json(TopUpReply { success: true, message, balance, payment })))
}

fn amount(input: &TopUpIn) -> Result<Cents, ApiError> {
    let mut errors = FieldErrors::default();
    let amount = errors.take("amount", Cents::parse(&input.amount));
    if amount.is_some_and(|amount| !(LEAST..=MOST).contains(&amount)) {
        errors.add("amount", &format!("must be from ${LEAST} to ${MOST}"));
    }
    errors.into_result()?;
    Ok(amount.unwrap_or_default())
}

async fn method(writer: &mut Writer, account: &AccountId, id: &str) -> Result<Method, ApiError> {
    let unknown = || ApiError::invalid_field("topup_method", "is not one of your payment methods");
    let id = PaymentMethodId::parse(id).map_err(|_| unknown())?;
    let method = payment_methods::find(writer, account, &id).await?.ok_or_else(unknown)?;
    if !method.chargeable() {
        return Err(ApiError::invalid_field("topup_method", "must be verified before it can be charged"));
    }
    Ok(method)
}

async fn payable(writer: &mut Writer, account: &AccountId, id: &str, amount: Cents) -> Result<Invoice, ApiError> {
    let unknown = || ApiError::invalid_field("invoice_id", "is not one of your invoices");
    let id = InvoiceId::parse(id).map_err(|_| unknown())?;
    let invoice = invoices::find(writer, account, &id).await?.ok_or_else(unknown)?;
    if invoice.amount_due() <= Cents::ZERO {
        return Err(ApiError::invalid_field("invoice_id", "is paid already"));
    }
    if amount > invoice.amount_due() {
        return Err(ApiError::invalid_field("amount", &format!("is more than the ${} that are due", invoice.amount_due())));
    }
    if stored::any_open_for(writer, account, &id).await? {
        return Err(ApiError::conflict("being_paid", "This invoice is being paid. Please wait until the bank has answered."));
    }
    Ok(invoice)
}

async fn begin(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    by: &str,
    amount: Cents,
    method: &Method,
    invoice: Option<&Invoice>,
) -> Result<PaymentId, ApiError> {
    // The request's own Idempotency-Key keeps it from being sent twice; this key only has to be new.
    let key = format!("by_hand:{}", app.id::<PaymentId>());
    let description = match invoice {
        Some(invoice) => format!("Invoice {} paid from {}", invoice::shown(invoice.number), method.title()),
        None => format!("Top-up from {}", method.title()),
    };
    let purpose = if invoice.is_some() { Purpose::Invoice } else { Purpose::TopUp };
    let wanted = Wanted {
        key: &key,
        purpose,
        method,
        amount,
        invoice: invoice.map(|invoice| &invoice.id),
        report: None,
        description: &description,
        by,
    };
    Ok(payments::begin(app, writer, account, &wanted).await?)
}
