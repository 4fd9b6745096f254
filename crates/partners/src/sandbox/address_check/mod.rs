//! The sandbox's address check: ZIP code against city and state, and the address in standard form.
//!
//! The table knows one name per ZIP code, so a city that is in no table only earns a remark; what is clearly elsewhere is
//! refused. Nobody's input is changed: the suggestion stands beside it. Streets are not looked up, for there is no street data.

use crate::states::{self, StateKind};
use crate::zips;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::partner::AddressCheck;

struct Findings {
    messages: Vec<(String, String)>,
    deliverable: bool,
}

impl Findings {
    fn remark(&mut self, field: &str, message: impl Into<String>) {
        self.messages.push((field.into(), message.into()));
    }

    fn refuse(&mut self, field: &str, message: impl Into<String>) {
        self.deliverable = false;
        self.remark(field, message);
    }
}

/// What the carrier says about an address.
#[must_use]
pub fn check(carrier: Carrier, entered: &Address) -> AddressCheck {
    let entered = entered.tidied();
    let mut findings = Findings { messages: Vec::new(), deliverable: true };
    check_street(carrier, &entered, &mut findings);
    let suggestion = if entered.is_domestic() {
        check_domestic(carrier, &entered, &mut findings)
    } else {
        check_abroad(&entered, &mut findings);
        None
    };
    AddressCheck {
        deliverable: findings.deliverable,
        suggestion: suggestion.filter(|suggested| *suggested != entered),
        messages: findings.messages,
        residential: entered.is_domestic().then(|| entered.is_residential()),
    }
}

fn check_street(carrier: Carrier, entered: &Address, findings: &mut Findings) {
    if entered.street1.is_empty() {
        findings.refuse("street1", "can't be blank");
    } else if entered.is_po_box() {
        if carrier != Carrier::Usps {
            findings.refuse("street1", format!("is a PO box; {carrier} does not deliver to PO boxes, USPS does"));
        }
    } else if !entered.street1.bytes().chain(entered.street2.bytes()).any(|b| b.is_ascii_digit()) {
        findings.remark("street1", "has no house number");
    }
}

fn check_abroad(entered: &Address, findings: &mut Findings) {
    if crate::countries::find(&entered.country).is_none() {
        findings.refuse("country", "is not a country");
    }
    if entered.city.is_empty() {
        findings.refuse("city", "can't be blank");
    }
}

fn check_domestic(carrier: Carrier, entered: &Address, findings: &mut Findings) -> Option<Address> {
    let state = territory_country(entered).or_else(|| states::find(&entered.state));
    if state.is_none() && !entered.state.is_empty() {
        findings.refuse("state", "is not a state of the United States");
    }
    if entered.zip.is_empty() {
        return suggest_zip(entered, state, findings);
    }
    let Some(zip5) = entered.zip5() else {
        findings.refuse("zip", "must have five digits, or nine as in 10001-1234");
        return None;
    };
    if entered.is_military() || states::military_region(zip5).is_some() {
        return check_military(carrier, entered, zip5, findings);
    }
    let Some((city, zip_state)) = zips::city_and_state(zip5) else {
        findings.refuse("zip", "is not a ZIP code");
        return None;
    };
    check_state(entered, state, zip5, zip_state, findings);
    check_city(entered, zip5, city, zip_state, findings);
    let known = zips::find(zip5).is_some();
    // Of an unknown ZIP code only the area is known: its main city would be a guess.
    let city = if known || entered.city.is_empty() { city } else { &entered.city };
    Some(standard(entered, city, zip_state))
}

/// Territories may be written as countries; then the country says what the state should say.
fn territory_country(entered: &Address) -> Option<&'static states::State> {
    states::find(&entered.country).filter(|state| matches!(state.kind, StateKind::Territory | StateKind::FreelyAssociated))
}

fn check_state(entered: &Address, state: Option<&states::State>, zip5: &str, zip_state: &str, findings: &mut Findings) {
    let name = states::find(zip_state).map_or(zip_state, |state| state.name);
    match state {
        None if entered.state.is_empty() => findings.refuse("state", format!("can't be blank; {zip5} is in {name}")),
        Some(state) if state.code != zip_state => {
            findings.refuse("state", format!("does not match the ZIP code: {zip5} is in {name}, not in {}", state.name));
        }
        _ => {}
    }
}

fn check_city(entered: &Address, zip5: &str, city: &str, zip_state: &str, findings: &mut Findings) {
    let accepted = zips::accepts_city(zip5, &entered.city);
    if entered.city.is_empty() {
        findings.refuse("city", format!("can't be blank; {zip5} is {city}, {zip_state}"));
    } else if !accepted && zips::codes_of_city(&entered.city, zip_state).is_empty() {
        findings.remark("city", format!("is not the usual name for {zip5}, which is {city}, {zip_state}"));
    } else if !accepted {
        findings.refuse("city", format!("does not match the ZIP code: {zip5} is {city}, {zip_state}"));
    }
}

fn check_military(carrier: Carrier, entered: &Address, zip5: &str, findings: &mut Findings) -> Option<Address> {
    if carrier != Carrier::Usps {
        findings.refuse("city", format!("is an address of the armed forces; {carrier} does not deliver there, USPS does"));
    }
    let city = entered.city.to_uppercase();
    let city_fits = ["APO", "FPO", "DPO"].contains(&city.as_str());
    if !city_fits {
        findings.refuse("city", "must be APO, FPO or DPO for the armed forces");
    }
    let Some(region) = states::military_region(zip5) else {
        findings.refuse("zip", "is not a ZIP code of the armed forces (340, 090 to 099, 962 to 966)");
        return None;
    };
    if !entered.state.eq_ignore_ascii_case(region) {
        findings.refuse("state", format!("must be {region} for the ZIP code {zip5}"));
    }
    let city = if city_fits { city.as_str() } else { zips::city_and_state(zip5).map_or("APO", |(city, _)| city) };
    Some(standard(entered, city, region))
}

/// Without a ZIP code: the one that city and state have, where there is only one.
fn suggest_zip(entered: &Address, state: Option<&states::State>, findings: &mut Findings) -> Option<Address> {
    let codes = state.map(|state| zips::codes_of_city(&entered.city, state.code)).unwrap_or_default();
    let [only] = codes else {
        findings.refuse("zip", "can't be blank");
        return None;
    };
    findings.refuse("zip", format!("can't be blank; {} has only {only}", entered.city));
    let (city, state) = zips::city_and_state(only)?;
    let mut suggested = standard(entered, city, state);
    suggested.zip = (*only).into();
    Some(suggested)
}

/// The address as carriers print it: capitals, no dots or commas, state's code, hyphen in the ZIP code.
fn standard(entered: &Address, city: &str, state: &str) -> Address {
    let capitals = |text: &str| {
        let kept: String = text.chars().filter(|c| !matches!(c, '.' | ',')).collect();
        domain::text::one_line(&kept).to_uppercase()
    };
    let zip = match (entered.zip5(), entered.plus4()) {
        (Some(five), Some(four)) => format!("{five}-{four}"),
        (Some(five), None) => five.to_owned(),
        _ => entered.zip.clone(),
    };
    Address {
        name: capitals(&entered.name),
        company: capitals(&entered.company),
        street1: capitals(&entered.street1),
        street2: capitals(&entered.street2),
        city: capitals(city),
        state: state.to_owned(),
        zip,
        ..entered.clone()
    }
}

#[cfg(test)]
mod tests;
