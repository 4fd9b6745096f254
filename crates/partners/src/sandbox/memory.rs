//! The sandbox's memory in the process: for tests, and as the model of what an implementation on a database must do.
//!
//! It forgets everything when the process ends, so it must never serve a deployment.

use super::state::{MadeManifest, Manifesting, Sale, SandboxState, SoldLabel, StateError, Voiding};
use async_trait::async_trait;
use domain::Timestamp;
use domain::carrier::Carrier;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Key = (Carrier, String);

#[derive(Default)]
struct Tables {
    numbers: BTreeMap<String, u64>,
    labels: BTreeMap<Key, SoldLabel>,
    keys: BTreeMap<Key, String>,
    closed: BTreeSet<Key>,
    manifests: BTreeMap<Key, MadeManifest>,
}

/// A memory that lasts as long as the value.
#[derive(Default)]
pub struct MemoryState(Mutex<Tables>);

impl MemoryState {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl SandboxState for MemoryState {
    async fn next_number(&self, series: &str) -> Result<u64, StateError> {
        let mut tables = self.tables();
        let number = tables.numbers.entry(series.to_owned()).or_default();
        *number += 1;
        Ok(*number)
    }

    async fn sell(&self, label: SoldLabel) -> Result<Sale, StateError> {
        let mut tables = self.tables();
        let key = (label.carrier, label.key.clone());
        if let Some(holds) = tables.keys.get(&key).and_then(|code| tables.labels.get(&(label.carrier, code.clone()))) {
            return Ok(Sale::Holds(Box::new(holds.clone())));
        }
        if tables.closed.contains(&key) {
            return Ok(Sale::Closed);
        }
        let by_code = (label.carrier, label.tracking_code.clone());
        if tables.labels.contains_key(&by_code) {
            return Err(StateError(format!("the number {} was sold twice", label.tracking_code)));
        }
        tables.keys.insert(key, label.tracking_code.clone());
        tables.labels.insert(by_code, label.clone());
        Ok(Sale::Holds(Box::new(label)))
    }

    async fn close_key(&self, carrier: Carrier, key: &str) -> Result<Option<SoldLabel>, StateError> {
        let mut tables = self.tables();
        let key = (carrier, key.to_owned());
        let sold = tables.keys.get(&key).and_then(|code| tables.labels.get(&(carrier, code.clone()))).cloned();
        if sold.is_none() {
            tables.closed.insert(key);
        }
        Ok(sold)
    }

    async fn find_by_key(&self, carrier: Carrier, key: &str) -> Result<Option<SoldLabel>, StateError> {
        let tables = self.tables();
        let code = tables.keys.get(&(carrier, key.to_owned()));
        Ok(code.and_then(|code| tables.labels.get(&(carrier, code.clone()))).cloned())
    }

    async fn find_by_tracking_code(&self, carrier: Carrier, tracking_code: &str) -> Result<Option<SoldLabel>, StateError> {
        Ok(self.tables().labels.get(&(carrier, tracking_code.to_owned())).cloned())
    }

    async fn mark_voided(&self, carrier: Carrier, tracking_code: &str, void: Voiding) -> Result<Option<SoldLabel>, StateError> {
        let mut tables = self.tables();
        Ok(tables.labels.get_mut(&(carrier, tracking_code.to_owned())).map(|label| {
            label.void.get_or_insert(void);
            label.clone()
        }))
    }

    async fn make_manifest(&self, made: MadeManifest) -> Result<Manifesting, StateError> {
        let mut tables = self.tables();
        let carrier = made.manifest.carrier;
        let key = (carrier, made.key.clone());
        if let Some(holds) = tables.manifests.get(&key) {
            return Ok(Manifesting::Holds(Box::new(holds.clone())));
        }
        let codes = &made.manifest.tracking_codes;
        let is_free = |label: &SoldLabel| label.void.is_none() && label.manifest.is_none();
        let mut taken: Vec<String> = Vec::new();
        for code in codes {
            if !tables.labels.get(&(carrier, code.clone())).is_some_and(is_free) {
                taken.push(code.clone());
            }
        }
        if !taken.is_empty() {
            return Ok(Manifesting::Taken(taken));
        }
        for code in codes {
            if let Some(label) = tables.labels.get_mut(&(carrier, code.clone())) {
                label.manifest = Some(made.manifest.number.clone());
            }
        }
        tables.manifests.insert(key, made.clone());
        Ok(Manifesting::Holds(Box::new(made)))
    }

    async fn find_manifest(&self, carrier: Carrier, key: &str) -> Result<Option<MadeManifest>, StateError> {
        Ok(self.tables().manifests.get(&(carrier, key.to_owned())).cloned())
    }

    async fn measured(&self, carrier: Carrier, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<SoldLabel>, StateError> {
        let due = |label: &&SoldLabel| {
            label.carrier == carrier && label.measured.as_ref().is_some_and(|measured| measured.at > after && measured.at <= until)
        };
        let mut found: Vec<SoldLabel> = self.tables().labels.values().filter(due).cloned().collect();
        found.sort_by_key(|label| label.measured.as_ref().map(|measured| measured.at));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    async fn count_sold(&self, carrier: Carrier) -> Result<u64, StateError> {
        let count = self.tables().labels.keys().filter(|(of, _)| *of == carrier).count();
        u64::try_from(count).map_err(|error| StateError(error.to_string()))
    }
}
