//! Sessions of browsers. Only the hash of a session key is kept.

use crate::error::StoreError;
use crate::query::{sql, sql_from_parts};
use crate::row::{Listed, Row, corrupt};
use crate::tx::Conn;
use domain::Timestamp;
use domain::access::PermissionSet;
use domain::id::{AccountId, PersonId, SessionId};
use domain::page::Page;

/// A session as stored.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Whose; none for the owner.
    pub person_id: Option<PersonId>,
    /// The person's name, where there is one.
    pub person_name: Option<String>,
    /// Where it was opened from.
    pub ip: String,
    /// With which browser.
    pub user_agent: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was last used, give or take five minutes.
    pub last_used_at: Timestamp,
    /// When it ends by itself.
    pub expires_at: Timestamp,
}

/// Everything a request needs to know about the owner of a session key, in one read.
#[derive(Debug, Clone)]
pub struct Recognised {
    /// The session.
    pub session_id: SessionId,
    /// The account owner's name.
    pub account_name: String,
    /// The account owner's address.
    pub account_email: String,
    /// The sub-user, if the session is one's.
    pub person: Option<RecognisedPerson>,
    /// When the session was last used.
    pub last_used_at: Timestamp,
    /// The newest version of the terms that the owner accepted.
    pub accepted_terms: i64,
    /// The version of the terms that holds now.
    pub current_terms: i64,
}

/// The sub-user behind a session or a key.
#[derive(Debug, Clone)]
pub struct RecognisedPerson {
    /// Its id.
    pub id: PersonId,
    /// Its name.
    pub name: String,
    /// Its address.
    pub email: String,
    /// Whether it may act.
    pub enabled: bool,
    /// What it may do.
    pub permissions: PermissionSet,
}

impl RecognisedPerson {
    /// Reads the joined person of a session or a key.
    pub(crate) fn read(row: &Row) -> Result<Option<Self>, StoreError> {
        let Some(id) = row.opt_id("person_id")? else { return Ok(None) };
        Ok(Some(Self {
            id,
            name: row.text("person_name")?,
            email: row.text("person_email")?,
            enabled: row.bool("enabled")?,
            permissions: PermissionSet::from_bits(row.int("permissions")?).ok_or_else(|| corrupt("permissions"))?,
        }))
    }
}

