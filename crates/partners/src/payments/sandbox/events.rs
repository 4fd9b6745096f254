//! What the sandbox bank tells on its own: settlements, debits that came back, chargebacks, payouts that arrived.
//!
//! It cannot call us, so it is asked. The documents' own times say what happened since: nothing is kept about who was told
//! what, and the same question gets the same answer.

use super::documents::read;
use super::settling::Ends;
use super::state::Record;
use super::{BankParts, charging, paying_out};
use domain::Timestamp;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{DisputeState, PaymentEvent, PaymentNews};

/// The most events that one question is answered with.
pub const MOST: u32 = 500;

/// What happened after `since`, oldest first.
pub(super) async fn since(parts: &BankParts, since: Timestamp) -> Result<Vec<PaymentEvent>, PartnerError> {
    let now = parts.time.now();
    let mut events = Vec::new();
    for record in parts.state.due(charging::CHARGES, since, now, MOST).await? {
        events.extend(of_charge(&record, now)?);
    }
    for record in parts.state.due(paying_out::PAYOUTS, since, now, MOST).await? {
        events.extend(of_payout(&record, now)?);
    }
    events.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
    events.truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
    Ok(events)
}

fn of_charge(record: &Record, now: Timestamp) -> Result<Option<PaymentEvent>, PartnerError> {
    let charging::Held::Charged(charged) = read(record)? else { return Ok(None) };
    let Some(at) = record.due_at else { return Ok(None) };
    let charge = charging::reference(&record.key);
    let (name, news) = if let Ends::ChargedBack { .. } = charged.ends {
        if charged.left() <= 0 {
            return Ok(None);
        }
        let dispute = format!("sbdp_{}", record.key);
        ("charge.disputed", PaymentNews::Dispute { charge, dispute, cents: Cents::new(charged.left()), state: DisputeState::Opened })
    } else {
        let outcome = charged.outcome(&record.key, now);
        ("charge.settled", PaymentNews::Charge { charge, key: Some(record.key.clone()), outcome })
    };
    Ok(Some(PaymentEvent { id: format!("sbev_{name}_{}", record.key), name: name.into(), at, news }))
}

fn of_payout(record: &Record, now: Timestamp) -> Result<Option<PaymentEvent>, PartnerError> {
    let paying_out::Held::Ordered(ordered) = read(record)? else { return Ok(None) };
    let Some(at) = record.due_at else { return Ok(None) };
    let outcome = ordered.outcome(&record.key, now);
    let news = PaymentNews::Payout { payout: paying_out::reference(&record.key), key: Some(record.key.clone()), outcome };
    let name = "payout.settled";
    Ok(Some(PaymentEvent { id: format!("sbev_{name}_{}", record.key), name: name.into(), at, news }))
}
