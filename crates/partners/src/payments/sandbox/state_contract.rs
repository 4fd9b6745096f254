//! What every memory of the sandbox bank must do, as a check that tests call: the in-memory one here, one on a database
//! elsewhere.
//!
//! It writes documents, so it wants an empty memory that is thrown away afterwards. It answers with the first promise that was
//! broken.

use super::state::{BankState, Record, StateError};
use chrono::{DateTime, TimeDelta};
use domain::Timestamp;

type Checked = Result<(), StateError>;

const NOON: Timestamp = DateTime::UNIX_EPOCH;

fn ensure(holds: bool, promise: &str) -> Checked {
    if holds { Ok(()) } else { Err(StateError(format!("broken promise: {promise}"))) }
}

fn record(drawer: &str, key: &str, due_in: Option<i64>) -> Record {
    let due_at = due_in.map(|minutes| NOON + TimeDelta::minutes(minutes));
    Record { drawer: drawer.into(), key: key.into(), version: 1, due_at, body: format!("{{\"of\":\"'{key}' \u{1f3e6}\"}}") }
}

/// Checks an empty memory.
pub async fn check(state: &dyn BankState) -> Checked {
    documents(state).await?;
    changes(state).await?;
    times(state).await?;
    lists(state).await
}

async fn documents(state: &dyn BankState) -> Checked {
    let first = record("charge", "k1", None);
    ensure(state.find("charge", "k1").await?.is_none(), "an empty memory knows nothing")?;
    ensure(state.insert(first.clone()).await? == first, "a document comes back as it was given")?;
    let second = Record { body: "{}".into(), ..first.clone() };
    ensure(state.insert(second).await? == first, "the first document under a name holds")?;
    ensure(state.find("charge", "k1").await? == Some(first), "a document is found by its name")?;
    let elsewhere = record("payout", "k1", Some(5));
    ensure(state.insert(elsewhere.clone()).await? == elsewhere, "drawers do not share names")?;
    let odd = Record { version: 9, ..record("charge", "k0", None) };
    ensure(state.insert(odd).await?.version == 1, "a new document has version 1")
}

async fn changes(state: &dyn BankState) -> Checked {
    let changed = Record { version: 2, body: "{\"state\":2}".into(), ..record("charge", "k1", Some(30)) };
    ensure(state.replace(changed.clone()).await?, "the next version takes the place of the one before")?;
    ensure(!state.replace(changed.clone()).await?, "a version is written once")?;
    ensure(state.find("charge", "k1").await? == Some(changed.clone()), "a change is kept whole, with its time")?;
    ensure(!state.replace(Record { version: 4, ..changed.clone() }).await?, "no version is left out")?;
    ensure(!state.replace(Record { key: "unknown".into(), ..changed }).await?, "what is not there cannot be changed")?;
    ensure(state.find("charge", "unknown").await?.is_none(), "a change that failed leaves no trace")
}

async fn times(state: &dyn BankState) -> Checked {
    for (key, minutes) in [("d3", 30), ("d1", 10), ("d2", 20), ("d0", 10)] {
        state.insert(record("due", key, Some(minutes))).await?;
    }
    state.insert(record("due", "never", None)).await?;
    let at = |minutes| NOON + TimeDelta::minutes(minutes);
    let keys = |found: Vec<Record>| found.into_iter().map(|record| record.key).collect::<Vec<_>>();
    let all = keys(state.due("due", at(0), at(60), 9).await?);
    ensure(all == ["d0", "d1", "d2", "d3"], "what is due comes by time and then by key")?;
    ensure(keys(state.due("due", at(10), at(20), 9).await?) == ["d2"], "the beginning is left out, the end is not")?;
    ensure(keys(state.due("due", at(0), at(60), 2).await?) == ["d0", "d1"], "no more than asked for come")
}

async fn lists(state: &dyn BankState) -> Checked {
    let mut seen = Vec::new();
    let mut after = String::new();
    loop {
        let page = state.list("due", &after, 2).await?;
        ensure(page.len() <= 2, "a page has no more than asked for")?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.key);
        seen.extend(page.into_iter().map(|record| record.key));
        ensure(seen.len() <= 5, "a list ends")?;
    }
    seen.sort();
    ensure(seen == ["d0", "d1", "d2", "d3", "never"], "every document of a drawer is listed once")
}
