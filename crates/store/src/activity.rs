//! The activity log: written with the change it tells of, in the same transaction, and never changed.

use crate::error::StoreError;
use crate::query::{many_values, rows_at_once, sql_from_parts};
use crate::row::{Listed, Row};
use crate::tx::Conn;
use domain::Timestamp;
use domain::activity::{Action, ActorKind};
use domain::id::{AccountId, ActivityId};
use domain::page::Page;

/// Who did it, and from where.
#[derive(Debug, Clone)]
pub struct Actor {
    /// Owner, person, key or system.
    pub kind: ActorKind,
    /// The name of the time.
    pub name: String,
    /// The network address; none for the command line and jobs.
    pub ip: Option<String>,
}

/// An entry as read.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id.
    pub id: ActivityId,
    /// When it happened.
    pub at: Timestamp,
    /// What kind of actor.
    pub actor_kind: String,
    /// Its name.
    pub actor_name: String,
    /// The key of the action.
    pub action: String,
    /// The sentence.
    pub summary: String,
    /// From where.
    pub ip: Option<String>,
}

/// What to show.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only this action.
    pub action: Option<String>,
    /// Not before.
    pub from: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
}

/// Writes entries about what one did.
pub async fn record(
    conn: &mut Conn,
    account: &AccountId,
    at: Timestamp,
    actor: &Actor,
    actions: &[(ActivityId, Action)],
) -> Result<(), StoreError> {
    for chunk in actions.chunks(rows_at_once(8)) {
        let mut query = sql_from_parts(format!(
            "INSERT INTO activity (account_id, activity_id, happened_at, actor_kind, actor_name, action, summary, ip) VALUES {}",
            many_values(chunk.len(), &[""; 8], 1)
        ));
        for (id, action) in chunk {
            query = query.bind(account).bind(id).bind(at).bind(actor.kind.key()).bind(&actor.name);
            query = query.bind(action.key()).bind(action.summary()).bind(actor.ip.as_deref());
        }
        query.execute(conn).await?;
    }
    Ok(())
}

/// A page of the log, newest first.
pub async fn list(conn: &mut Conn, account: &AccountId, filter: &Filter, page: Page) -> Result<Listed<Entry>, StoreError> {
    let by_action = if filter.action.is_some() { "AND action = $4" } else { "AND $4 = ''" };
    let scope = format!("FROM activity WHERE account_id = $1 AND happened_at >= $2 AND happened_at < $3 {by_action}");
    let from = filter.from.map_or(i64::MIN, crate::row::micros);
    let until = filter.until.map_or(i64::MAX, crate::row::micros);
    let action = filter.action.as_deref().unwrap_or_default();
    let rows = sql_from_parts(format!(
        "SELECT activity_id, happened_at, actor_kind, actor_name, action, summary, ip {scope} ORDER BY happened_at DESC, activity_id DESC LIMIT $5 OFFSET $6"
    ));
    let rows = rows.bind(account).bind(from).bind(until).bind(action).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {scope}")).bind(account).bind(from).bind(until).bind(action);
    let total = total.one(conn).await?;
    Ok(Listed { items: rows.iter().map(entry).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

fn entry(row: &Row) -> Result<Entry, StoreError> {
    Ok(Entry {
        id: row.id("activity_id")?,
        at: row.time("happened_at")?,
        actor_kind: row.text("actor_kind")?,
        actor_name: row.text("actor_name")?,
        action: row.text("action")?,
        summary: row.text("summary")?,
        ip: row.opt_text("ip")?,
    })
}
