//! What payment partners tell by themselves: by a webhook, or when they are asked what happened since.
//!
//! Events come twice, late and in any order. Each is noted in the transaction that does what it says, so none is handled twice,
//! and one whose handling failed comes again.

use super::of;
use super::paying::note_within;
use crate::app::App;
use chrono::TimeDelta;
use domain::id::{AccountId, Id, PaymentId};
use domain::partner::PartnerError;
use domain::payment::{ChargeOutcome, DisputeState, PaymentEvent, PaymentNews, PaymentPartner, PayoutOutcome, RefundState};
use domain::settlement::Step;
use store::payment_methods::{self, MethodState};
use store::payments::{self, Payment};
use store::{StoreError, Writer, business, payment_events};

/// Events older than this were told or are lost for good.
const LOOK_BACK: TimeDelta = TimeDelta::days(3);

/// Does what an event says, once.
pub async fn take(app: &App, partner: PaymentPartner, event: &PaymentEvent) -> Result<(), StoreError> {
    let mut writer = app.store().writer().await?;
    if !payment_events::note(&mut writer, partner.key(), &event.id, &event.name, app.now()).await? {
        return Ok(());
    }
    heed(app, &mut writer, partner, &event.news).await?;
    writer.commit().await
}

/// Asks the partner what happened lately: the sandbox cannot call us, and a real partner's event may be lost.
pub async fn poll(app: &App) -> Result<(), StoreError> {
    let api = &of(app).api;
    let mut since = app.now() - LOOK_BACK;
    loop {
        let events = match api.events(since).await {
            Ok(events) => events,
            Err(PartnerError::Rejected { .. }) => return Ok(()),
            Err(error) => {
                tracing::warn!(%error, "the payment partner could not be asked for news");
                return Ok(());
            }
        };
        for event in &events {
            take(app, api.partner(), event).await?;
        }
        match events.last() {
            Some(last) if events.len() >= 100 && last.at > since => since = last.at,
            _ => return Ok(()),
        }
    }
}

async fn heed(app: &App, writer: &mut Writer, partner: PaymentPartner, news: &PaymentNews) -> Result<(), StoreError> {
    match news {
        PaymentNews::Charge { charge, key, outcome } => {
            let said = match outcome {
                ChargeOutcome::Succeeded(_) => (Step::Succeeded, None),
                ChargeOutcome::Processing(_) => (Step::Processing, None),
                ChargeOutcome::Failed { reason, .. } => (Step::Failed, Some(reason.as_str())),
                ChargeOutcome::NotCharged | ChargeOutcome::Unsettled => return Ok(()),
            };
            about(app, writer, partner, charge, key.as_deref(), said).await
        }
        PaymentNews::Payout { payout, key, outcome } => {
            let said = match outcome {
                PayoutOutcome::Paid(_) => (Step::Succeeded, None),
                PayoutOutcome::Processing(_) => (Step::Processing, None),
                PayoutOutcome::Failed { reason, .. } => (Step::Failed, Some(reason.as_str())),
                PayoutOutcome::NotPaid | PayoutOutcome::Unsettled => return Ok(()),
            };
            about(app, writer, partner, payout, key.as_deref(), said).await
        }
        PaymentNews::Refund { charge, state: RefundState::Succeeded } => {
            about(app, writer, partner, charge, None, (Step::Refunded, None)).await
        }
        PaymentNews::Dispute { charge, cents, state, .. } => {
            let step = match state {
                DisputeState::Opened => Step::Disputed(*cents),
                DisputeState::Won => Step::Reinstated,
                DisputeState::Lost => return Ok(()),
            };
            about(app, writer, partner, charge, None, (step, Some("The customer's bank took the payment back."))).await
        }
        PaymentNews::Onboarding { business, state } => match business::by_reference(writer, partner, business).await? {
            Some(account) => business::note(writer, &account, partner, state, app.now()).await.map(drop),
            None => Ok(()),
        },
        PaymentNews::Verified { method, verified } => {
            let state = if *verified { MethodState::Verified } else { MethodState::Failed };
            mark(writer, partner, method, state).await
        }
        PaymentNews::Removed { method } => mark(writer, partner, method, MethodState::Failed).await,
        PaymentNews::Refund { .. } | PaymentNews::Other => Ok(()),
    }
}

async fn about(
    app: &App,
    writer: &mut Writer,
    partner: PaymentPartner,
    reference: &str,
    key: Option<&str>,
    (step, reason): (Step, Option<&str>),
) -> Result<(), StoreError> {
    let Some((account, payment)) = known(writer, partner, reference, key).await? else { return Ok(()) };
    note_within(app, writer, &account, &payment, step, Some(reference), reason).await.map(drop)
}

/// The payment an event is about: by our key, which a partner sends along, or else by the partner's name for it.
async fn known(
    writer: &mut Writer,
    partner: PaymentPartner,
    reference: &str,
    key: Option<&str>,
) -> Result<Option<(AccountId, Payment)>, StoreError> {
    if let Some(id) = key.and_then(|key| PaymentId::parse(key).ok())
        && let Some((account, payment)) = payments::by_id(writer, &id).await?
        && payment.partner == partner
    {
        return Ok(Some((account, payment)));
    }
    payments::by_reference(writer, partner, reference).await
}

async fn mark(writer: &mut Writer, partner: PaymentPartner, reference: &str, state: MethodState) -> Result<(), StoreError> {
    for (account, method) in payment_methods::by_reference(writer, partner, reference).await? {
        payment_methods::set_state(writer, &account, &method.id, state).await?;
    }
    Ok(())
}
