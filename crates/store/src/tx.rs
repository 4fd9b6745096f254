//! Connections: readers that cannot write, and writers that must be committed.
//!
//! A writer on SQLite is the only one in the process (`shared_writer`), so nothing slow, and above all no call to the outside
//! world, may happen while one is open. Dropping a writer without `commit` rolls everything back.

use crate::db::{DatabaseKind, Store};
use crate::error::StoreError;
use crate::shared_writer::Turn;
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection, Transaction};
use std::ops::{Deref, DerefMut};

pub(crate) enum Inner {
    SqliteReader(PoolConnection<Sqlite>),
    SqliteWriter(Turn),
    Postgres(Transaction<'static, Postgres>),
}

/// The connection of one driver, for the query facade.
pub(crate) enum Link<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

/// A connection that statements run on.
pub struct Conn {
    pub(crate) inner: Inner,
}

impl Conn {
    pub(crate) fn link(&mut self) -> Link<'_> {
        match &mut self.inner {
            Inner::SqliteReader(conn) => Link::Sqlite(conn),
            Inner::SqliteWriter(turn) => Link::Sqlite(turn.conn()),
            Inner::Postgres(tx) => Link::Postgres(tx),
        }
    }

    /// Which database it is.
    pub(crate) fn kind(&self) -> DatabaseKind {
        match self.inner {
            Inner::Postgres(_) => DatabaseKind::Postgres,
            _ => DatabaseKind::Sqlite,
        }
    }

    /// Row locks that others wait for; SQLite has one writer and needs none.
    pub(crate) fn for_update(&self) -> &'static str {
        match self.inner {
            Inner::Postgres(_) => " FOR UPDATE",
            _ => "",
        }
    }

    /// Row locks that let other workers pass by; SQLite has one writer and needs none.
    pub(crate) fn skip_locked(&self) -> &'static str {
        match self.inner {
            Inner::Postgres(_) => " FOR UPDATE SKIP LOCKED",
            _ => "",
        }
    }
}

/// An open write transaction.
pub struct Writer {
    pub(crate) conn: Conn,
    pub(crate) store: Store,
    pub(crate) jobs_enqueued: bool,
}

impl Writer {
    /// Makes everything written so far last, then wakes the workers of this process if jobs were enqueued.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self.conn.inner {
            Inner::SqliteReader(_) => {}
            Inner::SqliteWriter(turn) => turn.commit().await?,
            Inner::Postgres(tx) => tx.commit().await?,
        }
        if self.jobs_enqueued {
            self.store.jobs_ready().notify_waiters();
        }
        Ok(())
    }
}

impl Deref for Writer {
    type Target = Conn;
    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Writer {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
