//! The state of the application: what is shared by the whole deployment, and the view of it from one world.
//!
//! There are two worlds, live and test, with the same code and separate data. A handler or job gets the `App` of its world
//! and reaches the other one only through `Deployment`: set-up, hand-over and the jobs that keep sign-ins in step do.

use crate::clock::Clock;
use crate::config::Config;
use crate::mail::Mailer;
use crate::passwords::Passwords;
use crate::random::Random;
use crate::secrets::Secrets;
use domain::Timestamp;
use domain::id::Id;
use domain::world::World;
use partners::payments::registry::PaymentRegistry;
use partners::registry::Registry;
use secrecy::ExposeSecret;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Store, StoreError};

/// What a deployment is made of besides its databases.
pub struct Parts {
    /// The configuration.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// Randomness.
    pub random: Random,
    /// Sealing and signing.
    pub secrets: Secrets,
    /// Password hashing.
    pub passwords: Passwords,
    /// Outgoing mail.
    pub mailer: Mailer,
}

/// Everything both worlds share.
pub struct Deployment {
    parts: Parts,
    live: Store,
    test: Store,
    carriers: Registry,
    payments: PaymentRegistry,
    stopping: AtomicBool,
}

impl Deref for Deployment {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Deployment {
    /// Puts a deployment together; the message says which setting of a partner is wrong.
    pub fn new(parts: Parts, live: Store, test: Store) -> Result<Arc<Self>, String> {
        let carriers = crate::carriers::registry(&parts.config.sandbox, &parts.clock, &live, &test);
        let payments = crate::payments::registry(&parts.config, &parts.clock, &live, &test)?;
        Ok(Arc::new(Self { parts, live, test, carriers, payments, stopping: AtomicBool::new(false) }))
    }

    /// Where payment partners come from.
    #[must_use]
    pub const fn payments(&self) -> &PaymentRegistry {
        &self.payments
    }

    /// Where carriers come from.
    #[must_use]
    pub fn carriers(&self) -> &Registry {
        &self.carriers
    }

    /// One world's database.
    #[must_use]
    pub fn store(&self, world: World) -> &Store {
        match world {
            World::Live => &self.live,
            World::Test => &self.test,
        }
    }

    /// One world's view.
    #[must_use]
    pub fn app(self: &Arc<Self>, world: World) -> App {
        App { deployment: Arc::clone(self), world }
    }

    /// Says that the process is shutting down: it is not ready for new requests any more.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether the process is shutting down.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Closes both databases.
    pub async fn close(&self) {
        self.live.close().await;
        self.test.close().await;
    }
}

/// Opens both worlds' databases as the configuration says, and migrates them.
pub async fn open_stores(config: &Config) -> Result<(Store, Store), StoreError> {
    let url = config.database.url.expose_secret();
    if url.is_empty() {
        let file = |world: World| config.data.join(format!("{}.sqlite", world.name()));
        return Ok((Store::open_sqlite(&file(World::Live)).await?, Store::open_sqlite(&file(World::Test)).await?));
    }
    let connections = config.database.connections;
    Ok((Store::open_postgres(url, World::Live, connections).await?, Store::open_postgres(url, World::Test, connections).await?))
}

/// One world's view of the deployment. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// What both worlds share.
    pub deployment: Arc<Deployment>,
    /// Which world.
    pub world: World,
}

impl App {
    /// This world's database.
    #[must_use]
    pub fn store(&self) -> &Store {
        self.deployment.store(self.world)
    }

    /// The present time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.deployment.clock.now()
    }

    /// A new id.
    #[must_use]
    pub fn id<T: Id>(&self) -> T {
        self.deployment.random.id(self.now())
    }

    /// Where this world's API begins: nothing for live, `/test` for test.
    #[must_use]
    pub fn base(&self) -> &'static str {
        base(self.world)
    }
}

/// Where a world's API begins on this origin.
#[must_use]
pub fn base(world: World) -> &'static str {
    match world {
        World::Live => "",
        World::Test => "/test",
    }
}
