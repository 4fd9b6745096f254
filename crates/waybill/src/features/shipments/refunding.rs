//! Refunds: the request is written first, then the carrier is asked; money comes back when the carrier agrees.

use super::posting;
use crate::again;
use crate::app::App;
use crate::audit::record_as;
use crate::carriers;
use domain::activity::{Action, ActorKind};
use domain::carrier::Carrier;
use domain::id::{AccountId, ShipmentId};
use domain::partner::{PartnerError, VoidOutcome};
use store::activity::Actor;
use store::{StoreError, labels, purchases, refunds, shipments};

/// What came of asking for one label's money.
#[derive(Debug)]
pub struct Asked {
    /// The label's number.
    pub tracking_code: String,
    /// `requested`, `submitted`, `refunded` or `rejected`.
    pub status: String,
}

/// Why a label cannot be refunded.
pub const NOT_REFUNDABLE: &str = "Some of the shipments are not refundable. Please remove them before refunding the rest!";

/// Asks for the money of one label. Asking again tells where the refund stands.
pub async fn ask(app: &App, account: &AccountId, id: &ShipmentId, by: &str) -> Result<Asked, String> {
    let inside = |error: StoreError| {
        tracing::error!(%error, "a refund failed");
        "Something went wrong on our side. Please try again.".to_owned()
    };
    let mut conn = app.store().reader().await.map_err(inside)?;
    let shipment = shipments::find(&mut conn, account, id).await.map_err(inside)?.ok_or("Not found")?;
    drop(conn);
    let tracking_code = shipment.tracking_code.clone().ok_or(NOT_REFUNDABLE)?;
    if let Some(status) = shipment.refund_status {
        return Ok(Asked { tracking_code, status });
    }
    if !shipment.refundable(app.now()) {
        return Err(NOT_REFUNDABLE.into());
    }
    let mut writer = app.store().writer().await.map_err(inside)?;
    match refunds::request(&mut writer, account, id, shipment.price_cents.unwrap_or(0), by, app.now()).await {
        Err(StoreError::Duplicate) => return Ok(Asked { tracking_code, status: "requested".into() }),
        other => other.map_err(inside)?,
    }
    let actor = Actor { kind: ActorKind::Owner, name: by.to_owned(), ip: None };
    let action = Action::RefundRequested { tracking_code: tracking_code.clone() };
    record_as(app, &mut writer, account, &actor, &action).await.map_err(inside)?;
    writer.commit().await.map_err(inside)?;
    let status = follow(app, account, id).await.unwrap_or_else(|_| "requested".into());
    Ok(Asked { tracking_code, status })
}

/// Asks the carrier about a requested or submitted refund and settles what it says; answers the status.
pub async fn follow(app: &App, account: &AccountId, id: &ShipmentId) -> Result<String, PartnerError> {
    let broken = |error: StoreError| PartnerError::Transient(error.to_string());
    let mut conn = app.store().reader().await.map_err(broken)?;
    let Some(refund) = refunds::find(&mut conn, account, id).await.map_err(broken)? else { return Ok("none".into()) };
    let shipment = shipments::find(&mut conn, account, id).await.map_err(broken)?;
    let label = labels::find(&mut conn, account, id).await.map_err(broken)?;
    let own_id = purchases::of_label(&mut conn, account, id).await.map_err(broken)?.and_then(|intent| intent.carrier_account_id);
    drop(conn);
    let missing = || PartnerError::Malformed("the label is gone".into());
    let (shipment, label) = shipment.zip(label).ok_or_else(missing)?;
    let carrier = shipment.carrier.as_deref().and_then(Carrier::parse).ok_or_else(missing)?;
    let code = shipment.tracking_code.as_deref().unwrap_or_default();
    let api = carriers::of(app, account, carrier, own_id.as_ref()).await?;
    let outcome = match refund.status.as_str() {
        "requested" => api.void(code, &label.carrier_reference).await?,
        "submitted" => api.void_outcome(code, &label.carrier_reference).await?,
        settled => return Ok(settled.to_owned()),
    };
    let status = match outcome {
        VoidOutcome::Submitted => "submitted",
        VoidOutcome::Refunded => "refunded",
        VoidOutcome::Rejected => "rejected",
    };
    again::written(|| note(app, account, id, status)).await.map_err(broken)?;
    Ok(status.to_owned())
}

/// Notes the status, and with `refunded` gives the money back, in one transaction.
async fn note(app: &App, account: &AccountId, id: &ShipmentId, status: &str) -> Result<(), StoreError> {
    let now = app.now();
    let mut writer = app.store().writer().await?;
    if !refunds::note(&mut writer, account, id, status, now).await? {
        return Ok(());
    }
    if status == "refunded"
        && let Some(intent) = purchases::of_label(&mut writer, account, id).await?
    {
        posting::refund(app, &mut writer, account, &intent).await?;
    }
    writer.commit().await
}
