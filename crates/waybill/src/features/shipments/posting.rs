//! What a label's purchase and refund write into the ledger, each in the transaction of the change it belongs to.
//!
//! A label is one transaction: its hold, then its payment or its release. A refund is another. Labels under a user's own
//! carrier account cost nothing here unless they are insured, and what costs nothing is not written.

use crate::app::App;
use domain::Timestamp;
use domain::account::BillingType;
use domain::id::{AccountId, JobId, LedgerEntryId, TransactionId};
use domain::ledger::{Balanced, Book, Unbalanced};
use domain::money::Cents;
use domain::transaction::{Kind, of_purchase};
use domain::work::Work;
use store::accounts::{self, Standing};
use store::incentives::{self, Earned};
use store::jobs::{self, Owner, Starter};
use store::ledger::{self, NewEntry, Part};
use store::purchases::Intent;
use store::transactions::{About, NewTransaction};
use store::{StoreError, Writer};

fn broken(error: Unbalanced) -> StoreError {
    StoreError::Corrupt(error.to_string())
}

/// What the ledger writes of an intent.
struct Words {
    entry: LedgerEntryId,
    transaction: TransactionId,
    key: String,
    title: String,
    description: String,
    postings: Balanced,
}

/// Sets the prices aside, one after the other, as far as the account's terms allow; for which there was enough. Behind the first
/// that money does not reach nothing is set aside, or whatever is cheap enough with `go_on`. A balance that falls below its
/// threshold is recharged.
pub async fn hold(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    intents: &[&Intent],
    standing: &Standing,
    go_on: bool,
) -> Result<Vec<bool>, StoreError> {
    let mut words = Vec::with_capacity(intents.len());
    for intent in intents.iter().filter(|intent| intent.hold_cents != 0) {
        words.push(Words {
            entry: app.id(),
            transaction: of_purchase(&intent.id),
            key: format!("hold:{}", intent.id),
            title: format!("{} {} label", intent.rate.carrier, intent.rate.service),
            description: format!("Hold for a {} label", intent.rate.carrier),
            postings: Balanced::hold(Cents::new(intent.hold_cents)).map_err(broken)?,
        });
    }
    let opened: Vec<_> = intents
        .iter()
        .filter(|intent| intent.hold_cents != 0)
        .zip(&words)
        .map(|(intent, words)| {
            let about = About { shipment: Some(&intent.shipment_id), ..About::default() };
            let opened = NewTransaction { id: &words.transaction, kind: Kind::Label, description: &words.title, about };
            (opened, intent.created_at)
        })
        .collect();
    let entries: Vec<_> = opened.iter().zip(&words).map(|((opened, at), words)| words.entry(Part::Opens(opened), *at)).collect();
    let terms = standing.terms(app.deployment.config.credit_limit());
    let posted = ledger::post_all_within(writer, account, &entries, &terms, go_on).await?;
    let threshold = standing.settings.recharge_below().filter(|_| standing.billing_type == BillingType::Wallet);
    for (posted, at) in posted.iter().zip(opened.iter().map(|(_, at)| *at)).filter_map(|(posted, at)| Some(((*posted)?, at))) {
        if threshold.is_some_and(|threshold| posted.fell_below(threshold)) {
            let (owner, id) = (Owner::Account(account.clone()), app.id::<JobId>());
            let work = Work::Recharge { crossing: posted.version };
            jobs::enqueue(writer, &owner, &id, &work, at, Starter::named("recharge")).await?;
        }
    }
    // What costs nothing needs no money; it waits all the same when money ran out before it.
    let (mut posted, mut full) = (posted.into_iter(), false);
    let enough = intents.iter().map(|intent| {
        let enough = if intent.hold_cents == 0 { go_on || !full } else { posted.next().flatten().is_some() };
        full |= !enough;
        enough
    });
    Ok(enough.collect())
}

