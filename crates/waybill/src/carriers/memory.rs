//! What the sandbox carriers remember, kept in this world's database.
//!
//! Numbers are drawn in blocks: one commit serves many purchases, and a crash skips what was not used. Sales that come at the same
//! time share a commit: the first one writes for all that wait.

use async_trait::async_trait;
use domain::Timestamp;
use domain::carrier::Carrier;
use partners::sandbox::state::{MadeManifest, Manifesting, Sale, SandboxState, SoldLabel, StateError, Voiding};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::PoisonError;
use store::sandbox::{self, Held, Sold};
use store::{Store, StoreError};
use tokio::sync::{Mutex, oneshot};

const BLOCK: i64 = 64;

/// The memory of one world's sandbox.
pub struct StoreMemory {
    store: Store,
    drawn: Mutex<HashMap<String, Range<i64>>>,
    waiting: std::sync::Mutex<Vec<Waiting>>,
    selling: Mutex<()>,
}

/// A sale that waits to be written, and whom to tell.
type Waiting = (Sold, oneshot::Sender<Result<Option<Held>, StateError>>);

impl StoreMemory {
    /// On this database.
    pub fn new(store: Store) -> Self {
        Self { store, drawn: Mutex::new(HashMap::new()), waiting: std::sync::Mutex::default(), selling: Mutex::new(()) }
    }
}

impl StoreMemory {
    async fn sell_all(&self, all: Vec<Waiting>) {
        let written = async {
            let mut writer = self.store.writer().await?;
            let sold: Vec<&Sold> = all.iter().map(|(sold, _)| sold).collect();
            let held = sandbox::sell(&mut writer, &sold).await?;
            writer.commit().await?;
            Ok::<_, StoreError>(held)
        };
        match written.await {
            // Nobody may be left who listens: then there is nobody to tell.
            Ok(held) => all.into_iter().zip(held).for_each(|((_, tell), held)| drop(tell.send(Ok(held)))),
            Err(error) => {
                let error = failed(error);
                all.into_iter().for_each(|(_, tell)| drop(tell.send(Err(error.clone()))));
            }
        }
    }
}

fn failed(error: StoreError) -> StateError {
    StateError(error.to_string())
}

fn unreadable(error: serde_json::Error) -> StateError {
    StateError(error.to_string())
}

fn kept(label: &SoldLabel) -> Result<Sold, StateError> {
    Ok(Sold {
        carrier: label.carrier.name().to_owned(),
        key: label.key.clone(),
        tracking_code: label.tracking_code.clone(),
        cents: label.cents,
        record: serde_json::to_string(label).map_err(unreadable)?,
        measured_at: label.measured.as_ref().map(|measured| measured.at),
    })
}

fn read(sold: &Sold) -> Result<SoldLabel, StateError> {
    serde_json::from_str(&sold.record).map_err(unreadable)
}

#[async_trait]
impl SandboxState for StoreMemory {
    async fn next_number(&self, series: &str) -> Result<u64, StateError> {
        let mut drawn = self.drawn.lock().await;
        let block = drawn.entry(series.to_owned()).or_default();
        if block.is_empty() {
            let mut writer = self.store.writer().await.map_err(failed)?;
            let first = sandbox::draw(&mut writer, series, BLOCK).await.map_err(failed)?;
            writer.commit().await.map_err(failed)?;
            *block = first..first + BLOCK;
        }
        let number = block.next().ok_or_else(|| StateError("no number is left".into()))?;
        u64::try_from(number).map_err(|_| StateError("a negative number".into()))
    }

    async fn sell(&self, label: SoldLabel) -> Result<Sale, StateError> {
        let (tell, told) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push((kept(&label)?, tell));
        // Whoever comes next in line writes for all who wait by then; the others find their answer there.
        let turn = self.selling.lock().await;
        let all = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        if !all.is_empty() {
            self.sell_all(all).await;
        }
        drop(turn);
        let held = told.await.map_err(|_| StateError("the sale was given up".into()))??;
        Ok(match held {
            None => Sale::Holds(Box::new(label)),
            Some(Held::Sold(sold)) => Sale::Holds(Box::new(read(&sold)?)),
            Some(Held::Closed) => Sale::Closed,
        })
    }

