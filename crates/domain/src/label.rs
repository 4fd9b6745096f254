//! The neutral description of a shipping label: what is on it, not where.
//!
//! A sandbox carrier answers with one, the store keeps it, and `labels` draws it as PDF, PNG or ZPL whenever a format is
//! asked for. It must hold everything a drawing needs, so that the same label can be printed again years later.

use crate::address::Address;
use crate::carrier::Carrier;
use crate::customs::CustomsInfo;
use crate::measure::{Length, Weight};
use crate::options::DeliveryConfirmation;
use chrono::NaiveDate;

/// What stands across everything that a sandbox carrier issues.
pub const SAMPLE: &str = "SAMPLE - NOT VALID FOR MAILING";

/// A shipping label.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Label {
    /// Who carries.
    pub carrier: Carrier,
    /// Code of the service.
    pub service: String,
    /// Name of the service for people.
    pub service_name: String,
    /// The number to follow the parcel by.
    pub tracking_code: String,
    /// Where it comes from.
    pub from: Address,
    /// Where it goes back to, when that is elsewhere.
    pub return_to: Option<Address>,
    /// Where it goes.
    pub to: Address,
    /// Weight with packaging.
    pub weight: Weight,
    /// The sides, longest first.
    pub sides: Option<[Length; 3]>,
    /// When it is handed over.
    pub ship_date: NaiveDate,
    /// When it should arrive.
    pub expected_on: Option<NaiveDate>,
    /// The zone, where there is one.
    pub zone: Option<String>,
    /// The carrier's account that paid: permit, shipper number, account number.
    pub account: String,
    /// What the postage cost, in cents.
    pub postage_cents: i64,
    /// Who must sign.
    pub delivery_confirmation: DeliveryConfirmation,
    /// Class of dangerous goods in words.
    pub hazmat: Option<String>,
    /// A line at the foot.
    pub print_custom_1: String,
    /// Another line at the foot.
    pub print_custom_2: String,
    /// Letters for the carrier's sorting: USPS route, UPS routing code, FedEx URSA code, UniUni sort code. Largest first.
    pub routing: Vec<String>,
    /// The linear barcode that carries the number.
    pub tracking_barcode: Barcode,
    /// The linear barcode that carries the destination, where the carrier prints one.
    pub routing_barcode: Option<Barcode>,
    /// The two-dimensional barcode, where the carrier prints one.
    pub matrix_barcode: Option<Barcode>,
    /// The declaration, when the parcel crosses a border.
    pub customs: Option<CustomsInfo>,
    /// Whether it is a sample: then [`SAMPLE`] stands across it.
    pub sample: bool,
}

/// A barcode: its kind and exactly what a scanner must read.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Barcode {
    /// Code 128 beginning with FNC1; `\u{1d}` in the content is a further FNC1.
    Gs1128 {
        /// What the scanner reads, without the first FNC1.
        content: String,
    },
    /// Code 128.
    Code128 {
        /// What the scanner reads.
        content: String,
    },
    /// PDF417.
    Pdf417 {
        /// What the scanner reads.
        content: String,
    },
    /// QR code.
    Qr {
        /// What the scanner reads.
        content: String,
    },
    /// Data Matrix.
    DataMatrix {
        /// What the scanner reads.
        content: String,
    },
    /// MaxiCode in mode 2 (postal code of digits) or 3 (letters and digits).
    MaxiCode {
        /// Nine digits for the United States, up to six letters and digits elsewhere.
        postal_code: String,
        /// Number of ISO 3166-1.
        country: u16,
        /// Class of service.
        class: u16,
        /// The secondary message.
        message: String,
    },
}

impl Label {
    /// Where an undeliverable parcel goes.
    #[must_use]
    pub fn sender(&self) -> &Address {
        self.return_to.as_ref().unwrap_or(&self.from)
    }
}
