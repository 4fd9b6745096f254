//! What the sandbox bank remembers, kept in this world's database, so that it survives restarts and serves several nodes.

use async_trait::async_trait;
use domain::Timestamp;
use partners::payments::sandbox::state::{BankState, Record, StateError};
use store::sandbox_bank as kept;
use store::{Store, StoreError};

/// The memory of one world's sandbox bank.
pub struct StoreBank {
    store: Store,
}

impl StoreBank {
    /// On this database.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

fn failed(error: StoreError) -> StateError {
    StateError(error.to_string())
}

fn ours(record: Record) -> kept::Record {
    let Record { drawer, key, version, due_at, body } = record;
    kept::Record { drawer, key, version, due_at, body }
}

fn theirs(record: kept::Record) -> Record {
    let kept::Record { drawer, key, version, due_at, body } = record;
    Record { drawer, key, version, due_at, body }
}

#[async_trait]
impl BankState for StoreBank {
    async fn insert(&self, record: Record) -> Result<Record, StateError> {
        let mut writer = self.store.writer().await.map_err(failed)?;
        let held = kept::insert(&mut writer, &ours(record)).await.map_err(failed)?;
        writer.commit().await.map_err(failed)?;
        Ok(theirs(held))
    }

    async fn find(&self, drawer: &str, key: &str) -> Result<Option<Record>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        Ok(kept::find(&mut conn, drawer, key).await.map_err(failed)?.map(theirs))
    }

    async fn replace(&self, record: Record) -> Result<bool, StateError> {
        let mut writer = self.store.writer().await.map_err(failed)?;
        let replaced = kept::replace(&mut writer, &ours(record)).await.map_err(failed)?;
        writer.commit().await.map_err(failed)?;
        Ok(replaced)
    }

    async fn due(&self, drawer: &str, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<Record>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        let found = kept::due(&mut conn, drawer, after, until, i64::from(limit)).await.map_err(failed)?;
        Ok(found.into_iter().map(theirs).collect())
    }

    async fn list(&self, drawer: &str, after: &str, limit: u32) -> Result<Vec<Record>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        let found = kept::list(&mut conn, drawer, after, i64::from(limit)).await.map_err(failed)?;
        Ok(found.into_iter().map(theirs).collect())
    }
}
