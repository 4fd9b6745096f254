//! Payments, adjustments, invoices and incentives against a real database: what is told twice happens once.

use crate::adjustments::{self, Adjustment, Decision};
use crate::incentives::{self, Earned, NewReport};
use crate::invoices::{self, NewInvoice};
use crate::ledger::Part;
use crate::ledger_tests::{Books, opens, wallet};
use crate::payment_methods::{self, Method, MethodState};
use crate::payments::{self, NewPayment, News, Noted};
use crate::query::sql;
use crate::{accounts, ledger, ledger_entries, payment_events, sandbox_bank, transactions};
use domain::Timestamp;
use domain::account::BillingType;
use domain::adjustment::{DisputeState, Objection};
use domain::credit::Terms;
use domain::id::{AccountId, IncentiveReportId, InvoiceId, LedgerEntryId, PaymentId, PaymentMethodId, ShipmentId, TransactionId};
use domain::incentive::Program;
use domain::ledger::{Balanced, Book};
use domain::money::Cents;
use domain::page::Page;
use domain::payment::{MethodKind, MethodRef, PaymentPartner};
use domain::settlement::{Purpose, State, Step};
use domain::transaction::Kind;

/// What a payment is about, if anything.
#[derive(Default, Clone, Copy)]
pub(crate) struct Pays<'a> {
    pub(crate) invoice: Option<&'a InvoiceId>,
    pub(crate) report: Option<&'a IncentiveReportId>,
}

impl Books {
    pub(crate) async fn method(&self, account: &AccountId, kind: MethodKind) -> PaymentMethodId {
        let id: PaymentMethodId = self.id();
        let method = Method {
            id: id.clone(),
            at_partner: MethodRef { kind, customer: "cus".into(), reference: format!("ref_{id}") },
            partner: PaymentPartner::Sandbox,
            name: "Main".into(),
            issuer: "Visa".into(),
            issuer_code: String::new(),
            last4: "4242".into(),
            expires: Some("12/2029".into()),
            bank_link_id: None,
            is_external: false,
            is_primary: false,
            state: MethodState::Verified,
            created_at: self.now,
        };
        let mut writer = self.store.writer().await.unwrap();
        payment_methods::insert(&mut writer, account, &method).await.unwrap();
        writer.commit().await.unwrap();
        id
    }

    pub(crate) async fn pay(
        &self,
        account: &AccountId,
        method: &PaymentMethodId,
        purpose: Purpose,
        cents: i64,
        pays: Pays<'_>,
    ) -> Result<PaymentId, crate::StoreError> {
        let (id, transaction): (PaymentId, TransactionId) = (self.id(), self.id());
        let mut writer = self.store.writer().await?;
        let new = NewPayment {
            id: &id,
            transaction_id: &transaction,
            key: &format!("key:{id}"),
            purpose,
            method_id: method,
            partner: PaymentPartner::Sandbox,
            amount: Cents::new(cents),
            invoice_id: pays.invoice,
            incentive_report_id: pays.report,
            description: "a payment",
            started_by: "Ada",
            at: self.now,
            check_at: self.now,
        };
        payments::begin(&mut writer, account, &new).await?;
        writer.commit().await?;
        Ok(id)
    }

    pub(crate) async fn note(&self, account: &AccountId, id: &PaymentId, step: Step) -> Option<Noted> {
        let mut writer = self.store.writer().await.unwrap();
        let (entry_id, transaction_id) = (self.id(), self.id());
        let news = News { step, reference: Some("ch_1"), reason: None, entry_id: &entry_id, transaction_id: &transaction_id, at: self.now };
        let noted = payments::note(&mut writer, account, id, &news).await.unwrap();
        writer.commit().await.unwrap();
        noted
    }

    pub(crate) async fn book(&self, account: &AccountId, book: Book) -> i64 {
        let mut conn = self.store.reader().await.unwrap();
        ledger::total(&mut conn, account, book).await.unwrap().get()
    }

