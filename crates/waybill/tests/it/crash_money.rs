//! Killing the server at random instants during top-ups and automatic recharges, with cards whose answers get lost before and
//! after charging: afterwards every charge in the bank's book is exactly one credit, no payment is open, a request that is
//! sent again under its key pays nothing a second time, and `doctor` agrees to the cent.
//!
//! Ten kills here; the long form is `WAYBILL_CRASH_KILLS=200 cargo it crash`.

use crate::crash::{SETTINGS, kills};
use crate::harness::TestApp;
use crate::harness::process::{Node, run};
use crate::shipments::shipment;
use axum::body::Body;
use axum::http::Request;
use chrono::TimeDelta;
use domain::id::{AccountId, Id, PaymentId};
use domain::ledger::Book;
use domain::payment::ChargeOutcome;
use domain::settlement::State;
use domain::world::World;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use store::testing::TestDatabase;
use store::{accounts, ledger, payments};

const START: i64 = 5_200;
const GOOD: &str = "4242424242424242";
const ALSO_GOOD: &str = "5555555555554444";
const LOST_AFTER: &str = "4000000000003220";
const LOST_BEFORE: &str = "4000000000003238";
const CHARGED_BACK: &str = "4000000000000259";
const DECLINED: &str = "4000000000000341";

/// One wish to add money, and what was answered to it.
struct Wish {
    token: String,
    body: Value,
    answer: Option<(u16, Value)>,
}

/// What the customers of the whole test share.
#[derive(Default)]
struct Desk {
    turn: AtomicU64,
    wishes: Mutex<BTreeMap<String, Wish>>,
}

