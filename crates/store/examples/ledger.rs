//! Benchmark: postings a second against the raw commit rate of the same database in the same run, and how long a balance and a
//! page of transactions take when one account has a million entries.
//!
//! `cargo run --release -p store --features testing --example ledger` on SQLite;
//! `scripts/with-postgres cargo run ...` on PostgreSQL (a private one without fsync, so commits are cheap and the ratio is hard).
#![expect(clippy::print_stdout, clippy::float_arithmetic, clippy::expect_used, reason = "a benchmark prints, measures and stops")]

use domain::Timestamp;
use domain::account::{Account, BillingType};
use domain::credit::Terms;
use domain::id::{AccountId, Id, LedgerEntryId, TransactionId};
use domain::ledger::Balanced;
use domain::money::Cents;
use domain::page::Page;
use domain::transaction::Kind;
use domain::world::World;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use store::ledger::{self, NewEntry, Part};
use store::testing::{TestDatabase, fill_ledger, touch};
use store::transactions::{self, About, Filter, NewTransaction};
use store::{Store, accounts, check, ledger_entries};

const EACH: u32 = 400;
const WORKERS: u32 = 8;
const LABELS: i64 = 500_000;
const READS: u32 = 50;

static IDS: AtomicU64 = AtomicU64::new(0);

fn now() -> Timestamp {
    chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap_or_default()
}

fn id<T: Id>() -> T {
    let [a, b, c, d, e, f, g, h] = IDS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    T::generate(now(), [0, 0, a, b, c, d, e, f, g, h])
}

async fn account(store: &Store) -> AccountId {
    let account = Account {
        id: id(),
        name: "Bench".into(),
        email: domain::email::Email::parse("bench@example.com").expect("an address"),
        phone: String::new(),
        billing_eq_contact: true,
        billing_type: BillingType::Invoicing,
        externally_billed: false,
        sales_channel: false,
        created_at: now(),
    };
    let mut writer = store.writer().await.expect("a writer");
    accounts::insert(&mut writer, &account).await.expect("inserted");
    writer.commit().await.expect("committed");
    account.id
}

/// A hold that opens a transaction, and the payment that goes on with it: two commits, as a label needs.
async fn label(store: &Store, account: &AccountId) {
    let terms = Terms { billing_type: BillingType::Invoicing, credit_limit: Cents::new(i64::MAX / 2) };
    let (transaction, entry): (TransactionId, LedgerEntryId) = (id(), id());
    let opened = NewTransaction { id: &transaction, kind: Kind::Label, description: "USPS Priority label", about: About::default() };
    let hold = Balanced::hold(Cents::new(900)).expect("balanced");
    let key = format!("hold:{transaction}");
    let new = NewEntry { id: &entry, key: &key, part: Part::Opens(&opened), description: "Hold", postings: &hold, at: now() };
    let mut writer = store.writer().await.expect("a writer");
    ledger::post_within(&mut writer, account, &new, &terms).await.expect("posted").expect("within the terms");
    writer.commit().await.expect("committed");
    let capture = Balanced::capture(Cents::new(900), Cents::new(850), Cents::new(50), &[]).expect("balanced");
    let (entry, key) = (id(), format!("label:{transaction}"));
    let new = NewEntry { id: &entry, key: &key, part: Part::Continues(&transaction), description: "Label", postings: &capture, at: now() };
    let mut writer = store.writer().await.expect("a writer");
    ledger::post(&mut writer, account, &new).await.expect("posted");
    writer.commit().await.expect("committed");
}

async fn raw(store: &Store, name: &str) {
    for _ in 0..2 {
        let mut writer = store.writer().await.expect("a writer");
        touch(&mut writer, name).await;
        writer.commit().await.expect("committed");
    }
}

