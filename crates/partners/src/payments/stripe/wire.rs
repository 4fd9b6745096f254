//! What we read of Stripe's objects. Everything else in an answer is ignored, so that new fields break nothing.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Where our key stands in the metadata of what it made.
pub(super) const KEY: &str = "waybill_key";
/// Where our account id stands in the metadata of customers and businesses.
pub(super) const ACCOUNT: &str = "waybill_account";

/// Metadata.
pub(super) type Metadata = BTreeMap<String, String>;

/// An error's body.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct ErrorBody {
    #[serde(default)]
    pub(super) error: WireError,
}

/// An error, also the last one of a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct WireError {
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) code: Option<String>,
    pub(super) decline_code: Option<String>,
    pub(super) message: Option<String>,
}

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(super) struct Page<T> {
    pub(super) data: Vec<T>,
    #[serde(default)]
    pub(super) has_more: bool,
}

/// A customer.
#[derive(Debug, Deserialize)]
pub(super) struct WireCustomer {
    pub(super) id: String,
    #[serde(default)]
    pub(super) deleted: bool,
    #[serde(default)]
    pub(super) metadata: Metadata,
}

/// A setup intent.
#[derive(Deserialize)]
pub(super) struct SetupIntent {
    pub(super) status: String,
    pub(super) client_secret: Option<String>,
}

/// A payment method.
#[derive(Debug, Deserialize)]
pub(super) struct WireMethod {
    pub(super) id: String,
    pub(super) customer: Option<String>,
    pub(super) card: Option<WireCard>,
}

/// A card.
#[derive(Debug, Deserialize)]
pub(super) struct WireCard {
    pub(super) brand: String,
    pub(super) last4: String,
    pub(super) exp_month: u8,
    pub(super) exp_year: u16,
}

/// A bank account, of a customer or of a business.
#[derive(Debug, Deserialize)]
pub(super) struct WireBank {
    pub(super) id: String,
    pub(super) bank_name: Option<String>,
    pub(super) routing_number: Option<String>,
    pub(super) last4: String,
    pub(super) status: Option<String>,
}

/// A payment intent.
#[derive(Debug, Deserialize)]
pub(super) struct Intent {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) amount: i64,
    #[serde(default)]
    pub(super) metadata: Metadata,
    pub(super) last_payment_error: Option<WireError>,
}

/// A refund.
#[derive(Debug, Deserialize)]
pub(super) struct WireRefund {
    /// Old refunds have none.
    pub(super) status: Option<String>,
    pub(super) payment_intent: Option<String>,
    pub(super) failure_reason: Option<String>,
    #[serde(default)]
    pub(super) metadata: Metadata,
}

/// A transfer to a business.
#[derive(Debug, Deserialize)]
pub(super) struct Transfer {
    pub(super) id: String,
    pub(super) amount: i64,
    #[serde(default)]
    pub(super) reversed: bool,
    #[serde(default)]
    pub(super) metadata: Metadata,
}

/// A business.
#[derive(Debug, Deserialize)]
pub(super) struct Account {
    pub(super) id: String,
    #[serde(default)]
    pub(super) payouts_enabled: bool,
    #[serde(default)]
    pub(super) details_submitted: bool,
    #[serde(default)]
    pub(super) capabilities: BTreeMap<String, String>,
}

/// Where a business's onboarding goes on.
#[derive(Deserialize)]
pub(super) struct AccountLink {
    pub(super) url: String,
}

/// What a charge says that was refunded.
#[derive(Debug, Deserialize)]
pub(super) struct WireCharge {
    pub(super) payment_intent: Option<String>,
}

/// A dispute.
#[derive(Debug, Deserialize)]
pub(super) struct Dispute {
    pub(super) id: String,
    pub(super) payment_intent: Option<String>,
    pub(super) amount: i64,
    pub(super) status: String,
}

/// An event.
#[derive(Debug, Deserialize)]
pub(super) struct WireEvent {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) created: i64,
    pub(super) data: EventData,
}

/// What an event is about.
#[derive(Debug, Deserialize)]
pub(super) struct EventData {
    pub(super) object: serde_json::Value,
}
