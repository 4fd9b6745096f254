//! The sandbox bank's memory in the process: for tests, and as the model of what an implementation on a database must do.
//!
//! It forgets everything when the process ends, so it must never serve a deployment.

use super::state::{BankState, Record, StateError};
use async_trait::async_trait;
use domain::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A memory that lasts as long as the value.
#[derive(Default)]
pub struct MemoryBank(Mutex<BTreeMap<(String, String), Record>>);

impl MemoryBank {
    fn records(&self) -> MutexGuard<'_, BTreeMap<(String, String), Record>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn at_most(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

#[async_trait]
impl BankState for MemoryBank {
    async fn insert(&self, record: Record) -> Result<Record, StateError> {
        let name = (record.drawer.clone(), record.key.clone());
        Ok(self.records().entry(name).or_insert(Record { version: 1, ..record }).clone())
    }

    async fn find(&self, drawer: &str, key: &str) -> Result<Option<Record>, StateError> {
        Ok(self.records().get(&(drawer.to_owned(), key.to_owned())).cloned())
    }

    async fn replace(&self, record: Record) -> Result<bool, StateError> {
        let mut records = self.records();
        let held = records.get_mut(&(record.drawer.clone(), record.key.clone()));
        Ok(held.filter(|held| held.version + 1 == record.version).map(|held| *held = record).is_some())
    }

    async fn due(&self, drawer: &str, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<Record>, StateError> {
        let is_due = |record: &&Record| record.drawer == drawer && record.due_at.is_some_and(|due| due > after && due <= until);
        let mut found: Vec<Record> = self.records().values().filter(is_due).cloned().collect();
        found.sort_by(|a, b| (a.due_at, &a.key).cmp(&(b.due_at, &b.key)));
        found.truncate(at_most(limit));
        Ok(found)
    }

    async fn list(&self, drawer: &str, after: &str, limit: u32) -> Result<Vec<Record>, StateError> {
        let records = self.records();
        let found = records.values().filter(|record| record.drawer == drawer && record.key.as_str() > after);
        Ok(found.take(at_most(limit)).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_the_promises() {
        crate::payments::sandbox::state_contract::check(&MemoryBank::default()).await.unwrap();
    }
}
