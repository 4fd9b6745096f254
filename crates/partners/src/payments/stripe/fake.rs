//! A Stripe of our own for the tests: payment intents with idempotency keys, and answers that get lost on request.
//!
//! The shapes follow Stripe's published fixtures (github.com/stripe/openapi, fixtures3.json), shortened to what matters; how keys
//! are kept and replayed follows its documentation. It knows methods by their names: `pm_good`, `pm_declined`, `pm_3ds`, ...

use crate::payments::testing::{Reply, Request};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard};

/// What goes wrong with the next request that changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It is done, and the answer gets lost.
    LoseAnswer,
    /// It gets lost on the way there.
    LoseRequest,
    /// It is done, and the answer is an error of the server.
    Break,
    /// The same key is still being worked on.
    Busy,
    /// Too many requests.
    Limit,
    /// It is done, and the answer makes no sense.
    Garble,
}

#[derive(Default)]
pub(super) struct Books {
    pub(super) intents: Vec<Value>,
    pub(super) refunds: Vec<Value>,
    pub(super) transfers: Vec<Value>,
    pub(super) customers: Vec<Value>,
    pub(super) setup_intents: Vec<BTreeMap<String, String>>,
    pub(super) seen: Vec<Request>,
    pub(super) troubles: VecDeque<Trouble>,
    /// Lists show nothing, as if they were behind.
    pub(super) lists_lag: bool,
    kept: BTreeMap<String, (BTreeMap<String, String>, u16, Value)>,
}

#[derive(Default)]
pub(super) struct FakeStripe(Mutex<Books>);

impl FakeStripe {
    pub(super) fn books(&self) -> MutexGuard<'_, Books> {
        self.0.lock().unwrap()
    }

    pub(super) fn succeeded(&self) -> usize {
        self.books().intents.iter().filter(|intent| intent["status"] == "succeeded").count()
    }

    pub(super) fn handle(&self, request: Request) -> Reply {
        let mut books = self.books();
        books.seen.push(request.clone());
        if request.header("authorization") != "Bearer sk_test_right" {
            return error(401, json!({ "type": "invalid_request_error", "message": "Invalid API Key provided: sk_test_*****" }));
        }
        assert_eq!(request.header("stripe-version"), "2023-08-16");
        let trouble = if request.method == "POST" { books.troubles.pop_front() } else { None };
        match trouble {
            Some(Trouble::LoseRequest) => return Reply::Lost,
            Some(Trouble::Busy) => return error(409, json!({ "type": "idempotency_error", "message": "in use" })),
            Some(Trouble::Limit) => return Reply::Text(429, "retry-after: 7", r#"{"error":{"code":"rate_limit"}}"#.into()),
            _ => {}
        }
        let (status, body) = books.once_per_key(&request);
        match trouble {
            Some(Trouble::LoseAnswer) => Reply::Lost,
            Some(Trouble::Break) => error(500, json!({ "type": "api_error", "message": "oops" })),
            Some(Trouble::Garble) => Reply::Text(200, "content-type: text/html", "<html>".into()),
            _ => Reply::Json(status, body),
        }
    }
}

fn error(status: u16, error: Value) -> Reply {
    Reply::Json(status, json!({ "error": error }))
}

fn page(data: Vec<Value>) -> (u16, Value) {
    (200, json!({ "object": "list", "data": data, "has_more": false, "url": "/v1/list" }))
}

impl Books {
    fn once_per_key(&mut self, request: &Request) -> (u16, Value) {
        let key = request.header("idempotency-key").to_owned();
        if key.is_empty() {
            return self.answer(request);
        }
        if let Some((fields, status, body)) = self.kept.get(&key) {
            if *fields != request.fields {
                let said = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
                return (400, json!({ "error": { "type": "idempotency_error", "message": said } }));
            }
            return (*status, body.clone());
        }
        let (status, body) = self.answer(request);
        self.kept.insert(key, (request.fields.clone(), status, body.clone()));
        (status, body)
    }

