//! What we ask of carriers and what they answer, in our own words, the same for every carrier.
//!
//! Adapters translate these to and from a carrier's API. Nothing here names a wire format.

use crate::Timestamp;
use crate::address::Address;
use crate::adjustment::Seen;
use crate::carrier::Carrier;
use crate::customs::CustomsInfo;
use crate::fields::FieldErrors;
use crate::label::{Barcode, Label};
use crate::options::Options;
use crate::parcel::Parcel;
use crate::rate::Rate;
use chrono::NaiveDate;
use std::time::Duration;

/// Why a partner did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PartnerError {
    /// It looked at the request and said no. Asking again changes nothing.
    #[error("{message}")]
    Rejected {
        /// In plain words.
        message: String,
        /// The field it belongs to, such as `parcel.weight`; `base` when none is known.
        field: String,
    },
    /// The credentials are wrong or lack a right.
    #[error("{0}")]
    Auth(String),
    /// Too many requests.
    #[error("{message}")]
    Limited {
        /// In plain words.
        message: String,
        /// When to ask again.
        retry_after: Duration,
    },
    /// It could not be reached or failed before doing anything. Asking again is safe.
    #[error("{0}")]
    Transient(String),
    /// We do not know whether it did what was asked. Only its records can tell.
    #[error("{0}")]
    OutcomeUnknown(String),
    /// The answer could not be understood.
    #[error("{0}")]
    Malformed(String),
}

impl PartnerError {
    /// A refusal that belongs to a field.
    #[must_use]
    pub fn rejected(field: &str, message: impl Into<String>) -> Self {
        Self::Rejected { message: message.into(), field: field.into() }
    }

    /// The error as messages beside fields.
    #[must_use]
    pub fn field_errors(&self) -> FieldErrors {
        match self {
            Self::Rejected { message, field } => FieldErrors::one(field, message),
            other => FieldErrors::one("base", &other.to_string()),
        }
    }
}

/// What a carrier can do. A screen offers nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Checks addresses.
    pub address_check: bool,
    /// Lists the labels of a day for a driver or a post office.
    pub manifest: bool,
    /// Remembers our key, so that the same purchase sent twice is one purchase.
    pub idempotent_purchase: bool,
    /// Can be asked what became of a purchase.
    pub purchase_look_up: bool,
    /// Takes parcels across borders.
    pub international: bool,
    /// Formats in which it gives labels; empty when it answers with a description that we draw.
    pub label_formats: &'static [&'static str],
}

/// A shipment as a carrier needs to know it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Consignment {
    /// Where it comes from.
    pub from: Address,
    /// Where it goes back to, when that is elsewhere.
    pub return_to: Option<Address>,
    /// Where it goes.
    pub to: Address,
    /// What is sent.
    pub parcel: Parcel,
    /// The declaration, when it crosses a border.
    pub customs: Option<CustomsInfo>,
    /// What else is asked for.
    pub options: Options,
    /// When it is handed over.
    pub ship_date: NaiveDate,
}

/// A purchase: what, at which service, and the key under which it must happen only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseOrder {
    /// Ours; the same key never buys twice.
    pub key: String,
    /// What to carry.
    pub consignment: Consignment,
    /// Code of the service.
    pub service: String,
    /// What we expect to pay, in cents: a carrier whose price is higher refuses with `rate`.
    pub expected_cents: i64,
}

/// A label as the carrier gave it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Artwork {
    /// A description that we draw.
    Described {
        /// What is on it.
        label: Box<Label>,
    },
    /// A finished file.
    File {
        /// `pdf`, `png` or `zpl`.
        format: String,
        /// The file.
        bytes: Vec<u8>,
    },
}

/// A bought label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purchase {
    /// The number to follow the parcel by.
    pub tracking_code: String,
    /// The carrier's own name for the shipment, where it needs one for voiding.
    pub carrier_reference: String,
    /// What the carrier charges, in cents.
    pub cents: i64,
    /// The label.
    pub artwork: Artwork,
    /// When it should arrive.
    pub expected_on: Option<NaiveDate>,
    /// When it was bought, by the carrier's clock.
    pub bought_at: Timestamp,
}

/// What became of a purchase whose answer we never saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PurchaseOutcome {
    /// It happened.
    Bought(Box<Purchase>),
    /// It did not happen, and with this key it never will.
    NotBought,
    /// The carrier cannot say yet.
    Unsettled,
}

/// What became of a request to void a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoidOutcome {
    /// The carrier looks at it; ask again later.
    Submitted,
    /// The money comes back.
    Refunded,
    /// It was used, or the time to void it has passed.
    Rejected,
}

/// Which labels go onto a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestOrder {
    /// Ours; the same key never makes two.
    pub key: String,
    /// Where the parcels are handed over.
    pub from: Address,
    /// The day for which all labels were bought.
    pub ship_date: NaiveDate,
    /// The labels.
    pub tracking_codes: Vec<String>,
}

/// A manifest: USPS SCAN form or another carrier's list for the driver.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Manifest {
    /// Who made it.
    pub carrier: Carrier,
    /// Its number.
    pub number: String,
    /// Scanned at acceptance, where the carrier prints one.
    pub barcode: Option<Barcode>,
    /// Where the parcels are handed over.
    pub from: Address,
    /// The day.
    pub ship_date: NaiveDate,
    /// Kind of mail and how many, in the order of the form.
    pub volumes: Vec<(String, u32)>,
    /// The labels.
    pub tracking_codes: Vec<String>,
    /// When it was made, by the carrier's clock.
    pub made_at: Timestamp,
    /// Whether it is a sample.
    pub sample: bool,
}

/// What a carrier says about an address.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct AddressCheck {
    /// Whether it can be delivered as entered.
    pub deliverable: bool,
    /// The address in the carrier's form, when it differs.
    pub suggestion: Option<Address>,
    /// What is wrong or odd, beside its field (`city`, `state`, `zip`, ...).
    pub messages: Vec<(String, String)>,
    /// Whether it is a home, where the carrier knows.
    pub residential: Option<bool>,
}

/// All rates for a consignment, and why carriers offered none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Quotes {
    /// In the order of the carriers' services.
    pub rates: Vec<Rate>,
    /// Carrier and refusal.
    pub refusals: Vec<(Carrier, PartnerError)>,
}

/// What a carrier charged or gave back after a label was bought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarrierAdjustment {
    /// The carrier's own key: the same one is told again until it is old.
    pub key: String,
    /// Of which label.
    pub tracking_code: String,
    /// What was adjusted, such as `weight`.
    pub kind: String,
    /// In plain words.
    pub description: String,
    /// What is charged on top; negative when something is given back.
    pub cents: i64,
    /// What the label costs in all by then, where the carrier says.
    pub charged_cents: Option<i64>,
    /// What the carrier measured.
    pub captured: Option<Seen>,
    /// When the carrier decided it.
    pub at: Timestamp,
}

/// What a carrier decided about a dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisputeDecision {
    /// Whether the money comes back.
    pub won: bool,
    /// In plain words.
    pub words: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_stands_beside_its_field() {
        let refusal = PartnerError::rejected("parcel.weight", "is more than 70 lb");
        assert_eq!(refusal.field_errors(), FieldErrors::one("parcel.weight", "is more than 70 lb"));
        assert_eq!(PartnerError::Transient("USPS is away".into()).field_errors(), FieldErrors::one("base", "USPS is away"));
    }
}
