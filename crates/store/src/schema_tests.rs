//! What holds for the whole schema, on the database under test: tenant keys first, foreign keys inside one account and
//! indexed, both migration folders alike, the ledger append-only.

use crate::migrate::{POSTGRES, SQLITE};
use crate::query::{sql, sql_from_parts};
use crate::testing::TestDatabase;
use crate::{DatabaseKind, Store, drafts};
use domain::world::World;
use std::collections::BTreeMap;

/// Tables that belong to no account: small directories, handled events, and the memory of the sandbox partners.
const DIRECTORIES: [&str; 12] = [
    "meta",
    "logins",
    "documents",
    "throttles",
    "schedules",
    "_sqlx_migrations",
    "counters",
    "payment_events",
    "sandbox_series",
    "sandbox_labels",
    "sandbox_manifests",
    "sandbox_bank",
];

async fn opened() -> (TestDatabase, Store) {
    let database = TestDatabase::create().await;
    let store = database.open(World::Live).await;
    (database, store)
}

async fn strings(store: &Store, text: &str) -> Vec<String> {
    let mut conn = store.reader().await.unwrap();
    let rows = sql_from_parts(text.to_owned()).all(&mut conn).await.unwrap();
    rows.iter().map(|row| row.text("said").unwrap()).collect()
}

/// `table: first column, second column` of every primary, unique and foreign key and every index.
async fn keys(store: &Store, what: &str) -> Vec<(String, Vec<String>)> {
    let text = match (store.kind(), what) {
        (DatabaseKind::Sqlite, "unique") => {
            "SELECT m.name || ':' || (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS said
             FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' AND i.\"unique\" = 1"
        }
        (DatabaseKind::Sqlite, "foreign") => {
            "SELECT m.name || ':' || (SELECT group_concat(\"from\", ',') FROM (SELECT \"from\" FROM pragma_foreign_key_list(m.name) WHERE id = f.id ORDER BY seq)) AS said
             FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f.seq = 0"
        }
        (DatabaseKind::Sqlite, _) => {
            "SELECT m.name || ':' || (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS said
             FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table'"
        }
        (DatabaseKind::Postgres, "unique") => {
            "SELECT c.relname || ':' || (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.num) AS said
             FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'waybill_live' AND i.indisunique"
        }
        (DatabaseKind::Postgres, "foreign") => {
            "SELECT c.relname || ':' || (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(f.conkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.num) AS said
             FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'waybill_live' AND f.contype = 'f'"
        }
        (DatabaseKind::Postgres, _) => {
            "SELECT c.relname || ':' || (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.num) AS said
             FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'waybill_live'"
        }
    };
    let split = |said: String| {
        let (table, columns) = said.split_once(':').unwrap();
        (table.to_owned(), columns.split(',').map(str::to_owned).collect())
    };
    strings(store, text).await.into_iter().map(split).collect()
}

#[tokio::test]
async fn tenant_keys_begin_with_the_account() {
    let (_database, store) = opened().await;
    let unique = keys(&store, "unique").await;
    assert!(unique.len() > 15);
    for (table, columns) in
        unique.iter().filter(|(table, _)| !DIRECTORIES.contains(&table.as_str()) && !table.starts_with("shipment_search"))
    {
        assert_eq!(columns[0], "account_id", "a unique key of {table}: {columns:?}");
    }
}

#[tokio::test]
async fn foreign_keys_stay_inside_one_account_and_are_indexed() {
    let (_database, store) = opened().await;
    let (foreign, indexes) = (keys(&store, "foreign").await, keys(&store, "index").await);
    assert!(foreign.len() > 8);
    for (table, columns) in &foreign {
        assert_eq!(columns[0], "account_id", "a foreign key of {table}: {columns:?}");
        let indexed = indexes.iter().any(|(owner, index)| owner == table && index.starts_with(columns));
        assert!(indexed, "the foreign key {columns:?} of {table} has no index");
    }
}

/// Tables and columns of a migration folder, as written.
fn columns(migrator: &sqlx::migrate::Migrator) -> BTreeMap<String, Vec<String>> {
    let mut tables = BTreeMap::new();
    for migration in migrator.iter() {
        let mut current = None;
        for line in migration.sql.as_str().lines().map(str::trim) {
            if let Some(name) = line.strip_prefix("CREATE TABLE ") {
                current = Some(name.trim_end_matches(" (").to_owned());
            } else if line == ");" {
                current = None;
            } else if let Some(table) = &current {
                let line = line.replace("BYTEA", "BLOB");
                tables.entry(table.clone()).or_insert_with(Vec::new).push(line);
            }
        }
    }
    tables
}

#[test]
fn both_folders_have_the_same_numbers_tables_and_columns() {
    let numbers = |migrator: &sqlx::migrate::Migrator| migrator.iter().map(|m| (m.version, m.description.to_string())).collect::<Vec<_>>();
    assert_eq!(numbers(&SQLITE), numbers(&POSTGRES));
    assert_eq!(columns(&SQLITE), columns(&POSTGRES));
}

