//! The application as tests see it: fresh databases, a clock that stands still, mail in memory, clients by role.

pub mod printer;
pub mod process;
pub mod smtp;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use chrono::{TimeDelta, TimeZone};
use domain::access::{Permission, PermissionSet};
use domain::account::{NewUser, Person};
use domain::activity::ActorKind;
use domain::email::Email;
use domain::id::{AccountId, PersonId};
use domain::world::World;
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::activity::Actor;
use store::logins::{self, Login};
use store::people;
use store::sessions::{self, Session};
use store::testing::TestDatabase;
use tower::ServiceExt;
use waybill::app::{App, Deployment, Parts};
use waybill::clock::Clock;
use waybill::config::{Config, Sources, load};
use waybill::keys::{self, KeyKind};
use waybill::mail::{Letter, Mailer};
use waybill::new_account::{self, NewAccount};
use waybill::passwords::Passwords;
use waybill::random::Random;
use waybill::secrets::{Secrets, hashed};

/// The password of every user that the harness makes.
pub const PASSWORD: &str = "correct horse battery";

static SEED: AtomicU64 = AtomicU64::new(1);

/// One deployment of its own.
pub struct TestApp {
    pub deployment: Arc<Deployment>,
    router: Router,
    database: TestDatabase,
}

/// An account's owner with a session in one world.
pub struct Owner {
    pub account_id: AccountId,
    pub email: String,
    pub token: String,
}

/// A sub-user with a session.
pub struct SubUser {
    pub id: PersonId,
    pub email: String,
    pub token: String,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub json: Value,
    pub text: String,
}

impl TestApp {
    pub async fn new() -> Self {
        Self::with_settings(&[]).await
    }

    /// With settings other than the defaults, as environment variables.
    pub async fn with_settings(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await;
        let deployment = Self::deploy(&database, settings).await;
        let router = waybill::http::router(&deployment);
        for world in World::BOTH {
            waybill::jobs::run_schedules(&deployment.app(world)).await.expect("schedules are known");
        }
        Self { deployment, router, database }
    }

    /// The application on databases that other processes used, at the present time and a while later.
    pub async fn on(database: TestDatabase, later: TimeDelta) -> Self {
        let deployment = Self::deploy(&database, &[]).await;
        let now = Clock::system().now();
        deployment.clock.advance(now - deployment.clock.now() + later);
        let router = waybill::http::router(&deployment);
        Self { deployment, router, database }
    }

    /// A second node on the same databases.
    pub async fn second_node(&self) -> Arc<Deployment> {
        let node = Self::deploy(&self.database, &[]).await;
        node.clock.advance(self.deployment.clock.now() - node.clock.now());
        node
    }

    /// A second node that sends mail by SMTP, to a server that does not exist.
    pub async fn node_with_real_mail(&self) -> Arc<Deployment> {
        let config = &self.deployment.config;
        let mailer = Mailer::from_settings(&config.mail, &config.data).expect("a mailer");
        let random = self.deployment.random.clone();
        let parts = Parts {
            clock: Clock::held_at(self.deployment.clock.now()),
            secrets: self.deployment.secrets.clone(),
            passwords: self.deployment.passwords.clone(),
            config: config.clone(),
            mailer,
            random,
        };
        Deployment::new(parts, self.database.open(World::Live).await, self.database.open(World::Test).await).expect("a deployment")
    }

    async fn deploy(database: &TestDatabase, settings: &[(&str, &str)]) -> Arc<Deployment> {
        // Tests send more than a person would; the limits have tests of their own.
        let generous = [("WAYBILL_LIMITS_REQUESTS_PER_SECOND", "100000"), ("WAYBILL_LIMITS_BURST", "100000")];
        let mut env: Vec<_> = generous.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        env.push(("WAYBILL_DATA".into(), database.folder.path().display().to_string()));
        let config: Config = load(&Sources { env, ..Sources::default() }).expect("valid settings");
        let random = Random::seeded(SEED.fetch_add(1, Ordering::Relaxed));
        let noon = chrono::Utc.with_ymd_and_hms(2026, 3, 2, 12, 0, 0).single().expect("a time");
        let parts = Parts {
            clock: Clock::held_at(noon),
            secrets: Secrets::from_key(&[7; 32]),
            passwords: Passwords::new(random.clone()).expect("hashing works"),
            mailer: Mailer::memory(config.mail.from.parse().expect("a sender")),
            random,
            config,
        };
        let deployment = Deployment::new(parts, database.open(World::Live).await, database.open(World::Test).await).expect("a deployment");
        waybill::start::prepare(&deployment).await.expect("prepared");
        deployment
    }

    pub fn database(&self) -> &TestDatabase {
        &self.database
    }

    pub fn app(&self, world: World) -> App {
        self.deployment.app(world)
    }

    pub fn advance(&self, by: TimeDelta) {
        self.deployment.clock.advance(by);
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.deployment.mailer.remembered()
    }

    /// Runs all jobs that are due, in both worlds.
    pub async fn run_jobs(&self) -> usize {
        let mut ran = 0;
        for world in World::BOTH {
            ran += waybill::jobs::run_due(&self.app(world)).await.expect("jobs run");
        }
        ran
    }

    /// Enqueues what the schedules say is due and runs it, in both worlds.
    pub async fn run_schedules(&self) {
        for world in World::BOTH {
            waybill::jobs::run_schedules(&self.app(world)).await.expect("schedules run");
        }
        self.run_jobs().await;
    }

