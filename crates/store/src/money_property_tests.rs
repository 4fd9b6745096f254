//! Random interleavings of everything that moves money, by sixteen workers over many accounts: sums are zero, nobody spends
//! beyond the terms, every balance equals its entries, and every charge at the bank is one credit.

use crate::adjustments::{self, Adjustment, Decision};
use crate::incentives::{self, NewReport};
use crate::invoices::{self, NewInvoice};
use crate::ledger::Part;
use crate::ledger_tests::{Books, opens, wallet};
use crate::money_tests::Pays;
use crate::query::sql;
use crate::{StoreError, ledger, ledger_entries, payments, transactions};
use domain::account::BillingType;
use domain::adjustment::Objection;
use domain::credit::Terms;
use domain::id::{AccountId, IncentiveReportId, InvoiceId, PaymentId, PaymentMethodId, TransactionId};
use domain::incentive::Program;
use domain::ledger::{Balanced, Balances, Book};
use domain::money::Cents;
use domain::page::Page;
use domain::payment::MethodKind;
use domain::settlement::{Purpose, State, Step};
use domain::transaction::Kind;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

const WORKERS: u64 = 16;
const ACCOUNTS: usize = 6;
const STEPS: u64 = 30;
const LIMIT: i64 = 20_000;

/// One account and what is open in it, as the workers know.
struct Shop {
    account: AccountId,
    terms: Terms,
    card: PaymentMethodId,
    bank: PaymentMethodId,
    holds: Mutex<Vec<(TransactionId, i64)>>,
    labels: Mutex<Vec<i64>>,
    payments: Mutex<Vec<PaymentId>>,
    invoices: Mutex<Vec<InvoiceId>>,
    reports: Mutex<Vec<(IncentiveReportId, Program, i64)>>,
    held: AtomicI64,
}

/// A small generator: the interleaving is the database's, the choices are repeatable.
struct Choices(u64);

impl Choices {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn cents(&mut self, most: u64) -> i64 {
        i64::try_from(self.below(most)).unwrap() + 1
    }

    fn take<T>(&mut self, from: &Mutex<Vec<T>>) -> Option<T> {
        let mut from = from.lock().unwrap();
        let count = u64::try_from(from.len()).unwrap();
        (count > 0).then(|| from.swap_remove(usize::try_from(self.below(count)).unwrap()))
    }

    fn look<T: Clone>(&mut self, at: &Mutex<Vec<T>>) -> Option<T> {
        let at = at.lock().unwrap();
        let count = u64::try_from(at.len()).unwrap();
        (count > 0).then(|| at[usize::try_from(self.below(count)).unwrap()].clone())
    }
}

async fn shop(books: &Books, billing_type: BillingType) -> Shop {
    let account = books.account_of(billing_type).await;
    books.credit(&account, 50_000).await;
    Shop {
        terms: Terms { billing_type, ..wallet(LIMIT) },
        card: books.method(&account, MethodKind::BankCard).await,
        bank: books.method(&account, MethodKind::PayoutBankAccount).await,
        account,
        holds: Mutex::default(),
        labels: Mutex::default(),
        payments: Mutex::default(),
        invoices: Mutex::default(),
        reports: Mutex::default(),
        held: AtomicI64::new(0),
    }
}

async fn post(books: &Books, shop: &Shop, part: Part<'_>, postings: &Balanced) {
    let (id, mut writer) = (books.id::<domain::id::LedgerEntryId>(), books.store.writer().await.unwrap());
    books.entry(&mut writer, &shop.account, &id, &format!("entry:{id}"), part, postings).await.unwrap();
    writer.commit().await.unwrap();
}

async fn act(books: &Books, shop: &Shop, choices: &mut Choices) {
    match choices.below(12) {
        0..=2 => {
            let cents = choices.cents(30_000);
            if let Some((transaction, posted)) = books.hold(&shop.account, cents, &shop.terms).await {
                assert!(shop.terms.keeps(&posted.after), "a hold was beyond the terms: {posted:?}");
                shop.held.fetch_add(cents, Ordering::Relaxed);
                shop.holds.lock().unwrap().push((transaction, cents));
            }
        }
        3 => {
            if let Some((transaction, cents)) = choices.take(&shop.holds) {
                let cost = cents - cents / 7;
                let capture = Balanced::capture(Cents::new(cents), Cents::new(cost), Cents::ZERO, &[]).unwrap();
                post(books, shop, Part::Continues(&transaction), &capture).await;
                shop.held.fetch_sub(cents, Ordering::Relaxed);
                shop.labels.lock().unwrap().push(cost);
            }
        }
        4 => {
            if let Some((transaction, cents)) = choices.take(&shop.holds) {
                post(books, shop, Part::Continues(&transaction), &Balanced::release(Cents::new(cents)).unwrap()).await;
                shop.held.fetch_sub(cents, Ordering::Relaxed);
            }
        }
        5 => {
            if let Some(cost) = choices.take(&shop.labels) {
                let transaction = books.id();
                let opened = opens(&transaction, Kind::Refund);
                post(books, shop, Part::Opens(&opened), &Balanced::refund(Cents::new(cost), Cents::ZERO, &[]).unwrap()).await;
            }
        }
        6 => {
            let purpose = if choices.below(2) == 0 { Purpose::TopUp } else { Purpose::Recharge };
            let id = books.pay(&shop.account, &shop.card, purpose, choices.cents(20_000), Pays::default()).await.unwrap();
            shop.payments.lock().unwrap().push(id);
        }
        7 | 8 => news(books, shop, choices).await,
        9 => adjust(books, shop, choices).await,
        10 => bill(books, shop, choices).await,
        _ => reward(books, shop, choices).await,
    }
}

