//! Papers about money, drawn when they are asked for by a signed address: receipts, invoices, incentive reports.
//!
//! Amounts come from the ledger as they stand; nothing is stored, so paper and books cannot differ.

use crate::app::App;
use crate::csv_text;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId};
use crate::signed_files::{self, INCENTIVE_REPORTS, INVOICES, RECEIPTS};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::id::{AccountId, Id, IncentiveReportId, InvoiceId, PaymentId};
use domain::invoice;
use domain::settlement::State as PaymentState;
use domain::transaction::Kind;
use futures_util::stream;
use labels::invoice::{Invoice as Paper, InvoiceLine};
use serde::Deserialize;
use store::invoices::Invoice;
use store::{Conn, StoreError, accounts, incentives, invoices, payment_methods, payments, transactions};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(receipt)).routes(routes!(invoice_pdf)).routes(routes!(incentive_report))
}

/// The signature that opens the paper.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DocumentParams {
    /// From the answer that named the paper.
    ticket: String,
}

fn opened(app: &App, params: &DocumentParams, kind: &str, id: &str) -> Result<AccountId, ApiError> {
    signed_files::account_of_document(app, &params.ticket, kind, id).ok_or_else(ApiError::not_found)
}

fn file(bytes: impl Into<Body>, content_type: &'static str, name: &str) -> Response {
    let mut response = bytes.into().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    let disposition = HeaderValue::from_str(&format!("inline; filename=\"{name}\""));
    headers.insert(header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("inline")));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

fn drawn(paper: &Paper, name: &str) -> Result<Response, ApiError> {
    let bytes = labels::invoice::pdf(paper).map_err(|error| ApiError::internal(&error))?;
    Ok(file(bytes, "application/pdf", name))
}

/// Name and billing address, a line each.
async fn buyer(conn: &mut Conn, account: &AccountId) -> Result<Vec<String>, StoreError> {
    let Some(contact) = accounts::contact(conn, account).await? else { return Ok(Vec::new()) };
    let address = if contact.billing_eq_contact { contact.contact_address } else { contact.billing_address };
    let mut lines = vec![contact.name];
    if let Some(address) = address {
        lines.push(address.street_name);
        lines.push(format!("{}, {} {}", address.city, address.state, address.zip));
    }
    lines.push(contact.email.to_string());
    Ok(lines)
}

fn seller() -> Vec<String> {
    vec!["Waybill".into()]
}

/// The receipt of a payment
#[utoipa::path(get, path = "/dashboard/documents/receipts/{id}", tag = "files", operation_id = "receipt_show",
    params(("id" = String, Path), DocumentParams), responses((status = OK, content_type = "application/pdf")))]
pub async fn receipt(
    State(app): State<App>,
    PathId(id): PathId<PaymentId>,
    Params(params): Params<DocumentParams>,
) -> Result<Response, ApiError> {
    let account = opened(&app, &params, RECEIPTS, id.as_str())?;
    let mut conn = app.store().reader().await?;
    let payment = payments::find(&mut conn, &account, &id).await?.ok_or_else(ApiError::not_found)?;
    if payment.state != PaymentState::Succeeded {
        return Err(ApiError::not_found());
    }
    let method = payment_methods::find_ever(&mut conn, &account, &payment.method_id).await?;
    let transaction = transactions::find(&mut conn, &account, &payment.transaction_id).await?.ok_or_else(ApiError::not_found)?;
    let line = InvoiceLine {
        date: Some(payment.created_at.date_naive()),
        description: transaction.description,
        quantity: 1,
        cents: payment.amount.get(),
    };
    let paper = Paper {
        title: "Receipt".into(),
        number: payment.id.to_string(),
        date: payment.changed_at.date_naive(),
        due: None,
        seller: seller(),
        buyer: buyer(&mut conn, &account).await?,
        lines: vec![line],
        totals: vec![("Paid".into(), payment.amount.get())],
        note: method.map(|method| format!("Paid with {}.", method.title())).unwrap_or_default(),
    };
    drawn(&paper, &format!("receipt-{id}.pdf"))
}

/// An invoice
#[utoipa::path(get, path = "/dashboard/documents/invoices/{id}", tag = "files", operation_id = "invoice_show",
    params(("id" = String, Path), DocumentParams), responses((status = OK, content_type = "application/pdf")))]