    /// Sends any request.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (head, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: head.status, headers: head.headers, json: serde_json::from_str(&text).unwrap_or(Value::Null), text }
    }

    /// Calls a route with a JSON body.
    pub async fn call(&self, method: &str, path: &str, token: Option<&str>, body: Value) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let has_body = !body.is_null();
        if has_body {
            request = request.header("content-type", "application/json");
        }
        let body = if has_body { Body::from(body.to_string()) } else { Body::empty() };
        self.send(request.body(body).expect("a request")).await
    }

    /// Calls a route that waits for its job, while jobs run.
    pub async fn call_with_jobs(&self, method: &str, path: &str, token: &str, body: Value) -> Answer {
        let answered = Cell::new(false);
        let call = async {
            let answer = self.call(method, path, Some(token), body).await;
            answered.set(true);
            answer
        };
        // Both are driven at once: the call may hold the only writer while the jobs wait for it.
        let jobs = async {
            while !answered.get() {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                self.run_jobs().await;
            }
        };
        tokio::join!(call, jobs).0
    }

    /// Sends a form with a file, as a browser does.
    pub async fn send_file(&self, path: &str, token: &str, name: &str, bytes: &[u8], fields: &[(&str, &str)]) -> Answer {
        let (kind, body) = form_with_file(name, bytes, fields);
        let request = Request::builder().method("POST").uri(path).header("authorization", format!("Bearer {token}"));
        self.send(request.header("content-type", kind).body(Body::from(body)).expect("a request")).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.call("GET", path, Some(token), Value::Null).await
    }

    /// An account in one world, terms accepted, signed in.
    pub async fn owner(&self, world: World, email: &str) -> Owner {
        let app = self.app(world);
        self.owner_with_id(world, email, &app.id()).await
    }

    /// The same account in both worlds; the session is in the live one.
    pub async fn owner_in_both(&self, email: &str) -> Owner {
        let id: AccountId = self.app(World::Live).id();
        self.owner_with_id(World::Test, email, &id).await;
        self.owner_with_id(World::Live, email, &id).await
    }

    async fn owner_with_id(&self, world: World, email: &str, id: &AccountId) -> Owner {
        let app = self.app(world);
        let owner = NewUser { name: "Ada Owner".into(), email: Email::parse(email).expect("an address") };
        let actor = Actor { kind: ActorKind::System, name: "Test".into(), ip: None };
        let hash = self.deployment.passwords.hash(PASSWORD).await.expect("hashed");
        let new = NewAccount { id, owner: &owner, password_hash: &hash, terms_accepted_from: Some("test"), actor: &actor };
        let mut writer = app.store().writer().await.expect("a writer");
        new_account::insert(&app, &mut writer, &new).await.expect("inserted");
        writer.commit().await.expect("committed");
        let token = self.session(world, id, None).await;
        Owner { account_id: id.clone(), email: email.into(), token }
    }

    /// A sub-user of an account, signed in.
    pub async fn person(&self, world: World, account: &AccountId, email: &str, permissions: &[Permission]) -> SubUser {
        let app = self.app(world);
        let id: PersonId = app.id();
        let hash = self.deployment.passwords.hash(PASSWORD).await.expect("hashed");
        let person = Person {
            id: id.clone(),
            name: format!("Sub {email}"),
            email: Email::parse(email).expect("an address"),
            enabled: true,
            permissions: permissions.iter().copied().collect::<PermissionSet>(),
            created_at: app.now(),
            last_sign_in_at: None,
        };
        let login = Login { account_id: account.clone(), person_id: Some(id.clone()), password_hash: hash };
        let mut writer = app.store().writer().await.expect("a writer");
        logins::insert(&mut writer, &person.email, &login).await.expect("inserted");
        people::insert(&mut writer, account, &person).await.expect("inserted");
        writer.commit().await.expect("committed");
        let token = self.session(world, account, Some(&id)).await;
        SubUser { id, email: email.into(), token }
    }

    /// Opens a session directly.
    pub async fn session(&self, world: World, account: &AccountId, person: Option<&PersonId>) -> String {
        let app = self.app(world);
        let key = keys::generate(&self.deployment.random, KeyKind::Session, account);
        let now = app.now();
        let session = Session {
            id: app.id(),
            person_id: person.cloned(),
            person_name: None,
            ip: "203.0.113.7".into(),
            user_agent: "test".into(),
            created_at: now,
            last_used_at: now,
            expires_at: now + TimeDelta::days(30),
        };
        let mut writer = app.store().writer().await.expect("a writer");
        sessions::insert(&mut writer, account, &session, &hashed(&key)).await.expect("inserted");
        writer.commit().await.expect("committed");
        key
    }
}

/// A form with a file, as a browser writes it: content type and body.
pub fn form_with_file(name: &str, bytes: &[u8], fields: &[(&str, &str)]) -> (String, Vec<u8>) {
    const BOUNDARY: &str = "----waybill-test-boundary";
    let mut body = Vec::new();
    for (field, value) in fields {
        body.extend(format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n").into_bytes());
    }
    let head =
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: text/csv\r\n\r\n");
    body.extend(head.into_bytes());
    body.extend_from_slice(bytes);
    body.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

impl Answer {
    /// Checks the status and gives the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let success = self.json["success"].as_bool();
        assert_eq!(success, Some((200..300).contains(&status)), "every reply carries success: {}", self.text);
        if status >= 400 && self.json.get("key").is_none() {
            for field in ["message", "errors", "code", "request_id"] {
                assert!(self.json.get(field).is_some(), "{field} is missing: {}", self.text);
            }
        }
        self.json
    }

    /// Checks the status and code of a failure and gives its message.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> String {
        let json = self.expect(status);
        assert_eq!(json["code"], code, "{json}");
        json["message"].as_str().unwrap_or_default().to_owned()
    }
}
