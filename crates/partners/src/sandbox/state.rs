//! What the sandbox carriers remember: numbers drawn, labels sold, voids, manifests.
//!
//! Another crate implements [`SandboxState`] on the database, so that the sandbox survives a restart and serves several
//! nodes; [`super::memory`] serves tests. Every method is one step that happens wholly or not at all. A number that was drawn
//! and never sold is skipped: nothing must ever give it out again.

use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::label::Label;
use domain::partner::{Manifest, PartnerError, VoidOutcome};
use serde::{Deserialize, Serialize};

/// How a parcel's way ends, where a magic value asked for something else than delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It is delivered.
    #[default]
    Delivered,
    /// It waits to be fetched.
    Pickup,
    /// It goes back.
    Return,
    /// It could not be delivered.
    Failure,
}

/// A void that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voiding {
    /// When it was asked for.
    pub asked_at: Timestamp,
    /// What was answered then: submitted or refunded. What is still submitted is refunded after a while.
    pub answer: VoidOutcome,
}

/// What the carrier found when it weighed a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// When.
    pub at: Timestamp,
    /// What the label costs by that.
    pub charged_cents: i64,
    /// Weight and size in words.
    pub parcel: String,
}

/// A label that the sandbox sold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoldLabel {
    /// Who sold it.
    pub carrier: Carrier,
    /// The buyer's key.
    pub key: String,
    /// The number.
    pub tracking_code: String,
    /// The carrier's own name for the shipment.
    pub carrier_reference: String,
    /// Code of the service.
    pub service: String,
    /// What was charged.
    pub cents: i64,
    /// When it was sold.
    pub sold_at: Timestamp,
    /// When it is handed over.
    pub ship_date: NaiveDate,
    /// Days on the way.
    pub delivery_days: Option<u8>,
    /// Where it is handed over: five digits, or the postal code as entered.
    pub origin_zip: String,
    /// What is on it.
    pub label: Label,
    /// How its way ends.
    pub ending: Ending,
    /// Whether its money was asked back.
    pub void: Option<Voiding>,
    /// Number of the manifest it is on.
    pub manifest: Option<String>,
    /// What weighing it will show, where that differs from what was said.
    #[serde(default)]
    pub measured: Option<Measured>,
}

/// What came of selling a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sale {
    /// The label that holds for the key: this one, or the one sold before under the same key.
    Holds(Box<SoldLabel>),
    /// The key was closed: nothing is sold under it any more.
    Closed,
}

/// A manifest that the sandbox made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeManifest {
    /// The buyer's key.
    pub key: String,
    /// What was made.
    pub manifest: Manifest,
}

/// What came of making a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manifesting {
    /// The manifest that holds for the key.
    Holds(Box<MadeManifest>),
    /// These labels are unknown, voided or on a manifest already. Nothing was changed.
    Taken(Vec<String>),
}

/// The state could not be read or written; asking again is safe.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The sandbox could not reach its memory: {0}")]
pub struct StateError(pub String);

impl From<StateError> for PartnerError {
    fn from(error: StateError) -> Self {
        Self::Transient(error.to_string())
    }
}

/// The memory of the sandbox carriers of one world.
#[async_trait]
pub trait SandboxState: Send + Sync {
    /// Draws the next number of a series, beginning with 1. No number is ever drawn twice, not even after a crash.
    async fn next_number(&self, series: &str) -> Result<u64, StateError>;

    /// Keeps a sold label unless its (carrier, key) is there already or closed. Answers what holds.
    async fn sell(&self, label: SoldLabel) -> Result<Sale, StateError>;

    /// Closes a key for good unless something was sold under it. Answers what was sold.
    async fn close_key(&self, carrier: Carrier, key: &str) -> Result<Option<SoldLabel>, StateError>;

    /// The label sold under a key.
    async fn find_by_key(&self, carrier: Carrier, key: &str) -> Result<Option<SoldLabel>, StateError>;

    /// The label with a number.
    async fn find_by_tracking_code(&self, carrier: Carrier, tracking_code: &str) -> Result<Option<SoldLabel>, StateError>;

    /// Notes a void unless one is noted. Answers the label as it then stands.
    async fn mark_voided(&self, carrier: Carrier, tracking_code: &str, void: Voiding) -> Result<Option<SoldLabel>, StateError>;

    /// Makes a manifest and notes it on all its labels, or changes nothing. A manifest with the same (carrier, key) holds.
    async fn make_manifest(&self, manifest: MadeManifest) -> Result<Manifesting, StateError>;

    /// The manifest made under a key.
    async fn find_manifest(&self, carrier: Carrier, key: &str) -> Result<Option<MadeManifest>, StateError>;

    /// Labels that were found to differ from what was said, weighed in `after < at <= until`, by time, at most `limit`.
    async fn measured(&self, carrier: Carrier, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<SoldLabel>, StateError>;

    /// How many labels a carrier sold.
    async fn count_sold(&self, carrier: Carrier) -> Result<u64, StateError>;
}
