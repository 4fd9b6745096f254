//! Buying a label: intent and hold in one transaction, the carrier called with none open, then post or release.
//!
//! Whatever happens in between (a time-out, a crash, a closed browser) leaves the intent `pending` with its hold, and
//! `settle` asks the carrier until it knows. The intent's id is the carrier's key: the same purchase never happens twice.

use super::{jobs, posting, words};
use crate::again;
use crate::app::App;
use crate::audit::record_all;
use crate::carriers;
use crate::rating;
use chrono::TimeDelta;
use domain::Timestamp;
use domain::activity::Action;
use domain::id::{AccountId, RateId, ShipmentId};
use domain::money::Cents;
use domain::partner::{PartnerError, Purchase, PurchaseOrder, PurchaseOutcome};
use domain::rate::Rate;
use domain::shipment::{OfferedRate, ShipmentState};
use std::time::Duration;
use store::activity::Actor;
use store::purchases::{self, Intent, LabelTerms, Sold};
use store::shipments::Shipment;
use store::{StoreError, Writer, accounts, drafts, job_rows, shipments, warehouses};

/// A quote older than this is asked for again.
const FRESH: TimeDelta = TimeDelta::minutes(15);
/// After this the answer counts as unknown; the carrier may still have sold.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long USPS takes labels back, and what we offer for all; the carrier has the last word.
const REFUND_WINDOW: TimeDelta = TimeDelta::days(30);

/// What came of a purchase.
#[derive(Debug)]
pub enum Outcome {
    /// There is a label.
    Bought,
    /// The carrier has not said yet.
    Pending,
}

/// Why nothing was bought.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such shipment.
    NotFound,
    /// It has a label, or is being bought.
    NotADraft(ShipmentState),
    /// It was changed after its purchase was planned.
    Changed,
    /// The rate is not one of its rates.
    UnknownRate,
    /// The price rose; the buyer must agree.
    PriceRose {
        /// The rate to agree to.
        rate: Box<OfferedRate>,
    },
    /// There is not enough money.
    InsufficientFunds,
    /// The carrier said no.
    Carrier(PartnerError),
    /// Our own database failed.
    Store(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// What to buy, and who buys it.
pub struct Order<'a> {
    /// For which shipment.
    pub shipment: &'a ShipmentId,
    /// At which of its rates.
    pub rate: &'a RateId,
    /// The higher price the buyer agreed to.
    pub accepted: Option<Cents>,
    /// Who buys.
    pub by: &'a Actor,
}

/// Buys a label for a shipment at one of its rates.
pub async fn buy(app: &App, account: &AccountId, order: &Order<'_>) -> Result<Outcome, Refusal> {
    let intent = begin(app, account, order).await?;
    // A task of its own: a client that goes away must not stop a purchase half-way.
    let (app, account) = (app.clone(), account.clone());
    let task = tokio::spawn(async move { carry_out(&app, &account, &intent).await });
    task.await.unwrap_or(Ok(Outcome::Pending))
}

/// Writes the intent and the hold.
async fn begin(app: &App, account: &AccountId, order: &Order<'_>) -> Result<Intent, Refusal> {
    let Order { shipment: id, rate, accepted, by } = *order;
    let mut conn = app.store().reader().await?;
    let shipment = shipments::find(&mut conn, account, id).await?.ok_or(Refusal::NotFound)?;
    drop(conn);
    let intent = intent(app, account, &shipment, rate, accepted).await?;
    write_intent(app, account, &intent, &shipment, by).await?;
    Ok(intent)
}

/// What is to be bought: the rate as it was offered, or as it is offered now when that was too long ago.
pub(super) async fn intent(
    app: &App,
    account: &AccountId,
    shipment: &Shipment,
    rate_id: &RateId,
    accepted: Option<Cents>,
) -> Result<Intent, Refusal> {
    if shipment.state != ShipmentState::Draft {
        return Err(Refusal::NotADraft(shipment.state));
    }
    let offered = shipment.offers.rates.iter().find(|offered| offered.id == *rate_id).ok_or(Refusal::UnknownRate)?;
    if offered.carrier_account_id.is_some() {
        // Nothing is held for an account that is gone.
        let own_id = offered.carrier_account_id.as_ref();
        carriers::seller(app, account, offered.rate.carrier, own_id).await.map_err(Refusal::Carrier)?;
    }
    let consignment = shipment.details.consignment(rating::ship_date(app));
    let now = app.now();
    let stale = shipment.rated_at.is_none_or(|rated_at| now - rated_at > FRESH);
    let rate = if stale { requoted(app, account, offered, &consignment, accepted).await? } else { offered.rate.clone() };
    let quoted = OfferedRate { rate, ..offered.clone() };
    Ok(Intent {
        id: app.id(),
        shipment_id: shipment.id.clone(),
        carrier_account_id: offered.carrier_account_id.clone(),
        consignment,
        hold_cents: quoted.taken(&shipment.details).get(),
        rate: quoted.rate,
        created_at: now,
    })
}

