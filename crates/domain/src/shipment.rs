//! A shipment from draft to bought label: what it holds, what must be given before it can be rated, what may be done when.

use crate::address::Address;
use crate::customs::{self, CustomsInfo};
use crate::fields::FieldErrors;
use crate::id::{CarrierAccountId, RateId, WarehouseId};
use crate::measure::{Length, Weight};
use crate::money::Cents;
use crate::options::{HUBS, Options};
use crate::parcel::{self, OWN_BOX, Parcel};
use crate::partner::Consignment;
use crate::rate::Rate;
use crate::settings::FORMATS;
use crate::text;
use chrono::NaiveDate;

/// Where a shipment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShipmentState {
    /// Can be changed, rated, bought, deleted.
    Draft,
    /// The carrier was asked for a label and the answer is not known yet.
    Buying,
    /// Has a label.
    Bought,
}

impl ShipmentState {
    /// The stored word.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Buying => "buying",
            Self::Bought => "bought",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Draft, Self::Buying, Self::Bought].into_iter().find(|state| state.key() == key)
    }
}

/// What the form holds.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Details {
    /// Where it comes from; always in the United States.
    pub from: Address,
    /// The warehouse that address was taken from.
    #[serde(default)]
    pub warehouse_id: Option<WarehouseId>,
    /// Where it goes back to, when that is elsewhere.
    pub return_to: Option<Address>,
    /// Where it goes.
    pub to: Address,
    /// What is sent.
    pub parcel: Parcel,
    /// The declaration.
    pub customs: Option<CustomsInfo>,
    /// What else is asked for.
    pub options: Options,
}

/// A rate as it was offered for a shipment.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OfferedRate {
    /// Its id.
    pub id: RateId,
    /// The user's own carrier account it was quoted under.
    pub carrier_account_id: Option<CarrierAccountId>,
    /// What it would cost.
    pub rate: Rate,
}

impl OfferedRate {
    /// What of the price is taken from the balance. A carrier bills the user's own account itself: only our fees are ours to take.
    #[must_use]
    pub fn taken(&self, details: &Details) -> Cents {
        if self.carrier_account_id.is_some() { details.options.insurance_fee() } else { self.rate.total() }
    }
}

/// Why a carrier offered nothing.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Refusal {
    /// Which carrier.
    pub carrier: String,
    /// In plain words.
    pub message: String,
    /// The field it belongs to.
    pub field: String,
}

/// What rating a shipment gave.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Offers {
    /// Cheapest first.
    pub rates: Vec<OfferedRate>,
    /// Carriers that offered nothing.
    pub refusals: Vec<Refusal>,
}

impl Details {
    /// Checks everything a carrier needs to know. Paths are those of the form.
    pub fn check(&self) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        check_address(&self.from, "from_address", &mut errors);
        if self.from.country != "US" {
            errors.add("from_address.country", "must be the United States");
        }
        check_address(&self.to, "to_address", &mut errors);
        if let Some(return_to) = &self.return_to {
            check_address(return_to, "return_address", &mut errors);
        }
        check_parcel(&self.parcel, &mut errors);
        check_options(&self.options, &mut errors);
        if customs::needed(&self.from, &self.to) {
            match &self.customs {
                Some(info) => info.check(&mut errors),
                None => errors.add("customs_info.customs_items", "needs at least one item"),
            }
        }
        errors.into_result()
    }

    /// The shipment as a carrier needs to know it; a declaration goes along only where one is needed.
    #[must_use]
    pub fn consignment(&self, ship_date: NaiveDate) -> Consignment {
        Consignment {
            from: self.from.tidied(),
            return_to: self.return_to.as_ref().map(Address::tidied),
            to: self.to.tidied(),
            parcel: self.parcel.clone(),
            customs: self.customs.clone().filter(|_| customs::needed(&self.from, &self.to)),
            options: self.options.clone(),
            ship_date,
        }
    }

    /// What a search looks through: names, streets, places and numbers, in lower case.
    #[must_use]
    pub fn search_text(&self, more: &[&str]) -> String {
        let Address { name, company, street1, street2, city, state, zip, .. } = &self.to;
        let parts = [name, company, street1, street2, city, state, zip].into_iter().map(String::as_str).chain(more.iter().copied());
        text::one_line(&parts.collect::<Vec<_>>().join(" ")).to_lowercase()
    }

    /// The same parcel the other way round, for a return label.
    #[must_use]
    pub fn returned(&self) -> Self {
        let to = self.return_to.clone().unwrap_or_else(|| self.from.clone());
        Self { from: self.to.clone(), warehouse_id: None, to, return_to: None, ..self.clone() }
    }
}

fn check_address(address: &Address, path: &str, errors: &mut FieldErrors) {
    let mut line = |field: &str, value: &str, required: bool| {
        let value = text::one_line(value);
        let path = format!("{path}.{field}");
        if required && value.is_empty() {
            errors.add(&path, "can't be blank");
        } else if value.chars().count() > 100 {
            errors.add(&path, "should be at most 100 characters");
        }
    };
    line("name", &address.name, address.company.trim().is_empty());
    line("company", &address.company, false);
    line("street1", &address.street1, true);
    line("street2", &address.street2, false);
    line("city", &address.city, true);
    line("state", &address.state, address.country == "US");
    line("phone", &address.phone, false);
    line("email", &address.email, false);
    let country = address.country.as_bytes();
    if country.len() != 2 || !country.iter().all(u8::is_ascii_uppercase) {
        errors.add(&format!("{path}.country"), "must be a country");
    } else if address.is_domestic() && address.zip.trim().is_empty() {
        errors.add(&format!("{path}.zip"), "can't be blank");
    } else if address.is_domestic() && address.zip5().is_none() {
        errors.add(&format!("{path}.zip"), "must be a ZIP code such as 10001 or 10001-1234");
    } else if address.zip.chars().count() > 20 {
        errors.add(&format!("{path}.zip"), "should be at most 20 characters");
    }
}

