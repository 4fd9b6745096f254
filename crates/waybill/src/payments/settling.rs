//! Asking banks about payments that are not settled: those whose answer was lost, and those that take days.

use super::of;
use super::paying::{charge_order, note, payout_order};
use crate::app::App;
use chrono::TimeDelta;
use domain::id::AccountId;
use domain::partner::PartnerError;
use domain::payment::{ChargeOutcome, PayoutOutcome};
use domain::settlement::{Purpose, State, Step};
use store::StoreError;
use store::payments::{self, Payment};

const AT_ONCE: i64 = 200;

/// Asks about every payment that is due for it. One that fails does not stop the others.
pub async fn settle_due(app: &App) -> Result<(), StoreError> {
    let mut conn = app.store().reader().await?;
    let due = payments::due(&mut conn, app.now(), AT_ONCE).await?;
    drop(conn);
    for (account, payment) in &due {
        match ask(app, account, payment).await {
            Ok(Some((step, reference, reason))) => {
                note(app, account, payment, step, reference.as_deref(), reason.as_deref()).await?;
                if step == Step::Processing {
                    later(app, account, payment).await?;
                }
            }
            Ok(None) => later(app, account, payment).await?,
            Err(Trouble::Bank(error)) => {
                tracing::warn!(payment = %payment.id, %error, "the bank could not be asked about a payment");
                later(app, account, payment).await?;
            }
            Err(Trouble::Store(error)) => return Err(error),
        }
    }
    Ok(())
}

enum Trouble {
    Bank(PartnerError),
    Store(StoreError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

type Said = (Step, Option<String>, Option<String>);

/// What the bank says; none when nothing is new.
async fn ask(app: &App, account: &AccountId, payment: &Payment) -> Result<Option<Said>, Trouble> {
    const NEVER: &str = "The bank did not answer, and moved no money.";
    let new = |step: Step, reference: String| (payment.state == State::Pending).then_some((step, Some(reference), None));
    Ok(match payment.purpose {
        Purpose::Payout(_) => {
            let order = payout_order(app, account, payment).await?;
            match of(app).api.payout_outcome(&order).await.map_err(Trouble::Bank)? {
                PayoutOutcome::Paid(payout) => Some((Step::Succeeded, Some(payout.reference), None)),
                PayoutOutcome::Processing(payout) => new(Step::Processing, payout.reference),
                PayoutOutcome::Failed { reference, reason } => Some((Step::Failed, Some(reference), Some(reason))),
                PayoutOutcome::NotPaid => Some((Step::Failed, None, Some(NEVER.into()))),
                PayoutOutcome::Unsettled => None,
            }
        }
        _ => {
            let order = charge_order(app, account, payment).await?;
            match of(app).api.charge_outcome(&order).await.map_err(Trouble::Bank)? {
                ChargeOutcome::Succeeded(charge) => Some((Step::Succeeded, Some(charge.reference), None)),
                ChargeOutcome::Processing(charge) => new(Step::Processing, charge.reference),
                ChargeOutcome::Failed { reference, reason } => Some((Step::Failed, Some(reference), Some(reason))),
                ChargeOutcome::NotCharged => Some((Step::Failed, None, Some(NEVER.into()))),
                ChargeOutcome::Unsettled => None,
            }
        }
    })
}

/// Asks again after an eighth of its age: soon at first, every few hours when a bank takes days.
async fn later(app: &App, account: &AccountId, payment: &Payment) -> Result<(), StoreError> {
    let age = app.now() - payment.created_at;
    let wait = (age / 8).clamp(TimeDelta::minutes(1), TimeDelta::hours(6));
    let mut writer = app.store().writer().await?;
    payments::ask_again(&mut writer, account, &payment.id, app.now() + wait).await?;
    writer.commit().await
}
