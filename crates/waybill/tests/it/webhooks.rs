//! Events of Stripe over HTTP: taken once, replayed without effect, right in any order; forged and old ones refused, unknown
//! ones ignored. The payment's own request has lost its answer, so that the events alone say what became of it.

use crate::harness::process::run;
use crate::harness::{Answer, Owner, TestApp};
use crate::shipments::book;
use axum::body::Body;
use axum::http::Request;
use chrono::TimeDelta;
use domain::id::{PaymentId, PaymentMethodId, TransactionId};
use domain::ledger::Book;
use domain::money::Cents;
use domain::payment::{MethodKind, MethodRef, PaymentPartner};
use domain::settlement::{Purpose, State};
use domain::world::World;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::{Arc, Mutex, PoisonError};
use store::payment_methods::{self, Method, MethodState};
use store::payments::{self, NewPayment, Payment};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const SECRET: &str = "whsec_test";
const AMOUNT: i64 = 5_000;
const INTENT: &str = "pi_1";

struct Scene {
    app: TestApp,
    owner: Owner,
    payment: PaymentId,
    /// What Stripe lists when it is asked for lost events.
    listed: Arc<Mutex<Vec<Value>>>,
}

/// A Stripe that knows its events and nothing else.
async fn stripe() -> (String, Arc<Mutex<Vec<Value>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let listed = Arc::new(Mutex::new(Vec::new()));
    let answers = listed.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 8_192];
            let read = stream.read(&mut request).await.unwrap_or(0);
            let asks = String::from_utf8_lossy(request.get(..read).unwrap_or_default()).starts_with("GET /v1/events");
            let events = answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let (status, body) =
                if asks { (200, json!({ "object": "list", "data": events, "has_more": false })) } else { (503, json!({})) };
            let body = body.to_string();
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            drop(stream.write_all(format!("{head}{body}").as_bytes()).await);
        }
    });
    (base, listed)
}

async fn scene() -> Scene {
    let (base, listed) = stripe().await;
    let settings = [
        ("WAYBILL_PAYMENTS_PARTNER", "stripe"),
        ("WAYBILL_PAYMENTS_STRIPE_SECRET_KEY", "sk_test_right"),
        ("WAYBILL_PAYMENTS_STRIPE_PUBLIC_KEY", "pk_test_right"),
        ("WAYBILL_PAYMENTS_STRIPE_WEBHOOK_SECRET", SECRET),
        ("WAYBILL_PAYMENTS_STRIPE_BASE", &base),
    ];
    let app = TestApp::with_settings(&settings).await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    let live = app.app(World::Live);
    let (payment, transaction, method_id): (PaymentId, TransactionId, PaymentMethodId) = (live.id(), live.id(), live.id());
    let method = Method {
        id: method_id.clone(),
        at_partner: MethodRef { kind: MethodKind::BankCard, customer: "cus_1".into(), reference: "pm_1".into() },
        partner: PaymentPartner::Stripe,
        name: String::new(),
        issuer: "Visa".into(),
        issuer_code: String::new(),
        last4: "4242".into(),
        expires: Some("12/2030".into()),
        bank_link_id: None,
        is_external: false,
        is_primary: false,
        state: MethodState::Verified,
        created_at: live.now(),
    };
    let new = NewPayment {
        id: &payment,
        transaction_id: &transaction,
        key: "by_hand:1",
        purpose: Purpose::TopUp,
        method_id: &method_id,
        partner: PaymentPartner::Stripe,
        amount: Cents::new(AMOUNT),
        invoice_id: None,
        incentive_report_id: None,
        description: "Top-up from Visa 4242",
        started_by: "Ada",
        at: live.now(),
        check_at: live.now() + TimeDelta::minutes(1),
    };
    let mut writer = live.store().writer().await.unwrap();
    payment_methods::insert(&mut writer, &owner.account_id, &method).await.unwrap();
    payments::begin(&mut writer, &owner.account_id, &new).await.unwrap();
    writer.commit().await.unwrap();
    Scene { app, owner, payment, listed }
}

fn signature(secret: &str, at: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    format!("t={at},v1={}", hex::encode(mac.finalize().into_bytes()))
}

impl Scene {
    fn now(&self) -> i64 {
        self.app.app(World::Live).now().timestamp()
    }

    fn event(&self, id: &str, kind: &str, object: &Value) -> Value {
        json!({ "id": id, "object": "event", "api_version": "2023-08-16", "created": self.now(), "type": kind, "livemode": false,
                "pending_webhooks": 1, "request": { "id": null, "idempotency_key": null }, "data": { "object": object } })
    }

