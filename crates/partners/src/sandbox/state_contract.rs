//! What every memory of the sandbox must do, as a check that tests call: the in-memory one here, one on a database elsewhere.
//!
//! It sells labels and makes manifests, so it wants an empty memory that is thrown away afterwards. It answers with the first
//! promise that was broken.

use super::state::{Ending, MadeManifest, Manifesting, Sale, SandboxState, SoldLabel, StateError, Voiding};
use chrono::{DateTime, NaiveDate, TimeDelta};
use domain::Timestamp;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::label::{Barcode, Label};
use domain::measure::Weight;
use domain::options::DeliveryConfirmation;
use domain::partner::{Manifest, VoidOutcome};

type Checked = Result<(), StateError>;

fn ensure(holds: bool, promise: &str) -> Checked {
    if holds { Ok(()) } else { Err(StateError(format!("broken promise: {promise}"))) }
}

fn day() -> NaiveDate {
    NOON.date_naive()
}
const NOON: Timestamp = DateTime::UNIX_EPOCH;

fn label(carrier: Carrier, key: &str, code: &str) -> SoldLabel {
    let description = Label {
        carrier,
        service: "Priority".into(),
        service_name: "Priority Mail".into(),
        tracking_code: code.into(),
        from: Address::default(),
        return_to: None,
        to: Address::default(),
        weight: Weight::ounces(1),
        sides: None,
        ship_date: day(),
        expected_on: None,
        zone: None,
        account: String::new(),
        postage_cents: 100,
        delivery_confirmation: DeliveryConfirmation::NoSignature,
        hazmat: None,
        print_custom_1: "'quoted' \u{1f4e6}".into(),
        print_custom_2: String::new(),
        routing: Vec::new(),
        tracking_barcode: Barcode::Code128 { content: code.into() },
        routing_barcode: None,
        matrix_barcode: None,
        customs: None,
        sample: true,
    };
    SoldLabel {
        carrier,
        key: key.into(),
        tracking_code: code.into(),
        carrier_reference: "reference".into(),
        service: "Priority".into(),
        cents: 100,
        sold_at: NOON,
        ship_date: day(),
        delivery_days: Some(3),
        origin_zip: "94104".into(),
        label: description,
        ending: Ending::Pickup,
        void: None,
        manifest: None,
        measured: None,
    }
}

fn form(key: &str, number: &str, codes: &[&str]) -> MadeManifest {
    let manifest = Manifest {
        carrier: Carrier::Usps,
        number: number.into(),
        barcode: None,
        from: Address::default(),
        ship_date: day(),
        volumes: vec![("Priority Mail".into(), 1)],
        tracking_codes: codes.iter().map(|code| (*code).to_owned()).collect(),
        made_at: NOON,
        sample: true,
    };
    MadeManifest { key: key.into(), manifest }
}

/// Checks an empty memory.
pub async fn check(state: &dyn SandboxState) -> Checked {
    numbers(state).await?;
    sales(state).await?;
    voids(state).await?;
    manifests(state).await
}

async fn numbers(state: &dyn SandboxState) -> Checked {
    let drawn = (state.next_number("a").await?, state.next_number("a").await?, state.next_number("b").await?);
    ensure(drawn == (1, 2, 1), "every series counts from 1 and no number comes twice")
}

async fn sales(state: &dyn SandboxState) -> Checked {
    let usps = Carrier::Usps;
    let first = label(usps, "k1", "N1");
    ensure(state.sell(first.clone()).await? == Sale::Holds(Box::new(first.clone())), "a sold label comes back as it was given")?;
    ensure(state.sell(label(usps, "k1", "N2")).await? == Sale::Holds(Box::new(first.clone())), "the first label of a key holds")?;
    ensure(state.find_by_tracking_code(usps, "N2").await?.is_none(), "a label that does not hold leaves no trace")?;
    let same_key = label(Carrier::Ups, "k1", "N1");
    ensure(state.sell(same_key.clone()).await? == Sale::Holds(Box::new(same_key)), "carriers do not share keys and numbers")?;
    ensure(state.sell(label(usps, "k9", "N1")).await.is_err(), "a number is sold once")?;
    ensure(state.find_by_key(usps, "k1").await? == Some(first.clone()), "a label is found by its key")?;
    ensure(state.find_by_tracking_code(usps, "N1").await? == Some(first.clone()), "a label is found by its number")?;
    ensure(state.close_key(usps, "k1").await? == Some(first), "a key that sold cannot be closed")?;
    ensure(state.close_key(usps, "k2").await?.is_none(), "a key that did not sell is closed")?;
    ensure(state.close_key(usps, "k2").await?.is_none(), "closing twice is closing once")?;
    ensure(state.sell(label(usps, "k2", "N2")).await? == Sale::Closed, "nothing is sold under a closed key")?;
    ensure(state.count_sold(usps).await? == 1, "only labels that hold are counted")
}

async fn voids(state: &dyn SandboxState) -> Checked {
    state.sell(label(Carrier::Usps, "v", "V1")).await?;
    let first = Voiding { asked_at: NOON, answer: VoidOutcome::Submitted };
    let second = Voiding { asked_at: NOON + TimeDelta::days(1), answer: VoidOutcome::Refunded };
    let noted = state.mark_voided(Carrier::Usps, "V1", first).await?;
    ensure(noted.and_then(|label| label.void) == Some(first), "a void is noted")?;
    let noted = state.mark_voided(Carrier::Usps, "V1", second).await?;
    ensure(noted.and_then(|label| label.void) == Some(first), "the first void holds")?;
    ensure(state.mark_voided(Carrier::Usps, "V2", first).await?.is_none(), "what was not sold is not voided")
}

async fn manifests(state: &dyn SandboxState) -> Checked {
    let usps = Carrier::Usps;
    state.sell(label(usps, "m1", "M1")).await?;
    state.sell(label(usps, "m2", "M2")).await?;
    let taken = state.make_manifest(form("f0", "F0", &["M1", "V1", "gone"])).await?;
    ensure(taken == Manifesting::Taken(vec!["V1".into(), "gone".into()]), "voided and unknown labels are named")?;
    let free = state.find_by_tracking_code(usps, "M1").await?.is_some_and(|label| label.manifest.is_none());
    ensure(free && state.find_manifest(usps, "f0").await?.is_none(), "a refused form changes nothing")?;
    let made = form("f1", "F1", &["M1", "M2"]);
    ensure(state.make_manifest(made.clone()).await? == Manifesting::Holds(Box::new(made.clone())), "a form comes back as it was given")?;
    let noted = state.find_by_tracking_code(usps, "M2").await?.and_then(|label| label.manifest);
    ensure(noted.as_deref() == Some("F1"), "a form is noted on its labels")?;
    ensure(
        state.make_manifest(form("f1", "F2", &["M1"])).await? == Manifesting::Holds(Box::new(made.clone())),
        "the first form of a key holds",
    )?;
    ensure(state.find_manifest(usps, "f1").await? == Some(made), "a form is found by its key")?;
    let taken = state.make_manifest(form("f2", "F2", &["M1"])).await?;
    ensure(taken == Manifesting::Taken(vec!["M1".into()]), "a label stands on one form")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::memory::MemoryState;

    #[tokio::test]
    async fn the_memory_in_the_process_keeps_its_promises() {
        assert_eq!(check(&MemoryState::default()).await, Ok(()));
    }
}