impl Desk {
    /// Adds money under a key of its own; nothing when the server is gone.
    async fn top_up(&self, port: u16, token: &str, method: &str, cents: u64) -> Option<u16> {
        let key = format!("wish-{}", self.turn.fetch_add(1, Ordering::Relaxed));
        let body = json!({ "amount": format!("{}.{:02}", cents / 100, cents % 100), "topup_method": method });
        self.lock().insert(key.clone(), Wish { token: token.to_owned(), body: body.clone(), answer: None });
        let (status, answer) = Node::try_once(port, "PATCH", "/dashboard/balance", token, &key, &body.to_string()).await?;
        let answer = (status, serde_json::from_str(&answer).unwrap_or_default());
        self.lock().entry(key).and_modify(|wish| wish.answer = Some(answer));
        Some(status)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Wish>> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn ask(port: u16, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let (status, answer) = Node::try_request(port, method, path, token, &body.to_string()).await.expect("an answer");
    assert!((200..300).contains(&status), "{path}: {status} {answer}");
    serde_json::from_str(&answer).unwrap()
}

async fn signed_in(port: u16, email: &str) -> String {
    let answer = ask(port, "POST", "/users/sign_in", "", &json!({"user": {"email": email, "password": "long enough"}})).await;
    answer["data"]["api_token"].as_str().unwrap().to_owned()
}

async fn card(port: u16, token: &str, number: &str) -> String {
    let typed =
        ask(port, "POST", "/dashboard/sandbox_bank/cards", token, &json!({"number": number, "expiry": "12/39", "cvc": "123"})).await;
    let new = json!({"payment_method": {"type": "BankCard", "stripe_source_id": typed["token"]}});
    let added = ask(port, "POST", "/dashboard/payment_methods", token, &new).await;
    added["payment_method"]["id"].as_str().unwrap().to_owned()
}

async fn bank(port: u16, token: &str, account: &str) -> String {
    let typed = json!({"routing": "110000000", "account": account, "name": "Checking"});
    let typed = ask(port, "POST", "/dashboard/sandbox_bank/banks", token, &typed).await;
    let new = json!({"payment_method": {"type": "BankAccount", "plaid_token": typed["token"], "plaid_id": ""}});
    let added = ask(port, "POST", "/dashboard/payment_methods", token, &new).await;
    let id = added["payment_method"]["id"].as_str().unwrap().to_owned();
    ask(port, "PUT", &format!("/dashboard/payment_methods/{id}/verify"), token, &json!({"amounts": ["0.32", "0.45"]})).await;
    id
}

/// Adds money with every method in turn until the server is gone.
async fn adds(desk: &Desk, port: u16, token: &str, methods: &[String], over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        let turn = desk.turn.load(Ordering::Relaxed);
        let place = usize::try_from(turn).unwrap_or(0) % methods.len();
        if desk.top_up(port, token, &methods[place], 100 + turn * 7 % 900).await.is_none() {
            return;
        }
    }
}

/// Buys labels, so that the balance falls below its threshold again and again; adds money by hand when nothing is left.
async fn spends(desk: &Desk, port: u16, token: &str, good: &str, over: &AtomicBool) {
    let made = shipment().to_string();
    while !over.load(Ordering::Relaxed) {
        let Some((201, draft)) = Node::try_request(port, "POST", "/dashboard/shipments", token, &made).await else { return };
        let draft: Value = serde_json::from_str(&draft).unwrap_or_default();
        let (id, rate) = (draft["shipment"]["id"].as_str().unwrap_or_default(), draft["rates"][0]["id"].clone());
        let path = format!("/dashboard/shipments/{id}/buy");
        let Some((status, _)) = Node::try_request(port, "POST", &path, token, &json!({ "rate_id": rate }).to_string()).await else {
            return;
        };
        if status == 402 && desk.top_up(port, token, good, 6_000).await.is_none() {
            return;
        }
    }
}

async fn create(database: &TestDatabase, email: &str, balance: &str) {
    let made = ["user", "create", "--name", "Ada", "--email", email, "--password", "long enough", "--server", "live", "--balance", balance];
    assert!(run(database, &made).await.status.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_instant_every_charge_is_one_credit() {
    let database = TestDatabase::create().await;
    create(&database, "ada@example.com", &START.to_string()).await;
    create(&database, "bob@example.com", &START.to_string()).await;
    let desk = Desk::default();
    let (mut ada, mut bob, mut methods, mut recharging) = (String::new(), String::new(), Vec::new(), Vec::new());
    for kill in 0..kills() {
        let node = Node::start(&database, &SETTINGS).await;
        let port = node.port;
        if ada.is_empty() {
            ada = signed_in(port, "ada@example.com").await;
            bob = signed_in(port, "bob@example.com").await;
            for number in [GOOD, LOST_AFTER, LOST_BEFORE, CHARGED_BACK, DECLINED] {
                methods.push(card(port, &ada, number).await);
            }
            for account in ["000123456789", "000111111116"] {
                methods.push(bank(port, &ada, account).await);
            }
            for number in [GOOD, ALSO_GOOD, LOST_AFTER, DECLINED] {
                recharging.push(card(port, &bob, number).await);
            }
        }
        let first = [0, 2, 3][usize::try_from(kill % 3).unwrap()];
        let settings = json!({"settings": {"recharge_threshold": "50.00", "replenishment_amount": "60.00",
            "primary_topup_method_id": recharging[first], "secondary_topup_method_id": recharging[1]}});
        ask(port, "PATCH", "/dashboard/user/settings", &bob, &settings).await;
        let over = AtomicBool::new(false);
        let killer = async {
            // On a slow machine nothing might be asked within such a time: it counts from the first wish.
            let before = desk.turn.load(Ordering::Relaxed);
            for _ in 0..600 {
                if kill.is_multiple_of(2) || desk.turn.load(Ordering::Relaxed) > before + 3 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            tokio::time::sleep(Duration::from_millis(60 + kill * 137 % 600)).await;
            over.store(true, Ordering::Relaxed);
            node.kill().await;
        };
        let add = || adds(&desk, port, &ada, &methods, &over);
        tokio::join!(add(), add(), add(), spends(&desk, port, &bob, &recharging[0], &over), killer);
    }
    let wishes = desk.wishes.into_inner().unwrap_or_else(PoisonError::into_inner);
    settled_and_right(database, wishes, &methods[3]).await;
}

/// Sends every wish again that was not answered, twice: a client that has lost its answer does that.
async fn insist(app: &TestApp, wishes: &mut BTreeMap<String, Wish>) {
    for (key, wish) in wishes.iter_mut().filter(|(_, wish)| wish.answer.is_none()) {
        for _ in 0..2 {
            let request = Request::patch("/dashboard/balance").header("authorization", format!("Bearer {}", wish.token));
            let request = request.header("content-type", "application/json").header("idempotency-key", key);
            let answer = app.send(request.body(Body::from(wish.body.to_string())).unwrap()).await;
            assert!([200, 202, 422].contains(&answer.status.as_u16()), "{}", answer.text);
            wish.answer = Some((answer.status.as_u16(), answer.json));
        }
    }
}

/// How many payments of all accounts are in a state.
async fn count(app: &TestApp, ids: &[AccountId], state: State) -> i64 {
    let view = app.app(World::Live);
    let mut conn = view.store().reader().await.unwrap();
    let mut sum = 0;
    for id in ids {
        sum += payments::in_state(&mut conn, id, state).await.unwrap().0;
    }
    sum
}

async fn settled_and_right(database: TestDatabase, mut wishes: BTreeMap<String, Wish>, charged_back: &str) {
    let app = TestApp::on(database, TimeDelta::minutes(10)).await;
    let view = app.app(World::Live);
    let mut conn = view.store().reader().await.unwrap();
    let ids = accounts::ids_after(&mut conn, "", 10).await.unwrap();
    drop(conn);
    insist(&app, &mut wishes).await;
    for _ in 0..60 {
        app.run_schedules().await;
        app.advance(TimeDelta::minutes(11));
        if count(&app, &ids, State::Pending).await == 0 {
            break;
        }
    }
    for _ in 0..10 {
        app.advance(TimeDelta::days(1));
        app.run_schedules().await;
    }
    for state in [State::Pending, State::Processing] {
        assert_eq!(count(&app, &ids, state).await, 0, "no payment is {}", state.key());
    }
    let (charged, taken_back) = every_charge_is_one_credit(&app, charged_back).await;
    let mut conn = view.store().reader().await.unwrap();
    let mut clearing = 0;
    for id in &ids {
        clearing += ledger::balances(&mut conn, id).await.unwrap().0.get(Book::Clearing).get();
    }
    drop(conn);
    assert_eq!(-clearing, 2 * START + charged - taken_back, "all that came from outside is what the bank charged");
    every_wish_is_one_payment(&app, &ids, &wishes).await;
    let output = run(app.database(), &["doctor", "--json"]).await;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["ok"], true, "{report:#}");
}

/// Compares the bank's book with our payments; answers what was charged and what was taken back.
async fn every_charge_is_one_credit(app: &TestApp, charged_back: &str) -> (i64, i64) {
    let view = app.app(World::Live);
    let bank = waybill::payments::of(&view).sandbox.clone().expect("the sandbox bank");
    let (mut charged, mut taken_back, mut succeeded, mut after) = (0, 0, 0, String::new());
    loop {
        let page = bank.charges(&after, 200).await.unwrap();
        let Some(last) = page.last() else { break };
        after.clone_from(&last.key);
        let mut conn = view.store().reader().await.unwrap();
        for booked in page {
            let id = PaymentId::parse(&booked.key).unwrap();
            let (_, payment) = payments::by_id(&mut conn, &id).await.unwrap().expect("no charge without its payment");
            match booked.outcome {
                ChargeOutcome::NotCharged | ChargeOutcome::Failed { .. } => assert_eq!(payment.state, State::Failed, "{id}"),
                ChargeOutcome::Succeeded(_) => {
                    assert_eq!((payment.amount, booked.refunded.get()), (booked.cents, 0), "{id}");
                    charged += booked.cents.get();
                    succeeded += 1;
                    let expected = if payment.method_id.as_str() == charged_back { State::Disputed } else { State::Succeeded };
                    assert_eq!(payment.state, expected, "{id}");
                    taken_back += payment.disputed.get();
                }
                other => panic!("{id} is not settled: {other:?}"),
            }
        }
    }
    assert!(succeeded > 0, "something was charged");
    let mut conn = view.store().reader().await.unwrap();
    let ids = accounts::ids_after(&mut conn, "", 10).await.unwrap();
    drop(conn);
    let ours = count(app, &ids, State::Succeeded).await + count(app, &ids, State::Disputed).await;
    assert_eq!(ours, succeeded, "every credit has its charge");
    (charged, taken_back)
}

/// However often a wish was sent, it is one payment; and what was answered holds.
async fn every_wish_is_one_payment(app: &TestApp, ids: &[AccountId], wishes: &BTreeMap<String, Wish>) {
    let view = app.app(World::Live);
    let (mut top_ups, mut recharges) = (0, 0);
    for id in ids {
        let token = app.session(World::Live, id, None).await;
        let total = |answer: crate::harness::Answer| answer.json["total_count"].as_i64().unwrap();
        top_ups += total(app.get("/dashboard/balance/transactions?kind=top_up", &token).await);
        recharges += total(app.get("/dashboard/balance/transactions?kind=recharge", &token).await);
    }
    let mut conn = view.store().reader().await.unwrap();
    for wish in wishes.values() {
        let (status, answer) = wish.answer.as_ref().expect("an answer");
        let Some(id) = answer["payment"]["id"].as_str().filter(|_| *status < 300) else { continue };
        let (_, payment) = payments::by_id(&mut conn, &PaymentId::parse(id).unwrap()).await.unwrap().expect("what was answered is there");
        if answer["payment"]["state"] == "succeeded" {
            assert!(matches!(payment.state, State::Succeeded | State::Disputed), "{id} was promised");
        }
    }
    assert_eq!(top_ups, i64::try_from(wishes.len()).unwrap(), "one payment for each wish");
    assert!(recharges > 0, "the balance was recharged");
}
