//! Asking carriers what they charged afterwards, and what they decided about disputes.

use super::posting;
use crate::app::App;
use crate::audit::record_as;
use crate::carriers;
use crate::jobs::JobError;
use crate::mail::Letter;
use crate::outgoing;
use chrono::TimeDelta;
use domain::activity::{Action, ActorKind};
use domain::carrier::Carrier;
use domain::id::AccountId;
use domain::partner::{CarrierAdjustment, DisputeDecision};
use store::activity::Actor;
use store::adjustments::{self, Adjustment, Decision};
use store::{StoreError, accounts, shipments};

/// How far back carriers are asked: what they told before is known by its key.
const LOOK_BACK: TimeDelta = TimeDelta::days(14);
const AT_ONCE: i64 = 200;

fn system() -> Actor {
    Actor { kind: ActorKind::System, name: "Carrier".into(), ip: None }
}

/// Fetches adjustments and decisions from every carrier. One that fails does not stop the others; the next day asks again.
pub async fn fetch(app: &App) -> Result<(), JobError> {
    let since = app.now() - LOOK_BACK;
    for carrier in Carrier::ALL {
        let told = match carriers::managed(app, carrier) {
            Ok(api) => api.adjustments(since).await,
            Err(error) => Err(error),
        };
        match told {
            Ok(told) => {
                for one in &told {
                    take(app, carrier, one).await?;
                }
            }
            Err(error) => tracing::warn!(%carrier, %error, "a carrier could not be asked for adjustments"),
        }
    }
    decide(app).await
}

/// Posts what a carrier said, on the account whose label it is.
async fn take(app: &App, carrier: Carrier, said: &CarrierAdjustment) -> Result<(), StoreError> {
    let mut conn = app.store().reader().await?;
    let found = shipments::by_tracking_code(&mut conn, carrier.name(), &said.tracking_code).await?;
    drop(conn);
    let Some((account, shipment)) = found else { return Ok(()) };
    let mut writer = app.store().writer().await?;
    if posting::post(app, &mut writer, &account, &shipment, said, &system()).await? {
        writer.commit().await?;
    }
    Ok(())
}

/// Asks about disputes that are not decided.
async fn decide(app: &App) -> Result<(), JobError> {
    let mut conn = app.store().reader().await?;
    let open = adjustments::undecided(&mut conn, app.now(), AT_ONCE).await?;
    drop(conn);
    for (account, adjustment) in &open {
        let Some(carrier) = Carrier::parse(&adjustment.carrier) else { continue };
        let Some(dispute) = &adjustment.dispute else { continue };
        let decision = match carriers::managed(app, carrier) {
            Ok(api) => api.dispute_outcome(&adjustment.tracking_code, &dispute.objection.detail, dispute.at).await,
            Err(error) => Err(error),
        };
        match decision {
            Ok(Some(decision)) => note(app, account, adjustment, &decision).await?,
            Ok(None) => {}
            Err(error) => tracing::warn!(%carrier, %error, "a carrier could not be asked about a dispute"),
        }
    }
    Ok(())
}

async fn note(app: &App, account: &AccountId, adjustment: &Adjustment, said: &DisputeDecision) -> Result<(), JobError> {
    let (entry_id, transaction_id) = (app.id(), app.id());
    let decision = Decision { won: said.won, outcome: &said.words, entry_id: &entry_id, transaction_id: &transaction_id, at: app.now() };
    let mut writer = app.store().writer().await?;
    if !adjustments::decide(&mut writer, account, &adjustment.id, &decision).await? {
        return Ok(());
    }
    let outcome = if said.won { "won" } else { "lost" };
    let action = Action::DisputeDecided { tracking_code: adjustment.tracking_code.clone(), outcome };
    record_as(app, &mut writer, account, &system(), &action).await?;
    if let Some(contact) = accounts::contact(&mut writer, account).await? {
        let letter = Letter {
            to: contact.email.to_string(),
            subject: format!("Your dispute about {} was {outcome}", adjustment.tracking_code),
            text: format!("{}\n\n{}/adjustments\n", said.words, app.deployment.config.public_url()),
        };
        outgoing::enqueue_mail(app, &mut writer, account, &letter, "dispute")
            .await
            .map_err(|_| JobError::retry("the mail could not be written"))?;
    }
    Ok(writer.commit().await?)
}
