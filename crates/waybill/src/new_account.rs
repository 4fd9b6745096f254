//! Making an account: used by the set-up page and by the command line.

use crate::app::App;
use crate::audit::record_as;
use domain::account::{Account, BillingType, NewUser};
use domain::activity::Action;
use domain::id::{AccountId, LedgerEntryId, TransactionId};
use domain::ledger::Balanced;
use domain::money::Cents;
use domain::transaction::Kind;
use store::activity::Actor;
use store::ledger::{NewEntry, Part};
use store::logins::Login;
use store::transactions::{About, NewTransaction};
use store::{StoreError, Writer, accounts, ledger, logins, terms};

/// What a new account starts with.
pub struct NewAccount<'a> {
    /// The same in both worlds.
    pub id: &'a AccountId,
    /// Name and address, checked.
    pub owner: &'a NewUser,
    /// The hash of the password.
    pub password_hash: &'a str,
    /// From where the terms were accepted, if they were.
    pub terms_accepted_from: Option<&'a str>,
    /// Who made it.
    pub actor: &'a Actor,
}

/// Writes a new account; `Duplicate` when the address is taken in this world.
pub async fn insert(app: &App, writer: &mut Writer, new: &NewAccount<'_>) -> Result<(), StoreError> {
    let now = app.now();
    let account = Account {
        id: new.id.clone(),
        name: new.owner.name.clone(),
        email: new.owner.email.clone(),
        phone: String::new(),
        billing_eq_contact: true,
        billing_type: BillingType::Wallet,
        externally_billed: false,
        sales_channel: false,
        created_at: now,
    };
    accounts::insert(writer, &account).await?;
    let login = Login { account_id: new.id.clone(), person_id: None, password_hash: new.password_hash.to_owned() };
    logins::insert(writer, &new.owner.email, &login).await?;
    record_as(app, writer, new.id, new.actor, &Action::AccountCreated).await?;
    if let Some(ip) = new.terms_accepted_from {
        let version = terms::current_version(writer, domain::terms::Kind::Terms).await?;
        terms::accept(writer, new.id, version, now, ip).await?;
        record_as(app, writer, new.id, new.actor, &Action::TermsAccepted { version }).await?;
    }
    Ok(())
}

/// Credits money to a balance; `key` makes sure that it happens once.
pub async fn credit(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    amount: Cents,
    key: &str,
    actor: &Actor,
) -> Result<(), StoreError> {
    let postings = Balanced::credit(amount).map_err(|e| StoreError::Corrupt(e.to_string()))?;
    let (id, transaction): (LedgerEntryId, TransactionId) = (app.id(), app.id());
    let description = "Credit by the operator";
    let opened = NewTransaction { id: &transaction, kind: Kind::Credit, description, about: About::default() };
    let entry = NewEntry { id: &id, key, part: Part::Opens(&opened), description, postings: &postings, at: app.now() };
    ledger::post(writer, account, &entry).await?;
    record_as(app, writer, account, actor, &Action::BalanceCredited { amount }).await
}
