//! Posting one adjustment, with its line in the activity log; nothing when its key is known.

use crate::app::App;
use crate::audit::record_as;
use domain::activity::Action;
use domain::adjustment::Seen;
use domain::id::AccountId;
use domain::money::Cents;
use domain::partner::CarrierAdjustment;
use store::activity::Actor;
use store::adjustments::{self, Adjustment};
use store::shipments::Shipment;
use store::{StoreError, Writer};

/// Posts what a carrier said about a label; whether it was news.
pub async fn post(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    shipment: &Shipment,
    said: &CarrierAdjustment,
    by: &Actor,
) -> Result<bool, StoreError> {
    let carrier = shipment.carrier.clone().unwrap_or_default();
    let claimed = Seen { service: shipment.service.clone().unwrap_or_default(), parcel: shipment.details.parcel.in_words() };
    let new = Adjustment {
        id: app.id(),
        carrier_key: format!("{carrier}:{}", said.key),
        carrier,
        transaction_id: app.id(),
        shipment_id: Some(shipment.id.clone()),
        tracking_code: said.tracking_code.clone(),
        kind: said.kind.clone(),
        description: said.description.clone(),
        amount: Cents::new(said.cents),
        quoted: shipment.price_cents.map(Cents::new),
        charged: said.charged_cents.or_else(|| shipment.price_cents.and_then(|price| price.checked_add(said.cents))).map(Cents::new),
        claimed: Some(claimed),
        captured: said.captured.clone(),
        created_at: app.now(),
        dispute: None,
    };
    if new.amount == Cents::ZERO || adjustments::insert(writer, account, &new, &app.id()).await?.is_none() {
        return Ok(false);
    }
    let action = Action::AdjustmentPosted { amount: new.amount, tracking_code: new.tracking_code };
    record_as(app, writer, account, by, &action).await?;
    Ok(true)
}