    /// A bought label that earned something, as far as incentives care.
    pub(crate) async fn earn(&self, account: &AccountId, program: Program, cents: i64) -> ShipmentId {
        let shipment: ShipmentId = self.id();
        let mut writer = self.store.writer().await.unwrap();
        sql("INSERT INTO shipments (account_id, shipment_id, state, source, to_name, details, downloaded, is_draft, listed_at, created_at, updated_at, search_text, search_id)
             VALUES ($1, $2, 'bought', 'form', 'Bo', '{}', $3, $3, 1, 1, 1, '', (SELECT COALESCE(MAX(search_id), 0) + 1 FROM shipments))")
        .bind(account)
        .bind(&shipment)
        .bind(false)
        .execute(&mut writer)
        .await
        .unwrap();
        let (entry, transaction) = (self.id(), self.id());
        let opened = opens(&transaction, Kind::Label);
        let earned = Balanced::moved(Cents::new(cents), Book::Fees, program.accrued()).unwrap();
        self.entry(&mut writer, account, &entry, &format!("earn:{shipment}"), Part::Opens(&opened), &earned).await.unwrap();
        let rows = [Earned { program, amount: Cents::new(cents), price: Cents::new(cents * 50) }];
        incentives::earn(&mut writer, account, &shipment, &rows, self.now).await.unwrap();
        writer.commit().await.unwrap();
        shipment
    }
}

#[tokio::test]
async fn news_that_comes_twice_late_or_out_of_order_credits_once() {
    let books = Books::open().await;
    let account = books.account().await;
    let card = books.method(&account, MethodKind::BankCard).await;
    let id = books.pay(&account, &card, Purpose::TopUp, 5000, Pays::default()).await.unwrap();
    assert!(books.note(&account, &id, Step::Succeeded).await.unwrap().posted.is_some());
    for late in [Step::Succeeded, Step::Processing, Step::Failed, Step::Reinstated] {
        assert!(books.note(&account, &id, late).await.is_none(), "{late:?}");
    }
    assert_eq!(books.book(&account, Book::Available).await, 5000);
    assert!(books.note(&account, &id, Step::Disputed(Cents::new(1200))).await.is_some());
    assert!(books.note(&account, &id, Step::Disputed(Cents::new(1200))).await.is_none());
    assert_eq!(books.book(&account, Book::Available).await, 3800);
    assert_eq!(books.note(&account, &id, Step::Reinstated).await.unwrap().payment.state, State::Succeeded);
    assert_eq!((books.book(&account, Book::Available).await, books.book(&account, Book::Clearing).await), (5000, -5000));

    let slow = books.pay(&account, &card, Purpose::Recharge, 700, Pays::default()).await.unwrap();
    books.note(&account, &slow, Step::Processing).await.unwrap();
    assert_eq!((books.book(&account, Book::Available).await, books.book(&account, Book::PendingCredit).await), (5000, 700));
    books.note(&account, &slow, Step::Failed).await.unwrap();
    assert_eq!(books.book(&account, Book::PendingCredit).await, 0);

    let mut conn = books.store.reader().await.unwrap();
    let listed = transactions::list(&mut conn, &account, &transactions::Filter::default(), Page::check(None, None).unwrap()).await.unwrap();
    let shown: Vec<_> = listed.items.iter().map(|t| (t.kind, t.amounts.amount.get(), t.payment.as_ref().map(|p| p.state))).collect();
    let failed = (Kind::Recharge, 0, Some(State::Failed));
    let succeeded = Some(State::Succeeded);
    assert_eq!(shown, [failed, (Kind::Chargeback, 1200, succeeded), (Kind::Chargeback, -1200, succeeded), (Kind::TopUp, 5000, succeeded)]);
    assert_eq!(listed.items[3].payment.as_ref().unwrap().method, "Visa 4242");
    assert!(payments::due(&mut conn, books.now, 10).await.unwrap().is_empty());
    assert!(!payments::any_open_with(&mut conn, &account, &card).await.unwrap());
    let (owner, found) = payments::by_reference(&mut conn, PaymentPartner::Sandbox, "ch_1").await.unwrap().unwrap();
    assert_eq!((&owner, payments::by_id(&mut conn, &found.id).await.unwrap().unwrap().0), (&account, account.clone()));
}

#[tokio::test]
async fn one_method_is_primary_whatever_is_removed() {
    let mut books = Books::open().await;
    let account = books.account().await;
    let payout = books.method(&account, MethodKind::PayoutBankAccount).await;
    let card = books.method(&account, MethodKind::BankCard).await;
    books.now += chrono::TimeDelta::seconds(1);
    let bank = books.method(&account, MethodKind::BankAccount).await;
    let mut writer = books.store.writer().await.unwrap();
    let primary = |found: Option<Method>| found.map(|method| method.id);
    assert_eq!(primary(payment_methods::primary(&mut writer, &account).await.unwrap()), Some(card.clone()));
    assert!(!payment_methods::make_primary(&mut writer, &account, &payout).await.unwrap());
    assert!(payment_methods::make_primary(&mut writer, &account, &bank).await.unwrap());
    assert!(payment_methods::remove(&mut writer, &account, &bank, books.now).await.unwrap());
    assert!(!payment_methods::remove(&mut writer, &account, &bank, books.now).await.unwrap());
    assert_eq!(primary(payment_methods::primary(&mut writer, &account).await.unwrap()), Some(card.clone()));
    assert!(payment_methods::remove(&mut writer, &account, &card, books.now).await.unwrap());
    assert_eq!(payment_methods::primary(&mut writer, &account).await.unwrap(), None, "a payout account is none");
    assert_eq!(payment_methods::list(&mut writer, &account).await.unwrap().len(), 1);
    assert!(payment_methods::find_ever(&mut writer, &account, &bank).await.unwrap().is_some());
}

#[tokio::test]
async fn an_adjustment_is_posted_once_and_a_won_dispute_gives_it_back() {
    let books = Books::open().await;
    let account = books.account().await;
    let new = Adjustment {
        id: books.id(),
        carrier: "USPS".into(),
        carrier_key: "usps:9400:weight".into(),
        transaction_id: books.id(),
        shipment_id: None,
        tracking_code: "9400".into(),
        kind: "weight".into(),
        description: "Heavier than declared".into(),
        amount: Cents::new(345),
        quoted: Some(Cents::new(900)),
        charged: Some(Cents::new(1245)),
        claimed: None,
        captured: None,
        created_at: books.now,
        dispute: None,
    };
    let again = Adjustment { id: books.id(), transaction_id: books.id(), ..new.clone() };
    let mut writer = books.store.writer().await.unwrap();
    assert!(adjustments::insert(&mut writer, &account, &new, &books.id()).await.unwrap().is_some());
    assert!(adjustments::insert(&mut writer, &account, &again, &books.id()).await.unwrap().is_none(), "the carrier's key is known");
    let objection = Objection::check("It is light", "Give it back").unwrap();
    let decision = Decision { won: true, outcome: "Measured again", entry_id: &books.id(), transaction_id: &books.id(), at: books.now };
    assert!(!adjustments::decide(&mut writer, &account, &new.id, &decision).await.unwrap(), "nobody disputed");
    assert!(adjustments::dispute(&mut writer, &account, &new.id, &objection, "Ada", books.now).await.unwrap());
    assert!(!adjustments::dispute(&mut writer, &account, &new.id, &objection, "Ada", books.now).await.unwrap(), "once");
    assert_eq!(ledger::total(&mut writer, &account, Book::Available).await.unwrap(), Cents::new(-345));
    assert!(adjustments::decide(&mut writer, &account, &new.id, &decision).await.unwrap());
    assert!(!adjustments::decide(&mut writer, &account, &new.id, &decision).await.unwrap());
    assert_eq!(ledger::total(&mut writer, &account, Book::Available).await.unwrap(), Cents::ZERO);
    let page = Page::check(None, None).unwrap();
    let disputed = adjustments::list(&mut writer, &account, adjustments::Filter::Disputing, page).await.unwrap();
    assert_eq!(disputed.items[0].dispute.as_ref().unwrap().state, DisputeState::Won);
    let shown = transactions::find(&mut writer, &account, &new.transaction_id).await.unwrap().unwrap();
    assert_eq!((shown.kind, shown.adjustment.unwrap().dispute), (Kind::Adjustment, Some(DisputeState::Won)));
}

fn invoice_to_draw<'a>(
    now: Timestamp,
    id: &'a InvoiceId,
    transaction_id: &'a TransactionId,
    entry_id: &'a LedgerEntryId,
) -> NewInvoice<'a> {
    let (from, due) = (now - chrono::TimeDelta::days(30), now + domain::invoice::DUE_AFTER);
    NewInvoice { id, transaction_id, entry_id, from, to: now, due, at: now }
}

