//! Transactions and ledger entries as they are sent.

use crate::app::App;
use crate::signed_files::{self, INCENTIVE_REPORTS, INVOICES, RECEIPTS};
use chrono::{DateTime, Utc};
use domain::adjustment::Seen;
use domain::carrier::Carrier;
use domain::id::{AccountId, Id};
use domain::ledger::Posting;
use domain::money::Cents;
use serde::Serialize;
use store::ledger_entries::Entry;
use store::transactions::{PaymentBrief, Transaction};
use utoipa::ToSchema;

/// The payment of a transaction.
#[derive(Serialize, ToSchema)]
pub struct PaymentOut {
    id: String,
    /// `pending`, `processing`, `succeeded`, `failed`, `refunded` or `disputed`.
    state: &'static str,
    #[schema(value_type = String)]
    amount: Cents,
    /// Such as `Visa 4242`.
    method: String,
    /// Why it failed.
    reason: Option<String>,
}

/// What somebody saw of a parcel.
#[derive(Serialize, ToSchema)]
pub struct SeenOut {
    service: String,
    /// Weight and sides in words.
    parcel: String,
}

/// A transaction. Amounts are decimal strings.
#[derive(Serialize, ToSchema)]
pub struct TransactionOut {
    id: String,
    created_at: DateTime<Utc>,
    kind: &'static str,
    description: String,
    #[schema(value_type = String)]
    amount: Cents,
    #[schema(value_type = String)]
    pending_amount: Cents,
    /// What was asked back for its label.
    #[schema(value_type = Option<String>)]
    refund_amount: Option<Cents>,
    refund_status: Option<String>,
    #[schema(value_type = String)]
    available_value_change: Cents,
    #[schema(value_type = Option<String>)]
    balance_after: Option<Cents>,
    tracking_code: Option<String>,
    tracking_url: Option<String>,
    shipment_id: Option<String>,
    receipt_url: Option<String>,
    incentive_report_url: Option<String>,
    report_file_url: Option<String>,
    adjustment_id: Option<String>,
    adjustment_disputed: bool,
    /// `submitted`, `won` or `lost`.
    adjustment_dispute_state: Option<&'static str>,
    #[schema(value_type = Option<String>)]
    adjustment_quoted: Option<Cents>,
    #[schema(value_type = Option<String>)]
    adjustment_actual: Option<Cents>,
    claimed: Option<SeenOut>,
    captured: Option<SeenOut>,
    payment: Option<PaymentOut>,
    invoice_id: Option<String>,
    incentive_report_id: Option<String>,
}

fn seen(seen: &Seen) -> SeenOut {
    SeenOut { service: seen.service.clone(), parcel: seen.parcel.clone() }
}

fn payment(brief: PaymentBrief) -> PaymentOut {
    PaymentOut { id: brief.id.to_string(), state: brief.state.key(), amount: brief.amount, method: brief.method, reason: brief.reason }
}

/// A transaction as it is sent.
pub fn transaction(app: &App, account: &AccountId, transaction: Transaction) -> TransactionOut {
    let Transaction { amounts, adjustment, tracking, refund, .. } = transaction;
    let (tracking_code, carrier) = tracking.map_or((None, None), |(code, carrier)| (Some(code), Some(carrier)));
    let tracking_url =
        tracking_code.as_ref().zip(carrier.and_then(|name| Carrier::parse(&name))).map(|(code, carrier)| carrier.tracking_link(code));
    let (refund_amount, refund_status) = refund.map_or((None, None), |(amount, status)| (Some(amount), Some(status)));
    let settled = transaction.payment.as_ref().is_some_and(|payment| payment.state == domain::settlement::State::Succeeded);
    let receipt_url = transaction
        .payment
        .as_ref()
        .filter(|_| settled)
        .map(|payment| signed_files::document_url(app, account, RECEIPTS, payment.id.as_str()));
    TransactionOut {
        id: transaction.id.to_string(),
        created_at: transaction.created_at,
        kind: transaction.kind.key(),
        description: transaction.description,
        amount: amounts.amount,
        pending_amount: amounts.pending,
        refund_amount,
        refund_status,
        available_value_change: amounts.available_change,
        balance_after: transaction.available_after,
        tracking_code,
        tracking_url,
        shipment_id: transaction.shipment_id.map(|id| id.to_string()),
        receipt_url,
        incentive_report_url: transaction
            .incentive_report_id
            .as_ref()
            .map(|id| signed_files::document_url(app, account, INCENTIVE_REPORTS, id.as_str())),
        report_file_url: transaction.invoice_id.as_ref().map(|id| signed_files::document_url(app, account, INVOICES, id.as_str())),
        adjustment_id: adjustment.as_ref().map(|adjustment| adjustment.id.to_string()),
        adjustment_disputed: adjustment.as_ref().is_some_and(|adjustment| adjustment.dispute.is_some()),
        adjustment_dispute_state: adjustment.as_ref().and_then(|adjustment| adjustment.dispute).map(domain::adjustment::DisputeState::key),
        adjustment_quoted: adjustment.as_ref().and_then(|adjustment| adjustment.quoted),
        adjustment_actual: adjustment.as_ref().and_then(|adjustment| adjustment.charged),
        claimed: adjustment.as_ref().and_then(|adjustment| adjustment.claimed.as_ref()).map(seen),
        captured: adjustment.as_ref().and_then(|adjustment| adjustment.captured.as_ref()).map(seen),
        payment: transaction.payment.map(payment),
        invoice_id: transaction.invoice_id.map(|id| id.to_string()),
        incentive_report_id: transaction.incentive_report_id.map(|id| id.to_string()),
    }
}

/// An amount put into a book.
#[derive(Serialize, ToSchema)]
pub struct PostingOut {
    /// Such as `available` or `held`.
    book: &'static str,
    #[schema(value_type = String)]
    amount: Cents,
}

/// An entry of the ledger.
#[derive(Serialize, ToSchema)]
pub struct EntryOut {
    id: String,
    transaction_id: String,
    created_at: DateTime<Utc>,
    description: String,
    postings: Vec<PostingOut>,
    /// What it changed of the available money.
    #[schema(value_type = String)]
    available_change: Cents,
    #[schema(value_type = String)]
    available_after: Cents,
    /// 1, 2, 3 and so on.
    version: i64,
}

/// An entry as it is sent.
pub fn entry(entry: Entry) -> EntryOut {
    let available = |posting: &&Posting| posting.book == domain::ledger::Book::Available;
    let change = entry.postings.iter().filter(available).map(|posting| posting.amount.get()).sum();
    EntryOut {
        id: entry.id.to_string(),
        transaction_id: entry.transaction_id.to_string(),
        created_at: entry.created_at,
        description: entry.description,
        postings: entry.postings.iter().map(|posting| PostingOut { book: posting.book.key(), amount: posting.amount }).collect(),
        available_change: Cents::new(change),
        available_after: entry.available_after,
        version: entry.version,
    }
}
