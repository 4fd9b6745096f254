//! Charges at the sandbox bank: once per key, and never lost by a crash.
//!
//! A charge is one document under the buyer's key, written in one step. A failure before it means that nothing was charged;
//! a failure after it leaves a charge that the same key finds again.

use super::documents::{change, find, read, record};
use super::methods::usable;
use super::numbers::Behaviour;
use super::settling::{Ends, REFUND_DAYS, SETTLE_DAYS, settled_at};
use super::{BankParts, DECLINED, INSUFFICIENT};
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{Charge, ChargeOrder, ChargeOutcome, ChargeState, RefundOrder, RefundState};
use serde::{Deserialize, Serialize};

/// The drawer of charges.
pub(super) const CHARGES: &str = "charge";

/// What stands under a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(super) enum Held {
    /// Nothing, and nothing may come.
    Closed,
    /// A charge.
    Charged(Charged),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Charged {
    pub(super) method: String,
    pub(super) cents: i64,
    pub(super) at: Timestamp,
    pub(super) ends: Ends,
    pub(super) refunds: Vec<Refunded>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Refunded {
    key: String,
    cents: i64,
    arrives_at: Timestamp,
}

const NAME: &str = "sbch_";

/// The bank's name for the charge under a key.
pub(super) fn reference(key: &str) -> String {
    format!("{NAME}{key}")
}

impl Charged {
    /// What became of it by now.
    pub(super) fn outcome(&self, key: &str, now: Timestamp) -> ChargeOutcome {
        let charge = |state| Charge { reference: reference(key), state, cents: Cents::new(self.cents) };
        match &self.ends {
            Ends::Fails { at, reason } if *at <= now => ChargeOutcome::Failed { reference: reference(key), reason: reason.clone() },
            Ends::Settles { at } | Ends::Fails { at, .. } if *at > now => ChargeOutcome::Processing(charge(ChargeState::Processing)),
            _ => ChargeOutcome::Succeeded(charge(ChargeState::Succeeded)),
        }
    }

    /// What was not given back.
    pub(super) fn left(&self) -> i64 {
        self.refunds.iter().fold(self.cents, |left, refund| left.saturating_sub(refund.cents))
    }
}

fn lost() -> PartnerError {
    PartnerError::OutcomeUnknown("The sandbox bank did not answer in time.".into())
}

/// Charges.
pub(super) async fn charge(parts: &BankParts, order: &ChargeOrder) -> Result<Charge, PartnerError> {
    if order.key.trim().is_empty() {
        return Err(PartnerError::rejected("base", "A charge needs a key."));
    }
    if order.cents <= Cents::ZERO {
        return Err(PartnerError::rejected("amount", "must be more than 0.00"));
    }
    let now = parts.time.now();
    if let Some(held) = find::<Held>(&*parts.state, CHARGES, &order.key).await? {
        return same_charge(&held, order, now);
    }
    let method = usable(parts, &order.method).await?;
    let settled = settled_at(parts.speed, now, SETTLE_DAYS);
    let fails = |reason: &str| Ends::Fails { at: settled, reason: reason.into() };
    let ends = match method.behaviour {
        Behaviour::Declined | Behaviour::FailsWhenCharged => return Err(PartnerError::rejected("base", DECLINED)),
        Behaviour::InsufficientFunds => return Err(PartnerError::rejected("base", INSUFFICIENT)),
        Behaviour::Closed => return Err(PartnerError::rejected("base", "The bank account is closed.")),
        Behaviour::TimeoutBefore => return Err(lost()),
        Behaviour::ChargedBack => Ends::ChargedBack { at: settled },
        Behaviour::FailsLater => fails("The bank refused the debit."),
        Behaviour::InsufficientLater => fails("The bank account has insufficient funds."),
        Behaviour::Good if method.expires.is_none() => Ends::Settles { at: settled },
        Behaviour::Good | Behaviour::TimeoutAfter => Ends::Paid,
    };
    let charged = Charged { method: order.method.reference.clone(), cents: order.cents.get(), at: now, ends, refunds: Vec::new() };
    let due_at = charged.ends.due_at();
    // From here on a failure of the memory no longer says that nothing was charged.
    let inserted = parts.state.insert(record(CHARGES, &order.key, due_at, &Held::Charged(charged))?).await;
    let held = inserted.map_err(|error| PartnerError::OutcomeUnknown(error.to_string()))?;
    if method.behaviour == Behaviour::TimeoutAfter {
        return Err(lost());
    }
    same_charge(&read(&held)?, order, now)
}

/// The charge that holds for a key; a key that served another order is refused.
fn same_charge(held: &Held, order: &ChargeOrder, now: Timestamp) -> Result<Charge, PartnerError> {
    let Held::Charged(charged) = held else {
        return Err(PartnerError::rejected("base", "This charge was given up before. Try again."));
    };
    if charged.cents != order.cents.get() || charged.method != order.method.reference {
        return Err(PartnerError::rejected("base", "This key made another charge before."));
    }
    match charged.outcome(&order.key, now) {
        ChargeOutcome::Succeeded(charge) | ChargeOutcome::Processing(charge) => Ok(charge),
        ChargeOutcome::Failed { reason, .. } => Err(PartnerError::rejected("base", reason)),
        ChargeOutcome::NotCharged | ChargeOutcome::Unsettled => Err(lost()),
    }
}

/// What became of a charge. A key under which nothing was charged is closed, so that a late charge cannot follow the answer.
pub(super) async fn outcome(parts: &BankParts, order: &ChargeOrder) -> Result<ChargeOutcome, PartnerError> {
    let held = parts.state.insert(record(CHARGES, &order.key, None, &Held::Closed)?).await?;
    Ok(match read(&held)? {
        Held::Closed => ChargeOutcome::NotCharged,
        Held::Charged(charged) => charged.outcome(&order.key, parts.time.now()),
    })
}

/// Gives money back, once per key.
pub(super) async fn refund(parts: &BankParts, order: &RefundOrder) -> Result<RefundState, PartnerError> {
    let unknown = || PartnerError::rejected("base", "The sandbox bank does not know this charge.");
    let key = order.charge.strip_prefix(NAME).ok_or_else(unknown)?;
    let now = parts.time.now();
    let refunded = change(&*parts.state, CHARGES, key, |held: &mut Held| {
        let Held::Charged(charged) = held else { return Err(unknown()) };
        if let Some(before) = charged.refunds.iter().find(|before| before.key == order.key) {
            let same = before.cents == order.cents.get();
            return if same {
                Ok(before.arrives_at)
            } else {
                Err(PartnerError::rejected("base", "This key refunded another amount before."))
            };
        }
        let charged_back = matches!(charged.ends, Ends::ChargedBack { at } if at <= now);
        if charged_back || !matches!(charged.outcome(key, now), ChargeOutcome::Succeeded(_)) {
            return Err(PartnerError::rejected("base", "Only a charge that succeeded and was not charged back can be refunded."));
        }
        if order.cents <= Cents::ZERO || order.cents.get() > charged.left() {
            return Err(PartnerError::rejected("amount", "must be more than 0.00 and at most what was charged"));
        }
        let is_card = !matches!(charged.ends, Ends::Settles { .. });
        let arrives_at = if is_card { now } else { settled_at(parts.speed, now, REFUND_DAYS) };
        charged.refunds.push(Refunded { key: order.key.clone(), cents: order.cents.get(), arrives_at });
        Ok(arrives_at)
    });
    let arrives_at = refunded.await?.ok_or_else(unknown)?;
    Ok(if arrives_at <= now { RefundState::Succeeded } else { RefundState::Pending })
}