#[tokio::test]
async fn an_invoice_moves_what_is_owed_and_overpaying_becomes_money_to_spend() {
    let books = Books::open().await;
    let account = books.account_of(BillingType::Invoicing).await;
    let terms = Terms { billing_type: BillingType::Invoicing, credit_limit: Cents::new(10_000) };
    books.hold(&account, 4000, &terms).await.unwrap();
    let (open, _) = books.hold(&account, 3000, &terms).await.unwrap();
    let mut writer = books.store.writer().await.unwrap();
    let (id, capture) = (books.id(), Balanced::capture(Cents::new(3000), Cents::new(3000), Cents::ZERO, &[]).unwrap());
    books.entry(&mut writer, &account, &id, "label", Part::Continues(&open), &capture).await.unwrap();
    let invoice =
        invoices::draw(&mut writer, &account, &invoice_to_draw(books.now, &books.id(), &books.id(), &books.id())).await.unwrap().unwrap();
    assert_eq!((invoice.number, invoice.amount), (1, Cents::new(3000)), "a hold is not owed yet");
    assert!(
        invoices::draw(&mut writer, &account, &invoice_to_draw(books.now, &books.id(), &books.id(), &books.id())).await.unwrap().is_none()
    );
    writer.commit().await.unwrap();
    assert_eq!((books.book(&account, Book::Available).await, books.book(&account, Book::Receivable).await), (-4000, -3000));
    assert!(books.hold(&account, 3001, &terms).await.is_none(), "7000 of 10000 are used");

    let card = books.method(&account, MethodKind::BankCard).await;
    let pays = Pays { invoice: Some(&invoice.id), ..Pays::default() };
    let first = books.pay(&account, &card, Purpose::Invoice, 2000, pays).await.unwrap();
    let second = books.pay(&account, &card, Purpose::Invoice, 2000, pays).await.unwrap();
    books.note(&account, &first, Step::Succeeded).await.unwrap();
    books.note(&account, &second, Step::Processing).await.unwrap();
    books.note(&account, &second, Step::Succeeded).await.unwrap();
    assert_eq!((books.book(&account, Book::Available).await, books.book(&account, Book::Receivable).await), (-3000, 0));
    let mut conn = books.store.reader().await.unwrap();
    let paid = invoices::find(&mut conn, &account, &invoice.id).await.unwrap().unwrap();
    assert_eq!((paid.paid, paid.amount_due()), (Cents::new(3000), Cents::ZERO));
    let page = Page::check(None, None).unwrap();
    assert_eq!(invoices::list(&mut conn, &account, invoices::Filter::Outstanding, page).await.unwrap().total_count, 0);
    assert_eq!(invoices::list(&mut conn, &account, invoices::Filter::Paid, page).await.unwrap().total_count, 1);
    assert!(invoices::open_after(&mut conn, "", "", 10).await.unwrap().is_empty());
}

