//! Options of a shipment on the wire: as the domain has them, except that the insured value is an amount in dollars.

use super::{Figure, line, or_default};
use domain::fields::FieldErrors;
use domain::money::Cents;
use domain::options::{DeliveryConfirmation, MEDIA_AND_LIBRARY, Options};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Options as they are sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct OptionsIn {
    /// `pdf`, `png`, `zpl`, or empty for the account's setting.
    #[serde(deserialize_with = "or_default")]
    pub label_format: String,
    /// A line at the foot of the label.
    #[serde(deserialize_with = "or_default")]
    pub print_custom_1: String,
    /// Another line at the foot of the label.
    #[serde(deserialize_with = "or_default")]
    pub print_custom_2: String,
    /// Where UniUni takes the parcel over.
    pub hub_id: Figure,
    /// Value to insure, in dollars.
    pub carrier_insurance_amount: Figure,
    /// Empty, or `USPS.MEDIAMAIL,USPS.LIBRARYMAIL`.
    #[serde(deserialize_with = "or_default")]
    pub special_rates_eligibility: String,
    /// Empty, or the class of dangerous goods.
    #[serde(deserialize_with = "or_default")]
    pub hazmat: String,
    /// `NO_SIGNATURE` when it is absent.
    #[serde(deserialize_with = "or_default")]
    pub delivery_confirmation: String,
}

impl OptionsIn {
    /// The options; what cannot be read is told under `options.`.
    pub fn read(&self, errors: &mut FieldErrors) -> Options {
        let special = line(&self.special_rates_eligibility, "options.special_rates_eligibility", errors);
        let known = |part: &str| MEDIA_AND_LIBRARY.split(',').any(|known| known == part.trim());
        if !special.is_empty() && !special.split(',').all(known) {
            errors.add("options.special_rates_eligibility", "is not in the list");
        }
        let confirmation = match self.delivery_confirmation.trim() {
            "" => Some(DeliveryConfirmation::default()),
            key => errors.take("options.delivery_confirmation", DeliveryConfirmation::parse(key).ok_or("is not in the list")),
        };
        Options {
            label_format: line(&self.label_format, "options.label_format", errors),
            print_custom_1: line(&self.print_custom_1, "options.print_custom_1", errors),
            print_custom_2: line(&self.print_custom_2, "options.print_custom_2", errors),
            hub_id: self.hub_id.whole("options.hub_id", errors),
            insurance_cents: self.carrier_insurance_amount.cents("options.carrier_insurance_amount", errors).unwrap_or_default(),
            special_rates_eligibility: special,
            hazmat: line(&self.hazmat, "options.hazmat", errors),
            delivery_confirmation: confirmation.unwrap_or_default(),
        }
    }
}

/// Options as they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OptionsOut {
    /// `pdf`, `png`, `zpl`, or empty for the account's setting.
    pub label_format: String,
    /// A line at the foot of the label.
    pub print_custom_1: String,
    /// Another line at the foot of the label.
    pub print_custom_2: String,
    /// Where UniUni takes the parcel over.
    pub hub_id: Option<u32>,
    /// Value to insure, in dollars.
    pub carrier_insurance_amount: String,
    /// Empty, or `USPS.MEDIAMAIL,USPS.LIBRARYMAIL`.
    pub special_rates_eligibility: String,
    /// Empty, or the class of dangerous goods.
    pub hazmat: String,
    /// Who must sign.
    pub delivery_confirmation: &'static str,
}

impl From<Options> for OptionsOut {
    fn from(options: Options) -> Self {
        Self {
            label_format: options.label_format,
            print_custom_1: options.print_custom_1,
            print_custom_2: options.print_custom_2,
            hub_id: options.hub_id,
            carrier_insurance_amount: Cents::new(options.insurance_cents).to_string(),
            special_rates_eligibility: options.special_rates_eligibility,
            hazmat: options.hazmat,
            delivery_confirmation: options.delivery_confirmation.key(),
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
        let options = serde_json::from_value::<OptionsIn>(json!({"hub_id": null, "label_format": null})).unwrap().read(&mut errors);
        assert_eq!((options.clone(), errors), (Options::default(), FieldErrors::default()));
        let shown = serde_json::to_value(OptionsOut::from(options)).unwrap();
        let expected = json!({"label_format": "", "print_custom_1": "", "print_custom_2": "", "hub_id": null, "carrier_insurance_amount": "0.00",
                              "special_rates_eligibility": "", "hazmat": "", "delivery_confirmation": "NO_SIGNATURE"});
        assert_eq!(shown, expected);
    }

    #[test]
    fn amounts_and_numbers_are_read_in_both_forms() {
        let mut errors = FieldErrors::default();
        let sent = json!({"hub_id": "17", "carrier_insurance_amount": 150.5, "delivery_confirmation": "ADULT_SIGNATURE",
                          "special_rates_eligibility": MEDIA_AND_LIBRARY});
        let options = serde_json::from_value::<OptionsIn>(sent).unwrap().read(&mut errors);
        assert_eq!((options.hub_id, options.insurance_cents), (Some(17), 15_050));
        assert_eq!(options.delivery_confirmation, DeliveryConfirmation::AdultSignature);
        assert!(errors.is_empty());
    }

    #[test]
    fn nonsense_is_told_beside_its_field() {
        let mut errors = FieldErrors::default();
        let sent = json!({"hub_id": "JFK", "carrier_insurance_amount": "much", "delivery_confirmation": "THUMB",
                          "special_rates_eligibility": "USPS.CHEAP"});
        serde_json::from_value::<OptionsIn>(sent).unwrap().read(&mut errors);
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        let fields = ["carrier_insurance_amount", "delivery_confirmation", "hub_id", "special_rates_eligibility"];
        assert_eq!(paths, fields.map(|field| format!("options.{field}")));
    }
}
