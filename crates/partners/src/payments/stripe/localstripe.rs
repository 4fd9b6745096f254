//! The Stripe adapter against somebody else's idea of Stripe: `localstripe` from PyPI, started by the test on a free port.
//!
//! scripts/install-deps puts it into a private folder. It knows cards, payment intents, refunds, events and signed webhooks; it
//! knows neither idempotency keys nor bank accounts nor businesses, which the other tests cover.

use super::tests::{customer, refused, settings};
use super::*;
use crate::http::{Call, Form, Http, PATIENCE};
use crate::payments::testing::{Reply, Request, serve};
use crate::sandbox::testing::world;
use domain::payment::{ChargeState, PaymentNews};
use reqwest::Method;
use serde_json::Value;
use std::process::Stdio;
use std::sync::Mutex;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

const MISSING: &str = "localstripe is needed to test the Stripe adapter: run scripts/install-deps test, which installs localstripe 1.15.10";

/// A running fake, gone when dropped.
struct LocalStripe {
    base: Url,
    _process: Child,
}

impl LocalStripe {
    async fn start() -> Self {
        let tools = std::env::home_dir().unwrap().join(".cache/waybill/tools/waybill-localstripe");
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
            let start = |program: &std::ffi::OsStr| {
                let mut command = Command::new(program);
                command.arg(port.to_string()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
                command.spawn()
            };
            let mut process = start("waybill-localstripe".as_ref()).or_else(|_| start(tools.as_ref())).expect(MISSING);
            for _ in 0..1_200 {
                if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                    return Self { base: Url::parse(&format!("http://127.0.0.1:{port}")).unwrap(), _process: process };
                }
                if process.try_wait().unwrap().is_some() {
                    break; // Somebody else took the port meanwhile.
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        panic!("localstripe does not start: remove ~/.cache/waybill/tools and run scripts/install-deps test");
    }

    async fn post(&self, path: &str, form: &Form) -> (u16, Value) {
        let http = Http::new("localstripe", &self.base, PATIENCE).unwrap();
        let body = Some(("application/x-www-form-urlencoded", form.encoded()));
        let answer = http.send(Call { method: Method::POST, path, headers: Vec::new(), body }).await.unwrap();
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
    }

    /// What Stripe's fields in the browser do with a card.
    async fn browser(&self, client_secret: &str, number: &str) -> (u16, Value) {
        let intent = client_secret.split("_secret_").next().unwrap();
        let form = Form::default()
            .with("key", "pk_test_shown")
            .with("client_secret", client_secret)
            .with("payment_method_data[type]", "card")
            .with("payment_method_data[card][number]", number)
            .with("payment_method_data[card][exp_month]", "12")
            .with("payment_method_data[card][exp_year]", "2030")
            .with("payment_method_data[card][cvc]", "123");
        self.post(&format!("/v1/setup_intents/{intent}/confirm"), &form).await
    }
}

/// A customer with a card of this number.
async fn card(local: &LocalStripe, stripe: &Stripe, number: &str) -> MethodFacts {
    let start = stripe.start_card(&customer()).await.unwrap();
    let known = Customer { reference: Some(start.customer.clone()), ..customer() };
    let (status, confirmed) = local.browser(start.client_secret.as_deref().unwrap(), number).await;
    assert_eq!(status, 200, "{confirmed}");
    let facts = stripe.add_card(&known, confirmed["payment_method"].as_str().unwrap()).await.unwrap();
    assert_eq!((facts.method.customer.as_str(), facts.issuer.as_str()), (start.customer.as_str(), "Visa"));
    assert!(number.ends_with(&facts.last4) && facts.expires == Some((12, 2030)));
    facts
}

fn order(key: &str, method: &MethodRef) -> ChargeOrder {
    ChargeOrder {
        key: key.into(),
        cents: Cents::new(5_000),
        method: method.clone(),
        description: "Top-up".into(),
        asked_at: world(1).0.time.now(),
        reference: None,
    }
}

#[tokio::test]
async fn cards_charges_refunds_and_events_work_with_localstripe() {
    let local = LocalStripe::start().await;
    let stripe = Stripe::new(settings(local.base.clone(), "sk_test_right"), world(1).1).unwrap();
    let good = card(&local, &stripe, "4242424242424242").await;
    let mut top_up = order("pay_1", &good.method);
    let charge = stripe.charge(&top_up).await.unwrap();
    assert_eq!((charge.state, charge.cents), (ChargeState::Succeeded, Cents::new(5_000)));
    top_up.reference = Some(charge.reference.clone());
    assert_eq!(stripe.charge_outcome(&top_up).await.unwrap(), ChargeOutcome::Succeeded(charge.clone()));

    let refund = RefundOrder { key: "ref_1".into(), charge: charge.reference.clone(), cents: Cents::new(1_200) };
    assert_eq!(stripe.refund(&refund).await.unwrap(), RefundState::Succeeded);
    assert_eq!(stripe.refund(&refund).await.unwrap(), RefundState::Succeeded);

    let failing = card(&local, &stripe, "4000000000000341").await;
    assert!(refused(stripe.charge(&order("pay_2", &failing.method)).await).contains("declined"));
    let guarded = card(&local, &stripe, "4000002500003155").await;
    assert!(refused(stripe.charge(&order("pay_3", &guarded.method)).await).contains("owner to confirm"));
    let start = stripe.start_card(&customer()).await.unwrap();
    assert_eq!(local.browser(start.client_secret.as_deref().unwrap(), "4000000000000002").await.0, 402);

    let stranger = Customer { account: "acc_2".into(), ..customer() };
    assert!(refused(stripe.add_card(&stranger, &good.method.reference).await).contains("another account"));
    let told = stripe.events(Timestamp::default()).await.unwrap();
    let is_ours = |event: &PaymentEvent| matches!(&event.news, PaymentNews::Charge { key: Some(key), .. } if key == "pay_1");
    assert!(told.iter().any(is_ours), "{told:?}");

    stripe.remove(&good.method).await.unwrap();
    stripe.remove(&good.method).await.unwrap();
    let locked_out = Stripe::new(settings(local.base.clone(), "wrong"), world(1).1).unwrap();
    assert!(matches!(locked_out.charge(&order("pay_4", &good.method)).await, Err(PartnerError::Auth(_))));
}

#[tokio::test]
async fn webhooks_of_localstripe_are_genuine_to_us() {
    let local = LocalStripe::start().await;
    let stripe = Stripe::new(settings(local.base.clone(), "sk_test_right"), world(1).1).unwrap();
    let delivered: Arc<Mutex<Vec<Request>>> = Arc::default();
    let inbox = delivered.clone();
    let here = serve(move |request| {
        inbox.lock().unwrap().push(request);
        Reply::Json(200, Value::Null)
    });
    let form = Form::default().with("url", format!("{}hook", here.await)).with("secret", "whsec_test");
    assert_eq!(local.post("/_config/webhooks/ours", &form).await.0, 200);
    let method = card(&local, &stripe, "4242424242424242").await.method;
    let charge = stripe.charge(&order("pay_1", &method)).await.unwrap();
    for _ in 0..600 {
        let requests = delivered.lock().unwrap().clone();
        for request in requests {
            let header = request.header("stripe-signature");
            let at: i64 = header.trim_start_matches("t=").split(',').next().unwrap().parse().unwrap();
            let now = chrono::DateTime::from_timestamp(at, 0).unwrap();
            let event = stripe.read_event(header, &request.body, now).unwrap();
            assert_eq!(stripe.read_event(header, b"{}", now), Err(EventRefusal::Forged));
            if let PaymentNews::Charge { charge: reference, key, outcome } = event.news {
                assert_eq!((reference, key.as_deref()), (charge.reference.clone(), Some("pay_1")));
                assert_eq!(outcome, ChargeOutcome::Succeeded(charge));
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("localstripe sent no event about the charge");
}