/// Opens a session.
pub async fn insert(conn: &mut Conn, account: &AccountId, session: &Session, token_hash: &str) -> Result<(), StoreError> {
    sql("INSERT INTO sessions (account_id, session_id, token_hash, person_id, ip, user_agent, created_at, last_used_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .bind(account)
    .bind(&session.id)
    .bind(token_hash)
    .bind(session.person_id.as_ref())
    .bind(&session.ip)
    .bind(&session.user_agent)
    .bind(session.created_at)
    .bind(session.last_used_at)
    .bind(session.expires_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// Who holds this session key, unless it has expired.
pub async fn recognise(conn: &mut Conn, account: &AccountId, token_hash: &str, now: Timestamp) -> Result<Option<Recognised>, StoreError> {
    let row = sql("SELECT s.session_id, s.last_used_at, a.name AS account_name, a.email AS account_email,
                p.person_id, p.name AS person_name, p.email AS person_email, p.enabled, p.permissions,
                (SELECT COALESCE(MAX(t.version), 0) FROM terms_acceptances t WHERE t.account_id = s.account_id) AS accepted_terms,
                (SELECT COALESCE(MAX(d.version), 0) FROM documents d WHERE d.kind = 'terms') AS current_terms
         FROM sessions s
         JOIN accounts a ON a.account_id = s.account_id
         LEFT JOIN persons p ON p.account_id = s.account_id AND p.person_id = s.person_id
         WHERE s.account_id = $1 AND s.token_hash = $2 AND s.expires_at > $3")
    .bind(account)
    .bind(token_hash)
    .bind(now)
    .optional(conn)
    .await?;
    row.as_ref().map(recognised).transpose()
}

fn recognised(row: &Row) -> Result<Recognised, StoreError> {
    Ok(Recognised {
        session_id: row.id("session_id")?,
        account_name: row.text("account_name")?,
        account_email: row.text("account_email")?,
        person: RecognisedPerson::read(row)?,
        last_used_at: row.time("last_used_at")?,
        accepted_terms: row.int("accepted_terms")?,
        current_terms: row.int("current_terms")?,
    })
}

/// Remembers that a session was used and until when it now lasts.
pub async fn touch(conn: &mut Conn, account: &AccountId, id: &SessionId, now: Timestamp, expires_at: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE sessions SET last_used_at = $3, expires_at = $4 WHERE account_id = $1 AND session_id = $2")
        .bind(account)
        .bind(id)
        .bind(now)
        .bind(expires_at)
        .execute(conn)
        .await?;
    Ok(())
}

/// A page of open sessions, last used first: everybody's for the owner, a person's own otherwise.
pub async fn list(
    conn: &mut Conn,
    account: &AccountId,
    only_person: Option<&PersonId>,
    now: Timestamp,
    page: Page,
) -> Result<Listed<Session>, StoreError> {
    let whose = if only_person.is_some() { "AND s.person_id = $3" } else { "AND $3 = ''" };
    let scope = format!(
        "FROM sessions s LEFT JOIN persons p ON p.account_id = s.account_id AND p.person_id = s.person_id WHERE s.account_id = $1 AND s.expires_at > $2 {whose}"
    );
    let person = only_person.map_or("", domain::id::Id::as_str);
    let rows = sql_from_parts(format!(
        "SELECT s.session_id, s.person_id, p.name AS person_name, s.ip, s.user_agent, s.created_at, s.last_used_at, s.expires_at
         {scope} ORDER BY s.last_used_at DESC, s.session_id LIMIT $4 OFFSET $5"
    ));
    let rows = rows.bind(account).bind(now).bind(person).bind(page.per).bind(page.offset()).all(conn).await?;
    let total = sql_from_parts(format!("SELECT COUNT(*) AS n {scope}")).bind(account).bind(now).bind(person).one(conn).await?;
    Ok(Listed { items: rows.iter().map(session).collect::<Result<_, _>>()?, total_count: total.int("n")? })
}

/// One session.
pub async fn find(conn: &mut Conn, account: &AccountId, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let row = sql("SELECT s.session_id, s.person_id, p.name AS person_name, s.ip, s.user_agent, s.created_at, s.last_used_at, s.expires_at
                   FROM sessions s LEFT JOIN persons p ON p.account_id = s.account_id AND p.person_id = s.person_id
                   WHERE s.account_id = $1 AND s.session_id = $2")
    .bind(account)
    .bind(id)
    .optional(conn)
    .await?;
    row.as_ref().map(session).transpose()
}

/// Ends a session.
pub async fn delete(conn: &mut Conn, account: &AccountId, id: &SessionId) -> Result<(), StoreError> {
    sql("DELETE FROM sessions WHERE account_id = $1 AND session_id = $2").bind(account).bind(id).execute(conn).await?;
    Ok(())
}

/// Ends all sessions of the owner or of a person, except one.
pub async fn delete_all_of(
    conn: &mut Conn,
    account: &AccountId,
    person: Option<&PersonId>,
    except: Option<&SessionId>,
) -> Result<u64, StoreError> {
    sql("DELETE FROM sessions WHERE account_id = $1 AND COALESCE(person_id, '') = COALESCE($2, '') AND session_id <> $3")
        .bind(account)
        .bind(person)
        .bind(except.map_or("", domain::id::Id::as_str))
        .execute(conn)
        .await
}

/// Removes sessions that have ended.
pub async fn remove_expired(conn: &mut Conn, now: Timestamp) -> Result<u64, StoreError> {
    sql("DELETE FROM sessions WHERE expires_at <= $1").bind(now).execute(conn).await
}

fn session(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        id: row.id("session_id")?,
        person_id: row.opt_id("person_id")?,
        person_name: row.opt_text("person_name")?,
        ip: row.text("ip")?,
        user_agent: row.text("user_agent")?,
        created_at: row.time("created_at")?,
        last_used_at: row.time("last_used_at")?,
        expires_at: row.time("expires_at")?,
    })
}