fn report_to_make<'a>(
    now: Timestamp,
    id: &'a IncentiveReportId,
    transaction_id: &'a TransactionId,
    entry_id: &'a LedgerEntryId,
    month: &'a str,
) -> NewReport<'a> {
    let until = now + chrono::TimeDelta::seconds(1);
    NewReport { id, transaction_id, entry_id, program: Program::External, month, until, at: now }
}

#[tokio::test]
async fn incentives_are_gathered_once_and_a_report_is_paid_once() {
    let books = Books::open().await;
    let account = books.account().await;
    let shipment = books.earn(&account, Program::External, 300).await;
    books.earn(&account, Program::External, 200).await;
    books.earn(&account, Program::Channel, 70).await;
    let mut writer = books.store.writer().await.unwrap();
    let lost = incentives::take_back(&mut writer, &account, &shipment, books.now).await.unwrap();
    assert_eq!(lost[0].amount, Cents::new(300));
    let (entry, transaction) = (books.id(), books.id());
    let back = Balanced::moved(Cents::new(300), Book::AccruedExternal, Book::Fees).unwrap();
    books.entry(&mut writer, &account, &entry, "refund", Part::Opens(&opens(&transaction, Kind::Refund)), &back).await.unwrap();
    let until = books.now + chrono::TimeDelta::seconds(1);
    let report = incentives::gather(&mut writer, &account, &report_to_make(books.now, &books.id(), &books.id(), &books.id(), "2026-10"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((report.amount, report.labels, report.number), (Cents::new(200), 3, 1));
    for month in ["2026-10", "2026-11"] {
        assert!(
            incentives::gather(&mut writer, &account, &report_to_make(books.now, &books.id(), &books.id(), &books.id(), month))
                .await
                .unwrap()
                .is_none()
        );
    }
    assert_eq!(incentives::lines(&mut writer, &account, &report.id, 0, 10).await.unwrap().len(), 3);
    assert_eq!(incentives::accounts_waiting(&mut writer, Program::External, until, "", 10).await.unwrap(), []);
    assert_eq!(incentives::accounts_waiting(&mut writer, Program::Channel, until, "", 10).await.unwrap(), std::slice::from_ref(&account));
    assert!(incentives::approve(&mut writer, &account, &report.id, "Ada", books.now).await.unwrap());
    assert!(!incentives::approve(&mut writer, &account, &report.id, "Ada", books.now).await.unwrap());
    assert_eq!(incentives::unpaid_after(&mut writer, "", "", 10).await.unwrap().len(), 1);
    writer.commit().await.unwrap();

    let bank = books.method(&account, MethodKind::PayoutBankAccount).await;
    let (purpose, pays) = (Purpose::Payout(Program::External), Pays { report: Some(&report.id), ..Pays::default() });
    let failed = books.pay(&account, &bank, purpose, 200, pays).await.unwrap();
    books.note(&account, &failed, Step::Processing).await.unwrap();
    assert_eq!(books.book(&account, Book::IncentivesExternal).await, 0);
    books.note(&account, &failed, Step::Failed).await.unwrap();
    let paid = books.pay(&account, &bank, purpose, 200, pays).await.unwrap();
    assert!(matches!(books.pay(&account, &bank, purpose, 200, pays).await, Err(crate::StoreError::Duplicate)), "one payment at a time");
    books.note(&account, &paid, Step::Succeeded).await.unwrap();
    assert_eq!((books.book(&account, Book::IncentivesExternal).await, books.book(&account, Book::AccruedChannel).await), (0, 70));
    let mut conn = books.store.reader().await.unwrap();
    assert!(incentives::unpaid_after(&mut conn, "", "", 10).await.unwrap().is_empty());
    let states: Vec<State> = payments::of_reports(&mut conn, &account, &[report.id]).await.unwrap().iter().map(|p| p.state).collect();
    assert!(states.contains(&State::Failed) && states.contains(&State::Succeeded));
    assert_eq!(ledger_entries::misnumbered(&mut conn, &account).await.unwrap(), None);
}

#[tokio::test]
async fn events_are_new_once_and_the_banks_documents_change_by_version() {
    let books = Books::open().await;
    let mut writer = books.store.writer().await.unwrap();
    assert!(payment_events::note(&mut writer, "stripe", "evt_1", "charge.succeeded", books.now).await.unwrap());
    assert!(!payment_events::note(&mut writer, "stripe", "evt_1", "charge.succeeded", books.now).await.unwrap());
    let new = sandbox_bank::Record { drawer: "charge".into(), key: "pay_1".into(), version: 7, due_at: Some(books.now), body: "{}".into() };
    let kept = sandbox_bank::insert(&mut writer, &new).await.unwrap();
    assert_eq!(kept.version, 1);
    let other = sandbox_bank::insert(&mut writer, &sandbox_bank::Record { body: "[]".into(), ..new.clone() }).await.unwrap();
    assert_eq!(other.body, "{}", "the first stays");
    assert!(!sandbox_bank::replace(&mut writer, &sandbox_bank::Record { version: 3, ..kept.clone() }).await.unwrap());
    assert!(sandbox_bank::replace(&mut writer, &sandbox_bank::Record { version: 2, due_at: None, ..kept }).await.unwrap());
    let before = books.now - chrono::TimeDelta::seconds(1);
    assert!(sandbox_bank::due(&mut writer, "charge", before, books.now, 10).await.unwrap().is_empty());
    assert_eq!(sandbox_bank::list(&mut writer, "charge", "", 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn terms_come_from_the_account_and_a_taken_address_is_refused() {
    use domain::billing::BillingAddress;
    let books = Books::open().await;
    let (account, other) = (books.account().await, books.account().await);
    let mut writer = books.store.writer().await.unwrap();
    accounts::set_billing(&mut writer, &account, BillingType::Invoicing, &[Program::Channel]).await.unwrap();
    accounts::set_credit_limit(&mut writer, &account, Some(Cents::new(99))).await.unwrap();
    let standing = accounts::standing(&mut writer, &account).await.unwrap().unwrap();
    assert_eq!(standing.terms(Cents::new(7)), Terms { billing_type: BillingType::Invoicing, credit_limit: Cents::new(99) });
    assert_eq!(standing.programs, [Program::Channel]);
    assert_eq!(accounts::standing(&mut writer, &other).await.unwrap().unwrap().terms(Cents::new(7)), wallet(7));
    for id in [&account, &other] {
        let found = accounts::find(&mut writer, id).await.unwrap().unwrap();
        let login = crate::logins::Login { account_id: id.clone(), person_id: None, password_hash: "x".into() };
        crate::logins::insert(&mut writer, &found.email, &login).await.unwrap();
    }
    let mut contact = accounts::contact(&mut writer, &account).await.unwrap().unwrap();
    contact.email = domain::email::Email::parse("new@example.com").unwrap();
    contact.contact_address =
        Some(BillingAddress { street_name: "1 Main St".into(), city: "Reno".into(), state: "NV".into(), zip: "89501".into() });
    accounts::save_contact(&mut writer, &account, &contact).await.unwrap();
    assert_eq!(accounts::contact(&mut writer, &account).await.unwrap().unwrap(), contact);
    assert!(crate::logins::find(&mut writer, &contact.email).await.unwrap().is_some());
    writer.commit().await.unwrap();
    let mut writer = books.store.writer().await.unwrap();
    let taken = accounts::Contact { email: accounts::contact(&mut writer, &other).await.unwrap().unwrap().email, ..contact };
    assert!(matches!(accounts::save_contact(&mut writer, &account, &taken).await, Err(crate::StoreError::Duplicate)));
}