/// A fresh price for a stale quote: a lower one is simply taken, a higher one only when the buyer agreed to it.
async fn requoted(
    app: &App,
    account: &AccountId,
    offered: &OfferedRate,
    consignment: &domain::partner::Consignment,
    accepted: Option<Cents>,
) -> Result<Rate, Refusal> {
    let rates = rating::rate(app, account, offered.rate.carrier, offered.carrier_account_id.as_ref(), consignment)
        .await
        .map_err(Refusal::Carrier)?;
    let rate = rates.into_iter().find(|rate| rate.service == offered.rate.service).ok_or(Refusal::UnknownRate)?;
    let limit = accepted.map_or(offered.rate.cents, |accepted| accepted.get().max(offered.rate.cents));
    if rate.cents > limit {
        return Err(Refusal::PriceRose { rate: Box::new(OfferedRate { rate, ..offered.clone() }) });
    }
    Ok(rate)
}

/// Whether a locked draft, known by the time of its last change, still is the one that was planned with.
pub(super) fn check_unchanged(locked: Option<&Timestamp>, planned: Option<&Timestamp>) -> Result<(), Refusal> {
    match locked {
        // Somebody else was faster.
        None => Err(Refusal::NotADraft(ShipmentState::Buying)),
        Some(_) if locked == planned => Ok(()),
        Some(_) => Err(Refusal::Changed),
    }
}

/// The shipment is taken before the money: everybody locks in that order.
async fn write_intent(app: &App, account: &AccountId, intent: &Intent, shipment: &Shipment, by: &Actor) -> Result<(), Refusal> {
    let mut writer = app.store().writer().await?;
    let locked = drafts::lock_drafts(&mut writer, account, std::slice::from_ref(&shipment.id)).await?;
    check_unchanged(locked.get(&shipment.id), Some(&shipment.updated_at))?;
    record_intents(app, &mut writer, account, &[intent], by).await?;
    if let Some(warehouse) = &shipment.details.warehouse_id {
        warehouses::touch(&mut writer, account, warehouse, intent.created_at).await?;
    }
    // The money last: its row is locked until the commit, and everybody who buys waits for it.
    let standing = accounts::standing(&mut writer, account).await?.ok_or(Refusal::NotFound)?;
    if posting::hold(app, &mut writer, account, &[intent], &standing, false).await?.contains(&false) {
        return Err(Refusal::InsufficientFunds);
    }
    writer.commit().await?;
    Ok(())
}

/// Writes intents, without their holds, into an open transaction.
pub(super) async fn record_intents(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    intents: &[&Intent],
    by: &Actor,
) -> Result<(), Refusal> {
    match purchases::begin(writer, account, intents).await {
        Err(StoreError::Duplicate) => return Err(Refusal::NotADraft(ShipmentState::Buying)),
        other => other?,
    }
    let actions = intents.iter().map(|intent| {
        let service = format!("{} {}", intent.rate.carrier, intent.rate.service);
        Action::LabelOrdered { service, amount: Cents::new(intent.hold_cents) }
    });
    record_all(app, writer, account, by, actions).await?;
    Ok(())
}

fn order(intent: &Intent) -> PurchaseOrder {
    PurchaseOrder {
        key: intent.id.to_string(),
        consignment: intent.consignment.clone(),
        service: intent.rate.service.to_string(),
        expected_cents: intent.rate.cents,
    }
}

/// What the carrier said to an intent.
pub(super) enum Answer {
    /// Here is the label.
    Bought(Box<Purchase>),
    /// The label may exist: only the carrier's records can tell, and `settle` asks them.
    Unknown,
    /// No.
    Refused(PartnerError),
}

