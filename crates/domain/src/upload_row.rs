//! One row of a table as a shipment: what its cells say on top of what holds for all rows, and everything that is wrong with it.

use crate::address::Address;
use crate::fields::FieldErrors;
use crate::id::WarehouseId;
use crate::measure::{Length, Weight};
use crate::options::Options;
use crate::parcel::{OWN_BOX, Parcel};
use crate::shipment::Details;
use crate::text;
use crate::upload::Target;

/// What holds for all rows; cells override the parcel.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Overrides {
    /// Where the parcels come from.
    pub from: Address,
    /// The warehouse that address was taken from.
    #[serde(default)]
    pub warehouse_id: Option<WarehouseId>,
    /// Where they go back to, when that is elsewhere.
    pub return_to: Option<Address>,
    /// What is sent, where the row does not say.
    pub parcel: Parcel,
    /// What else is asked for.
    pub options: Options,
}

/// How the names of places are read: the lists are not ours.
pub trait Places {
    /// Two letters of a country, from its letters or its name.
    fn country(&self, text: &str) -> Option<String>;
    /// Two letters of a state, from its letters or its name.
    fn state(&self, text: &str) -> Option<String>;
}

/// A row that can be rated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRow {
    /// The shipment.
    pub details: Details,
    /// The order it belongs to.
    pub order_id: Option<String>,
}

/// Reads a row. All that is wrong is told at once, in sentences.
pub fn read(cells: &[String], maps: &[Target], overrides: &Overrides, places: &dyn Places) -> Result<ReadRow, Vec<String>> {
    let cell = |target: Target| {
        let place = maps.iter().position(|map| *map == target);
        place.and_then(|place| cells.get(place)).map(|text| text::one_line(text)).unwrap_or_default()
    };
    let mut errors = FieldErrors::default();
    let mut to = Address {
        name: cell(Target::Name),
        company: cell(Target::Company),
        street1: cell(Target::Street1),
        street2: cell(Target::Street2),
        city: cell(Target::City),
        state: cell(Target::State),
        zip: cell(Target::Zip),
        country: country(&cell(Target::Country), places),
        phone: cell(Target::Phone),
        email: cell(Target::Email),
    };
    if to.country == "US" {
        to.state = places.state(&to.state).unwrap_or(to.state);
    }
    if to.is_domestic() {
        to.zip = padded(&to.zip);
    }
    let mut parcel = overrides.parcel.clone();
    if let Some(weight) = given(&cell(Target::Weight), "parcel.weight", Weight::parse_loose, &mut errors) {
        parcel.weight = weight;
    }
    let sides = [
        (Target::Length, &mut parcel.length, "length"),
        (Target::Width, &mut parcel.width, "width"),
        (Target::Height, &mut parcel.height, "height"),
    ];
    let mut own_sides = false;
    for (target, side, name) in sides {
        if let Some(length) = given(&cell(target), &format!("parcel.{name}"), Length::parse_loose, &mut errors) {
            *side = Some(length);
            own_sides = true;
        }
    }
    if own_sides {
        parcel.predefined_package = OWN_BOX.into();
    }
    let Overrides { from, warehouse_id, return_to, options, .. } = overrides.clone();
    let details = Details { from, warehouse_id, return_to, to, parcel, customs: None, options };
    if let Err(gaps) = details.check() {
        // What could not be read at all is told once, by the reader.
        let unknown_country = gaps.iter().any(|(path, _)| path == "to_address.country");
        for (path, messages) in gaps.iter() {
            // Nobody knows whether a country that nobody knows is abroad.
            if unknown_country && path.starts_with("customs_info") {
                continue;
            }
            if errors.iter().all(|(told, _)| told != path) {
                messages.iter().for_each(|message| errors.add(path, message));
            }
        }
    }
    let order_id = Some(cell(Target::OrderId)).filter(|id| !id.is_empty());
    if order_id.as_ref().is_some_and(|id| id.chars().count() > 100) {
        errors.add("shop_order_id", "should be at most 100 characters");
    }
    if errors.is_empty() { Ok(ReadRow { details, order_id }) } else { Err(sentences(&errors)) }
}

fn given<T, E: std::fmt::Display>(text: &str, path: &str, read: impl Fn(&str) -> Result<T, E>, errors: &mut FieldErrors) -> Option<T> {
    if text.is_empty() { None } else { errors.take(path, read(text)) }
}

/// Blank means the United States; what nobody knows stays as it is and is refused by the check.
fn country(text: &str, places: &dyn Places) -> String {
    if text.is_empty() {
        return "US".into();
    }
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    match letters.as_str() {
        "US" | "USA" | "UNITEDSTATES" | "UNITEDSTATESOFAMERICA" | "AMERICA" => "US".into(),
        "UK" | "GREATBRITAIN" | "ENGLAND" => "GB".into(),
        _ => places.country(text).unwrap_or_else(|| text.to_uppercase()),
    }
}

