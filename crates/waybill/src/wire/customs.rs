//! Customs declarations on the wire. Value and weight are those of a whole line.

use super::{Figure, line, line_or, or_default};
use domain::customs::{CustomsInfo, CustomsItem, MOST_ITEMS};
use domain::fields::FieldErrors;
use domain::money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A declaration as it is sent. What is absent or empty takes the specification's default.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CustomsIn {
    /// `merchandise` when it is absent.
    #[serde(deserialize_with = "or_default")]
    pub contents_type: String,
    /// Needed when the contents are `other`.
    #[serde(deserialize_with = "or_default")]
    pub contents_explanation: String,
    /// `none` when it is absent.
    #[serde(deserialize_with = "or_default")]
    pub restriction_type: String,
    /// Needed when there is a restriction.
    #[serde(deserialize_with = "or_default")]
    pub restriction_comments: String,
    /// `return` when it is absent.
    #[serde(deserialize_with = "or_default")]
    pub non_delivery_option: String,
    /// `NOEEI 30.37(a)` when it is absent.
    #[serde(deserialize_with = "or_default")]
    pub eel_pfc: String,
    /// Whether the signer certifies the declaration.
    #[serde(deserialize_with = "or_default")]
    pub customs_certify: bool,
    /// Needed when the declaration is certified.
    #[serde(deserialize_with = "or_default")]
    pub customs_signer: String,
    /// What is inside.
    #[serde(deserialize_with = "or_default")]
    pub customs_items: Vec<CustomsItemIn>,
}

/// One line of a declaration as it is sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CustomsItemIn {
    /// In words.
    #[serde(deserialize_with = "or_default")]
    pub description: String,
    /// How many.
    pub quantity: Figure,
    /// Value of the line in dollars.
    pub value: Figure,
    /// Weight of the line in ounces.
    pub weight: Figure,
    /// Harmonised system number.
    #[serde(deserialize_with = "or_default")]
    pub hs_tariff_number: String,
    /// The seller's own code.
    #[serde(deserialize_with = "or_default")]
    pub code: String,
    /// Where it was made, two letters.
    #[serde(deserialize_with = "or_default")]
    pub origin_country: String,
}

impl CustomsIn {
    /// The declaration; what cannot be read is told under `customs_info.`.
    pub fn read(&self, errors: &mut FieldErrors) -> CustomsInfo {
        let default = CustomsInfo::default();
        let path = |field: &str| format!("customs_info.{field}");
        let mut or = |default: &str, value: &str, field: &str| line_or(default, value, &path(field), errors);
        let mut info = CustomsInfo {
            contents_type: or(&default.contents_type, &self.contents_type, "contents_type"),
            contents_explanation: or("", &self.contents_explanation, "contents_explanation"),
            restriction_type: or(&default.restriction_type, &self.restriction_type, "restriction_type"),
            restriction_comments: or("", &self.restriction_comments, "restriction_comments"),
            non_delivery_option: or(&default.non_delivery_option, &self.non_delivery_option, "non_delivery_option"),
            eel_pfc: or(&default.eel_pfc, &self.eel_pfc, "eel_pfc"),
            customs_certify: self.customs_certify,
            customs_signer: or("", &self.customs_signer, "customs_signer"),
            customs_items: Vec::new(),
        };
        if self.customs_items.len() > MOST_ITEMS {
            errors.add("customs_info.customs_items", "has too many items");
            return info;
        }
        let items = self.customs_items.iter().enumerate();
        info.customs_items = items.map(|(index, item)| item.read(&path(&format!("customs_items.{index}")), errors)).collect();
        info
    }
}

impl CustomsItemIn {
    fn read(&self, path: &str, errors: &mut FieldErrors) -> CustomsItem {
        let at = |field: &str| format!("{path}.{field}");
        CustomsItem {
            description: line(&self.description, &at("description"), errors),
            quantity: self.quantity.whole(&at("quantity"), errors).unwrap_or_default(),
            value_cents: self.value.cents(&at("value"), errors).unwrap_or_default(),
            weight: self.weight.ounces(&at("weight"), errors).unwrap_or_default(),
            hs_tariff_number: line(&self.hs_tariff_number, &at("hs_tariff_number"), errors),
            code: line(&self.code, &at("code"), errors),
            origin_country: line(&self.origin_country, &at("origin_country"), errors).to_uppercase(),
        }
    }
}

