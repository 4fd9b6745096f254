//! Buying many labels with few commits, by the rules of `purchase`: the intents and holds of a group in one transaction, then the
//! carriers with none open, then the outcomes in one transaction.
//!
//! A crash in between leaves pending intents with their holds, as that of a single purchase does, and they are settled the same
//! way. A row that fails never stops another one.

use super::purchase::{self, Answer, Refusal};
use super::{posting, words};
use crate::again;
use crate::app::App;
use crate::in_parallel;
use crate::jobs::JobError;
use crate::rating;
use domain::Timestamp;
use domain::id::{AccountId, Id, ShipmentId, WarehouseId};
use domain::partner::PartnerError;
use domain::shipment::{OfferedRate, ShipmentState};
use std::collections::{BTreeMap, HashMap};
use store::activity::Actor;
use store::job_rows::{self, JobRow};
use store::jobs::{self, Leased};
use store::purchases::{self, Intent, Sold};
use store::shipments::Shipment;
use store::{StoreError, Writer, accounts, drafts, shipments, warehouses};

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
    /// Somebody else is buying it just now: a click, or a worker that was overtaken and does not know it yet.
    Elsewhere,
    /// Why nothing was bought; the carrier was asked and the shipment shows it.
    Refused(String),
    /// Why nothing was bought; nobody was asked.
    Failed(String),
    /// Why nothing was bought: the price rose. Buying again agrees to the new one.
    Risen(String, Box<Risen>),
    /// There was not enough money.
    Broke,
}

/// A draft with the new price among its rates.
#[derive(Debug, Clone)]
pub struct Risen {
    draft: Shipment,
    chosen: OfferedRate,
}

impl Risen {
    fn new(mut draft: Shipment, chosen: OfferedRate) -> Self {
        for offered in draft.offers.rates.iter_mut().filter(|offered| offered.id == chosen.id) {
            offered.rate = chosen.rate.clone();
        }
        rating::cheapest_first(&mut draft.offers.rates);
        Self { draft, chosen }
    }
}

