//! Accounts with money for tests, and how entries become transactions, pages and running balances.

use crate::ledger::{NewEntry, Part, Posted};
use crate::testing::TestDatabase;
use crate::transactions::{About, Filter, NewTransaction};
use crate::{Store, StoreError, Writer, accounts, ledger, ledger_entries, transactions};
use domain::Timestamp;
use domain::account::{Account, BillingType};
use domain::credit::Terms;
use domain::id::{AccountId, Id, LedgerEntryId, TransactionId};
use domain::ledger::{Balanced, Book};
use domain::money::Cents;
use domain::page::Page;
use domain::transaction::Kind;
use domain::world::World;
use std::sync::atomic::{AtomicU64, Ordering};

/// A database with a fixed time and fresh ids.
pub(crate) struct Books {
    _database: TestDatabase,
    pub(crate) store: Store,
    pub(crate) now: Timestamp,
    ids: AtomicU64,
}

/// A transaction about nothing in particular.
pub(crate) fn opens(id: &TransactionId, kind: Kind) -> NewTransaction<'_> {
    NewTransaction { id, kind, description: "", about: About::default() }
}

impl Books {
    pub(crate) async fn open() -> Self {
        let database = TestDatabase::create().await;
        let store = database.open(World::Live).await;
        Self { _database: database, store, now: chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap(), ids: AtomicU64::new(0) }
    }

    pub(crate) fn id<T: Id>(&self) -> T {
        let mut random = [0; 10];
        random[2..].copy_from_slice(&self.ids.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        T::generate(self.now, random)
    }

    /// A wallet without money.
    pub(crate) async fn account(&self) -> AccountId {
        self.account_of(BillingType::Wallet).await
    }

    pub(crate) async fn account_of(&self, billing_type: BillingType) -> AccountId {
        let id: AccountId = self.id();
        let account = Account {
            id: id.clone(),
            name: "Ada".into(),
            email: domain::email::Email::parse(&format!("{}@example.com", id.letters())).unwrap(),
            phone: String::new(),
            billing_eq_contact: true,
            billing_type,
            externally_billed: false,
            sales_channel: false,
            created_at: self.now,
        };
        let mut writer = self.store.writer().await.unwrap();
        accounts::insert(&mut writer, &account).await.unwrap();
        writer.commit().await.unwrap();
        id
    }

    /// A credit under the key `credit:1`.
    pub(crate) async fn credit(&self, account: &AccountId, cents: i64) {
        let mut writer = self.store.writer().await.unwrap();
        let postings = Balanced::credit(Cents::new(cents)).unwrap();
        let (transaction, id) = (self.id(), self.id());
        let opened = opens(&transaction, Kind::Credit);
        self.entry(&mut writer, account, &id, "credit:1", Part::Opens(&opened), &postings).await.unwrap();
        writer.commit().await.unwrap();
    }

    pub(crate) async fn entry(
        &self,
        writer: &mut Writer,
        account: &AccountId,
        id: &LedgerEntryId,
        key: &str,
        part: Part<'_>,
        postings: &Balanced,
    ) -> Result<Posted, StoreError> {
        ledger::post(writer, account, &NewEntry { id, key, part, description: key, postings, at: self.now }).await
    }

    /// A hold within the terms; its transaction when there was enough money.
    pub(crate) async fn hold(&self, account: &AccountId, cents: i64, terms: &Terms) -> Option<(TransactionId, Posted)> {
        let mut writer = self.store.writer().await.unwrap();
        let postings = Balanced::hold(Cents::new(cents)).unwrap();
        let (transaction, id) = (self.id::<TransactionId>(), self.id());
        let (key, opened) = (format!("hold:{transaction}"), opens(&transaction, Kind::Label));
        let entry = NewEntry { id: &id, key: &key, part: Part::Opens(&opened), description: "hold", postings: &postings, at: self.now };
        let posted = ledger::post_within(&mut writer, account, &entry, terms).await.unwrap();
        writer.commit().await.unwrap();
        posted.map(|posted| (transaction, posted))
    }
}

pub(crate) fn wallet(limit: i64) -> Terms {
    Terms { billing_type: BillingType::Wallet, credit_limit: Cents::new(limit) }
}

#[tokio::test]
async fn a_hold_beyond_the_terms_writes_nothing_and_the_writer_stays_usable() {
    let books = Books::open().await;
    let account = books.account().await;
    books.credit(&account, 1000).await;
    let (first, posted) = books.hold(&account, 700, &wallet(0)).await.unwrap();
    assert_eq!((posted.version, posted.after.get(Book::Available).get()), (2, 300));
    assert!(posted.fell_below(Cents::new(301)) && !posted.fell_below(Cents::new(300)) && !posted.fell_below(Cents::new(1001)));
    assert!(books.hold(&account, 301, &wallet(0)).await.is_none());
    let (_, next) = books.hold(&account, 300, &wallet(0)).await.unwrap();
    assert_eq!(next.version, 3, "the refused hold left no hole");

    let mut writer = books.store.writer().await.unwrap();
    let (id, capture) = (books.id(), Balanced::capture(Cents::new(700), Cents::new(650), Cents::new(20), &[]).unwrap());
    books.entry(&mut writer, &account, &id, "label", Part::Continues(&first), &capture).await.unwrap();
    writer.commit().await.unwrap();
    let mut conn = books.store.reader().await.unwrap();
    assert!(ledger_entries::differences(&mut conn, &account).await.unwrap().is_empty());
    assert_eq!(ledger_entries::misnumbered(&mut conn, &account).await.unwrap(), None);
    let entries = ledger_entries::of_transaction(&mut conn, &account, &first).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.version).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(entries[1].postings.len(), 4);
    let label = transactions::find(&mut conn, &account, &first).await.unwrap().unwrap();
    assert_eq!((label.amounts.amount.get(), label.amounts.pending.get(), label.available_after), (-670, 0, Some(Cents::new(30))));
}

