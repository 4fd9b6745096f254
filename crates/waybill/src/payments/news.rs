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

/// Does what an event says, once. One about a payment that is not known yet is left for the next look: what was charged may
/// be told before we heard how the partner names it.
pub async fn take(app: &App, partner: PaymentPartner, event: &PaymentEvent) -> Result<(), StoreError> {
    let mut writer = app.store().writer().await?;
    if !payment_events::note(&mut writer, partner.key(), &event.id, &event.name, app.now()).await? {
        return Ok(());
    }
    match heed(app, &mut writer, partner, &event.news).await? {
        Heeded::Done => writer.commit().await,
        Heeded::Early => {
            tracing::info!(event = event.id, name = event.name, "an event is about a payment that is not known yet");
            Ok(())
        }
    }
}

/// Asks the partner what happened lately: the sandbox cannot call us, and a real partner's event may be lost or come early.
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
        let ids: Vec<&str> = events.iter().map(|event| event.id.as_str()).collect();
        let mut conn = app.store().reader().await?;
        let known = payment_events::known(&mut conn, api.partner().key(), &ids).await?;
        drop(conn);
        for event in events.iter().filter(|event| !known.contains(&event.id)) {
            take(app, api.partner(), event).await?;
        }
        match events.last() {
            Some(last) if events.len() >= 100 && last.at > since => since = last.at,
            _ => return Ok(()),
        }
    }
}

/// What became of an event.
enum Heeded {
    /// It changed what it had to, perhaps nothing.
    Done,
    /// Its payment is not known yet.
    Early,
}

async fn heed(app: &App, writer: &mut Writer, partner: PaymentPartner, news: &PaymentNews) -> Result<Heeded, StoreError> {
    match news {
        PaymentNews::Charge { charge, key, outcome } => {
            let said = match outcome {
                ChargeOutcome::Succeeded(_) => (Step::Succeeded, None),
                ChargeOutcome::Processing(_) => (Step::Processing, None),
                ChargeOutcome::Failed { reason, .. } => (Step::Failed, Some(reason.as_str())),
                ChargeOutcome::NotCharged | ChargeOutcome::Unsettled => return Ok(Heeded::Done),
            };
            about(app, writer, partner, charge, key.as_deref(), said).await
        }
        PaymentNews::Payout { payout, key, outcome } => {
            let said = match outcome {
                PayoutOutcome::Paid(_) => (Step::Succeeded, None),
                PayoutOutcome::Processing(_) => (Step::Processing, None),
                PayoutOutcome::Failed { reason, .. } => (Step::Failed, Some(reason.as_str())),
                PayoutOutcome::NotPaid | PayoutOutcome::Unsettled => return Ok(Heeded::Done),
            };
            about(app, writer, partner, payout, key.as_deref(), said).await
        }
        PaymentNews::Refund { charge, key, cents, state: RefundState::Succeeded } => {
            let Some((account, payment)) = known(writer, partner, charge, key.as_deref()).await? else {
                return Ok(unknown(key.as_deref()));
            };
            if *cents < payment.amount {
                // We send back all or nothing, so somebody did this by hand at the partner and must post it by hand too.
                tracing::error!(payment = %payment.id, %cents, "a part of a payment was sent back at the partner; the balance does not know");
                return Ok(Heeded::Done);
            }
            taken_back(app, writer, &account, &payment, charge, (Step::Refunded, None)).await
        }
        PaymentNews::Dispute { charge, dispute, cents, state } => {
            let Some((account, payment)) = known(writer, partner, charge, None).await? else { return Ok(Heeded::Early) };
            let said = match state {
                DisputeState::Opened if is_won(writer, partner, dispute).await? => return Ok(Heeded::Done),
                DisputeState::Opened | DisputeState::Lost => (Step::Disputed(*cents), Some("The customer's bank took the payment back.")),
                DisputeState::Won => {
                    payment_events::note(writer, partner.key(), &won(dispute), "dispute won", app.now()).await?;
                    (Step::Reinstated, None)
                }
            };
            taken_back(app, writer, &account, &payment, charge, said).await
        }
        PaymentNews::Onboarding { business, state } => {
            if let Some(account) = business::by_reference(writer, partner, business).await? {
                business::note(writer, &account, partner, state, app.now()).await?;
            }
            Ok(Heeded::Done)
        }
        PaymentNews::Verified { method, verified } => {
            let state = if *verified { MethodState::Verified } else { MethodState::Failed };
            mark(writer, partner, method, state).await
        }
        PaymentNews::Removed { method } => mark(writer, partner, method, MethodState::Failed).await,
        PaymentNews::Refund { .. } | PaymentNews::Other => Ok(Heeded::Done),
    }
}

async fn about(
    app: &App,
    writer: &mut Writer,
    partner: PaymentPartner,
    reference: &str,
    key: Option<&str>,
    (step, reason): (Step, Option<&str>),
) -> Result<Heeded, StoreError> {
    // The intent is written before the partner is asked: what is not known is not ours.
    let Some((account, payment)) = known(writer, partner, reference, key).await? else { return Ok(Heeded::Done) };
    note_within(app, writer, &account, &payment, step, Some(reference), reason).await?;
    Ok(Heeded::Done)
}

/// Money that went back had come before, whether or not we were told: so it is credited first, and the part that nobody took
/// back stays.
async fn taken_back(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    payment: &Payment,
    reference: &str,
    (step, reason): (Step, Option<&str>),
) -> Result<Heeded, StoreError> {
    note_within(app, writer, account, payment, Step::Succeeded, Some(reference), None).await?;
    note_within(app, writer, account, payment, step, Some(reference), reason).await?;
    Ok(Heeded::Done)
}

/// What names our key would have been found by it; what does not may be a payment whose name at the partner we are yet to hear.
const fn unknown(key: Option<&str>) -> Heeded {
    if key.is_some() { Heeded::Done } else { Heeded::Early }
}

/// Under which name we remember that a dispute ended well: the news that it was opened may come after it.
fn won(dispute: &str) -> String {
    format!("{dispute}:won")
}

async fn is_won(writer: &mut Writer, partner: PaymentPartner, dispute: &str) -> Result<bool, StoreError> {
    Ok(!payment_events::known(writer, partner.key(), &[&won(dispute)]).await?.is_empty())
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

async fn mark(writer: &mut Writer, partner: PaymentPartner, reference: &str, state: MethodState) -> Result<Heeded, StoreError> {
    for (account, method) in payment_methods::by_reference(writer, partner, reference).await? {
        payment_methods::set_state(writer, &account, &method.id, state).await?;
    }
    Ok(Heeded::Done)
}
