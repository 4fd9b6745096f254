//! The one writer of a SQLite file, shared: transactions run one after the other, and those that wait at the same time are made
//! durable by one commit, which is what takes the time.
//!
//! Each transaction is a savepoint of an outer one. Whoever has finished goes to the end of the line; the first that comes to the
//! front again commits for all that finished meanwhile. Nobody hears of success before the outer commit is on the disk, and when
//! it fails, all of them fail. One that is given up takes back its own savepoint only. Nothing here may be left half done by a
//! caller that goes away: what has begun is carried on by a task.

use crate::error::StoreError;
use sqlx::{Connection, SqliteConnection};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard, watch};

/// The line in front of the writer. It is gone once the database is closed.
type Line = Arc<Mutex<Option<Pen>>>;
type HeldPen = OwnedMappedMutexGuard<Option<Pen>, Pen>;

/// The connection and the state of its transactions. Only [`take`] may hand it out.
pub(crate) struct Pen {
    conn: SqliteConnection,
    group: Option<Group>,
    /// Somebody dropped a turn: its savepoint is still open.
    abandoned: bool,
    commits: u64,
}

/// Transactions that will be committed together.
struct Group {
    outcome: watch::Sender<Option<bool>>,
    finished: usize,
}

/// The writer of a file. Cheap to clone.
#[derive(Clone)]
pub(crate) struct SharedWriter {
    line: Line,
    patience: Duration,
}

/// A transaction that may write.
pub(crate) struct Turn {
    pen: HeldPen,
    line: Line,
    released: bool,
}

impl SharedWriter {
    pub(crate) fn new(conn: SqliteConnection, patience: Duration) -> Self {
        Self { line: Arc::new(Mutex::new(Some(Pen { conn, group: None, abandoned: false, commits: 0 }))), patience }
    }

    /// Waits in line and begins a transaction.
    pub(crate) async fn turn(&self) -> Result<Turn, StoreError> {
        let Self { line, patience } = self.clone();
        let begun = tokio::spawn(async move {
            let held = tokio::time::timeout(patience, Arc::clone(&line).lock_owned()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
            let mut pen = take(held).await?;
            pen.begin().await?;
            Ok(Turn { pen, line, released: false })
        });
        begun.await.map_err(|_| stopped())?
    }

    /// Closes the connection when everybody in line has had their turn.
    pub(crate) async fn close(&self) {
        let pen = self.line.lock().await.take();
        if let Some(mut pen) = pen {
            pen.tidy().await;
            // Somebody who finished and was cut off by the end of the runtime; nobody was told anything.
            if pen.group.is_some() {
                pen.lose().await;
            }
            if let Err(error) = pen.conn.close().await {
                tracing::warn!(%error, "the database could not be closed");
            }
        }
    }
}

impl Turn {
    pub(crate) fn conn(&mut self) -> &mut SqliteConnection {
        &mut self.pen.conn
    }

    /// Makes it last; returns when it is on the disk.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        tokio::spawn(self.finish()).await.map_err(|_| stopped())?
    }

    async fn finish(mut self) -> Result<(), StoreError> {
        // Dropped here, it is taken back.
        self.pen.run("RELEASE turn").await?;
        self.released = true;
        let group = self.pen.group.as_mut().ok_or_else(stopped)?;
        group.finished += 1;
        let mut outcome = group.outcome.subscribe();
        let line = Arc::clone(&self.line);
        drop(self);
        let held = tokio::select! {
            biased;
            told = outcome.wait_for(Option::is_some) => {
                return if told.is_ok_and(|told| *told == Some(true)) { Ok(()) } else { Err(stopped()) };
            }
            held = line.lock_owned() => held,
        };
        let mut pen = take(held).await?;
        let told = *outcome.borrow();
        match told {
            None => pen.commit().await,
            Some(true) => Ok(()),
            Some(false) => Err(stopped()),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.released {
            return;
        }
        // Whoever takes the pen next tidies up first; when nobody comes, this task does.
        self.pen.abandoned = true;
        let line = Arc::clone(&self.line);
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                if let Some(pen) = line.lock().await.as_mut() {
                    pen.tidy().await;
                }
            });
        }
    }
}

/// The only way to the pen: what somebody left open is taken back before anything else happens.
async fn take(held: OwnedMutexGuard<Option<Pen>>) -> Result<HeldPen, StoreError> {
    let mut pen = OwnedMutexGuard::try_map(held, Option::as_mut).map_err(|_| sqlx::Error::PoolClosed)?;
    pen.tidy().await;
    Ok(pen)
}

impl Pen {
    async fn run(&mut self, statement: &'static str) -> Result<(), sqlx::Error> {
        sqlx::query(statement).execute(&mut self.conn).await.map(|_| ())
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        if self.group.is_none() {
            self.run("BEGIN IMMEDIATE").await?;
            self.group = Some(Group { outcome: watch::Sender::new(None), finished: 0 });
        }
        if let Err(error) = self.run("SAVEPOINT turn").await {
            self.lose().await;
            return Err(error.into());
        }
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        let Some(group) = self.group.take() else { return Err(stopped()) };
        let done = self.run("COMMIT").await;
        self.commits += 1;
        if done.is_err() {
            // A failed commit may leave the transaction open, or not: then there is nothing to take back.
            let _ = self.run("ROLLBACK").await;
        }
        group.outcome.send_replace(Some(done.is_ok()));
        Ok(done?)
    }