/// What a bank says, in any order and more than once. Whole payments are disputed, so that the outcome follows from the state.
async fn news(books: &Books, shop: &Shop, choices: &mut Choices) {
    let Some(id) = choices.look(&shop.payments) else { return };
    let step = match choices.below(8) {
        0 | 1 => Step::Processing,
        2..=4 => Step::Succeeded,
        5 => Step::Failed,
        6 => Step::Disputed(Cents::new(i64::MAX)),
        _ => Step::Reinstated,
    };
    books.note(&shop.account, &id, step).await;
}

async fn adjust(books: &Books, shop: &Shop, choices: &mut Choices) {
    let new = Adjustment {
        id: books.id(),
        carrier: "USPS".into(),
        // Some come a second time.
        carrier_key: format!("key {}", choices.below(12)),
        transaction_id: books.id(),
        shipment_id: None,
        tracking_code: "9400".into(),
        kind: "weight".into(),
        description: "Measured".into(),
        amount: Cents::new(choices.cents(900) - 300),
        quoted: None,
        charged: None,
        claimed: None,
        captured: None,
        created_at: books.now,
        dispute: None,
    };
    let mut writer = books.store.writer().await.unwrap();
    if adjustments::insert(&mut writer, &shop.account, &new, &books.id()).await.unwrap().is_some() && choices.below(2) == 0 {
        let objection = Objection::check("No", "Back").unwrap();
        adjustments::dispute(&mut writer, &shop.account, &new.id, &objection, "Ada", books.now).await.unwrap();
        let won = choices.below(2) == 0;
        let decision = Decision { won, outcome: "", entry_id: &books.id(), transaction_id: &books.id(), at: books.now };
        adjustments::decide(&mut writer, &shop.account, &new.id, &decision).await.unwrap();
    }
    writer.commit().await.unwrap();
}

async fn bill(books: &Books, shop: &Shop, choices: &mut Choices) {
    if shop.terms.billing_type == BillingType::Wallet {
        return;
    }
    if let Some(invoice) = choices.look(&shop.invoices).filter(|_| choices.below(2) == 0) {
        let pays = Pays { invoice: Some(&invoice), ..Pays::default() };
        let id = books.pay(&shop.account, &shop.card, Purpose::Invoice, choices.cents(15_000), pays).await.unwrap();
        shop.payments.lock().unwrap().push(id);
        return;
    }
    let (id, month) = (books.id(), chrono::TimeDelta::days(i64::try_from(choices.below(8)).unwrap()));
    let (transaction_id, entry_id) = (books.id(), books.id());
    let new = NewInvoice {
        id: &id,
        transaction_id: &transaction_id,
        entry_id: &entry_id,
        from: books.now - month,
        to: books.now,
        due: books.now,
        at: books.now,
    };
    let mut writer = books.store.writer().await.unwrap();
    let drawn = invoices::draw(&mut writer, &shop.account, &new).await.unwrap();
    writer.commit().await.unwrap();
    shop.invoices.lock().unwrap().extend(drawn.map(|invoice| invoice.id));
}

async fn reward(books: &Books, shop: &Shop, choices: &mut Choices) {
    let program = Program::ALL[usize::try_from(choices.below(2)).unwrap()];
    match choices.below(3) {
        0 => {
            books.earn(&shop.account, program, choices.cents(400) - 100).await;
        }
        1 => {
            let month = format!("2026-{:02}", choices.below(12));
            let (id, transaction_id, entry_id) = (books.id(), books.id(), books.id());
            let until = books.now + chrono::TimeDelta::days(1);
            let new =
                NewReport { id: &id, transaction_id: &transaction_id, entry_id: &entry_id, program, month: &month, until, at: books.now };
            let mut writer = books.store.writer().await.unwrap();
            let report = incentives::gather(&mut writer, &shop.account, &new).await.unwrap();
            writer.commit().await.unwrap();
            shop.reports.lock().unwrap().extend(report.map(|report| (report.id, program, report.amount.get())));
        }
        _ => {
            let Some((report, program, cents)) = choices.look(&shop.reports) else { return };
            let purpose = if cents > 0 { Purpose::Payout(program) } else { Purpose::Pull(program) };
            let pays = Pays { report: Some(&report), ..Pays::default() };
            match books.pay(&shop.account, &shop.bank, purpose, cents.abs().max(1), pays).await {
                Ok(id) => shop.payments.lock().unwrap().push(id),
                Err(StoreError::Duplicate) => {}
                Err(other) => panic!("{other}"),
            }
        }
    }
}