impl Fate {
    /// Whether there is a label, and what to tell.
    pub fn told(&self) -> (bool, String) {
        match self {
            Self::Bought(code) => (true, code.clone()),
            Self::Pending | Self::Elsewhere => (false, words::PENDING.into()),
            Self::Refused(reason) | Self::Failed(reason) | Self::Risen(reason, _) => (false, reason.clone()),
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

/// What was asked for and what the carrier said to it.
type Answered = (Intent, Result<Answer, PartnerError>);

/// A group whose carriers have answered.
pub struct Asked(Vec<(Wanted, Result<Answered, Fate>)>);

/// Writes the intents of a group with their holds. When money runs out, the rest of the rows is left alone, or still tried with
/// `go_on`: a cheaper one may fit.
pub async fn begin(app: &App, account: &AccountId, wanted: Vec<Wanted>, by: &Actor, go_on: bool) -> Result<Begun, JobError> {
    let ids: Vec<ShipmentId> = wanted.iter().map(|row| row.id.clone()).collect();
    let mut conn = app.store().reader().await?;
    let found = shipments::find_many(&mut conn, account, &ids).await?;
    drop(conn);
    let seen: HashMap<ShipmentId, Timestamp> = found.iter().map(|shipment| (shipment.id.clone(), shipment.updated_at)).collect();
    let mut found: HashMap<ShipmentId, Shipment> = found.into_iter().map(|shipment| (shipment.id.clone(), shipment)).collect();
    let pairs: Vec<_> = wanted.into_iter().map(|row| (found.remove(&row.id), row)).collect();
    let (with, whose) = (app.clone(), account.clone());
    let planned = in_parallel::map(pairs, AT_ONCE, move |(shipment, row)| {
        let (app, account) = (with.clone(), whose.clone());
        async move {
            let warehouse = shipment.as_ref().and_then(|shipment| shipment.details.warehouse_id.clone());
            let planned = plan(&app, &account, shipment).await;
            (row, warehouse, planned)
        }
    })
    .await?;
    let mut touched: BTreeMap<String, WarehouseId> = BTreeMap::new();
    let mut rows = Vec::with_capacity(planned.len());
    for (row, warehouse, planned) in planned {
        if let (Some(warehouse), Ok(_)) = (warehouse, &planned) {
            touched.insert(warehouse.as_str().to_owned(), warehouse);
        }
        rows.push((row, planned));
    }
    let mut writer = app.store().writer().await?;
    lock(&mut writer, account, &mut rows, &seen).await?;
    let broke = write(app, &mut writer, account, &mut rows, touched.values(), by, go_on).await?;
    writer.commit().await?;
    Ok(Begun { rows, broke })
}

/// Locks the drafts until the writer ends. A row is given up whose shipment was bought, or corrected, since it was planned: its
/// label would have the old address. It is tried again when the user says so.
async fn lock(
    writer: &mut Writer,
    account: &AccountId,
    rows: &mut [(Wanted, Result<Intent, Fate>)],
    seen: &HashMap<ShipmentId, Timestamp>,
) -> Result<(), StoreError> {
    let ids: Vec<ShipmentId> = rows.iter().filter(|(_, planned)| planned.is_ok()).map(|(row, _)| row.id.clone()).collect();
    let locked = drafts::lock_drafts(writer, account, &ids).await?;
    for (row, planned) in rows.iter_mut().filter(|(_, planned)| planned.is_ok()) {
        if let Err(refusal) = purchase::check_unchanged(locked.get(&row.id), seen.get(&row.id)) {
            *planned = Err(Fate::Failed(words::of(&refusal)));
        }
    }
    Ok(())
}

/// Writes the intents and their holds; whether money ran out. The shipments are locked before the money, as everybody does; a row
/// that money does not reach has written nothing, so that the others may share the commit.
async fn write(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    rows: &mut [(Wanted, Result<Intent, Fate>)],
    touched: impl Iterator<Item = &WarehouseId>,
    by: &Actor,
    go_on: bool,
) -> Result<bool, JobError> {
    for warehouse in touched {
        warehouses::touch(writer, account, warehouse, app.now()).await?;
    }
    let standing = accounts::standing(writer, account).await?.ok_or_else(|| JobError::fail("the account is gone"))?;
    let intents: Vec<&Intent> = rows.iter().filter_map(|(_, planned)| planned.as_ref().ok()).collect();
    let enough = posting::hold(app, writer, account, &intents, &standing, go_on).await?;
    let reached: Vec<&Intent> = intents.iter().zip(&enough).filter(|(_, enough)| **enough).map(|(intent, _)| *intent).collect();
    match purchase::record_intents(app, writer, account, &reached, by).await {
        Ok(()) => {}
        Err(Refusal::Store(error)) => return Err(error.into()),
        Err(refusal) => return Err(JobError::Retry(words::of(&refusal))),
    }
    let broke = enough.contains(&false);
    let mut enough = enough.into_iter();
    for (_, planned) in rows.iter_mut().filter(|(_, planned)| planned.is_ok()) {
        if enough.next() == Some(false) {
            *planned = Err(Fate::Broke);
        }
    }
    Ok(broke)
}

/// What to buy for a shipment: its chosen or its cheapest rate. One that has its label already is as good as bought.
async fn plan(app: &App, account: &AccountId, shipment: Option<Shipment>) -> Result<Intent, Fate> {
    let shipment = shipment.ok_or_else(|| Fate::Failed("Not found".into()))?;
    match (shipment.state, &shipment.tracking_code) {
        (ShipmentState::Bought, Some(code)) => return Err(Fate::Bought(code.clone())),
        (ShipmentState::Buying, _) => return Err(Fate::Elsewhere),
        _ => {}
    }
    let chosen = shipment.selected_rate_id.clone().or_else(|| shipment.offers.rates.first().map(|offered| offered.id.clone()));
    let rate = chosen.ok_or_else(|| Fate::Failed("There is no rate to buy: get rates first".into()))?;
    let planned = purchase::intent(app, account, &shipment, &rate, None).await;
    planned.map_err(|refusal| {
        let reason = words::of(&refusal);
        match refusal {
            Refusal::PriceRose { rate } => Fate::Risen(reason, Box::new(Risen::new(shipment, *rate))),
            _ => Fate::Failed(reason),
        }
    })
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

impl Asked {
    /// Rows that nobody was asked about, with the reason.
    fn failed(&self) -> impl Iterator<Item = (&ShipmentId, &str)> {
        self.0.iter().filter_map(|(row, answered)| match answered {
            Err(Fate::Failed(reason) | Fate::Risen(reason, _)) => Some((&row.id, reason.as_str())),
            _ => None,
        })
    }

    /// Settles the group, notes what became of its rows and how far the job is, in one transaction. It is written again when the
    /// database stumbles: the carriers have answered.
    ///
    /// Which rows somebody else is buying: of an upload they have no outcome yet.
    pub async fn settle(&self, app: &App, account: &AccountId, job: &Leased, of: Of) -> Result<Vec<Wanted>, JobError> {
        Ok(again::written(|| settle_and_note(app, account, job, self, of)).await?)
    }
}

/// Whose rows a group has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// An upload's: why nothing was bought stands at the draft. Rows that money did not reach, and those that somebody else is buying,
    /// are noted at the end.
    Upload,
    /// A list of shipments: every row is noted.
    List,
}

async fn settle_and_note(app: &App, account: &AccountId, job: &Leased, asked: &Asked, of: Of) -> Result<Vec<Wanted>, StoreError> {
    let mut writer = app.store().writer().await?;
    // All that are changed below besides what was sold, in one order.
    let changed: Vec<ShipmentId> = asked.failed().map(|(id, _)| id.clone()).collect();
    drafts::lock_drafts(&mut writer, account, &changed).await?;
    if of == Of::Upload {
        for (id, reason) in asked.failed() {
            drafts::mark_label_error(&mut writer, account, id, reason).await?;
        }
    }
    let fates = settle(app, &mut writer, account, asked).await?;
    let noted = fates.iter().filter(|(_, fate)| of == Of::List || !matches!(fate, Fate::Broke | Fate::Elsewhere));
    let rows: Vec<JobRow> = noted
        .map(|(row, fate)| {
            let (ok, message) = fate.told();
            JobRow { number: row.number, ok, message: Some(message), reference: Some(row.id.as_str().to_owned()) }
        })
        .collect();
    job_rows::record_all(&mut writer, job, &rows).await?;
    jobs::advance(&mut writer, job, i64::try_from(rows.len()).unwrap_or(0)).await?;
    writer.commit().await?;
    Ok(fates.into_iter().filter(|(_, fate)| matches!(fate, Fate::Elsewhere)).map(|(row, _)| row).collect())
}

/// Settles a group in an open transaction; what became of each row. Labels first, money after all of them.
async fn settle(app: &App, writer: &mut Writer, account: &AccountId, asked: &Asked) -> Result<Vec<(Wanted, Fate)>, StoreError> {
    let mut fates = Vec::with_capacity(asked.0.len());
    let mut sold: Vec<Sold<'_>> = Vec::with_capacity(asked.0.len());
    let mut released = Vec::new();
    for (row, answered) in &asked.0 {
        let fate = match answered {
            Err(Fate::Risen(reason, risen)) => {
                drafts::reprice(writer, account, &risen.draft, &risen.chosen, app.now()).await?;
                Fate::Failed(reason.clone())
            }
            Err(fate) => fate.clone(),
            Ok((intent, Ok(Answer::Bought(purchase)))) => {
                sold.push((intent, purchase));
                Fate::Bought(purchase.tracking_code.clone())
            }
            Ok((intent, Ok(Answer::Refused(refusal)))) => {
                let reason = refusal.to_string();
                if purchases::refused(writer, account, intent, &reason, app.now()).await? {
                    released.push((intent, reason.clone()));
                }
                Fate::Refused(reason)
            }
            // The carrier's records will tell.
            Ok((_, Ok(Answer::Unknown) | Err(_))) => Fate::Pending,
        };
        fates.push((row.clone(), fate));
    }
    purchase::record_bought(app, writer, account, &sold).await?;
    for (intent, reason) in released {
        purchase::record_refused(app, writer, account, intent, &reason).await?;
    }
    Ok(fates)
}
