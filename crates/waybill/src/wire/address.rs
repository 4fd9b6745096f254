//! Addresses on the wire.

use super::{line, or_default};
use domain::address::Address;
use domain::fields::FieldErrors;
use domain::id::{Id, WarehouseId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An address as it is sent. All texts; what is absent is empty, except that the country is the United States.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AddressIn {
    /// Of a shipment's sender: the warehouse that the address was taken from. Read nowhere else.
    #[serde(deserialize_with = "or_default")]
    pub id: String,
    /// Person.
    #[serde(deserialize_with = "or_default")]
    pub name: String,
    /// Company.
    #[serde(deserialize_with = "or_default")]
    pub company: String,
    /// First line.
    #[serde(deserialize_with = "or_default")]
    pub street1: String,
    /// Second line.
    #[serde(deserialize_with = "or_default")]
    pub street2: String,
    /// City.
    #[serde(deserialize_with = "or_default")]
    pub city: String,
    /// Two letters in the United States, free text elsewhere.
    #[serde(deserialize_with = "or_default")]
    pub state: String,
    /// ZIP code or postal code.
    #[serde(deserialize_with = "or_default")]
    pub zip: String,
    /// Two letters of ISO 3166-1.
    #[serde(deserialize_with = "or_default")]
    pub country: String,
    /// Phone number.
    #[serde(deserialize_with = "or_default")]
    pub phone: String,
    /// Where to tell about the parcel.
    #[serde(deserialize_with = "or_default")]
    pub email: String,
}

impl Default for AddressIn {
    fn default() -> Self {
        let blank = String::new;
        Self {
            id: blank(),
            name: blank(),
            company: blank(),
            street1: blank(),
            street2: blank(),
            city: blank(),
            state: blank(),
            zip: blank(),
            country: "US".into(),
            phone: blank(),
            email: blank(),
        }
    }
}

impl AddressIn {
    /// Which of the user's locations it was taken from.
    pub fn warehouse(&self, path: &str, errors: &mut FieldErrors) -> Option<WarehouseId> {
        let id = Some(self.id.trim()).filter(|id| !id.is_empty())?;
        errors.take(&format!("{path}.id"), WarehouseId::parse(id).map_err(|_| "must be one of your locations".to_owned()))
    }

    /// The address, every field on one line. `path` is where it stands, such as `to_address`.
    pub fn read(&self, path: &str, errors: &mut FieldErrors) -> Address {
        let mut field = |name: &str, value: &str| line(value, &format!("{path}.{name}"), errors);
        Address {
            name: field("name", &self.name),
            company: field("company", &self.company),
            street1: field("street1", &self.street1),
            street2: field("street2", &self.street2),
            city: field("city", &self.city),
            state: field("state", &self.state),
            zip: field("zip", &self.zip),
            country: field("country", &self.country).to_uppercase(),
            phone: field("phone", &self.phone),
            email: field("email", &self.email),
        }
    }
}

/// An address as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AddressOut {
    /// Person.
    pub name: String,
    /// Company.
    pub company: String,
    /// First line.
    pub street1: String,
    /// Second line.
    pub street2: String,
    /// City.
    pub city: String,
    /// State or province.
    pub state: String,
    /// ZIP code or postal code.
    pub zip: String,
    /// Two letters of ISO 3166-1.
    pub country: String,
    /// Phone number.
    pub phone: String,
    /// Where to tell about the parcel.
    pub email: String,
}

impl From<Address> for AddressOut {
    fn from(address: Address) -> Self {
        let Address { name, company, street1, street2, city, state, zip, country, phone, email } = address;
        Self { name, company, street1, street2, city, state, zip, country, phone, email }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_and_shows_an_address() {
        let sent = json!({"name": " Ann\n Lee ", "company": null, "street1": "1 Main St", "city": "New York", "state": "NY", "zip": "10001",
                          "country": "us", "unknown": 7});
        let input: AddressIn = serde_json::from_value(sent).unwrap();
        let mut errors = FieldErrors::default();
        let address = input.read("to_address", &mut errors);
        assert!(errors.is_empty());
        let shown = serde_json::to_value(AddressOut::from(address)).unwrap();
        let expected = json!({"name": "Ann Lee", "company": "", "street1": "1 Main St", "street2": "", "city": "New York", "state": "NY",
                              "zip": "10001", "country": "US", "phone": "", "email": ""});
        assert_eq!(shown, expected);
    }

    #[test]
    fn an_absent_country_is_the_united_states_and_a_novel_is_refused() {
        let input = AddressIn { street1: "x".repeat(501), ..AddressIn::default() };
        let mut errors = FieldErrors::default();
        assert_eq!(input.read("from_address", &mut errors).country, "US");
        assert_eq!(errors, FieldErrors::one("from_address.street1", "should be at most 500 characters"));
    }
}
