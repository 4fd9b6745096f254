//! `demo`: an account filled with realistic data, made once. Its generated sign-in is kept in the data folder, readable by
//! its owner only, so that later starts can print it again.

use super::demo_desk::Desk;
use super::{Stop, demo_desk, demo_money};
use crate::app::{App, Deployment};
use crate::audit::record_as;
use crate::keys::{self, KeyKind};
use crate::new_account::{self, NewAccount};
use crate::payments;
use crate::secrets::{create_private, hashed};
use domain::access::{Permission, PermissionSet};
use domain::account::{NewUser, Person};
use domain::activity::{Action, ActorKind};
use domain::email::Email;
use domain::id::{AccountId, PersonId};
use domain::money::Cents;
use domain::world::World;
use std::fmt;
use std::sync::Arc;
use store::activity::Actor;
use store::api_keys::{self, ApiKey};
use store::logins::{self, Login};
use store::{Writer, people};

const EMAIL: &str = "demo@waybill.example";
const OWNER: &str = "Juniper & Sage Goods";
const FILE: &str = "demo-sign-in.txt";
const BALANCE: Cents = Cents::new(25_000);

/// Name, address, whether enabled, what they may do.
const PEOPLE: [(&str, &str, bool, &[Permission]); 4] = [
    ("Maya Torres", "maya@waybill.example", true, &[Permission::ShipmentReporting, Permission::ScanForms]),
    ("Owen Clarke", "owen@waybill.example", true, &[Permission::BillingReporting, Permission::BillingSettings]),
    ("Priya Natarajan", "priya@waybill.example", true, &[Permission::ApiKeys, Permission::ShipmentReporting]),
    ("Sam Whitfield", "sam@waybill.example", false, &[Permission::AddLocations]),
];

const KEYS: [&str; 2] = ["Warehouse scanner", "Storefront integration"];

/// The sign-in of the demo account.
pub struct Filled {
    password: String,
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Demo account: sign in with {EMAIL} and the password {}", self.password)
    }
}

/// Makes the demo account, or finds it again.
pub async fn fill(deployment: &Arc<Deployment>) -> Result<Filled, Stop> {
    let file = deployment.config.data.join(FILE);
    if let Ok(password) = std::fs::read_to_string(&file) {
        return Ok(Filled { password: password.trim().to_owned() });
    }
    let email = Email::parse(EMAIL)?;
    let mut conn = deployment.store(World::Live).reader().await?;
    if logins::find(&mut conn, &email).await?.is_some() {
        return Err(Stop(format!("{EMAIL} exists already, but {} with its password is gone.", file.display())));
    }
    drop(conn);
    let password: String = deployment.random.secret().chars().filter(char::is_ascii_alphanumeric).take(16).collect();
    let hash = deployment.passwords.hash(&password).await?;
    let id: AccountId = deployment.app(World::Live).id();
    for world in World::BOTH {
        let app = deployment.app(world);
        let mut writer = app.store().writer().await?;
        let key = account(&app, &mut writer, &id, &email, &hash).await?;
        writer.commit().await?;
        let desk = Desk::new(&app, &key);
        let labels = demo_desk::fill(&desk).await?;
        // Real partners are asked for no demo money.
        if payments::of(&app).sandbox.is_some() {
            demo_money::fill(&desk, &labels).await?;
        }
    }
    create_private(&file, &format!("{password}\n"))?;
    Ok(Filled { password })
}

/// Makes the account; answers the clear text of one of its keys.
async fn account(app: &App, writer: &mut Writer, id: &AccountId, email: &Email, hash: &str) -> Result<String, Stop> {
    let owner = NewUser { name: OWNER.into(), email: email.clone() };
    let actor = Actor { kind: ActorKind::Owner, name: OWNER.into(), ip: None };
    let new = NewAccount { id, owner: &owner, password_hash: hash, terms_accepted_from: Some("demo"), actor: &actor };
    new_account::insert(app, writer, &new).await?;
    new_account::credit(app, writer, id, BALANCE, "demo", &actor).await?;
    for (name, email, enabled, permissions) in PEOPLE {
        let person = Person {
            id: app.id::<PersonId>(),
            name: name.into(),
            email: Email::parse(email)?,
            enabled,
            permissions: permissions.iter().copied().collect::<PermissionSet>(),
            created_at: app.now(),
            last_sign_in_at: None,
        };
        let login = Login { account_id: id.clone(), person_id: Some(person.id.clone()), password_hash: hash.to_owned() };
        logins::insert(writer, &person.email, &login).await?;
        people::insert(writer, id, &person).await?;
        record_as(app, writer, id, &actor, &Action::PersonCreated { name: name.into() }).await?;
        for permission in permissions {
            record_as(app, writer, id, &actor, &Action::PermissionGiven { name: name.into(), permission: *permission }).await?;
        }
        if !enabled {
            record_as(app, writer, id, &actor, &Action::PersonDisabled { name: name.into() }).await?;
        }
    }
    let mut first = String::new();
    for (at, description) in KEYS.into_iter().enumerate() {
        let clear = keys::generate(&app.deployment.random, KeyKind::Api, id);
        let key = ApiKey {
            id: app.id(),
            hint: keys::masked(&clear),
            description: description.into(),
            is_default: at == 0,
            created_at: app.now(),
            last_used_at: None,
        };
        api_keys::insert(writer, id, &key, None, &hashed(&clear)).await?;
        record_as(app, writer, id, &actor, &Action::ApiKeyCreated { description: description.into() }).await?;
        if at == 0 {
            first = clear;
        }
    }
    Ok(first)
}