pub async fn invoice_pdf(
    State(app): State<App>,
    PathId(id): PathId<InvoiceId>,
    Params(params): Params<DocumentParams>,
) -> Result<Response, ApiError> {
    let account = opened(&app, &params, INVOICES, id.as_str())?;
    let mut conn = app.store().reader().await?;
    let invoice = invoices::find(&mut conn, &account, &id).await?.ok_or_else(ApiError::not_found)?;
    let number = invoice::shown(invoice.number);
    let paper = Paper {
        title: "Invoice".into(),
        number: number.clone(),
        date: invoice.created_at.date_naive(),
        due: Some(invoice.due.date_naive()),
        seller: seller(),
        buyer: buyer(&mut conn, &account).await?,
        lines: lines(&mut conn, &account, &invoice).await?,
        totals: vec![
            ("Total".into(), invoice.amount.get()),
            ("Paid".into(), invoice.paid.get()),
            ("Due".into(), invoice.amount_due().get()),
        ],
        note: format!("For {} to {}.", invoice.from.format("%B %-d, %Y"), (invoice.to - chrono::TimeDelta::days(1)).format("%B %-d, %Y")),
    };
    drawn(&paper, &format!("invoice-{number}.pdf"))
}

/// What the month's transactions took, by kind, and the rest, so that the lines add up to the sum.
async fn lines(conn: &mut Conn, account: &AccountId, invoice: &Invoice) -> Result<Vec<InvoiceLine>, StoreError> {
    let mut lines = Vec::new();
    for (kind, count, change) in transactions::changes(conn, account, invoice.from, invoice.to).await? {
        if kind == Kind::Invoice || change.get() == 0 {
            continue;
        }
        let cents = change.get().saturating_neg();
        lines.push(InvoiceLine { date: None, description: kind.label().into(), quantity: u32::try_from(count).unwrap_or(u32::MAX), cents });
    }
    let rest = lines.iter().fold(invoice.amount.get(), |rest, line| rest.saturating_sub(line.cents));
    if rest != 0 {
        lines.push(InvoiceLine { date: None, description: "Carried over and settled later".into(), quantity: 1, cents: rest });
    }
    Ok(lines)
}

const ROWS: i64 = 500;

/// An incentive report as a table
#[utoipa::path(get, path = "/dashboard/documents/incentive_reports/{id}", tag = "files", operation_id = "incentive_report_show",
    params(("id" = String, Path), DocumentParams), responses((status = OK, content_type = "text/csv")))]
pub async fn incentive_report(
    State(app): State<App>,
    PathId(id): PathId<IncentiveReportId>,
    Params(params): Params<DocumentParams>,
) -> Result<Response, ApiError> {
    let account = opened(&app, &params, INCENTIVE_REPORTS, id.as_str())?;
    let mut conn = app.store().reader().await?;
    let report = incentives::find(&mut conn, &account, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    let name = format!("incentives-{}-{}.csv", report.program.key(), report.month);
    let chunks = stream::unfold((app, account, id, Some(0_i64)), |(app, account, id, offset)| async move {
        let offset = offset?;
        match table(&app, &account, &id, offset).await {
            Ok((text, more)) => Some((Ok::<_, StoreError>(text), (app, account, id, more.then_some(offset + ROWS)))),
            Err(error) => Some((Err(error), (app, account, id, None))),
        }
    });
    Ok(file(Body::from_stream(chunks), "text/csv; charset=utf-8", &name))
}

/// Some rows of the report, and whether more may follow.
async fn table(app: &App, account: &AccountId, id: &IncentiveReportId, offset: i64) -> Result<(String, bool), StoreError> {
    let mut conn = app.store().reader().await?;
    let rows = incentives::lines(&mut conn, account, id, offset, ROWS).await?;
    let mut text =
        if offset == 0 { csv_text::line(["Date", "Tracking code", "Reason", "Label price", "Incentive"]) } else { String::new() };
    for row in &rows {
        let (date, price, amount) = (row.created_at.format("%Y-%m-%d").to_string(), row.price.to_string(), row.amount.to_string());
        let cells = [date.as_str(), row.tracking_code.as_deref().unwrap_or_default(), row.reason.as_str(), price.as_str(), amount.as_str()];
        text.push_str(&csv_text::line(cells));
    }
    Ok((text, i64::try_from(rows.len()).unwrap_or(0) == ROWS))
}