    fn intent(&self, status: &str) -> Value {
        let error = (status == "requires_payment_method").then(|| json!({ "type": "card_error", "code": "card_declined" }));
        json!({ "id": INTENT, "object": "payment_intent", "status": status, "amount": AMOUNT, "latest_charge": "ch_1",
                "metadata": { "waybill_key": self.payment.to_string() }, "last_payment_error": error })
    }

    async fn post(&self, signature: &str, body: &str) -> Answer {
        let request = Request::post("/webhooks/stripe").header("content-type", "application/json").header("stripe-signature", signature);
        self.app.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }

    /// Sends a genuine event.
    async fn tell(&self, id: &str, kind: &str, object: &Value) {
        let body = self.event(id, kind, object).to_string();
        self.post(&signature(SECRET, self.now(), &body), &body).await.expect(200);
    }

    async fn charge(&self, id: &str, kind: &str, status: &str) {
        self.tell(id, kind, &self.intent(status)).await;
    }

    async fn dispute(&self, id: &str, kind: &str, status: &str, cents: i64) {
        self.tell(id, kind, &Self::disputed(status, cents)).await;
    }

    fn disputed(status: &str, cents: i64) -> Value {
        json!({ "id": "dp_1", "object": "dispute", "payment_intent": INTENT, "charge": "ch_1", "amount": cents, "status": status })
    }

    fn refunded(&self, cents: i64, with_key: bool) -> Value {
        let metadata = if with_key { json!({ "waybill_key": self.payment.to_string() }) } else { json!({}) };
        json!({ "id": "ch_1", "object": "charge", "payment_intent": INTENT, "amount": AMOUNT, "amount_refunded": cents,
                "refunded": cents == AMOUNT, "metadata": metadata })
    }

    async fn payment(&self) -> Payment {
        let live = self.app.app(World::Live);
        let mut conn = live.store().reader().await.unwrap();
        payments::find(&mut conn, &self.owner.account_id, &self.payment).await.unwrap().unwrap()
    }

    /// Where the payment stands, and what can be spent.
    async fn stands(&self) -> (State, i64) {
        (self.payment().await.state, book(&self.app, &self.owner, Book::Available).await)
    }

    /// Asks Stripe for what was lost, as the settling job does every minute.
    async fn look(&self, events: &[Value]) {
        *self.listed.lock().unwrap_or_else(PoisonError::into_inner) = events.to_vec();
        self.app.advance(TimeDelta::minutes(1));
        self.app.run_schedules().await;
    }

    /// The money agrees with itself, whatever came.
    async fn sound(&self) {
        let output = run(self.app.database(), &["doctor", "--json"]).await;
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["ok"], true, "{report:#}");
    }
}

#[tokio::test]
async fn an_event_counts_once_however_often_it_comes() {
    let s = scene().await;
    for id in ["evt_1", "evt_1", "evt_2"] {
        s.charge(id, "payment_intent.succeeded", "succeeded").await;
        assert_eq!(s.stands().await, (State::Succeeded, AMOUNT), "{id}");
    }
    assert_eq!(s.payment().await.reference.as_deref(), Some(INTENT));
    let succeeded = s.event("evt_1", "payment_intent.succeeded", &s.intent("succeeded"));
    s.look(&[succeeded]).await;
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT), "listed again");
    let log = s.app.get("/dashboard/balance/transactions", &s.owner.token).await.expect(200);
    assert_eq!((&log["total_count"], &log["items"][0]["amount"]), (&json!(1), &json!("50.00")), "{log}");
    s.sound().await;
}

#[tokio::test]
async fn events_that_come_at_once_count_once() {
    let s = scene().await;
    let calls = (0..8).map(|n| {
        let (s, id) = (&s, format!("evt_{}", n % 2));
        async move { s.charge(&id, "payment_intent.succeeded", "succeeded").await }
    });
    futures_util::future::join_all(calls).await;
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT));
    s.sound().await;
}

#[tokio::test]
async fn a_refund_before_its_charge_leaves_nothing() {
    let s = scene().await;
    let refunded = s.refunded(AMOUNT, true);
    s.tell("evt_2", "charge.refunded", &refunded).await;
    s.charge("evt_1", "payment_intent.succeeded", "succeeded").await;
    s.charge("evt_0", "payment_intent.processing", "processing").await;
    assert_eq!(s.stands().await, (State::Refunded, 0));
    let refund =
        json!({ "id": "re_1", "object": "refund", "status": "succeeded", "payment_intent": INTENT, "amount": AMOUNT, "metadata": {} });
    s.tell("evt_3", "refund.updated", &refund).await;
    assert_eq!(s.stands().await, (State::Refunded, 0), "the same refund by another event");
    s.sound().await;
}

