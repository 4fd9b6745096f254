//! A warehouse as the screen sees it, and as it is sent.

use axum::Json;
use chrono::{DateTime, Utc};
use domain::address::Address;
use domain::fields::FieldErrors;
use domain::id::Id;
use domain::warehouse;
use serde::{Deserialize, Serialize};
use store::warehouses::Warehouse;
use utoipa::ToSchema;

/// A warehouse as it is sent. What is absent or null stays as it is; a new one starts empty, in the United States.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WarehouseFields {
    name: Option<String>,
    company: Option<String>,
    street1: Option<String>,
    street2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    zip: Option<String>,
    country: Option<String>,
    phone: Option<String>,
    starred: Option<bool>,
}

/// What the warehouse form sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WarehouseIn {
    /// The warehouse.
    pub address: WarehouseFields,
}

impl WarehouseFields {
    /// The address and star after the change, checked.
    pub fn apply(self, address: &Address, starred: bool) -> Result<(Address, bool), FieldErrors> {
        let or = |new: Option<String>, old: &String| new.unwrap_or_else(|| old.clone());
        let address = Address {
            name: or(self.name, &address.name),
            company: or(self.company, &address.company),
            street1: or(self.street1, &address.street1),
            street2: or(self.street2, &address.street2),
            city: or(self.city, &address.city),
            state: or(self.state, &address.state),
            zip: or(self.zip, &address.zip),
            country: or(self.country, &address.country),
            phone: or(self.phone, &address.phone),
            email: address.email.clone(),
        }
        .tidied();
        warehouse::check(&address)?;
        Ok((address, self.starred.unwrap_or(starred)))
    }
}

/// One warehouse.
#[derive(Serialize, ToSchema)]
pub struct WarehouseOut {
    id: String,
    /// The same as `id`.
    public_id: String,
    name: String,
    company: String,
    street1: String,
    street2: String,
    city: String,
    state: String,
    zip: String,
    country: String,
    phone: String,
    starred: bool,
    /// When a shipment was last sent from it.
    last_used: Option<DateTime<Utc>>,
    /// On one line, joined by commas.
    full_address: String,
}

impl From<Warehouse> for WarehouseOut {
    fn from(warehouse: Warehouse) -> Self {
        let full_address = warehouse::full_address(&warehouse.address);
        let Address { name, company, street1, street2, city, state, zip, country, phone, .. } = warehouse.address;
        Self {
            id: warehouse.id.as_str().to_owned(),
            public_id: warehouse.id.as_str().to_owned(),
            name,
            company,
            street1,
            street2,
            city,
            state,
            zip,
            country,
            phone,
            starred: warehouse.starred,
            last_used: warehouse.last_used_at,
            full_address,
        }
    }
}

/// One warehouse, after a change.
#[derive(Serialize, ToSchema)]
pub struct WarehouseReply {
    success: bool,
    address: WarehouseOut,
}

impl WarehouseReply {
    /// Shows it.
    pub fn of(warehouse: Warehouse) -> Json<Self> {
        Json(Self { success: true, address: warehouse.into() })
    }
}
