//! The carriers as this deployment has them: the registry, the sandbox's memory on the database, and our clock for it.
//!
//! Nobody may call a carrier while a transaction is open.

mod memory;
pub mod own;

pub use memory::StoreMemory;

use crate::app::App;
use crate::clock::Clock;
use crate::config;
use async_trait::async_trait;
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::id::{AccountId, CarrierAccountId};
use domain::partner::PartnerError;
pub use own::{OwnAccount, OwnAccountError, own, own_accounts};
use partners::carrier::CarrierApi;
use partners::registry::{AccountKind, CarrierAccount, Registry};
use partners::sandbox::rating::{Rater, UspsCard};
use partners::sandbox::speed::Speed;
use partners::sandbox::{Parts, Time};
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// Our clock, as the sandboxes need it.
pub struct OurTime(Clock);

impl OurTime {
    /// This clock.
    #[must_use]
    pub const fn new(clock: Clock) -> Self {
        Self(clock)
    }
}

#[async_trait]
impl Time for OurTime {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    async fn sleep(&self, how_long: Duration) {
        tokio::time::sleep(how_long).await;
    }
}

/// The carriers of both worlds.
#[must_use]
pub fn registry(settings: &config::Sandbox, clock: &Clock, live: &Store, test: &Store) -> Registry {
    let parts = |store: &Store| Parts {
        state: Arc::new(StoreMemory::new(store.clone())),
        prices: Arc::new(Rater { usps: UspsCard::parse(&settings.usps_card).unwrap_or_default() }),
        time: Arc::new(OurTime(clock.clone())),
        speed: Speed::new(settings.speed),
    };
    Registry::new(parts(live), parts(test))
}

/// A product-managed carrier.
pub fn managed(app: &App, carrier: Carrier) -> Result<Arc<dyn CarrierApi>, PartnerError> {
    app.deployment.carriers().open(app.world, &CarrierAccount { carrier, kind: AccountKind::ProductManaged })
}

/// What is told of a rate whose carrier account was deleted.
pub const ACCOUNT_GONE: &str = "This carrier account does not exist any more. Please get rates again.";
/// The field of that refusal.
pub const ACCOUNT_FIELD: &str = "carrier_account_id";

/// The carrier to rate or buy with: the user's own account where one is named, else the managed one. A user's account that is gone
/// sells nothing: the managed one would sell at our expense.
pub async fn seller(
    app: &App,
    account: &AccountId,
    carrier: Carrier,
    own_id: Option<&CarrierAccountId>,
) -> Result<Arc<dyn CarrierApi>, PartnerError> {
    match own_id {
        None => managed(app, carrier),
        Some(id) => own(app, account, id).await.map_err(told),
    }
}

/// The carrier of labels that were bought or asked for: as `seller`, but a user's account that is gone leaves them to the managed
/// one. Not to buy with.
pub async fn of(
    app: &App,
    account: &AccountId,
    carrier: Carrier,
    own_id: Option<&CarrierAccountId>,
) -> Result<Arc<dyn CarrierApi>, PartnerError> {
    match own_id {
        None => managed(app, carrier),
        Some(id) => match own(app, account, id).await {
            Err(OwnAccountError::Gone) => managed(app, carrier),
            opened => opened.map_err(told),
        },
    }
}

fn told(error: OwnAccountError) -> PartnerError {
    match error {
        OwnAccountError::Gone => PartnerError::rejected(ACCOUNT_FIELD, ACCOUNT_GONE),
        OwnAccountError::Carrier(error) => error,
        error => PartnerError::Transient(error.to_string()),
    }
}