/// Holds of these amounts, as one group; which fitted.
async fn hold_all(books: &Books, account: &AccountId, amounts: &[i64], go_on: bool) -> Vec<Option<Posted>> {
    let ids: Vec<(TransactionId, LedgerEntryId, String, Balanced)> = amounts
        .iter()
        .map(|cents| {
            let transaction: TransactionId = books.id();
            let key = format!("hold:{transaction}");
            (transaction, books.id(), key, Balanced::hold(Cents::new(*cents)).unwrap())
        })
        .collect();
    let opened: Vec<_> = ids.iter().map(|(transaction, ..)| opens(transaction, Kind::Label)).collect();
    let entries: Vec<_> = ids
        .iter()
        .zip(&opened)
        .map(|((_, id, key, postings), opened)| NewEntry {
            id,
            key,
            part: Part::Opens(opened),
            description: "hold",
            postings,
            at: books.now,
        })
        .collect();
    let mut writer = books.store.writer().await.unwrap();
    let posted = ledger::post_all_within(&mut writer, account, &entries, &wallet(0), go_on).await.unwrap();
    writer.commit().await.unwrap();
    posted
}

#[tokio::test]
async fn holds_of_a_group_fit_one_after_the_other() {
    let books = Books::open().await;
    let account = books.account().await;
    books.credit(&account, 1000).await;
    let after = |posted: &[Option<Posted>]| {
        posted.iter().map(|posted| posted.map(|posted| (posted.version, posted.after.get(Book::Available).get()))).collect::<Vec<_>>()
    };
    assert_eq!(after(&hold_all(&books, &account, &[100, 200], false).await), [Some((2, 900)), Some((3, 700))]);
    assert_eq!(after(&hold_all(&books, &account, &[300, 500, 10], false).await), [Some((4, 400)), None, None]);
    assert_eq!(after(&hold_all(&books, &account, &[300, 500, 10], true).await), [Some((5, 100)), None, Some((6, 90))]);
    assert_eq!(after(&hold_all(&books, &account, &[500, 91], true).await), [None, None]);
    assert_eq!(after(&hold_all(&books, &account, &[], true).await), []);
    // More than one statement takes.
    let many = hold_all(&books, &account, &[1; 90], false).await;
    assert_eq!(many.iter().flatten().count(), 90);
    let mut conn = books.store.reader().await.unwrap();
    let (balances, version) = ledger::balances(&mut conn, &account).await.unwrap();
    assert_eq!((balances.get(Book::Available).get(), balances.get(Book::Held).get(), version), (0, 1000, 96));
    assert!(ledger_entries::differences(&mut conn, &account).await.unwrap().is_empty());
    assert_eq!(ledger_entries::misnumbered(&mut conn, &account).await.unwrap(), None);
    let listed = transactions::list(&mut conn, &account, &Filter::default(), Page { page: 1, per: 200 }).await.unwrap();
    assert_eq!(listed.items.iter().map(|one| one.number).collect::<Vec<_>>(), (1..=96).rev().collect::<Vec<i64>>());
}

#[tokio::test]
async fn pages_are_found_by_number_by_kind_and_by_time() {
    let mut books = Books::open().await;
    let account = books.account().await;
    books.credit(&account, 100_000).await;
    for _ in 0..23 {
        books.now += chrono::TimeDelta::minutes(1);
        books.hold(&account, 100, &wallet(0)).await.unwrap();
    }
    let mut conn = books.store.reader().await.unwrap();
    let page = |page: i64| Page::check(Some(page), Some(10)).unwrap();
    let numbers = |listed: &crate::Listed<transactions::Transaction>| listed.items.iter().map(|t| t.number).collect::<Vec<_>>();
    let all = Filter::default();
    let third = transactions::list(&mut conn, &account, &all, page(3)).await.unwrap();
    assert_eq!((third.total_count, numbers(&third)), (24, vec![4, 3, 2, 1]));
    let labels = Filter { kind: Some(Kind::Label), ..all };
    let last = transactions::list(&mut conn, &account, &labels, page(3)).await.unwrap();
    assert_eq!((last.total_count, numbers(&last)), (23, vec![4, 3, 2]));
    let from = Some(books.now - chrono::TimeDelta::minutes(4));
    let recent = transactions::list(&mut conn, &account, &Filter { from, until: Some(books.now), ..labels }, page(1)).await.unwrap();
    assert_eq!((recent.total_count, numbers(&recent)), (4, vec![23, 22, 21, 20]));
    let none = transactions::list(&mut conn, &account, &Filter { kind: Some(Kind::Pull), ..all }, page(1)).await.unwrap();
    assert_eq!((none.total_count, none.items.len()), (0, 0));
    let walked = transactions::after(&mut conn, &account, &labels, 20, 100).await.unwrap();
    assert_eq!(walked.iter().map(|t| t.number).collect::<Vec<_>>(), [21, 22, 23, 24]);

    let entries = ledger_entries::list(&mut conn, &account, page(3)).await.unwrap();
    let versions: Vec<i64> = entries.items.iter().map(|entry| entry.version).collect();
    assert_eq!((entries.total_count, versions), (24, vec![4, 3, 2, 1]));
    assert_eq!(entries.items[0].available_after, Cents::new(99_700));
    assert_eq!(entries.items[3].postings.len(), 2);
    assert!(ledger_entries::list(&mut conn, &account, page(4)).await.unwrap().items.is_empty());
}
