//! Every carrier without a network: for the test world, for demos, for tests, and for live worlds without credentials.
//!
//! It rates through [`Prices`], remembers through [`state::SandboxState`], and takes time and waiting from [`Time`]. It must
//! never be mistaken for the real thing: all it issues says that it is a sample and carries the sandbox's own identities.

mod address_check;
mod adjusting;
mod barcodes;
mod buying;
pub mod calendar;
pub mod check_digits;
pub mod faults;
pub mod label;
mod manifests;
pub mod memory;
pub mod numbers;
pub mod rating;
mod routing;
pub mod speed;
pub mod state;
pub mod state_contract;
pub mod story;
mod test_trackers;
#[cfg(test)]
pub(crate) mod testing;
pub mod voiding;

use crate::carrier::CarrierApi;
use async_trait::async_trait;
use domain::Timestamp;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::partner::{
    AddressCheck, Capabilities, CarrierAdjustment, Consignment, DisputeDecision, Manifest, ManifestOrder, PartnerError, Purchase,
    PurchaseOrder, PurchaseOutcome, VoidOutcome,
};
use domain::rate::Rate;
use domain::tracking::TrackingReport;
use faults::Fault;
use speed::Speed;
use state::SandboxState;
use std::sync::Arc;
use std::time::Duration;

/// What the sandbox asks its price lists.
pub trait Prices: Send + Sync {
    /// What every service of a carrier that takes the consignment would cost.
    fn rate(&self, carrier: Carrier, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError>;
}

/// The present time, and waiting. Tests hold the one and skip the other.
#[async_trait]
pub trait Time: Send + Sync {
    /// The present time.
    fn now(&self) -> Timestamp;

    /// Waits.
    async fn sleep(&self, how_long: Duration);
}

/// What a sandbox carrier is made of. Cheap to clone.
#[derive(Clone)]
pub struct Parts {
    /// What it remembers.
    pub state: Arc<dyn SandboxState>,
    /// What it charges.
    pub prices: Arc<dyn Prices>,
    /// Its clock.
    pub time: Arc<dyn Time>,
    /// How fast its time runs.
    pub speed: Speed,
}

/// A carrier that needs no network.
pub struct Sandbox {
    carrier: Carrier,
    parts: Parts,
    locked_out: Option<String>,
}

impl Sandbox {
    /// A carrier whose credentials are right.
    #[must_use]
    pub fn new(carrier: Carrier, parts: Parts) -> Self {
        Self { carrier, parts, locked_out: None }
    }

    /// A carrier that refuses every call because the credentials are wrong.
    #[must_use]
    pub fn locked_out(carrier: Carrier, parts: Parts, message: String) -> Self {
        Self { carrier, parts, locked_out: Some(message) }
    }

    fn admit(&self) -> Result<(), PartnerError> {
        self.locked_out.clone().map_or(Ok(()), |message| Err(PartnerError::Auth(message)))
    }
}

#[async_trait]
impl CarrierApi for Sandbox {
    fn carrier(&self) -> Carrier {
        self.carrier
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            address_check: true,
            manifest: matches!(self.carrier, Carrier::Usps | Carrier::FedEx),
            idempotent_purchase: true,
            purchase_look_up: true,
            international: self.carrier != Carrier::UniUni,
            label_formats: &[],
        }
    }

    async fn check_address(&self, address: &Address) -> Result<AddressCheck, PartnerError> {
        self.admit()?;
        Fault::all_of(address).any_call(self.carrier.name())?;
        Ok(address_check::check(self.carrier, address))
    }

    async fn rate(&self, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
        self.admit()?;
        buying::rate(&self.parts, self.carrier, consignment).await
    }

    async fn buy(&self, order: &PurchaseOrder) -> Result<Purchase, PartnerError> {
        self.admit()?;
        buying::buy(&self.parts, self.carrier, order).await
    }

    async fn purchase_outcome(&self, order: &PurchaseOrder) -> Result<PurchaseOutcome, PartnerError> {
        self.admit()?;
        buying::outcome(&self.parts, self.carrier, order).await
    }

    async fn void(&self, tracking_code: &str, carrier_reference: &str) -> Result<VoidOutcome, PartnerError> {
        self.admit()?;
        voiding::void(&self.parts, self.carrier, tracking_code, carrier_reference).await
    }

    async fn void_outcome(&self, tracking_code: &str, carrier_reference: &str) -> Result<VoidOutcome, PartnerError> {
        self.admit()?;
        voiding::outcome(&self.parts, self.carrier, tracking_code, carrier_reference).await
    }

    async fn track(&self, tracking_code: &str) -> Result<TrackingReport, PartnerError> {
        self.admit()?;
        let now = self.parts.time.now();
        if let Some(report) = test_trackers::report(self.carrier, tracking_code, now) {
            return Ok(report);
        }
        let sold = self.parts.state.find_by_tracking_code(self.carrier, tracking_code).await?;
        Ok(sold.map(|sold| story::report(&sold, self.parts.speed, now)).unwrap_or_default())
    }

    async fn adjustments(&self, since: Timestamp) -> Result<Vec<CarrierAdjustment>, PartnerError> {
        self.admit()?;
        adjusting::adjustments(&self.parts, self.carrier, since).await
    }

    async fn dispute_outcome(
        &self,
        tracking_code: &str,
        detail: &str,
        submitted_at: Timestamp,
    ) -> Result<Option<DisputeDecision>, PartnerError> {
        self.admit()?;
        adjusting::dispute_outcome(&self.parts, self.carrier, tracking_code, detail, submitted_at).await
    }

    async fn manifest(&self, order: &ManifestOrder) -> Result<Manifest, PartnerError> {
        self.admit()?;
        manifests::manifest(&self.parts, self.carrier, order).await
    }
}