fn account(id: domain::id::AccountId, now: domain::Timestamp) -> domain::account::Account {
    domain::account::Account {
        id,
        name: "Ada".into(),
        email: domain::email::Email::parse("ada@example.com").unwrap(),
        phone: String::new(),
        billing_eq_contact: true,
        billing_type: domain::account::BillingType::Wallet,
        externally_billed: false,
        sales_channel: false,
        created_at: now,
    }
}

#[tokio::test]
async fn the_database_itself_refuses_to_change_the_ledger() {
    use crate::ledger_tests::{Books, opens};
    use crate::{ledger, ledger_entries, transactions};
    use domain::ledger::{Balanced, Book};
    use domain::money::Cents;
    use domain::transaction::Kind;
    let books = Books::open().await;
    let (store, account) = (&books.store, books.account().await);
    books.credit(&account, 500).await;
    for change in [
        "UPDATE ledger_postings SET amount_cents = 1",
        "DELETE FROM ledger_postings",
        "UPDATE ledger_entries SET description = 'x'",
        "DELETE FROM ledger_entries",
        "UPDATE transactions SET description = 'x'",
        "DELETE FROM transactions",
    ] {
        let mut writer = store.writer().await.unwrap();
        let refused = sql(change).execute(&mut writer).await.unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{change}: {refused}");
    }
    let mut writer = store.writer().await.unwrap();
    let postings = Balanced::credit(Cents::new(1)).unwrap();
    let (transaction, id) = (books.id(), books.id());
    let opened = opens(&transaction, Kind::Credit);
    let again = ledger::NewEntry {
        id: &id,
        key: "credit:1",
        part: ledger::Part::Opens(&opened),
        description: "",
        postings: &postings,
        at: books.now,
    };
    assert!(matches!(ledger::post(&mut writer, &account, &again).await, Err(crate::StoreError::Duplicate)), "a key is used once");
    drop(writer);
    let mut writer = store.writer().await.unwrap();
    assert_eq!(ledger::total(&mut writer, &account, Book::Available).await.unwrap(), Cents::new(500));
    assert!(ledger_entries::differences(&mut writer, &account).await.unwrap().is_empty());
    assert_eq!(ledger_entries::misnumbered(&mut writer, &account).await.unwrap(), None);
    let page = domain::page::Page::check(None, None).unwrap();
    let listed = transactions::list(&mut writer, &account, &transactions::Filter::default(), page).await.unwrap();
    assert_eq!((listed.total_count, listed.items[0].amounts.amount), (1, Cents::new(500)));
    sql("UPDATE ledger_balances SET available_cents = 499, version = 2").execute(&mut writer).await.unwrap();
    assert_eq!(ledger_entries::differences(&mut writer, &account).await.unwrap().len(), 1, "a wrong total is found");
    assert_eq!(ledger_entries::misnumbered(&mut writer, &account).await.unwrap(), Some(1), "a missing entry is found");
}

#[tokio::test]
async fn search_finds_the_same_after_the_file_was_compacted() {
    use crate::shipment_list::{Filter, Sort, list};
    use crate::shipments::{self, Shipment};
    use domain::id::{AccountId, Id, ShipmentId};
    let (database, store) = opened().await;
    let now = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let account = account(AccountId::generate(now, [1; 10]), now);
    let mut writer = store.writer().await.unwrap();
    crate::accounts::insert(&mut writer, &account).await.unwrap();
    let mut ids = Vec::new();
    for number in 0..40_u8 {
        let id = ShipmentId::generate(now, [number; 10]);
        let mut shipment = Shipment::draft(id.clone(), details(), now);
        shipment.details.to.name = format!("Person p{number:03}");
        shipments::insert(&mut writer, &account.id, &shipment).await.unwrap();
        ids.push(id);
    }
    // Holes in the numbers, one of them at the end, and a name that changed.
    for id in ids.iter().take(20).chain(ids.last()) {
        assert!(drafts::delete_draft(&mut writer, &account.id, id).await.unwrap());
    }
    let mut renamed = shipments::find(&mut writer, &account.id, &ids[30]).await.unwrap().unwrap();
    renamed.details.to.name = "Renamed q777".into();
    assert!(drafts::save_draft(&mut writer, &account.id, &renamed).await.unwrap());
    writer.commit().await.unwrap();
    crate::testing::compact(&database, World::Live).await;
    let mut writer = store.writer().await.unwrap();
    shipments::insert(&mut writer, &account.id, &Shipment::draft(ids[0].clone(), details(), now)).await.unwrap();
    writer.commit().await.unwrap();
    let mut conn = store.reader().await.unwrap();
    for (words, expected) in
        [("p025 elm", Some(&ids[25])), ("p030", None), ("q777 renamed", Some(&ids[30])), ("p003", None), ("p039", None)]
    {
        let filter = Filter { drafts: true, words: words.split(' ').map(str::to_owned).collect(), ..Filter::default() };
        let found = list(&mut conn, &account.id, &filter, Sort::Date, true, domain::page::Page { page: 1, per: 10 }).await.unwrap();
        assert_eq!(found.items.iter().map(|found| &found.id).collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>(), "{words}");
    }
}