/// What must hold when all is over.
async fn agree(books: &Books, shop: &Shop) {
    let account = &shop.account;
    let mut conn = books.store.reader().await.unwrap();
    assert_eq!(ledger_entries::differences(&mut conn, account).await.unwrap(), []);
    assert_eq!(ledger_entries::unbalanced(&mut conn, account).await.unwrap(), Vec::<i64>::new());
    assert_eq!(ledger_entries::misnumbered(&mut conn, account).await.unwrap(), None);
    let (books_now, version) = ledger::balances(&mut conn, account).await.unwrap();
    let stands = |book: Book| books_now.get(book).get();
    assert_eq!(Book::ALL.into_iter().map(stands).sum::<i64>(), 0, "the books sum to zero");
    assert_eq!(stands(Book::Held), shop.held.load(Ordering::Relaxed));
    assert_eq!(stands(Book::PendingCredit), payments::on_its_way(&mut conn, account).await.unwrap().get());
    assert_eq!(stands(Book::Receivable), -invoices::total_due(&mut conn, account).await.unwrap().get());
    for program in Program::ALL {
        assert_eq!(stands(program.accrued()), incentives::total_waiting(&mut conn, account, program).await.unwrap().get());
    }
    let mut at_the_bank = -50_000;
    let begun = shop.payments.lock().unwrap().clone();
    for id in begun {
        let payment = payments::find(&mut conn, account, &id).await.unwrap().unwrap();
        at_the_bank += match (payment.purpose, payment.state) {
            (Purpose::Payout(_), State::Processing | State::Succeeded) => payment.amount.get(),
            (Purpose::Pull(_), State::Processing) | (Purpose::Payout(_), _) => 0,
            (_, State::Processing | State::Succeeded) => -payment.amount.get(),
            _ => 0,
        };
    }
    assert_eq!(stands(Book::Clearing), at_the_bank, "every charge is one credit");
    let all = transactions::list(&mut conn, account, &transactions::Filter::default(), Page::check(None, Some(10)).unwrap()).await.unwrap();
    let counted =
        sql("SELECT COUNT(*) AS n FROM transactions WHERE account_id = $1").bind(account).one(&mut conn).await.unwrap().int("n").unwrap();
    assert_eq!(all.total_count, counted, "transactions are numbered without holes");
    drop(conn);
    never_beyond_the_terms(books, shop, version).await;
}

/// Goes through the entries as they were numbered: every hold kept the terms when it was written.
async fn never_beyond_the_terms(books: &Books, shop: &Shop, version: i64) {
    let mut conn = books.store.reader().await.unwrap();
    let (mut running, mut seen) = (Balances::default(), 0);
    let pages = (version + 199) / 200;
    for page in (1..=pages).rev() {
        let entries = ledger_entries::list(&mut conn, &shop.account, Page::check(Some(page), Some(200)).unwrap()).await.unwrap();
        for entry in entries.items.iter().rev() {
            running = entry.postings.iter().fold(running, |sums, posting| sums.plus(*posting).unwrap());
            seen += 1;
            assert_eq!(entry.version, seen);
            assert_eq!(entry.available_after, running.get(Book::Available));
            assert!(entry.description != "hold" || shop.terms.keeps(&running), "entry {seen} spent too much");
        }
    }
    assert_eq!(seen, version);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whatever_happens_at_once_the_books_agree() {
    let books = Arc::new(Books::open().await);
    let mut shops = Vec::new();
    for place in 0..ACCOUNTS {
        let billing_type = if place % 2 == 0 { BillingType::Wallet } else { BillingType::Invoicing };
        shops.push(shop(&books, billing_type).await);
    }
    let shops = Arc::new(shops);
    let mut workers = Vec::new();
    for worker in 0..WORKERS {
        let (books, shops) = (books.clone(), shops.clone());
        workers.push(tokio::spawn(async move {
            let mut choices = Choices(0x9E37_79B9_7F4A_7C15 ^ ((worker + 1) << 20));
            for _ in 0..STEPS {
                let shop = &shops[usize::try_from(choices.below(u64::try_from(shops.len()).unwrap())).unwrap()];
                act(&books, shop, &mut choices).await;
            }
        }));
    }
    for worker in workers {
        worker.await.unwrap();
    }
    let mut entries = 0;
    for shop in shops.iter() {
        agree(&books, shop).await;
        let mut conn = books.store.reader().await.unwrap();
        entries += ledger::balances(&mut conn, &shop.account).await.unwrap().1;
    }
    assert!(entries > 150, "much happened: {entries}");
}
