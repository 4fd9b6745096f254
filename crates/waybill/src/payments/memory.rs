//! What the sandbox bank remembers, kept in this world's database.

use async_trait::async_trait;
use domain::Timestamp;
use partners::payments::sandbox::state::{BankState, Record, StateError};
use store::{Store, StoreError, sandbox_bank};

/// The memory of one world's sandbox bank.
pub struct StoreBank(Store);

impl StoreBank {
    /// On this database.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self(store)
    }
}

fn failed(error: StoreError) -> StateError {
    StateError(error.to_string())
}

fn kept(record: Record) -> sandbox_bank::Record {
    let Record { drawer, key, version, due_at, body } = record;
    sandbox_bank::Record { drawer, key, version, due_at, body }
}

fn read(record: sandbox_bank::Record) -> Record {
    let sandbox_bank::Record { drawer, key, version, due_at, body } = record;
    Record { drawer, key, version, due_at, body }
}

#[async_trait]
impl BankState for StoreBank {
    async fn insert(&self, record: Record) -> Result<Record, StateError> {
        let mut writer = self.0.writer().await.map_err(failed)?;
        let standing = sandbox_bank::insert(&mut writer, &kept(record)).await.map_err(failed)?;
        writer.commit().await.map_err(failed)?;
        Ok(read(standing))
    }

    async fn find(&self, drawer: &str, key: &str) -> Result<Option<Record>, StateError> {
        let mut conn = self.0.reader().await.map_err(failed)?;
        Ok(sandbox_bank::find(&mut conn, drawer, key).await.map_err(failed)?.map(read))
    }

    async fn replace(&self, record: Record) -> Result<bool, StateError> {
        let mut writer = self.0.writer().await.map_err(failed)?;
        let replaced = sandbox_bank::replace(&mut writer, &kept(record)).await.map_err(failed)?;
        writer.commit().await.map_err(failed)?;
        Ok(replaced)
    }

    async fn due(&self, drawer: &str, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<Record>, StateError> {
        let mut conn = self.0.reader().await.map_err(failed)?;
        let found = sandbox_bank::due(&mut conn, drawer, after, until, i64::from(limit)).await.map_err(failed)?;
        Ok(found.into_iter().map(read).collect())
    }

    async fn list(&self, drawer: &str, after: &str, limit: u32) -> Result<Vec<Record>, StateError> {
        let mut conn = self.0.reader().await.map_err(failed)?;
        let found = sandbox_bank::list(&mut conn, drawer, after, i64::from(limit)).await.map_err(failed)?;
        Ok(found.into_iter().map(read).collect())
    }
}
