//! Payouts of the sandbox bank, and the businesses they go to: once per key, to a payout account of an onboarded business.

use super::BankParts;
use super::documents::{find, read, record};
use super::methods::usable;
use super::numbers::Behaviour;
use super::settling::{Ends, SETTLE_DAYS, settled_at};
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{Customer, Onboarding, OnboardingState, Payout, PayoutOrder, PayoutOutcome, PayoutState};
use serde::{Deserialize, Serialize};

/// The drawer of payouts.
pub(super) const PAYOUTS: &str = "payout";
const BUSINESSES: &str = "business";

/// What stands under a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(super) enum Held {
    /// Nothing, and nothing may come.
    Closed,
    /// A payout.
    Ordered(Ordered),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ordered {
    business: String,
    method: String,
    cents: i64,
    ends: Ends,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Business {
    account: String,
}

const NAME: &str = "sbpo_";

/// The bank's name for the payout under a key.
pub(super) fn reference(key: &str) -> String {
    format!("{NAME}{key}")
}

impl Ordered {
    /// What became of it by now.
    pub(super) fn outcome(&self, key: &str, now: Timestamp) -> PayoutOutcome {
        let payout = |state| Payout { reference: reference(key), state };
        match &self.ends {
            Ends::Fails { at, reason } if *at <= now => PayoutOutcome::Failed { reference: reference(key), reason: reason.clone() },
            ends if ends.due_at().is_some_and(|at| at > now) => PayoutOutcome::Processing(payout(PayoutState::Processing)),
            _ => PayoutOutcome::Paid(payout(PayoutState::Paid)),
        }
    }
}

/// Pays out.
pub(super) async fn payout(parts: &BankParts, order: &PayoutOrder) -> Result<Payout, PartnerError> {
    if order.key.trim().is_empty() {
        return Err(PartnerError::rejected("base", "A payout needs a key."));
    }
    if order.cents <= Cents::ZERO {
        return Err(PartnerError::rejected("amount", "must be more than 0.00"));
    }
    let now = parts.time.now();
    if let Some(held) = find::<Held>(&*parts.state, PAYOUTS, &order.key).await? {
        return same_payout(&held, order, now);
    }
    let business: Option<Business> = find(&*parts.state, BUSINESSES, &order.business).await?;
    let business = business.ok_or_else(|| PartnerError::rejected("base", "The business is not verified yet."))?;
    let method = usable(parts, &order.method).await?;
    if method.account != business.account {
        return Err(PartnerError::rejected("base", "The bank account does not belong to the business."));
    }
    let at = settled_at(parts.speed, now, SETTLE_DAYS);
    let ends = match method.behaviour {
        Behaviour::Closed => return Err(PartnerError::rejected("base", "The bank account is closed.")),
        Behaviour::FailsLater => Ends::Fails { at, reason: "The bank sent the payout back.".into() },
        _ => Ends::Settles { at },
    };
    let ordered = Ordered { business: order.business.clone(), method: order.method.reference.clone(), cents: order.cents.get(), ends };
    let due_at = ordered.ends.due_at();
    // From here on a failure of the memory no longer says that nothing was paid.
    let inserted = parts.state.insert(record(PAYOUTS, &order.key, due_at, &Held::Ordered(ordered))?).await;
    let held = inserted.map_err(|error| PartnerError::OutcomeUnknown(error.to_string()))?;
    same_payout(&read(&held)?, order, now)
}

/// The payout that holds for a key; a key that served another order is refused.
fn same_payout(held: &Held, order: &PayoutOrder, now: Timestamp) -> Result<Payout, PartnerError> {
    let Held::Ordered(ordered) = held else {
        return Err(PartnerError::rejected("base", "This payout was given up before. Try again."));
    };
    let same = ordered.cents == order.cents.get() && ordered.method == order.method.reference && ordered.business == order.business;
    if !same {
        return Err(PartnerError::rejected("base", "This key made another payout before."));
    }
    match ordered.outcome(&order.key, now) {
        PayoutOutcome::Paid(payout) | PayoutOutcome::Processing(payout) => Ok(payout),
        PayoutOutcome::Failed { reason, .. } => Err(PartnerError::rejected("base", reason)),
        PayoutOutcome::NotPaid | PayoutOutcome::Unsettled => {
            Err(PartnerError::OutcomeUnknown("The sandbox bank did not answer in time.".into()))
        }
    }
}

/// What became of a payout. A key under which nothing was paid is closed.
pub(super) async fn outcome(parts: &BankParts, order: &PayoutOrder) -> Result<PayoutOutcome, PartnerError> {
    let held = parts.state.insert(record(PAYOUTS, &order.key, None, &Held::Closed)?).await?;
    Ok(match read(&held)? {
        Held::Closed => PayoutOutcome::NotPaid,
        Held::Ordered(ordered) => ordered.outcome(&order.key, parts.time.now()),
    })
}

/// Verifies a business at once: there is nobody to ask.
pub(super) async fn start_onboarding(parts: &BankParts, customer: &Customer, return_to: &str) -> Result<Onboarding, PartnerError> {
    let reference = format!("sbbiz_{}", customer.account);
    let business = Business { account: customer.account.clone() };
    parts.state.insert(record(BUSINESSES, &reference, None, &business)?).await?;
    Ok(Onboarding { reference, location: return_to.into() })
}

/// Whether a business was verified.
pub(super) async fn onboarding(parts: &BankParts, reference: &str) -> Result<OnboardingState, PartnerError> {
    let known = find::<Business>(&*parts.state, BUSINESSES, reference).await?.is_some();
    Ok(OnboardingState { payouts_enabled: known, tos_accepted: known })
}
