//! Manifests: the USPS SCAN form and the FedEx Ground list. UPS and UniUni need none and say so.
//!
//! A form covers one origin and one ship date, and a label stands on at most one form. The check before is for good messages;
//! what counts is the state's one step, so two forms made at once never share a label.

use super::Parts;
use super::numbers::Series;
use super::state::{MadeManifest, Manifesting, SoldLabel};
use domain::carrier::Carrier;
use domain::label::Barcode;
use domain::partner::{Manifest, ManifestOrder, PartnerError};

/// The most labels on one form.
pub const MOST_LABELS: usize = 10_000;

/// Kinds of mail in the order of the SCAN form (PS Form 5630).
const USPS_KINDS: [&str; 5] = ["Priority Mail Express", "Priority Mail", "Ground Advantage", "International", "Other"];
const GROUND_KINDS: [&str; 2] = ["FedEx Ground", "FedEx Home Delivery"];

fn kind_of_mail(carrier: Carrier, service: &str) -> Option<&'static str> {
    match (carrier, service) {
        (Carrier::Usps, "Express") => Some("Priority Mail Express"),
        (Carrier::Usps, "Priority") => Some("Priority Mail"),
        (Carrier::Usps, "GroundAdvantage" | "ParcelSelect" | "First") => Some("Ground Advantage"),
        (Carrier::Usps, other) if Carrier::Usps.service(other).is_some_and(|service| service.international) => Some("International"),
        (Carrier::Usps, _) => Some("Other"),
        (Carrier::FedEx, "FEDEX_GROUND") => Some("FedEx Ground"),
        (Carrier::FedEx, "GROUND_HOME_DELIVERY") => Some("FedEx Home Delivery"),
        (Carrier::FedEx | Carrier::Ups | Carrier::UniUni, _) => None,
    }
}

/// What stands against a label on this form.
fn complaint(carrier: Carrier, sold: Option<&SoldLabel>, order: &ManifestOrder) -> Option<String> {
    let Some(sold) = sold else { return Some("is not known".into()) };
    let origin = order.from.zip5().unwrap_or(order.from.zip.trim());
    if sold.void.is_some() {
        Some("was voided".into())
    } else if let Some(number) = &sold.manifest {
        Some(format!("is on the form {number} already"))
    } else if sold.ship_date != order.ship_date {
        Some(format!("is for {}, not for {}", sold.ship_date, order.ship_date))
    } else if sold.origin_zip != origin {
        Some(format!("is handed over at {}, not at {origin}", sold.origin_zip))
    } else if kind_of_mail(carrier, &sold.service).is_none() {
        Some("is not a Ground label; only those go on the list".into())
    } else {
        None
    }
}

fn refusal(message: impl Into<String>) -> PartnerError {
    PartnerError::rejected("tracking_codes", message)
}

/// Makes a manifest, once per key.
pub(super) async fn manifest(parts: &Parts, carrier: Carrier, order: &ManifestOrder) -> Result<Manifest, PartnerError> {
    let series = match carrier {
        Carrier::Usps => Series::ScanForm,
        Carrier::FedEx => Series::GroundList,
        Carrier::Ups | Carrier::UniUni => {
            return Err(PartnerError::rejected("base", format!("{carrier} needs no form: it knows every label when it is bought.")));
        }
    };
    if let Some(made) = parts.state.find_manifest(carrier, &order.key).await? {
        return Ok(made.manifest);
    }
    let mut codes = order.tracking_codes.clone();
    codes.sort();
    codes.dedup();
    if codes.is_empty() || codes.len() > MOST_LABELS {
        return Err(refusal(format!("A form needs at least one label and takes at most {MOST_LABELS}.")));
    }
    let volumes = counted(parts, carrier, order, &codes).await?;
    let number = series.number(parts.state.next_number(&series.name()).await?)?;
    let barcode = (carrier == Carrier::Usps).then(|| Barcode::Gs1128 { content: number.clone() });
    let manifest = Manifest {
        carrier,
        number,
        barcode,
        from: order.from.clone(),
        ship_date: order.ship_date,
        volumes,
        tracking_codes: codes,
        made_at: parts.time.now(),
        sample: true,
    };
    match parts.state.make_manifest(MadeManifest { key: order.key.clone(), manifest }).await? {
        Manifesting::Holds(made) => Ok(made.manifest),
        Manifesting::Taken(codes) => Err(refusal(format!("These labels are voided or on another form: {}.", codes.join(", ")))),
    }
}

