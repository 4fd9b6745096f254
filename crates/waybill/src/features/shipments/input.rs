//! What the form sends, read into the domain. A draft may have gaps; rating wants everything.

use crate::http::error::ApiError;
use crate::wire::{AddressIn, CustomsIn, OptionsIn, ParcelIn, or_default};
use domain::fields::FieldErrors;
use domain::shipment::Details;
use domain::text;
use serde::Deserialize;
use utoipa::ToSchema;

/// A shipment as the form sends it.
#[derive(Default, Deserialize, ToSchema)]
pub struct ShipmentFields {
    /// Where it comes from.
    #[serde(deserialize_with = "or_default", default)]
    pub from_address: AddressIn,
    /// Where it goes back to; none: the sender.
    #[serde(default)]
    pub return_address: Option<AddressIn>,
    /// Where it goes.
    #[serde(deserialize_with = "or_default", default)]
    pub to_address: AddressIn,
    /// What is sent.
    #[serde(deserialize_with = "or_default", default)]
    pub parcel: ParcelIn,
    /// The declaration.
    #[serde(default)]
    pub customs_info: Option<CustomsIn>,
    /// What else is asked for.
    #[serde(deserialize_with = "or_default", default)]
    pub options: OptionsIn,
    /// The shop order it belongs to.
    #[serde(default)]
    pub shop_order_id: Option<String>,
    /// The user's own name for it.
    #[serde(default)]
    pub custom_id: Option<String>,
}

/// What the form sends.
#[derive(Default, Deserialize, ToSchema)]
pub struct ShipmentIn {
    /// The shipment.
    #[serde(default)]
    pub shipment: ShipmentFields,
    /// Only say what is wrong; save nothing.
    #[serde(default)]
    pub validate_only: bool,
    /// Save as it is, gaps and all; ask no carrier.
    #[serde(default)]
    pub draft: bool,
}

/// A shipment that can be read.
pub struct Read {
    /// What the form holds.
    pub details: Details,
    /// The shop order it belongs to.
    pub shop_order_id: Option<String>,
    /// The user's own name for it.
    pub custom_id: Option<String>,
}

impl ShipmentFields {
    /// Reads it; with `complete` everything a carrier needs must be there.
    pub fn read(&self, complete: bool) -> Result<Read, ApiError> {
        let mut errors = FieldErrors::default();
        let mut from = self.from_address.read("from_address", &mut errors);
        if from.country.is_empty() {
            from.country = "US".into();
        }
        let details = Details {
            from,
            warehouse_id: self.from_address.warehouse("from_address", &mut errors),
            return_to: self.return_address.as_ref().map(|address| address.read("return_address", &mut errors)),
            to: self.to_address.read("to_address", &mut errors),
            parcel: self.parcel.read(&mut errors),
            customs: self.customs_info.as_ref().map(|customs| customs.read(&mut errors)),
            options: self.options.read(&mut errors),
        };
        let custom_id = named(self.custom_id.as_deref(), "custom_id", &mut errors);
        let shop_order_id = named(self.shop_order_id.as_deref(), "shop_order_id", &mut errors);
        if complete && let Err(gaps) = details.check() {
            // What could not be read at all is told once, by the reader.
            for (path, messages) in gaps.iter() {
                if errors.iter().all(|(told, _)| told != path) {
                    messages.iter().for_each(|message| errors.add(path, message));
                }
            }
        }
        errors.into_result().map_err(ApiError::invalid)?;
        Ok(Read { details, shop_order_id, custom_id })
    }
}

fn named(value: Option<&str>, path: &str, errors: &mut FieldErrors) -> Option<String> {
    let value = text::one_line(value.unwrap_or_default());
    if value.is_empty() {
        return None;
    }
    errors.take(path, text::line(&value, 100))
}
