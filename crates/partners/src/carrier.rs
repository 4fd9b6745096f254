//! The one interface to a carrier: check an address, rate, buy, void, track, manifest.
//!
//! It was checked on paper against USPS, FedEx, UPS and UniUni (docs/adding-a-carrier.md says how every call maps). It must
//! never name a wire format or a carrier: whatever one of them lacks is told by its [`Capabilities`].

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

/// A carrier under one account. Calls must not be made while a transaction is open.
#[async_trait]
pub trait CarrierApi: Send + Sync {
    /// Who it is.
    fn carrier(&self) -> Carrier;

    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Looks at an address. An address that is wrong is an answer, not an error.
    async fn check_address(&self, address: &Address) -> Result<AddressCheck, PartnerError>;

    /// What every service that takes the consignment would cost.
    async fn rate(&self, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError>;

    /// Buys a label, once per key. After [`PartnerError::OutcomeUnknown`] or [`PartnerError::Malformed`] the label may exist:
    /// ask for the outcome before anything else.
    async fn buy(&self, order: &PurchaseOrder) -> Result<Purchase, PartnerError>;

    /// What became of a purchase. Takes the whole order because carriers find it by different parts of it: USPS by key and
    /// equal content, FedEx by reference, account and ship date, UPS by reference, UniUni by order number.
    ///
    /// [`PurchaseOutcome::NotBought`] is final: a purchase that is still on its way must not happen after it was said.
    async fn purchase_outcome(&self, order: &PurchaseOrder) -> Result<PurchaseOutcome, PartnerError>;

    /// Asks for the money back. Asking again answers the same.
    async fn void(&self, tracking_code: &str, carrier_reference: &str) -> Result<VoidOutcome, PartnerError>;

    /// What became of a void that was [`VoidOutcome::Submitted`].
    async fn void_outcome(&self, tracking_code: &str, carrier_reference: &str) -> Result<VoidOutcome, PartnerError>;

    /// Where the parcel is. A number that the carrier does not know yet answers an empty report.
    async fn track(&self, tracking_code: &str) -> Result<TrackingReport, PartnerError>;

    /// What was charged or given back afterwards for labels of this account, decided since a time; the same may come again.
    async fn adjustments(&self, since: Timestamp) -> Result<Vec<CarrierAdjustment>, PartnerError>;

    /// What was decided about a dispute that was submitted at a time; none while it is open.
    async fn dispute_outcome(
        &self,
        tracking_code: &str,
        detail: &str,
        submitted_at: Timestamp,
    ) -> Result<Option<DisputeDecision>, PartnerError>;

    /// Lists labels for the driver or the post office, once per key.
    async fn manifest(&self, order: &ManifestOrder) -> Result<Manifest, PartnerError>;
}