/// How many of each kind, after every label was looked at.
async fn counted(parts: &Parts, carrier: Carrier, order: &ManifestOrder, codes: &[String]) -> Result<Vec<(String, u32)>, PartnerError> {
    let kinds: &[&str] = if carrier == Carrier::Usps { &USPS_KINDS } else { &GROUND_KINDS };
    let mut volumes: Vec<(String, u32)> = kinds.iter().map(|kind| ((*kind).to_owned(), 0)).collect();
    let mut complaints = Vec::new();
    for code in codes {
        let sold = parts.state.find_by_tracking_code(carrier, code).await?;
        complaints.extend(complaint(carrier, sold.as_ref(), order).map(|complaint| format!("{code} {complaint}")));
        let kind = sold.and_then(|sold| kind_of_mail(carrier, &sold.service));
        if let Some((_, count)) = volumes.iter_mut().find(|(name, _)| Some(name.as_str()) == kind) {
            *count += 1;
        }
    }
    if complaints.is_empty() {
        volumes.retain(|(_, count)| *count > 0);
        return Ok(volumes);
    }
    Err(refusal(format!("{}.", complaints.join(". "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carrier::CarrierApi;
    use crate::sandbox::Sandbox;
    use crate::sandbox::check_digits::kind;
    use crate::sandbox::testing::{carrier, consignment, monday, order, world};
    use domain::partner::Consignment;
    use std::sync::Arc;

    async fn bought(sandbox: &Sandbox, key: &str, service: &str, consignment: Consignment) -> String {
        sandbox.buy(&order(key, service, consignment)).await.unwrap().tracking_code
    }

    fn form(key: &str, codes: &[&str]) -> ManifestOrder {
        let tracking_codes = codes.iter().map(|code| (*code).to_owned()).collect();
        ManifestOrder { key: key.into(), from: consignment().from, ship_date: monday(), tracking_codes }
    }

    #[tokio::test]
    async fn a_scan_form_counts_its_labels_and_is_made_once() {
        let (sandbox, _) = carrier(Carrier::Usps);
        let one = bought(&sandbox, "1", "Priority", consignment()).await;
        let two = bought(&sandbox, "2", "Priority", consignment()).await;
        let three = bought(&sandbox, "3", "GroundAdvantage", consignment()).await;
        let made = sandbox.manifest(&form("f", &[&one, &two, &three, &one])).await.unwrap();
        assert_eq!(made.volumes, [("Priority Mail".to_owned(), 2), ("Ground Advantage".to_owned(), 1)]);
        assert!(made.number.starts_with("92750999999999") && kind(Carrier::Usps, &made.number).is_some() && made.sample);
        assert_eq!(sandbox.manifest(&form("f", &[&one])).await.unwrap(), made);
        let again = sandbox.manifest(&form("g", &[&one])).await.unwrap_err();
        assert!(again.to_string().contains("is on the form"), "{again}");
    }

    #[tokio::test]
    async fn labels_of_other_days_places_and_voided_ones_are_refused() {
        let (sandbox, _) = carrier(Carrier::Usps);
        let mut other_day = consignment();
        other_day.ship_date += chrono::TimeDelta::days(1);
        let mut other_place = consignment();
        other_place.from.zip = "94105".into();
        let codes = [
            bought(&sandbox, "1", "Priority", other_day).await,
            bought(&sandbox, "2", "Priority", other_place).await,
            bought(&sandbox, "3", "Priority", consignment()).await,
        ];
        sandbox.void(&codes[2], "").await.unwrap();
        let refused =
            sandbox.manifest(&form("f", &[&codes[0], &codes[1], &codes[2], "9205599999999900000099"])).await.unwrap_err().to_string();
        for part in ["is for 2026-11-17", "is handed over at 94105", "was voided", "is not known"] {
            assert!(refused.contains(part), "{part}: {refused}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn two_forms_at_once_never_share_a_label() {
        let (parts, _) = world(1);
        let sandbox = Arc::new(Sandbox::new(Carrier::Usps, parts));
        let code = bought(&sandbox, "1", "Priority", consignment()).await;
        let tasks: Vec<_> = (0..16)
            .map(|index| {
                let (sandbox, order) = (sandbox.clone(), form(&format!("f{index}"), &[&code]));
                tokio::spawn(async move { sandbox.manifest(&order).await.is_ok() })
            })
            .collect();
        let mut made = 0;
        for task in tasks {
            made += u32::from(task.await.unwrap());
        }
        assert_eq!(made, 1);
    }

    #[tokio::test]
    async fn fedex_lists_ground_and_the_others_need_no_form() {
        let (fedex, _) = carrier(Carrier::FedEx);
        let ground = bought(&fedex, "1", "FEDEX_GROUND", consignment()).await;
        let express = bought(&fedex, "2", "FEDEX_2_DAY", consignment()).await;
        assert!(fedex.manifest(&form("f", &[&ground, &express])).await.unwrap_err().to_string().contains("not a Ground label"));
        let list = fedex.manifest(&form("f", &[&ground])).await.unwrap();
        assert_eq!((list.volumes, list.barcode), (vec![("FedEx Ground".to_owned(), 1)], None));
        for of in [Carrier::Ups, Carrier::UniUni] {
            let (sandbox, _) = carrier(of);
            assert!(!sandbox.capabilities().manifest && sandbox.manifest(&form("f", &["x"])).await.is_err());
        }
    }
}