#[tokio::test]
async fn a_refund_or_dispute_of_a_charge_that_is_not_known_yet_is_taken_later() {
    let s = scene().await;
    let early = Scene::disputed("needs_response", AMOUNT);
    s.tell("evt_2", "charge.dispute.created", &early).await;
    assert_eq!(s.stands().await, (State::Pending, 0), "nobody can know yet whose it is");
    s.charge("evt_1", "payment_intent.succeeded", "succeeded").await;
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT));
    let listed = s.event("evt_2", "charge.dispute.created", &early);
    for _ in 0..2 {
        s.look(std::slice::from_ref(&listed)).await;
        assert_eq!(s.stands().await, (State::Disputed, 0));
    }
    s.dispute("evt_3", "charge.dispute.closed", "won", AMOUNT).await;
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT));
    s.sound().await;
}

#[tokio::test]
async fn a_dispute_ends_alike_in_every_order() {
    for (status, first, expected) in [
        ("won", "charge.dispute.created", (State::Succeeded, AMOUNT)),
        ("won", "charge.dispute.closed", (State::Succeeded, AMOUNT)),
        ("lost", "charge.dispute.created", (State::Disputed, AMOUNT - 700)),
        ("lost", "charge.dispute.closed", (State::Disputed, AMOUNT - 700)),
    ] {
        let s = scene().await;
        s.charge("evt_1", "payment_intent.processing", "processing").await;
        let second = if first == "charge.dispute.created" { "charge.dispute.closed" } else { "charge.dispute.created" };
        for (id, kind) in [("evt_2", first), ("evt_3", second), ("evt_2", first)] {
            s.dispute(id, kind, if kind == "charge.dispute.closed" { status } else { "needs_response" }, 700).await;
        }
        s.charge("evt_4", "payment_intent.succeeded", "succeeded").await;
        assert_eq!(s.stands().await, expected, "{first}, then {status}");
        assert_eq!(book(&s.app, &s.owner, Book::PendingCredit).await, 0);
        s.sound().await;
    }
}

#[tokio::test]
async fn a_failure_is_followed_by_a_late_success_and_a_part_refund_takes_nothing() {
    let s = scene().await;
    s.charge("evt_1", "payment_intent.payment_failed", "requires_payment_method").await;
    assert_eq!(s.stands().await, (State::Failed, 0));
    s.charge("evt_0", "payment_intent.processing", "processing").await;
    assert_eq!(s.stands().await, (State::Failed, 0), "late news of an earlier step");
    s.charge("evt_2", "payment_intent.succeeded", "succeeded").await;
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT));
    let part = s.refunded(100, false);
    s.tell("evt_3", "charge.refunded", &part).await;
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT), "a part is logged for the operator");
    let whole = s.refunded(AMOUNT, false);
    s.tell("evt_4", "charge.refunded", &whole).await;
    assert_eq!(s.stands().await, (State::Refunded, 0));
    s.sound().await;
}

#[tokio::test]
async fn forged_old_and_senseless_events_are_refused_and_unknown_ones_ignored() {
    let s = scene().await;
    let body = s.event("evt_1", "payment_intent.succeeded", &s.intent("succeeded")).to_string();
    let now = s.now();
    let changed = body.replace("5000", "9000");
    for (signature, body) in [
        (String::new(), &body),
        ("t=1,v1=00".into(), &body),
        (signature("whsec_other", now, &body), &body),
        (signature(SECRET, now, &body), &changed),
        (signature(SECRET, now - 301, &body), &body),
        (signature(SECRET, now + 301, &body), &body),
        (signature(SECRET, now, "[]"), &"[]".to_owned()),
    ] {
        s.post(&signature, body).await.refused(400, "refused");
    }
    assert_eq!(s.stands().await, (State::Pending, 0));
    s.tell("evt_5", "invoice.finalized", &json!({ "id": "in_1", "object": "invoice" })).await;
    let foreign = json!({ "id": "pi_other", "object": "payment_intent", "status": "succeeded", "amount": 900, "metadata": {}, "last_payment_error": null });
    s.tell("evt_6", "payment_intent.succeeded", &foreign).await;
    assert_eq!(s.stands().await, (State::Pending, 0));
    // The refused ones were not noted: the genuine event still counts.
    s.post(&signature(SECRET, now, &body), &body).await.expect(200);
    assert_eq!(s.stands().await, (State::Succeeded, AMOUNT));
    let elsewhere = Request::post("/test/webhooks/stripe").header("stripe-signature", signature(SECRET, now, &body));
    s.app.send(elsewhere.body(Body::from(body)).unwrap()).await.refused(404, "not_found");
    s.sound().await;
}
