//! What a label's purchase and refund write into the ledger, each in the transaction of the change it belongs to.
//!
//! A label is one transaction: its hold, then its payment or its release. A refund is another. Labels under a user's own
//! carrier account cost nothing here unless they are insured, and what costs nothing is not written.

use crate::app::App;
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

/// Sets the price aside, as far as the account's terms allow; whether there was enough. A balance that falls below its
/// threshold is recharged.
pub async fn hold(app: &App, writer: &mut Writer, account: &AccountId, intent: &Intent, standing: &Standing) -> Result<bool, StoreError> {
    if intent.hold_cents == 0 {
        return Ok(true);
    }
    let postings = Balanced::hold(Cents::new(intent.hold_cents)).map_err(broken)?;
    let (entry_id, transaction): (LedgerEntryId, TransactionId) = (app.id(), of_purchase(&intent.id));
    let (key, description) = (format!("hold:{}", intent.id), format!("Hold for a {} label", intent.rate.carrier));
    let title = format!("{} {} label", intent.rate.carrier, intent.rate.service);
    let about = About { shipment: Some(&intent.shipment_id), ..About::default() };
    let opened = NewTransaction { id: &transaction, kind: Kind::Label, description: &title, about };
    let part = Part::Opens(&opened);
    let entry = NewEntry { id: &entry_id, key: &key, part, description: &description, postings: &postings, at: intent.created_at };
    let terms = standing.terms(app.deployment.config.credit_limit());
    let Some(posted) = ledger::post_within(writer, account, &entry, &terms).await? else { return Ok(false) };
    let threshold = standing.settings.recharge_below().filter(|_| standing.billing_type == BillingType::Wallet);
    if threshold.is_some_and(|threshold| posted.fell_below(threshold)) {
        let (owner, id) = (Owner::Account(account.clone()), app.id::<JobId>());
        let work = Work::Recharge { crossing: posted.version };
        jobs::enqueue(writer, &owner, &id, &work, intent.created_at, Starter::named("recharge")).await?;
    }
    Ok(true)
}

/// Pays the carrier and our fees from the hold, and credits the incentives that the label earns.
pub async fn capture(app: &App, writer: &mut Writer, account: &AccountId, intent: &Intent, tracking_code: &str) -> Result<(), StoreError> {
    if intent.hold_cents == 0 {
        return Ok(());
    }
    let now = app.now();
    let earned = earnings(app, writer, account, intent).await?;
    let (cost, fees) = intent.cost_and_fees();
    let postings =
        Balanced::capture(Cents::new(intent.hold_cents), Cents::new(cost), Cents::new(fees), &in_books(&earned)).map_err(broken)?;
    let (key, description) =
        (format!("label:{}", intent.id), format!("{} {} label {tracking_code}", intent.rate.carrier, intent.rate.service));
    goes_on(app, writer, account, intent, &key, &description, &postings).await?;
    incentives::earn(writer, account, &intent.shipment_id, &earned, now).await
}

/// Gives the hold back: nothing was bought.
pub async fn release(app: &App, writer: &mut Writer, account: &AccountId, intent: &Intent) -> Result<(), StoreError> {
    if intent.hold_cents == 0 {
        return Ok(());
    }
    let postings = Balanced::release(Cents::new(intent.hold_cents)).map_err(broken)?;
    let key = format!("release:{}", intent.id);
    goes_on(app, writer, account, intent, &key, "Hold released: nothing was bought", &postings).await
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

async fn goes_on(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    intent: &Intent,
    key: &str,
    description: &str,
    postings: &Balanced,
) -> Result<(), StoreError> {
    let (entry_id, transaction): (LedgerEntryId, TransactionId) = (app.id(), of_purchase(&intent.id));
    let entry = NewEntry { id: &entry_id, key, part: Part::Continues(&transaction), description, postings, at: app.now() };
    ledger::post(writer, account, &entry).await.map(drop)
}

/// What a label earns in the programs of its account. The carrier's own customers earn nothing here: we did not sell the label.
async fn earnings(app: &App, writer: &mut Writer, account: &AccountId, intent: &Intent) -> Result<Vec<Earned>, StoreError> {
    if intent.carrier_account_id.is_some() {
        return Ok(Vec::new());
    }
    let standing = accounts::standing(writer, account).await?.ok_or(StoreError::MissingReference)?;
    let price = Cents::new(intent.rate.cents);
    let earned = standing.programs.into_iter().map(|program| {
        let amount = app.deployment.config.incentive_percent(program).of(price);
        Earned { program, amount, price }
    });
    Ok(earned.filter(|earned| earned.amount > Cents::ZERO).collect())
}

fn in_books(earned: &[Earned]) -> Vec<(Book, Cents)> {
    earned.iter().map(|one| (one.program.accrued(), one.amount)).collect()
}
