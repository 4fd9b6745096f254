//! Buying many labels with few commits, by the rules of `purchase`: the intents and holds of a group in one transaction, then the
//! carriers with none open, then the outcomes in one transaction.
//!
//! A crash in between leaves pending intents with their holds, as that of a single purchase does, and they are settled the same
//! way. A row that fails never stops another one.

use super::purchase::{self, Answer, Refusal};
use super::words;
use crate::app::App;
use crate::in_parallel;
use crate::jobs::JobError;
use domain::id::{AccountId, ShipmentId};
use domain::partner::PartnerError;
use domain::shipment::ShipmentState;
use std::collections::HashMap;
use store::activity::Actor;
use store::purchases::Intent;
use store::shipments::Shipment;
use store::{StoreError, Writer, ledger, shipments};

/// Labels that share their commits.
pub const SIZE: usize = 50;
/// Carriers called at once by each thread.
const AT_ONCE: usize = 8;

/// A row of some list: which, and its shipment.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The row's number.
    pub number: i64,
    /// The shipment.
    pub id: ShipmentId,
}

/// What became of a row.
#[derive(Debug, Clone)]
pub enum Fate {
    /// Its label has this number.
    Bought(String),
    /// The carrier has not said yet.
    Pending,
    /// Why nothing was bought; the carrier was asked and the shipment shows it.
    Refused(String),
    /// Why nothing was bought; nobody was asked.
    Failed(String),
    /// There was not enough money.
    Broke,
}

impl Fate {
    /// Whether there is a label, and what to tell.
    pub fn told(&self) -> (bool, String) {
        match self {
            Self::Bought(code) => (true, code.clone()),
            Self::Pending => (false, words::PENDING.into()),
            Self::Refused(reason) | Self::Failed(reason) => (false, reason.clone()),
            Self::Broke => (false, words::CHARGE_FAILED.into()),
        }
    }
}

/// A group whose intents are written.
pub struct Begun {
    rows: Vec<(Wanted, Result<Intent, Fate>)>,
    /// Whether money ran out.
    pub broke: bool,
}

/// A group whose carriers have answered.
pub struct Asked(Vec<(Wanted, Result<(Intent, Result<Answer, PartnerError>), Fate>)>);

/// Writes the intents of a group with their holds. When money runs out, the rest of the rows is left alone, or still tried with
/// `go_on`: a cheaper one may fit.
pub async fn begin(app: &App, account: &AccountId, wanted: Vec<Wanted>, by: &Actor, go_on: bool) -> Result<Begun, JobError> {
    let ids: Vec<ShipmentId> = wanted.iter().map(|row| row.id.clone()).collect();
    let mut conn = app.store().reader().await?;
    let found = shipments::find_many(&mut conn, account, &ids).await?;
    drop(conn);
    let mut found: HashMap<ShipmentId, Shipment> = found.into_iter().map(|shipment| (shipment.id.clone(), shipment)).collect();
    let pairs: Vec<_> = wanted.into_iter().map(|row| (found.remove(&row.id), row)).collect();
    let (with, whose) = (app.clone(), account.clone());
    let mut rows = in_parallel::map(pairs, AT_ONCE, move |(shipment, row)| {
        let (app, account) = (with.clone(), whose.clone());
        async move {
            let planned = plan(&app, &account, shipment).await;
            (row, planned)
        }
    })
    .await?;
    let mut broke = false;
    let mut writer = app.store().writer().await?;
    for (_, planned) in &mut rows {
        let Ok(intent) = planned else { continue };
        if broke && !go_on {
            *planned = Err(Fate::Broke);
            continue;
        }
        match purchase::record_intent(app, &mut writer, account, intent, by).await {
            Ok(()) => {}
            Err(Refusal::InsufficientFunds) => {
                broke = true;
                *planned = Err(Fate::Broke);
            }
            Err(Refusal::Store(error)) => return Err(error.into()),
            Err(refusal) => *planned = Err(Fate::Failed(words::of(&refusal))),
        }
    }
    writer.commit().await?;
    Ok(Begun { rows, broke })
}

/// What to buy for a shipment: its chosen or its cheapest rate. One that has its label already is as good as bought.
async fn plan(app: &App, account: &AccountId, shipment: Option<Shipment>) -> Result<Intent, Fate> {
    let shipment = shipment.ok_or_else(|| Fate::Failed("Not found".into()))?;
    match (shipment.state, &shipment.tracking_code) {
        (ShipmentState::Bought, Some(code)) => return Err(Fate::Bought(code.clone())),
        (ShipmentState::Buying, _) => return Err(Fate::Pending),
        _ => {}
    }
    let chosen = shipment.selected_rate_id.clone().or_else(|| shipment.offers.rates.first().map(|offered| offered.id.clone()));
    let rate = chosen.ok_or_else(|| Fate::Failed("There is no rate to buy: get rates first".into()))?;
    purchase::intent(app, account, &shipment, &rate, None).await.map_err(|refusal| Fate::Failed(words::of(&refusal)))
}

/// Calls the carriers.
pub async fn ask(app: &App, account: &AccountId, begun: Begun) -> Result<Asked, JobError> {
    let (with, whose) = (app.clone(), account.clone());
    let asked = in_parallel::map(begun.rows, AT_ONCE, move |(row, planned)| {
        let (app, account) = (with.clone(), whose.clone());
        async move {
            let answered = match planned {
                Ok(intent) => {
                    let answer = purchase::ask_carrier(&app, &account, &intent).await;
                    Ok((intent, answer))
                }
                Err(fate) => Err(fate),
            };
            (row, answered)
        }
    });
    Ok(Asked(asked.await?))
}

/// Settles a group in an open transaction; what became of each row.
pub async fn settle(app: &App, writer: &mut Writer, account: &AccountId, asked: &Asked) -> Result<Vec<(Wanted, Fate)>, StoreError> {
    ledger::lock(writer, account).await?;
    let mut fates = Vec::with_capacity(asked.0.len());
    for (row, answered) in &asked.0 {
        let fate = match answered {
            Err(fate) => fate.clone(),
            Ok((intent, Ok(Answer::Bought(purchase)))) => {
                purchase::record_bought(app, writer, account, intent, purchase).await?;
                Fate::Bought(purchase.tracking_code.clone())
            }
            Ok((intent, Ok(Answer::Refused(refusal)))) => {
                let reason = refusal.to_string();
                purchase::record_refused(app, writer, account, intent, &reason).await?;
                Fate::Refused(reason)
            }
            // The carrier's records will tell.
            Ok((_, Ok(Answer::Unknown) | Err(_))) => Fate::Pending,
        };
        fates.push((row.clone(), fate));
    }
    Ok(fates)
}