/// Spreadsheets take ZIP codes for numbers and drop the zeros in front.
fn padded(zip: &str) -> String {
    let (five, four) = zip.split_once('-').map_or((zip, None), |(five, four)| (five, Some(four)));
    if !(3..=4).contains(&five.len()) || !five.bytes().all(|b| b.is_ascii_digit()) {
        return zip.to_owned();
    }
    four.map_or_else(|| format!("{five:0>5}"), |four| format!("{five:0>5}-{four}"))
}

/// Messages about fields as sentences that stand alone.
#[must_use]
pub fn sentences(errors: &FieldErrors) -> Vec<String> {
    let mut told = Vec::new();
    for (path, messages) in errors.iter() {
        for message in messages {
            told.push(sentence(path, message));
        }
    }
    told.dedup();
    told
}

fn sentence(path: &str, message: &str) -> String {
    if path.starts_with("customs_info") {
        return "Parcels abroad need a customs declaration: please make this shipment by itself".into();
    }
    let (whose, field) = path.split_once('.').unwrap_or(("", path));
    let name = match field {
        "zip" => "Zip".to_owned(),
        "street1" => "Street 1".to_owned(),
        "street2" => "Street 2".to_owned(),
        "base" => return message.to_owned(),
        "shop_order_id" => "Order Id".to_owned(),
        other => {
            let spaced = other.replace(['_', '.'], " ");
            let mut letters = spaced.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
    };
    match whose {
        "from_address" => format!("From address: {name} {message}"),
        "return_address" => format!("Return address: {name} {message}"),
        _ => format!("{name} {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    impl Places for Known {
        fn country(&self, text: &str) -> Option<String> {
            text.eq_ignore_ascii_case("canada").then(|| "CA".into())
        }

        fn state(&self, text: &str) -> Option<String> {
            text.eq_ignore_ascii_case("massachusetts").then(|| "MA".into())
        }
    }

    const MAPS: [Target; 8] =
        [Target::Name, Target::Street1, Target::City, Target::State, Target::Zip, Target::Country, Target::Weight, Target::OrderId];

    fn overrides() -> Overrides {
        let line = |text: &str| text.to_owned();
        let (name, street1, city) = (line("Ann Lee"), line("350 5th Ave"), line("New York"));
        let from = Address { name, street1, city, state: line("NY"), zip: line("10118"), country: line("US"), ..Address::default() };
        let side = Some(Length::inches(8));
        let parcel = Parcel { length: side, width: side, height: side, weight: Weight::ounces(10), predefined_package: OWN_BOX.into() };
        Overrides { from, warehouse_id: None, return_to: None, parcel, options: Options::default() }
    }

    fn row(cells: [&str; 8]) -> Result<ReadRow, Vec<String>> {
        read(&cells.map(str::to_owned), &MAPS, &overrides(), &Known)
    }

    #[test]
    fn a_row_is_read_as_spreadsheets_mangle_it() {
        let read = row(["Bo Diaz", "9 Elm St", "Boston", "massachusetts", "2134", "United States", "1.5", "A-7"]).unwrap();
        assert_eq!((read.details.to.zip.as_str(), read.details.to.state.as_str()), ("02134", "MA"));
        assert_eq!((read.details.parcel.weight, read.order_id.as_deref()), (Weight::ounces(24), Some("A-7")));
        let plain = row(["Bo Diaz", "9 Elm St", "Boston", "MA", "2134-12", "", "", ""]);
        assert_eq!(plain, Err(vec!["Zip must be a ZIP code such as 10001 or 10001-1234".to_owned()]));
        assert_eq!(row(["Bo", "9 Elm St", "Boston", "MA", "02134", "usa", "", ""]).unwrap().details.parcel.weight, Weight::ounces(10));
    }

    #[test]
    fn everything_wrong_is_told_at_once() {
        let told = row(["", "", "Boston", "MA", "", "Atlantis", "heavy", ""]).unwrap_err();
        assert_eq!(
            told,
            ["Weight must be a number such as 12.5", "Country must be a country", "Name can't be blank", "Street 1 can't be blank"]
        );
    }

    #[test]
    fn parcels_abroad_need_a_declaration() {
        let told = row(["Bo", "1 Rue", "Montreal", "QC", "H2X 1Y4", "Canada", "", ""]).unwrap_err();
        assert_eq!(told, ["Parcels abroad need a customs declaration: please make this shipment by itself"]);
    }
}
