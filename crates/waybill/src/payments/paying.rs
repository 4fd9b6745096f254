//! One payment: its intent, the call to the bank, and what the bank answered.
//!
//! A crash or a lost answer leaves the payment `pending`; `settling` asks the bank until it knows. The payment's id is the
//! bank's key: the same payment never happens twice.

use super::of;
use crate::app::App;
use crate::audit::record_as;
use chrono::TimeDelta;
use domain::activity::{Action, ActorKind};
use domain::id::{AccountId, IncentiveReportId, InvoiceId, JobId, PaymentId, TransactionId};
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{ChargeOrder, ChargeState, PayoutOrder, PayoutState};
use domain::settlement::{Purpose, State, Step};
use domain::work::Work;
use std::time::Duration;
use store::activity::Actor;
use store::jobs::{self, Owner, Starter};
use store::payment_methods::{self, Method};
use store::payments::{self, NewPayment, News, Noted, Payment};
use store::{StoreError, Writer, business};

/// After this the answer counts as unknown; the bank may still have moved the money.
const PATIENCE: Duration = Duration::from_secs(15);
/// Until then the settling job leaves it to the request.
const HEAD_START: TimeDelta = TimeDelta::seconds(60);

/// A payment that somebody wants.
pub struct Wanted<'a> {
    /// One need, one payment: a second one with the same key is refused.
    pub key: &'a str,
    /// What it is for.
    pub purpose: Purpose,
    /// From or to which method.
    pub method: &'a Method,
    /// How much: more than nothing.
    pub amount: Cents,
    /// The invoice it pays.
    pub invoice: Option<&'a InvoiceId>,
    /// The incentive report it pays.
    pub report: Option<&'a IncentiveReportId>,
    /// What the customer reads.
    pub description: &'a str,
    /// Who asked for it, by name.
    pub by: &'a str,
}

/// Writes the intent. `Duplicate` when the key was used.
pub async fn begin(app: &App, writer: &mut Writer, account: &AccountId, wanted: &Wanted<'_>) -> Result<PaymentId, StoreError> {
    let (id, transaction_id): (PaymentId, TransactionId) = (app.id(), app.id());
    let now = app.now();
    let new = NewPayment {
        id: &id,
        transaction_id: &transaction_id,
        key: wanted.key,
        purpose: wanted.purpose,
        method_id: &wanted.method.id,
        partner: wanted.method.partner,
        amount: wanted.amount,
        invoice_id: wanted.invoice,
        incentive_report_id: wanted.report,
        description: wanted.description,
        started_by: wanted.by,
        at: now,
        check_at: now + HEAD_START,
    };
    payments::begin(writer, account, &new).await?;
    Ok(id)
}

/// Calls the bank for a payment whose intent is written, and notes what it says. Answers the payment as it then stands:
/// `pending` when the bank's answer was lost.
pub async fn carry_out(app: &App, account: &AccountId, id: &PaymentId) -> Result<Payment, StoreError> {
    // A task of its own: a client that goes away must not stop a payment half-way.
    let (own_app, own_account, own_id) = (app.clone(), account.clone(), id.clone());
    let task = tokio::spawn(async move { ask(&own_app, &own_account, &own_id).await });
    match task.await {
        Ok(answer) => answer?,
        Err(panic) => tracing::error!(payment = %id, %panic, "a payment ended in a panic; it will be settled"),
    }
    let mut conn = app.store().reader().await?;
    payments::find(&mut conn, account, id).await?.ok_or(StoreError::MissingReference)
}

async fn ask(app: &App, account: &AccountId, id: &PaymentId) -> Result<(), StoreError> {
    let mut conn = app.store().reader().await?;
    let Some(payment) = payments::find(&mut conn, account, id).await?.filter(|payment| payment.state == State::Pending) else {
        return Ok(());
    };
    drop(conn);
    let answer = tokio::time::timeout(PATIENCE, call(app, account, &payment)).await;
    match answer {
        Ok(Ok((step, reference))) => note(app, account, &payment, step, Some(&reference), None).await.map(drop),
        Ok(Err(Refusal::Bank(PartnerError::OutcomeUnknown(_) | PartnerError::Malformed(_)))) | Err(_) => Ok(()),
        Ok(Err(Refusal::Bank(refusal))) => note(app, account, &payment, Step::Failed, None, Some(&refusal.to_string())).await.map(drop),
        Ok(Err(Refusal::Store(error))) => Err(error),
    }
}