#[tokio::test]
async fn a_search_takes_the_quickest_way() {
    use crate::shipment_search::Search;
    use crate::shipments::{self, Shipment};
    use domain::id::{AccountId, Id, ShipmentId};
    let (_database, store) = opened().await;
    let now = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let account = account(AccountId::generate(now, [1; 10]), now);
    let mut writer = store.writer().await.unwrap();
    crate::accounts::insert(&mut writer, &account).await.unwrap();
    for number in 0..6_u8 {
        let mut shipment = Shipment::draft(ShipmentId::generate(now, [number; 10]), details(), now);
        shipment.details.to.name = format!("Person p{number:03}");
        shipments::insert(&mut writer, &account.id, &shipment).await.unwrap();
    }
    let code = "9400100000000000000013";
    sql("UPDATE shipments SET tracking_code = $1 WHERE to_name = 'Person p002'").bind(code).execute(&mut writer).await.unwrap();
    writer.commit().await.unwrap();
    let mut conn = store.reader().await.unwrap();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let found = Search::with(&mut conn, &account.id, &words(code), 3).await.unwrap();
    assert_eq!(found.tracking_code.as_deref(), Some(code), "a whole tracking number has its own index");
    let rare = Search::with(&mut conn, &account.id, &words("p002 9"), 3).await.unwrap();
    let common = Search::with(&mut conn, &account.id, &words("person 1%"), 3).await.unwrap();
    assert_eq!(common.patterns, ["%person%", "%1\\%%"], "what many rows have is looked for row by row");
    if store.kind() == crate::DatabaseKind::Sqlite {
        assert_eq!((rare.indexed.as_deref(), rare.patterns), (Some("\"p002\""), vec!["%9%".to_owned()]));
    }
}

#[tokio::test]
async fn what_a_screen_asks_of_a_job_is_found_by_its_ids() {
    let (_database, store) = opened().await;
    if store.kind() == DatabaseKind::Postgres {
        return;
    }
    let mut conn = store.reader().await.unwrap();
    for ids in [1, 50, 200] {
        let asked = [
            (crate::job_rows::about_text(ids), ids + 2, "job_rows_by_reference (account_id=? AND reference=? AND job_id=?)"),
            (crate::upload_rows::drafts_among_text(ids), ids + 1, "upload_rows_by_shipment (account_id=? AND shipment_id=?)"),
        ];
        for (text, values, index) in asked {
            let query = (0..values).fold(sql_from_parts(format!("EXPLAIN QUERY PLAN {text}")), |query, _| query.bind("1"));
            let steps = query.all(&mut conn).await.unwrap();
            let said: Vec<String> = steps.iter().map(|step| step.text("detail").unwrap()).collect();
            assert!(said.iter().any(|step| step.ends_with(index)), "{ids}: {said:?}");
        }
    }
}

#[tokio::test]
async fn labels_are_marked_by_their_ids_and_not_by_a_walk_through_the_account() {
    let (_database, store) = opened().await;
    if store.kind() == DatabaseKind::Postgres {
        return; // It knows from its figures how many rows an account has.
    }
    let mut conn = store.reader().await.unwrap();
    for ids in [1, 50, 200] {
        let text = format!("EXPLAIN QUERY PLAN {}", crate::shipments::mark_downloaded_text(ids));
        let query = (0..ids + 2).fold(sql_from_parts(text), |query, _| query.bind("1"));
        for step in query.all(&mut conn).await.unwrap() {
            let said = step.text("detail").unwrap();
            assert!(!said.starts_with("SCAN") && !said.ends_with("(account_id=?)"), "{ids} labels: {said}");
        }
    }
}

fn details() -> domain::shipment::Details {
    let to = domain::address::Address { name: "Bo".into(), street1: "9 Elm St".into(), country: "US".into(), ..Default::default() };
    domain::shipment::Details {
        from: to.clone(),
        warehouse_id: None,
        return_to: None,
        to,
        parcel: domain::parcel::Parcel {
            length: None,
            width: None,
            height: None,
            weight: domain::measure::Weight::default(),
            predefined_package: "Parcel".into(),
        },
        customs: None,
        options: domain::options::Options::default(),
    }
}

#[tokio::test]
async fn a_reader_cannot_write() {
    let (_database, store) = opened().await;
    let mut conn = store.reader().await.unwrap();
    assert!(sql("INSERT INTO meta (name, value) VALUES ('x', 'y')").execute(&mut conn).await.is_err());
}