    async fn close_key(&self, carrier: Carrier, key: &str) -> Result<Option<SoldLabel>, StateError> {
        let mut writer = self.store.writer().await.map_err(failed)?;
        let held = sandbox::close_key(&mut writer, carrier.name(), key).await.map_err(failed)?;
        writer.commit().await.map_err(failed)?;
        match held {
            Held::Sold(sold) => read(&sold).map(Some),
            Held::Closed => Ok(None),
        }
    }

    async fn find_by_key(&self, carrier: Carrier, key: &str) -> Result<Option<SoldLabel>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        match sandbox::by_key(&mut conn, carrier.name(), key).await.map_err(failed)? {
            Some(Held::Sold(sold)) => read(&sold).map(Some),
            _ => Ok(None),
        }
    }

    async fn find_by_tracking_code(&self, carrier: Carrier, tracking_code: &str) -> Result<Option<SoldLabel>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        let sold = sandbox::by_tracking_code(&mut conn, carrier.name(), tracking_code).await.map_err(failed)?;
        sold.as_ref().map(read).transpose()
    }

    async fn mark_voided(&self, carrier: Carrier, tracking_code: &str, void: Voiding) -> Result<Option<SoldLabel>, StateError> {
        let mut writer = self.store.writer().await.map_err(failed)?;
        let Some(sold) = sandbox::locked(&mut writer, carrier.name(), tracking_code).await.map_err(failed)? else { return Ok(None) };
        let mut label = read(&sold)?;
        if label.void.is_none() {
            label.void = Some(void);
            sandbox::replace(&mut writer, &kept(&label)?, true, label.manifest.as_deref()).await.map_err(failed)?;
            writer.commit().await.map_err(failed)?;
        }
        Ok(Some(label))
    }

    async fn make_manifest(&self, manifest: MadeManifest) -> Result<Manifesting, StateError> {
        let carrier = manifest.manifest.carrier.name();
        let mut writer = self.store.writer().await.map_err(failed)?;
        let made = serde_json::to_string(&manifest).map_err(unreadable)?;
        if !sandbox::keep_manifest(&mut writer, carrier, &manifest.key, &made).await.map_err(failed)? {
            let held = sandbox::manifest(&mut writer, carrier, &manifest.key).await.map_err(failed)?;
            let held = held.ok_or_else(|| StateError("the manifest is gone".into()))?;
            return Ok(Manifesting::Holds(Box::new(serde_json::from_str(&held).map_err(unreadable)?)));
        }
        let mut taken = Vec::new();
        // In one order for everybody, so that two manifests at once cannot wait for each other.
        let mut codes = manifest.manifest.tracking_codes.clone();
        codes.sort();
        for code in codes {
            let sold = sandbox::locked(&mut writer, carrier, &code).await.map_err(failed)?;
            let label = sold.as_ref().map(read).transpose()?;
            match label {
                Some(mut label) if label.void.is_none() && label.manifest.is_none() => {
                    label.manifest = Some(manifest.manifest.number.clone());
                    sandbox::replace(&mut writer, &kept(&label)?, false, label.manifest.as_deref()).await.map_err(failed)?;
                }
                _ => taken.push(code),
            }
        }
        if !taken.is_empty() {
            return Ok(Manifesting::Taken(taken));
        }
        writer.commit().await.map_err(failed)?;
        Ok(Manifesting::Holds(Box::new(manifest)))
    }

    async fn find_manifest(&self, carrier: Carrier, key: &str) -> Result<Option<MadeManifest>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        let made = sandbox::manifest(&mut conn, carrier.name(), key).await.map_err(failed)?;
        made.map(|made| serde_json::from_str(&made).map_err(unreadable)).transpose()
    }

    async fn measured(&self, carrier: Carrier, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<SoldLabel>, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        let found = sandbox::measured(&mut conn, carrier.name(), after, until, i64::from(limit)).await.map_err(failed)?;
        found.iter().map(read).collect()
    }

    async fn count_sold(&self, carrier: Carrier) -> Result<u64, StateError> {
        let mut conn = self.store.reader().await.map_err(failed)?;
        let sales = sandbox::sales(&mut conn, carrier.name()).await.map_err(failed)?;
        u64::try_from(sales.labels).map_err(|_| StateError("a negative count".into()))
    }
}
