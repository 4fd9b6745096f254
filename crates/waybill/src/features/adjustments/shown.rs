//! An adjustment as it is sent: quoted against charged, with what was said beside what was measured.

use chrono::{DateTime, Utc};
use domain::adjustment::Seen;
use domain::money::Cents;
use serde::Serialize;
use store::adjustments::{Adjustment, Dispute};
use utoipa::ToSchema;

/// What somebody saw of a parcel.
#[derive(Serialize, ToSchema)]
pub struct AdjustmentSeenOut {
    service: String,
    /// Weight and sides in words.
    parcel: String,
}

/// A dispute.
#[derive(Serialize, ToSchema)]
pub struct DisputeOut {
    /// `submitted`, `won` or `lost`.
    state: &'static str,
    detail: String,
    expectation: String,
    /// What the carrier answered.
    outcome: Option<String>,
    by: String,
    at: DateTime<Utc>,
    decided_at: Option<DateTime<Utc>>,
}

/// An adjustment.
#[derive(Serialize, ToSchema)]
pub struct AdjustmentOut {
    id: String,
    created_at: DateTime<Utc>,
    /// What was adjusted, such as `weight`.
    kind: String,
    /// What was taken; negative when the carrier gave back.
    #[schema(value_type = String)]
    amount: Cents,
    description: String,
    #[schema(value_type = Option<String>)]
    quoted: Option<Cents>,
    #[schema(value_type = Option<String>)]
    charged: Option<Cents>,
    claimed: Option<AdjustmentSeenOut>,
    captured: Option<AdjustmentSeenOut>,
    shipment_id: Option<String>,
    tracking_code: String,
    carrier: String,
    service: Option<String>,
    disputed: bool,
    dispute: Option<DisputeOut>,
}

fn seen(seen: Seen) -> AdjustmentSeenOut {
    AdjustmentSeenOut { service: seen.service, parcel: seen.parcel }
}

fn dispute(dispute: Dispute) -> DisputeOut {
    DisputeOut {
        state: dispute.state.key(),
        detail: dispute.objection.detail,
        expectation: dispute.objection.expectation,
        outcome: dispute.outcome,
        by: dispute.by,
        at: dispute.at,
        decided_at: dispute.decided_at,
    }
}

/// An adjustment as it is sent.
pub fn adjustment(found: Adjustment) -> AdjustmentOut {
    let service = found.captured.as_ref().or(found.claimed.as_ref()).map(|seen| seen.service.clone());
    AdjustmentOut {
        id: found.id.to_string(),
        created_at: found.created_at,
        kind: found.kind,
        amount: found.amount,
        description: found.description,
        quoted: found.quoted,
        charged: found.charged,
        claimed: found.claimed.map(seen),
        captured: found.captured.map(seen),
        shipment_id: found.shipment_id.map(|id| id.to_string()),
        tracking_code: found.tracking_code,
        carrier: found.carrier,
        service,
        disputed: found.dispute.is_some(),
        dispute: found.dispute.map(dispute),
    }
}