    /// Takes back what an abandoned turn wrote, and ends the outer transaction when nobody else is in it.
    async fn tidy(&mut self) {
        if !std::mem::take(&mut self.abandoned) {
            return;
        }
        let back = match self.run("ROLLBACK TO turn").await {
            Ok(()) => self.run("RELEASE turn").await,
            failed => failed,
        };
        let alone = self.group.as_ref().is_none_or(|group| group.finished == 0);
        // SQLite takes the whole transaction back by itself when, for example, the disk is full: then all of it is lost.
        if back.is_err() || alone {
            self.lose().await;
        }
    }

    /// Gives the outer transaction up, and tells all who finished in it.
    async fn lose(&mut self) {
        let _ = self.run("ROLLBACK").await;
        if let Some(group) = self.group.take() {
            group.outcome.send_replace(Some(false));
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable(sqlx::Error::Protocol("the transaction was taken back before it could be committed".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::sql;
    use crate::testing::TestDatabase;
    use crate::{DatabaseKind, Store, Writer};
    use domain::world::World;
    use tokio::task::JoinSet;

    async fn added(store: &Store, name: &str) -> Result<Writer, StoreError> {
        let mut writer = store.writer().await?;
        sql("INSERT INTO meta (name, value) VALUES ($1, 'x')").bind(name).execute(&mut writer).await?;
        Ok(writer)
    }

    async fn write(store: &Store, name: &str) -> Result<(), StoreError> {
        added(store, name).await?.commit().await
    }

    async fn count(store: &Store) -> i64 {
        let mut conn = store.reader().await.unwrap();
        sql("SELECT COUNT(*) AS n FROM meta WHERE name LIKE 't-%'").one(&mut conn).await.unwrap().int("n").unwrap()
    }

    /// A second process can write at once: no transaction was left open.
    async fn is_free(database: &TestDatabase) -> bool {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database.folder.path().join("live.sqlite"));
        let options = options.busy_timeout(Duration::from_millis(1));
        for _ in 0..200 {
            let mut conn = sqlx::ConnectOptions::connect(&options).await.unwrap();
            if sqlx::raw_sql("BEGIN IMMEDIATE; ROLLBACK").execute(&mut conn).await.is_ok() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    #[tokio::test]
    async fn many_at_once_all_last_and_those_given_up_leave_nothing() {
        let database = TestDatabase::create().await;
        let store = database.open(World::Live).await;
        let mut all = JoinSet::new();
        for number in 0..60 {
            let store = store.clone();
            all.spawn(async move {
                let name = format!("t-{number}");
                match number % 4 {
                    0 => drop(added(&store, &name).await.unwrap()),
                    1 => {
                        // The same key twice: the second statement fails, and its writer is dropped with the error.
                        let mut writer = added(&store, &name).await.unwrap();
                        let again = sql("INSERT INTO meta (name, value) VALUES ($1, 'x')").bind(name).execute(&mut writer).await;
                        assert!(matches!(again, Err(StoreError::Duplicate)));
                    }
                    _ => {
                        added(&store, &name).await.unwrap().commit().await.unwrap();
                        assert!(count(&store).await > 0, "what was committed can be read");
                    }
                }
            });
        }
        all.join_all().await;
        assert_eq!(count(&store).await, 30);
        if store.kind() == DatabaseKind::Sqlite {
            assert!(is_free(&database).await);
        }
    }

    #[tokio::test]
    async fn a_caller_that_goes_away_leaves_no_transaction_open() {
        let database = TestDatabase::create().await;
        let store = database.open(World::Live).await;
        if store.kind() != DatabaseKind::Sqlite {
            return;
        }
        for number in 0..40_u64 {
            let name = format!("t-{number}");
            let impatient = tokio::time::timeout(Duration::from_micros(number * 40), write(&store, &name));
            let finished = impatient.await.is_ok_and(|outcome| outcome.is_ok());
            assert!(is_free(&database).await, "after {number}");
            assert!(!finished || count(&store).await > 0);
        }
        write(&store, "t-last").await.unwrap();
        store.close().await;
        assert!(matches!(store.writer().await.map(|_| ()), Err(StoreError::Unavailable(_))));
    }

    #[tokio::test]
    async fn one_commit_serves_all_who_wait() {
        let folder = tempfile::TempDir::new().unwrap();
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("a.sqlite")).create_if_missing(true);
        let mut conn = sqlx::ConnectOptions::connect(&options).await.unwrap();
        sqlx::raw_sql("CREATE TABLE t (a TEXT)").execute(&mut conn).await.unwrap();
        let writer = SharedWriter::new(conn, Duration::from_secs(30));
        let first = writer.turn().await.unwrap();
        let mut waiting = JoinSet::new();
        for _ in 0..20 {
            let writer = writer.clone();
            waiting.spawn(async move {
                let mut turn = writer.turn().await.unwrap();
                sqlx::raw_sql("INSERT INTO t VALUES ('x')").execute(turn.conn()).await.unwrap();
                turn.commit().await
            });
        }
        // All of them stand in line before the first one makes room.
        tokio::time::sleep(Duration::from_millis(100)).await;
        first.commit().await.unwrap();
        assert!(waiting.join_all().await.iter().all(Result::is_ok));
        let mut turn = writer.turn().await.unwrap();
        let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM t").fetch_one(turn.conn()).await.unwrap();
        assert_eq!(rows, 20);
        assert!(turn.pen.commits < 10, "{} commits", turn.pen.commits);
    }
}
