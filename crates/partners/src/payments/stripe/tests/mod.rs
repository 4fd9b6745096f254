//! The Stripe adapter against a fake that keeps idempotency keys as Stripe does, and loses answers on request.

mod charging;
mod events;
mod methods;
mod money_out;

use super::fake::{FakeStripe, Trouble};
use super::*;
use crate::payments::testing::serve;
use crate::sandbox::testing::{HeldTime, world};
use domain::payment::MethodKind;

/// Stripe as the adapter sees it, and what the fake wrote down.
struct Scene {
    stripe: Stripe,
    fake: Arc<FakeStripe>,
    time: Arc<HeldTime>,
}

pub(super) fn settings(base: Url, secret_key: &str) -> StripeSettings {
    StripeSettings {
        secret_key: secret_key.into(),
        public_key: "pk_test_shown".into(),
        webhook_secret: Some("whsec_test".into()),
        base,
        patience: None,
    }
}

async fn scene() -> Scene {
    let fake = Arc::new(FakeStripe::default());
    let handler = fake.clone();
    let base = serve(move |request| handler.handle(request)).await;
    let (_, time) = world(1);
    Scene { stripe: Stripe::new(settings(base, "sk_test_right"), time.clone()).unwrap(), fake, time }
}

pub(super) fn customer() -> Customer {
    Customer { account: "acc_1".into(), name: "Ann".into(), email: "ann@example.com".into(), reference: None, business: None }
}

fn method(kind: MethodKind, reference: &str) -> MethodRef {
    MethodRef { kind, customer: "cus_1".into(), reference: reference.into() }
}

impl Scene {
    fn order(&self, key: &str, reference: &str) -> ChargeOrder {
        let kind = if reference.starts_with("ba_") { MethodKind::BankAccount } else { MethodKind::BankCard };
        ChargeOrder {
            key: key.into(),
            cents: Cents::new(5_000),
            method: method(kind, reference),
            description: "Top-up".into(),
            asked_at: Time::now(&*self.time),
            reference: None,
        }
    }

    fn trouble(&self, trouble: Trouble) {
        self.fake.books().troubles.push_back(trouble);
    }
}

pub(super) fn refused<T: std::fmt::Debug>(result: Result<T, PartnerError>) -> String {
    let Err(PartnerError::Rejected { message, .. }) = result else { panic!("{result:?} should be a refusal") };
    message
}
