//! Writing the activity log in the transaction of the change it tells of.

use crate::app::App;
use crate::http::request::Client;
use domain::access::{Caller, Credential};
use domain::activity::{Action, ActorKind};
use domain::id::AccountId;
use store::activity::{self, Actor};
use store::{StoreError, Writer};

/// Records what a caller did.
pub async fn record(app: &App, writer: &mut Writer, caller: &Caller, client: &Client, action: &Action) -> Result<(), StoreError> {
    record_as(app, writer, &caller.account_id, &actor(caller, client), action).await
}

/// Who a caller is, as the log shows it.
#[must_use]
pub fn actor(caller: &Caller, client: &Client) -> Actor {
    let kind = match (&caller.credential, caller.is_owner()) {
        (Credential::ApiKey(_), _) => ActorKind::ApiKey,
        (Credential::Session(_), true) => ActorKind::Owner,
        (Credential::Session(_), false) => ActorKind::Person,
    };
    Actor { kind, name: caller.name.clone(), ip: Some(client.ip.clone()) }
}

/// Records what somebody did who is not (yet) a caller: a sign-in, a recovery, the command line.
pub async fn record_as(app: &App, writer: &mut Writer, account: &AccountId, actor: &Actor, action: &Action) -> Result<(), StoreError> {
    activity::record(writer, account, app.now(), actor, &[(app.id(), action.clone())]).await
}

/// Records several things that somebody did.
pub async fn record_all(
    app: &App,
    writer: &mut Writer,
    account: &AccountId,
    actor: &Actor,
    actions: impl Iterator<Item = Action>,
) -> Result<(), StoreError> {
    let actions: Vec<_> = actions.map(|action| (app.id(), action)).collect();
    activity::record(writer, account, app.now(), actor, &actions).await
}