    fn answer(&mut self, request: &Request) -> (u16, Value) {
        let parts: Vec<&str> = request.path.trim_start_matches("/v1/").split('/').collect();
        match (request.method.as_str(), parts.as_slice()) {
            ("POST", ["customers"]) => self.customer(request),
            ("GET", ["customers", id]) => {
                let found = self.customers.iter().find(|customer| customer["id"] == *id).cloned();
                found.map_or_else(not_found, |customer| (200, customer))
            }
            ("POST", ["payment_intents"]) => self.intent(request),
            ("GET", ["payment_intents"]) => {
                let mine = |intent: &&Value| intent["customer"] == request.field("customer") && !self.lists_lag;
                page(self.intents.iter().rev().filter(mine).cloned().collect())
            }
            ("GET", ["payment_intents", id]) => {
                self.intents.iter().find(|intent| intent["id"] == *id).cloned().map_or_else(not_found, |intent| (200, intent))
            }
            ("POST", ["payment_intents", id, "cancel"]) => {
                let Some(intent) = self.intents.iter_mut().find(|intent| intent["id"] == *id) else { return not_found() };
                intent["status"] = json!("canceled");
                (200, intent.clone())
            }
            ("POST", ["refunds"]) => self.refund(request),
            ("GET", ["refunds"]) => page(self.refunds.clone()),
            ("POST", ["transfers"]) => self.transfer(request),
            ("GET", ["transfers"]) => page(
                self.transfers.iter().filter(|transfer| transfer["transfer_group"] == request.field("transfer_group")).cloned().collect(),
            ),
            ("POST", ["setup_intents"]) => {
                self.setup_intents.push(request.fields.clone());
                let status = if request.field("confirm") == "true" { "succeeded" } else { "requires_payment_method" };
                (200, json!({ "id": "seti_1", "object": "setup_intent", "status": status, "client_secret": "seti_1_secret_hidden" }))
            }
            _ => things(request, &parts),
        }
    }

    fn customer(&mut self, request: &Request) -> (u16, Value) {
        let id = format!("cus_{}", self.customers.len() + 1);
        let metadata = json!({ "waybill_account": request.field("metadata[waybill_account]") });
        self.customers.push(json!({ "id": id, "object": "customer", "email": request.field("email"), "metadata": metadata }));
        (200, self.customers.last().unwrap().clone())
    }

    fn intent(&mut self, request: &Request) -> (u16, Value) {
        let declined = |code: &str, decline: &str| json!({ "type": "card_error", "code": code, "decline_code": decline, "message": "no" });
        let (status, failure) = match request.field("payment_method") {
            _ if request.field("confirm") != "true" => ("requires_payment_method", Value::Null),
            "pm_declined" => ("requires_payment_method", declined("card_declined", "generic_decline")),
            "pm_poor" => ("requires_payment_method", declined("card_declined", "insufficient_funds")),
            "pm_3ds" => ("requires_payment_method", declined("authentication_required", "authentication_required")),
            "pm_action" => ("requires_action", Value::Null),
            "ba_good" => ("processing", Value::Null),
            _ => ("succeeded", Value::Null),
        };
        let id = format!("pi_{}", self.intents.len() + 1);
        let metadata = json!({ "waybill_key": request.field("metadata[waybill_key]") });
        let amount: i64 = request.field("amount").parse().unwrap();
        let intent = json!({
            "id": id, "object": "payment_intent", "status": status, "amount": amount, "currency": request.field("currency"),
            "customer": request.field("customer"), "metadata": metadata, "latest_charge": "ch_1", "last_payment_error": failure,
        });
        self.intents.push(intent.clone());
        if failure.is_null() { (200, intent) } else { (402, json!({ "error": failure })) }
    }

    fn refund(&mut self, request: &Request) -> (u16, Value) {
        let id = format!("re_{}", self.refunds.len() + 1);
        let metadata = json!({ "waybill_key": request.field("metadata[waybill_key]") });
        let intent = request.field("payment_intent");
        self.refunds.push(json!({ "id": id, "object": "refund", "status": "pending", "payment_intent": intent, "metadata": metadata }));
        (200, self.refunds.last().unwrap().clone())
    }

