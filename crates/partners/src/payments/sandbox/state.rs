//! What the sandbox bank remembers: documents under keys, each with a version and perhaps a time at which something is due.
//!
//! Another crate implements [`BankState`] on the database, so that the bank survives a restart and serves several nodes;
//! [`super::memory`] serves tests, [`super::state_contract`] says what both must do. Every method is one step that happens
//! wholly or not at all. The bank decides what the documents say; a memory must never look into them.

use async_trait::async_trait;
use domain::Timestamp;
use domain::partner::PartnerError;

pub use crate::sandbox::state::StateError;

/// A document of the bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Which drawer it is in: `card_token`, `method`, `charge`, `payout`, `business`, ... At most 40 characters.
    pub drawer: String,
    /// Its name in the drawer, at most 200 characters.
    pub key: String,
    /// 1 when it is new; every change adds one.
    pub version: i64,
    /// When something is due: a settlement, a chargeback.
    pub due_at: Option<Timestamp>,
    /// JSON.
    pub body: String,
}

/// The memory of the sandbox bank of one world.
#[async_trait]
pub trait BankState: Send + Sync {
    /// Keeps a document as version 1 unless there is one under its name. Answers the one that then stands there.
    async fn insert(&self, record: Record) -> Result<Record, StateError>;

    /// The document under a name.
    async fn find(&self, drawer: &str, key: &str) -> Result<Option<Record>, StateError>;

    /// Puts a document into the place of the one with the version before (`record.version - 1`). Answers whether it did: no
    /// means that somebody else changed it in between, or that there is none.
    async fn replace(&self, record: Record) -> Result<bool, StateError>;

    /// Documents of a drawer whose time lies in `after < due_at <= until`, by time and then by key, at most `limit`.
    async fn due(&self, drawer: &str, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<Record>, StateError>;

    /// Documents of a drawer that come after the key `after` (empty: from the first) in the memory's own order of keys, at most
    /// `limit`.
    async fn list(&self, drawer: &str, after: &str, limit: u32) -> Result<Vec<Record>, StateError>;
}

/// Tries again when somebody else changed a document in between: how often before giving up.
pub(super) const ATTEMPTS: usize = 20;

/// A document that changed too often.
pub(super) fn contended() -> PartnerError {
    PartnerError::Transient("The sandbox bank is busy. Try again.".into())
}