/// Pays the carrier and our fees from the holds, and credits the incentives that the labels earn.
pub async fn capture(app: &App, writer: &mut Writer, account: &AccountId, paid: &[(&Intent, &str)]) -> Result<(), StoreError> {
    let now = app.now();
    let standing = accounts::standing(writer, account).await?.ok_or(StoreError::MissingReference)?;
    let mut words = Vec::with_capacity(paid.len());
    let mut earned = Vec::new();
    for (intent, tracking_code) in paid.iter().filter(|(intent, _)| intent.hold_cents != 0) {
        let (cost, fees) = intent.cost_and_fees();
        let earns = earnings(app, &standing, intent);
        let (held, cost, fees) = (Cents::new(intent.hold_cents), Cents::new(cost), Cents::new(fees));
        words.push(Words {
            entry: app.id(),
            transaction: of_purchase(&intent.id),
            key: format!("label:{}", intent.id),
            title: String::new(),
            description: format!("{} {} label {tracking_code}", intent.rate.carrier, intent.rate.service),
            postings: Balanced::capture(held, cost, fees, &in_books(&earns)).map_err(broken)?,
        });
        earned.push((&intent.shipment_id, earns));
    }
    let entries: Vec<_> = words.iter().map(|words| words.entry(Part::Continues(&words.transaction), now)).collect();
    ledger::post_all(writer, account, &entries).await?;
    for (shipment, earned) in earned {
        incentives::earn(writer, account, shipment, &earned, now).await?;
    }
    Ok(())
}

impl Words {
    fn entry<'a>(&'a self, part: Part<'a>, at: Timestamp) -> NewEntry<'a> {
        NewEntry { id: &self.entry, key: &self.key, part, description: &self.description, postings: &self.postings, at }
    }
}

/// Gives the hold back: nothing was bought.
pub async fn release(app: &App, writer: &mut Writer, account: &AccountId, intent: &Intent) -> Result<(), StoreError> {
    if intent.hold_cents == 0 {
        return Ok(());
    }
    let postings = Balanced::release(Cents::new(intent.hold_cents)).map_err(broken)?;
    let (entry_id, transaction): (LedgerEntryId, TransactionId) = (app.id(), of_purchase(&intent.id));
    let (key, description) = (format!("release:{}", intent.id), "Hold released: nothing was bought");
    let entry = NewEntry { id: &entry_id, key: &key, part: Part::Continues(&transaction), description, postings: &postings, at: app.now() };
    ledger::post(writer, account, &entry).await.map(drop)
}

/// Gives a label's money back and takes back what it earned.
pub async fn refund(app: &App, writer: &mut Writer, account: &AccountId, intent: &Intent) -> Result<(), StoreError> {
    if intent.hold_cents == 0 {
        return Ok(());
    }
    let now = app.now();
    let earned = incentives::take_back(writer, account, &intent.shipment_id, now).await?;
    let (cost, fees) = intent.cost_and_fees();
    let postings = Balanced::refund(Cents::new(cost), Cents::new(fees), &in_books(&earned)).map_err(broken)?;
    let (entry_id, transaction): (LedgerEntryId, TransactionId) = (app.id(), app.id());
    let (key, title) = (format!("refund:{}", intent.id), format!("{} {} label refunded", intent.rate.carrier, intent.rate.service));
    let about = About { shipment: Some(&intent.shipment_id), ..About::default() };
    let opened = NewTransaction { id: &transaction, kind: Kind::Refund, description: &title, about };
    let entry =
        NewEntry { id: &entry_id, key: &key, part: Part::Opens(&opened), description: "Label refunded", postings: &postings, at: now };
    ledger::post(writer, account, &entry).await.map(drop)
}

/// What a label earns in the programs of its account. The carrier's own customers earn nothing here: we did not sell the label.
fn earnings(app: &App, standing: &Standing, intent: &Intent) -> Vec<Earned> {
    if intent.carrier_account_id.is_some() {
        return Vec::new();
    }
    let price = Cents::new(intent.rate.cents);
    let earned = standing.programs.iter().map(|program| {
        let amount = app.deployment.config.incentive_percent(*program).of(price);
        Earned { program: *program, amount, price }
    });
    earned.filter(|earned| earned.amount > Cents::ZERO).collect()
}

fn in_books(earned: &[Earned]) -> Vec<(Book, Cents)> {
    earned.iter().map(|one| (one.program.accrued(), one.amount)).collect()
}
