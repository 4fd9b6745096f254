//! The figures by which PostgreSQL plans its statements: how many rows there are, and how different they are.
//!
//! It counts by itself about once a minute. A table that is filled within seconds (an upload of a new deployment) is until then
//! planned as if it were empty, and each check of a reference walks through all of it. So what has outgrown its figures is
//! counted at once. SQLite needs none of this: its statements have one sensible index each.

use crate::db::{DatabaseKind, Store};
use crate::error::StoreError;
use crate::query::{sql, sql_from_parts};

/// Counts the tables that have outgrown their figures; which they were. Nothing while another node is at it.
pub async fn refresh(store: &Store) -> Result<Vec<String>, StoreError> {
    if store.kind() != DatabaseKind::Postgres {
        return Ok(Vec::new());
    }
    let mut writer = store.writer().await?;
    let ours = sql("SELECT pg_try_advisory_xact_lock(hashtext('figures of ' || current_schema())) AS ours");
    if !ours.one(&mut writer).await?.bool("ours")? {
        return Ok(Vec::new());
    }
    // Far beyond the tenth at which PostgreSQL does it: large tables are left to it.
    let outgrown = sql("SELECT CAST(relname AS TEXT) AS name, format('ANALYZE %I', relname) AS statement FROM pg_stat_user_tables
                        WHERE schemaname = current_schema() AND n_mod_since_analyze > 200 + n_live_tup / 4 ORDER BY relname");
    let outgrown = outgrown.all(&mut writer).await?;
    let mut counted = Vec::with_capacity(outgrown.len());
    for row in &outgrown {
        sql_from_parts(row.text("statement")?).execute(&mut writer).await?;
        counted.push(row.text("name")?);
    }
    writer.commit().await?;
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;
    use domain::world::World;
    use std::time::Duration;

    #[tokio::test]
    async fn a_table_that_was_filled_at_once_is_counted_once() {
        let database = TestDatabase::create().await;
        let store = database.open(World::Live).await;
        let mut writer = store.writer().await.unwrap();
        for number in 0..300 {
            let row = sql("INSERT INTO meta (name, value) VALUES ($1, 'x')").bind(format!("t-{number}"));
            row.execute(&mut writer).await.unwrap();
        }
        writer.commit().await.unwrap();
        if store.kind() == DatabaseKind::Sqlite {
            assert_eq!(refresh(&store).await.unwrap(), Vec::<String>::new());
            return;
        }
        // Nobody else counts it meanwhile; and a session tells what it changed a moment later.
        let mut writer = store.writer().await.unwrap();
        sql("ALTER TABLE meta SET (autovacuum_enabled = false)").execute(&mut writer).await.unwrap();
        writer.commit().await.unwrap();
        for _ in 0..100 {
            if refresh(&store).await.unwrap().contains(&"meta".to_owned()) {
                let mut conn = store.reader().await.unwrap();
                let known = sql("SELECT CAST(reltuples AS BIGINT) AS n FROM pg_class WHERE oid = CAST('meta' AS REGCLASS)");
                assert!(known.one(&mut conn).await.unwrap().int("n").unwrap() >= 300);
                drop(conn);
                assert!(!refresh(&store).await.unwrap().contains(&"meta".to_owned()));
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("never counted");
    }
}