/// A declaration as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomsOut {
    /// What the parcel holds.
    pub contents_type: String,
    /// Given when the contents are `other`.
    pub contents_explanation: String,
    /// Restriction.
    pub restriction_type: String,
    /// Given when there is a restriction.
    pub restriction_comments: String,
    /// What happens to an undeliverable parcel.
    pub non_delivery_option: String,
    /// Exemption or AES number.
    pub eel_pfc: String,
    /// Whether the signer certifies the declaration.
    pub customs_certify: bool,
    /// Who signs.
    pub customs_signer: String,
    /// What is inside.
    pub customs_items: Vec<CustomsItemOut>,
}

/// One line of a declaration as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomsItemOut {
    /// In words.
    pub description: String,
    /// How many.
    pub quantity: u32,
    /// Value of the line in dollars.
    pub value: String,
    /// Weight of the line in ounces.
    pub weight: String,
    /// Harmonised system number.
    pub hs_tariff_number: String,
    /// The seller's own code.
    pub code: String,
    /// Where it was made.
    pub origin_country: String,
}

impl From<CustomsInfo> for CustomsOut {
    fn from(info: CustomsInfo) -> Self {
        Self {
            contents_type: info.contents_type,
            contents_explanation: info.contents_explanation,
            restriction_type: info.restriction_type,
            restriction_comments: info.restriction_comments,
            non_delivery_option: info.non_delivery_option,
            eel_pfc: info.eel_pfc,
            customs_certify: info.customs_certify,
            customs_signer: info.customs_signer,
            customs_items: info.customs_items.into_iter().map(CustomsItemOut::from).collect(),
        }
    }
}

impl From<CustomsItem> for CustomsItemOut {
    fn from(item: CustomsItem) -> Self {
        Self {
            description: item.description,
            quantity: item.quantity,
            value: Cents::new(item.value_cents).to_string(),
            weight: item.weight.to_string(),
            hs_tariff_number: item.hs_tariff_number,
            code: item.code,
            origin_country: item.origin_country,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_sent_is_the_specifications_default() {
        let mut errors = FieldErrors::default();
        let info = serde_json::from_value::<CustomsIn>(json!({"customs_items": null})).unwrap().read(&mut errors);
        assert_eq!((info, errors), (CustomsInfo::default(), FieldErrors::default()));
    }

    #[test]
    fn reads_and_shows_lines() {
        let item = json!({"description": "T-shirt", "quantity": "2", "value": 30, "weight": "12.5", "hs_tariff_number": "6109.10",
                          "code": "", "origin_country": "us"});
        let mut errors = FieldErrors::default();
        let info = serde_json::from_value::<CustomsIn>(json!({"customs_items": [item]})).unwrap().read(&mut errors);
        info.check(&mut errors);
        assert!(errors.is_empty());
        let shown = serde_json::to_value(CustomsOut::from(info)).unwrap();
        let expected = json!({"description": "T-shirt", "quantity": 2, "value": "30.00", "weight": "12.5", "hs_tariff_number": "6109.10",
                              "code": "", "origin_country": "US"});
        assert_eq!((&shown["customs_items"][0], &shown["eel_pfc"]), (&expected, &json!("NOEEI 30.37(a)")));
    }

    #[test]
    fn nonsense_is_told_beside_its_line() {
        let items = json!([{"value": 1}, {"quantity": 1.5, "value": "much", "weight": "heavy"}]);
        let mut errors = FieldErrors::default();
        serde_json::from_value::<CustomsIn>(json!({"customs_items": items})).unwrap().read(&mut errors);
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["quantity", "value", "weight"].map(|field| format!("customs_info.customs_items.1.{field}")));
    }
}
