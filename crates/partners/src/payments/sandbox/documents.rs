//! Documents as values: reading, writing, and changing one while others do the same.

use super::state::{ATTEMPTS, BankState, Record, contended};
use domain::Timestamp;
use domain::partner::PartnerError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A document to keep.
pub(super) fn record<T: Serialize>(drawer: &str, key: &str, due_at: Option<Timestamp>, value: &T) -> Result<Record, PartnerError> {
    let body = serde_json::to_string(value).map_err(|error| odd(drawer, &error))?;
    Ok(Record { drawer: drawer.into(), key: key.into(), version: 1, due_at, body })
}

/// What a document says.
pub(super) fn read<T: DeserializeOwned>(record: &Record) -> Result<T, PartnerError> {
    serde_json::from_str(&record.body).map_err(|error| odd(&record.drawer, &error))
}

fn odd(drawer: &str, error: &serde_json::Error) -> PartnerError {
    PartnerError::Transient(format!("The sandbox bank cannot read its own {drawer}: {error}"))
}

/// What the document under a name says.
pub(super) async fn find<T: DeserializeOwned>(state: &dyn BankState, drawer: &str, key: &str) -> Result<Option<T>, PartnerError> {
    state.find(drawer, key).await?.as_ref().map(read).transpose()
}

/// Changes the document under a name, or leaves it as it is when `change` refuses or changes nothing. None: there is no
/// document. `change` may run several times.
pub(super) async fn change<T, R>(
    state: &dyn BankState,
    drawer: &str,
    key: &str,
    change: impl Fn(&mut T) -> Result<R, PartnerError> + Send,
) -> Result<Option<R>, PartnerError>
where
    T: Serialize + DeserializeOwned + Send,
    R: Send,
{
    for _ in 0..ATTEMPTS {
        let Some(held) = state.find(drawer, key).await? else { return Ok(None) };
        let mut value: T = read(&held)?;
        let result = change(&mut value)?;
        let next = Record { version: held.version + 1, ..record(drawer, key, held.due_at, &value)? };
        if next.body == held.body || state.replace(next).await? {
            return Ok(Some(result));
        }
    }
    Err(contended())
}