    fn transfer(&mut self, request: &Request) -> (u16, Value) {
        let amount: i64 = request.field("amount").parse().unwrap();
        let group = request.field("transfer_group");
        self.transfers.push(json!({
            "id": format!("tr_{}", self.transfers.len() + 1), "object": "transfer", "amount": amount, "reversed": false,
            "destination": request.field("destination"), "transfer_group": group, "metadata": { "waybill_key": group },
        }));
        (200, self.transfers.last().unwrap().clone())
    }
}

fn not_found() -> (u16, Value) {
    (404, json!({ "error": { "type": "invalid_request_error", "code": "resource_missing", "message": "No such thing" } }))
}

fn bank(id: &str, status: &str) -> (u16, Value) {
    let bank = json!({
        "id": id, "object": "bank_account", "bank_name": "STRIPE TEST BANK", "routing_number": "110000000", "last4": "6789", "status": status,
    });
    (200, bank)
}

/// What needs no memory: cards, bank accounts, businesses.
fn things(request: &Request, parts: &[&str]) -> (u16, Value) {
    let card = |id: &str, customer: Option<&str>| {
        let card = json!({ "brand": "mastercard", "last4": "4444", "exp_month": 8, "exp_year": 2030 });
        (200, json!({ "id": id, "object": "payment_method", "type": "card", "customer": customer, "card": card }))
    };
    match (request.method.as_str(), parts) {
        ("GET", ["payment_methods", "pm_bank"]) => (200, json!({ "id": "pm_bank", "customer": null, "type": "us_bank_account" })),
        ("GET", ["payment_methods", id]) => card(id, (*id == "pm_attached").then_some("cus_1")),
        ("POST", ["payment_methods", "pm_declined", "attach"]) => {
            (402, json!({ "error": { "type": "card_error", "code": "card_declined", "decline_code": "stolen_card" } }))
        }
        ("POST", ["payment_methods", id, "attach"]) => card(id, Some(request.field("customer"))),
        ("POST", ["payment_methods", "pm_gone", "detach"]) => not_found(),
        ("POST", ["payment_methods", id, "detach"]) => card(id, None),
        ("POST", ["customers", _, "sources"]) => bank("ba_1", if request.field("source") == "btok_instant" { "verified" } else { "new" }),
        ("POST", ["customers", _, "sources", "ba_1", "verify"]) if request.field("amounts[]") == "32,45" => bank("ba_1", "verified"),
        ("POST", ["customers", _, "sources", _, "verify"]) => {
            (400, json!({ "error": { "type": "invalid_request_error", "code": "bank_account_verification_failed", "message": "no" } }))
        }
        ("GET", ["customers", _, "sources", id]) => bank(id, if *id == "ba_failed" { "verification_failed" } else { "new" }),
        ("DELETE", ["customers", _, "sources", id]) => (200, json!({ "id": id, "deleted": true })),
        ("POST", ["accounts"]) => (200, json!({ "id": "acct_1", "object": "account", "capabilities": {}, "payouts_enabled": false })),
        ("GET", ["accounts", id]) => {
            let capabilities = json!({ "card_payments": "inactive", "transfers": "active" });
            (200, json!({ "id": id, "payouts_enabled": true, "details_submitted": true, "capabilities": capabilities }))
        }
        ("POST", ["accounts", _, "external_accounts"]) => bank("ba_2", "new"),
        ("POST", ["account_links"]) => (200, json!({ "object": "account_link", "url": "https://connect.stripe.test/setup/1" })),
        ("GET", ["events"]) => page(vec![
            json!({ "id": "evt_2", "type": "plan.created", "created": 200, "data": { "object": {} } }),
            json!({ "id": "evt_1", "type": "plan.created", "created": 100, "data": { "object": {} } }),
        ]),
        _ => not_found(),
    }
}