/// Calls the carrier.
pub(super) async fn ask_carrier(app: &App, account: &AccountId, intent: &Intent) -> Result<Answer, PartnerError> {
    let api = match carriers::seller(app, account, intent.rate.carrier, intent.carrier_account_id.as_ref()).await {
        Ok(api) => api,
        // The account was deleted since: nobody was asked, and the money goes back.
        Err(refusal @ PartnerError::Rejected { .. }) => return Ok(Answer::Refused(refusal)),
        Err(error) => return Err(error),
    };
    Ok(match tokio::time::timeout(PATIENCE, api.buy(&order(intent))).await {
        Ok(Ok(purchase)) => Answer::Bought(Box::new(purchase)),
        Ok(Err(PartnerError::OutcomeUnknown(_) | PartnerError::Malformed(_))) | Err(_) => Answer::Unknown,
        Ok(Err(refusal)) => Answer::Refused(refusal),
    })
}

/// Calls the carrier and settles what it says.
async fn carry_out(app: &App, account: &AccountId, intent: &Intent) -> Result<Outcome, Refusal> {
    match ask_carrier(app, account, intent).await.map_err(Refusal::Carrier)? {
        Answer::Bought(purchase) => {
            again::written(|| settle_bought(app, account, intent, &purchase)).await?;
            Ok(Outcome::Bought)
        }
        Answer::Unknown => Ok(Outcome::Pending),
        Answer::Refused(refusal) => {
            let reason = refusal.to_string();
            again::written(|| settle_refused(app, account, intent, &reason)).await?;
            Err(Refusal::Carrier(refusal))
        }
    }
}

/// Asks the carrier what became of a purchase and settles it; whether it is settled now.
pub async fn settle(app: &App, account: &AccountId, intent: &Intent) -> Result<bool, Refusal> {
    let api = carriers::of(app, account, intent.rate.carrier, intent.carrier_account_id.as_ref()).await.map_err(Refusal::Carrier)?;
    match api.purchase_outcome(&order(intent)).await.map_err(Refusal::Carrier)? {
        PurchaseOutcome::Bought(purchase) => {
            again::written(|| settle_bought(app, account, intent, &purchase)).await?;
            Ok(true)
        }
        PurchaseOutcome::NotBought => {
            let reason = format!("{} did not answer, and sold no label.", intent.rate.carrier);
            again::written(|| settle_refused(app, account, intent, &reason)).await?;
            Ok(true)
        }
        PurchaseOutcome::Unsettled => Ok(false),
    }
}

/// Stores the label and posts the hold, in one transaction; nothing when it was settled before.
async fn settle_bought(app: &App, account: &AccountId, intent: &Intent, purchase: &Purchase) -> Result<(), StoreError> {
    let mut writer = app.store().writer().await?;
    record_bought(app, &mut writer, account, &[(intent, purchase)]).await?;
    writer.commit().await
}

/// Stores labels and posts their holds in an open transaction; nothing for those that were settled before. Labels first, money
/// after all of them.
pub(super) async fn record_bought(app: &App, writer: &mut Writer, account: &AccountId, sold: &[Sold<'_>]) -> Result<(), StoreError> {
    let now = app.now();
    // Nobody has the parcel yet: a carrier that is asked at once has nothing to tell.
    let terms = LabelTerms { refundable_until: now + REFUND_WINDOW, followed_from: jobs::asked_next(app, 0) };
    let settled = purchases::bought(writer, account, sold, &terms, now).await?;
    let paid = sold.iter().filter(|(intent, _)| settled.contains(&intent.id));
    let paid: Vec<(&Intent, &str)> = paid.map(|(intent, purchase)| (*intent, purchase.tracking_code.as_str())).collect();
    if paid.is_empty() {
        return Ok(());
    }
    posting::capture(app, writer, account, &paid).await?;
    let bought: Vec<&ShipmentId> = paid.iter().map(|(intent, _)| &intent.shipment_id).collect();
    job_rows::settle_bought(writer, account, &bought, words::PENDING).await
}

/// Gives the hold back in an open transaction, when the purchase was pending. Jobs that were told to wait for it hear why there is no
/// label.
pub(super) async fn record_refused(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    intent: &Intent,
    reason: &str,
) -> Result<(), StoreError> {
    posting::release(app, writer, account, intent).await?;
    job_rows::settle_pending(writer, account, &intent.shipment_id, words::PENDING, false, reason).await?;
    Ok(())
}

/// Gives the hold back and makes the shipment a draft again, in one transaction; nothing when it was settled before.
async fn settle_refused(app: &App, account: &AccountId, intent: &Intent, reason: &str) -> Result<(), StoreError> {
    let mut writer = app.store().writer().await?;
    if purchases::refused(&mut writer, account, intent, reason, app.now()).await? {
        record_refused(app, &mut writer, account, intent, reason).await?;
        writer.commit().await?;
    }
    Ok(())
}
