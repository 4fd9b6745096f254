//! The list of invoices, and the method that pays them by itself.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use crate::signed_files::{self, INVOICES};
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::{AccountId, Id};
use domain::invoice::{self, Status};
use domain::money::Cents;
use domain::page::Page;
use serde::{Deserialize, Serialize};
use store::invoices::{self, Filter, Invoice};
use store::payment_methods::Method;
use store::{accounts, payment_methods};
use utoipa::{IntoParams, ToSchema};

/// What to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvoiceParams {
    page: Option<i64>,
    per: Option<i64>,
    /// `outstanding` (the default), `paid` or `all`.
    kind: Option<String>,
}

/// An invoice.
#[derive(Serialize, ToSchema)]
pub struct InvoiceOut {
    id: String,
    /// Six digits.
    number: String,
    kind: String,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
    due: DateTime<Utc>,
    #[schema(value_type = String)]
    amount: Cents,
    #[schema(value_type = String)]
    amount_paid: Cents,
    #[schema(value_type = String)]
    amount_due: Cents,
    /// `open`, `overdue` or `paid`.
    #[schema(value_type = String)]
    status: Status,
    report_download_url: String,
}

/// The method that pays invoices by itself.
#[derive(Serialize, ToSchema)]
pub struct AutopayOut {
    value: Option<String>,
    /// Pairs of id and title.
    options: Vec<[String; 2]>,
}

/// A page of invoices.
#[derive(Serialize, ToSchema)]
pub struct InvoicesReply {
    success: bool,
    items: Vec<InvoiceOut>,
    total_count: i64,
    page: i64,
    per: i64,
    autopay: AutopayOut,
}

fn shown(app: &App, account: &AccountId, invoice: Invoice) -> InvoiceOut {
    let amount_due = invoice.amount_due();
    InvoiceOut {
        report_download_url: signed_files::document_url(app, account, INVOICES, invoice.id.as_str()),
        status: invoice::status(amount_due, invoice.due, app.now()),
        id: invoice.id.to_string(),
        number: invoice::shown(invoice.number),
        kind: invoice.kind,
        from: invoice.from,
        to: invoice.to,
        due: invoice.due,
        amount: invoice.amount,
        amount_paid: invoice.paid,
        amount_due,
    }
}

/// Invoices
#[utoipa::path(get, path = "/dashboard/invoices", tag = "invoices", operation_id = "invoices_list", params(InvoiceParams),
    responses((status = OK, body = InvoicesReply)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<InvoiceParams>,
) -> Result<Json<InvoicesReply>, ApiError> {
    let account = &caller.account_id;
    let page = Page::check(params.page, params.per)?;
    let filter = match params.kind.as_deref().unwrap_or("outstanding") {
        "" | "outstanding" => Filter::Outstanding,
        "paid" => Filter::Paid,
        "all" => Filter::All,
        _ => return Err(ApiError::invalid_field("kind", "must be outstanding, paid or all")),
    };
    let mut conn = app.store().reader().await?;
    let listed = invoices::list(&mut conn, account, filter, page).await?;
    let settings = accounts::settings(&mut conn, account).await?.unwrap_or_default();
    let methods = payment_methods::list(&mut conn, account).await?;
    let options =
        methods.iter().filter(|method| method.chargeable()).map(|method: &Method| [method.id.to_string(), method.title()]).collect();
    Ok(Json(InvoicesReply {
        success: true,
        items: listed.items.into_iter().map(|invoice| shown(&app, account, invoice)).collect(),
        total_count: listed.total_count,
        page: page.page,
        per: page.per,
        autopay: AutopayOut { value: settings.invoice_autopay_method_id, options },
    }))
}