enum Refusal {
    Bank(PartnerError),
    Store(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

async fn call(app: &App, account: &AccountId, payment: &Payment) -> Result<(Step, String), Refusal> {
    match payment.purpose {
        Purpose::Payout(_) => {
            let order = payout_order(app, account, payment).await?;
            let payout = of(app).api.payout(&order).await.map_err(Refusal::Bank)?;
            let step = if payout.state == PayoutState::Paid { Step::Succeeded } else { Step::Processing };
            Ok((step, payout.reference))
        }
        _ => {
            let order = charge_order(app, account, payment).await?;
            let charge = of(app).api.charge(&order).await.map_err(Refusal::Bank)?;
            let step = if charge.state == ChargeState::Succeeded { Step::Succeeded } else { Step::Processing };
            Ok((step, charge.reference))
        }
    }
}

/// The key of a recharge: one crossing, one charge of each method.
#[must_use]
pub fn recharge_key(crossing: i64, rank: &str) -> String {
    format!("recharge:{crossing}:{rank}")
}

fn crossing(key: &str) -> Option<i64> {
    key.strip_prefix("recharge:")?.split(':').next()?.parse().ok()
}

/// What the customer reads at the bank.
const fn statement(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::TopUp => "Waybill top-up",
        Purpose::Recharge => "Waybill automatic recharge",
        Purpose::Invoice => "Waybill invoice payment",
        Purpose::Payout(_) => "Waybill incentives",
        Purpose::Pull(_) => "Waybill incentives owed",
    }
}

/// The order that a payment stands for: the same each time, so that the bank knows it again.
pub(super) async fn charge_order(app: &App, account: &AccountId, payment: &Payment) -> Result<ChargeOrder, StoreError> {
    let mut conn = app.store().reader().await?;
    let method = payment_methods::find_ever(&mut conn, account, &payment.method_id).await?.ok_or(StoreError::MissingReference)?;
    Ok(ChargeOrder {
        key: payment.id.to_string(),
        cents: payment.amount,
        method: method.at_partner,
        description: statement(payment.purpose).into(),
        asked_at: payment.created_at,
        reference: payment.reference.clone(),
    })
}

/// The same for money that we pay out.
pub(super) async fn payout_order(app: &App, account: &AccountId, payment: &Payment) -> Result<PayoutOrder, StoreError> {
    let mut conn = app.store().reader().await?;
    let method = payment_methods::find_ever(&mut conn, account, &payment.method_id).await?.ok_or(StoreError::MissingReference)?;
    let business = business::find(&mut conn, account, payment.partner).await?.reference.unwrap_or_default();
    Ok(PayoutOrder {
        key: payment.id.to_string(),
        cents: payment.amount,
        business,
        method: method.at_partner,
        description: statement(payment.purpose).into(),
        asked_at: payment.created_at,
        reference: payment.reference.clone(),
    })
}

/// Notes what a bank said about a payment, with its line in the activity log, in one transaction; none when it was known.
pub(super) async fn note(
    app: &App,
    account: &AccountId,
    payment: &Payment,
    step: Step,
    reference: Option<&str>,
    reason: Option<&str>,
) -> Result<Option<Noted>, StoreError> {
    let mut writer = app.store().writer().await?;
    let noted = note_within(app, &mut writer, account, payment, step, reference, reason).await?;
    writer.commit().await?;
    Ok(noted)
}

/// The same inside a transaction of the caller.
pub(super) async fn note_within(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    payment: &Payment,
    step: Step,
    reference: Option<&str>,
    reason: Option<&str>,
) -> Result<Option<Noted>, StoreError> {
    let (entry_id, transaction_id) = (app.id(), app.id());
    let news = News { step, reference, reason, entry_id: &entry_id, transaction_id: &transaction_id, at: app.now() };
    let noted = payments::note(writer, account, &payment.id, &news).await?;
    if let Some(noted) = &noted {
        let bank = Actor { kind: ActorKind::System, name: "Payments".into(), ip: None };
        let action = Action::PaymentSettled { amount: noted.payment.amount, outcome: noted.payment.state.key() };
        record_as(app, writer, account, &bank, &action).await?;
        // The other method is tried when a bank says late that this one failed.
        if let (Purpose::Recharge, State::Failed, Some(crossing)) = (payment.purpose, noted.payment.state, crossing(&payment.key)) {
            let (owner, id) = (Owner::Account(account.clone()), app.id::<JobId>());
            jobs::enqueue(writer, &owner, &id, &Work::Recharge { crossing }, app.now(), Starter::named("recharge")).await?;
        }
    }
    Ok(noted)
}