/// Checks a parcel; paths begin with `parcel.`.
pub fn check_parcel(parcel: &Parcel, errors: &mut FieldErrors) {
    if !parcel::is_known(&parcel.predefined_package) {
        errors.add("parcel.predefined_package", "is not in the list");
    }
    if parcel.weight == Weight::default() {
        errors.add("parcel.weight", "must be more than 0");
    }
    if parcel.predefined_package == OWN_BOX {
        for (field, side) in [("length", parcel.length), ("width", parcel.width), ("height", parcel.height)] {
            match side {
                None => errors.add(&format!("parcel.{field}"), "can't be blank"),
                Some(side) if side == Length::default() => errors.add(&format!("parcel.{field}"), "must be more than 0"),
                Some(_) => {}
            }
        }
    }
}

/// Checks options; paths begin with `options.`.
pub fn check_options(options: &Options, errors: &mut FieldErrors) {
    if !options.hazmat.is_empty() && options.hazmat().is_none() {
        errors.add("options.hazmat", "is not in the list");
    }
    if options.hub_id.is_some_and(|id| HUBS.iter().all(|hub| hub.id != id)) {
        errors.add("options.hub_id", "is not in the list");
    }
    if !options.label_format.is_empty() && !FORMATS.contains(&options.label_format.as_str()) {
        errors.add("options.label_format", "must be pdf, png or zpl");
    }
    if !(0..=500_000).contains(&options.insurance_cents) {
        errors.add("options.carrier_insurance_amount", "must be between 0 and 5000");
    }
    for (field, value) in [("print_custom_1", &options.print_custom_1), ("print_custom_2", &options.print_custom_2)] {
        if value.chars().count() > 50 {
            errors.add(&format!("options.{field}"), "should be at most 50 characters");
        }
    }
}

/// What the tracking column of a list says: the refund, else the parcel, else that it waits.
#[must_use]
pub fn status_words(state: ShipmentState, refund: Option<&str>, tracking: Option<&str>) -> String {
    match (state, refund, tracking) {
        (ShipmentState::Draft, ..) => "Draft".into(),
        (ShipmentState::Buying, ..) => "Purchasing".into(),
        (_, Some(refund), _) => format!("Refund {refund}"),
        (_, None, Some("unknown") | None) => "Ready To Ship".into(),
        (_, None, Some(tracking)) => tracking.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> Details {
        let from = Address {
            name: "Ann".into(),
            street1: "1 Main St".into(),
            city: "New York".into(),
            state: "NY".into(),
            zip: "10001".into(),
            country: "US".into(),
            ..Address::default()
        };
        let side = Some(Length::inches(6));
        Details {
            from: from.clone(),
            warehouse_id: None,
            return_to: None,
            to: Address { company: "Acme".into(), name: String::new(), ..from },
            parcel: Parcel { length: side, width: side, height: side, weight: Weight::ounces(12), predefined_package: OWN_BOX.into() },
            customs: None,
            options: Options::default(),
        }
    }

    fn paths(details: &Details) -> Vec<String> {
        details.check().map_or_else(|errors| errors.iter().map(|(path, _)| path.to_owned()).collect(), |()| Vec::new())
    }

    #[test]
    fn a_complete_shipment_passes() {
        assert_eq!(paths(&details()), Vec::<String>::new());
    }

    #[test]
    fn every_gap_is_told_beside_its_field() {
        let mut gaps = details();
        gaps.to = Address { country: "US".into(), ..Address::default() };
        gaps.parcel.weight = Weight::default();
        gaps.parcel.height = None;
        gaps.options.hub_id = Some(5);
        let expected = [
            "options.hub_id",
            "parcel.height",
            "parcel.weight",
            "to_address.city",
            "to_address.name",
            "to_address.state",
            "to_address.street1",
            "to_address.zip",
        ];
        assert_eq!(paths(&gaps), expected);
    }

    #[test]
    fn customs_are_asked_for_abroad_and_by_the_armed_forces_only() {
        let mut abroad = details();
        abroad.to.country = "CA".into();
        abroad.to.state = String::new();
        assert_eq!(paths(&abroad), ["customs_info.customs_items"]);
        let mut military = details();
        military.to.city = "APO".into();
        assert_eq!(paths(&military), ["customs_info.customs_items"]);
    }

    #[test]
    fn the_list_says_what_the_specification_says() {
        assert_eq!(status_words(ShipmentState::Bought, Some("submitted"), Some("in_transit")), "Refund submitted");
        assert_eq!(status_words(ShipmentState::Bought, None, Some("unknown")), "Ready To Ship");
        assert_eq!(status_words(ShipmentState::Bought, None, Some("delivered")), "delivered");
    }
}