/// Commits a second when `workers` do something that takes two commits.
async fn rate<F: Future<Output = ()>>(workers: u32, work: impl Fn(u32) -> F) -> f64 {
    let start = Instant::now();
    let each = EACH / 2 / workers.min(4);
    let all = (0..workers).map(|worker| {
        let work = &work;
        async move {
            for _ in 0..each {
                work(worker).await;
            }
        }
    });
    // Joined in one task: they wait for the database, not for a processor.
    let mut waiting: Vec<_> = all.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        waiting.retain_mut(|one| one.as_mut().poll(context).is_pending());
        if waiting.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    f64::from(each * 2 * workers) / start.elapsed().as_secs_f64()
}

/// The median of some reads, in milliseconds.
async fn median<F: Future<Output = ()>>(read: impl Fn() -> F) -> f64 {
    let mut times = Vec::new();
    for _ in 0..READS {
        let start = Instant::now();
        read().await;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

async fn writes(store: &Store) {
    for workers in [1, WORKERS] {
        let mut shops = Vec::new();
        for _ in 0..workers {
            shops.push(account(store).await);
        }
        let commits = rate(workers, |worker| async move { raw(store, &format!("bench {worker}")).await }).await;
        let shops = &shops;
        let postings = rate(workers, |worker| async move {
            if let Some(shop) = shops.get(usize::try_from(worker).unwrap_or(0)) {
                label(store, shop).await;
            }
        });
        let postings = postings.await;
        println!("{workers} workers: entries a second      {postings:>10.0}");
        println!("{workers} workers: raw commits a second  {commits:>10.0}     entries are {:.2} of it", postings / commits);
    }
}

async fn reads(store: &Store) {
    let shop = account(store).await;
    let start = Instant::now();
    fill_ledger(store, &shop, LABELS, now()).await;
    println!("{} entries in one account, filled in {:.0} s", LABELS * 2, start.elapsed().as_secs_f64());
    let ping = median(|| async {
        let mut conn = store.reader().await.expect("a reader");
        check::ping(&mut conn).await.expect("an answer");
    })
    .await;
    let tell = |what: &str, time: f64| println!("{what:<34} {time:>8.2} ms  {:>8.1} x a ping of {ping:.2} ms", time / ping);
    let balance = median(|| async {
        let mut conn = store.reader().await.expect("a reader");
        ledger::balances(&mut conn, &shop).await.expect("a balance");
    });
    tell("balance", balance.await);
    let page = |number: i64| Page { page: number, per: 50 };
    let month = (Some(now()), Some(now() + chrono::TimeDelta::days(1)));
    let lists = [
        ("transactions, first page of 50", Filter::default(), 1),
        ("transactions, page 5000", Filter::default(), 5000),
        ("labels, page 5000", Filter { kind: Some(Kind::Label), ..Filter::default() }, 5000),
        ("labels of one day, page 2", Filter { kind: Some(Kind::Label), from: month.0, until: month.1 }, 2),
    ];
    for (what, filter, number) in lists {
        let list = median(|| async {
            let mut conn = store.reader().await.expect("a reader");
            let listed = transactions::list(&mut conn, &shop, &filter, page(number)).await.expect("a page");
            assert_eq!(listed.items.len(), 50);
        });
        tell(what, list.await);
    }
    for number in [1, 10_000] {
        let list = median(|| async {
            let mut conn = store.reader().await.expect("a reader");
            assert_eq!(ledger_entries::list(&mut conn, &shop, page(number)).await.expect("a page").items.len(), 50);
        });
        tell(&format!("entries, page {number}"), list.await);
    }
    let start = Instant::now();
    let mut conn = store.reader().await.expect("a reader");
    assert!(ledger_entries::differences(&mut conn, &shop).await.expect("compared").is_empty());
    println!("comparing all with the totals      {:>8.0} ms", start.elapsed().as_secs_f64() * 1e3);
    drop(conn);
    let alone = rate(1, |_| label(store, &shop)).await;
    println!("1 worker in that account: entries a second {alone:>10.0}");
}

#[tokio::main]
async fn main() {
    let database = TestDatabase::create().await;
    let store = database.open(World::Live).await;
    println!("{:?}", store.kind());
    writes(&store).await;
    reads(&store).await;
    store.close().await;
}
