//! Jobs of this slice: the test twin of a new account, and addresses and passwords that hold in both worlds.
//!
//! A hand-over from the test world opens a live session, so an old password, or an address that the owner gave up, must not stay
//! good in the test world.

use crate::app::App;
use crate::audit::record_as;
use crate::jobs::JobError;
use crate::new_account::{self, NewAccount};
use domain::account::NewUser;
use domain::activity::{Action, ActorKind};
use domain::email::Email;
use domain::id::AccountId;
use domain::world::World;
use store::activity::Actor;
use store::{StoreError, accounts, logins, sessions};

/// Makes the test world's twin of a live account, with the same owner, password and accepted terms.
pub async fn create_test_twin(app: &App, account: &AccountId) -> Result<(), JobError> {
    let mut conn = app.store().reader().await?;
    let found = accounts::find(&mut conn, account).await?;
    let hash = logins::password_hash(&mut conn, account, None).await?;
    drop(conn);
    let (Some(found), Some(hash)) = (found, hash) else { return Err(JobError::fail("the account does not exist")) };
    let test = app.deployment.app(World::Test);
    let owner = NewUser { name: found.name.clone(), email: found.email.clone() };
    let actor = Actor { kind: ActorKind::System, name: "Waybill".into(), ip: None };
    let twin = NewAccount { id: account, owner: &owner, password_hash: &hash, terms_accepted_from: Some("set-up"), actor: &actor };
    let mut writer = test.store().writer().await?;
    if accounts::find(&mut writer, account).await?.is_some() {
        return Ok(());
    }
    match new_account::insert(&test, &mut writer, &twin).await {
        Ok(()) => Ok(writer.commit().await?),
        Err(StoreError::Duplicate) => Err(JobError::fail("the address belongs to another account of the test world")),
        Err(error) => Err(error.into()),
    }
}

/// Copies a changed password to the other world and ends the user's sessions there.
pub async fn follow_password(app: &App, account: &AccountId, email: &str) -> Result<(), JobError> {
    let email = Email::parse(email).map_err(|_| JobError::fail("the address cannot be read"))?;
    let mut conn = app.store().reader().await?;
    let source = logins::find(&mut conn, &email).await?.filter(|login| login.account_id == *account);
    drop(conn);
    let Some(source) = source else { return Ok(()) };
    let mut writer = app.deployment.store(app.world.other()).writer().await?;
    // The owner is the owner there too, whatever the address; people are known by it only.
    let person = match source.person_id {
        None => None,
        Some(_) => match logins::find(&mut writer, &email).await?.filter(|login| login.account_id == *account) {
            Some(target) => target.person_id,
            None => return Ok(()),
        },
    };
    match logins::password_hash(&mut writer, account, person.as_ref()).await? {
        Some(hash) if hash != source.password_hash => {}
        _ => return Ok(()),
    }
    logins::set_password_hash(&mut writer, account, person.as_ref(), &source.password_hash).await?;
    sessions::delete_all_of(&mut writer, account, person.as_ref(), None).await?;
    Ok(writer.commit().await?)
}

/// Gives the owner's twin in the other world the address that holds here.
pub async fn follow_email(app: &App, account: &AccountId) -> Result<(), JobError> {
    let mut conn = app.store().reader().await?;
    let Some(here) = accounts::contact(&mut conn, account).await? else { return Ok(()) };
    drop(conn);
    let other = app.deployment.app(app.world.other());
    let mut writer = other.store().writer().await?;
    let Some(mut there) = accounts::contact(&mut writer, account).await?.filter(|there| there.email != here.email) else { return Ok(()) };
    there.email = here.email;
    match accounts::save_contact(&mut writer, account, &there).await {
        Err(StoreError::Duplicate) => return Err(JobError::fail("the address belongs to somebody else on the other server")),
        saved => saved?,
    }
    let actor = Actor { kind: ActorKind::System, name: "Waybill".into(), ip: None };
    record_as(&other, &mut writer, account, &actor, &Action::BillingInformationChanged).await?;
    Ok(writer.commit().await?)
}
