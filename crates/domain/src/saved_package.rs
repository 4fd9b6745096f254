//! Package templates: a parcel with its options and, where wanted, a declaration, under a name.

use crate::customs::CustomsInfo;
use crate::fields::FieldErrors;
use crate::measure::Length;
use crate::money::Cents;
use crate::options::{DeliveryConfirmation, Options};
use crate::parcel::{OWN_BOX, PACKAGES, Parcel};
use crate::shipment::{check_options, check_parcel};

/// What a template holds besides its name.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PackageContent {
    /// Size, weight and package.
    pub parcel: Parcel,
    /// The declaration, when the template has one.
    pub customs: Option<CustomsInfo>,
    /// What else is asked for.
    pub options: Options,
}

impl PackageContent {
    /// Checks it by the rules of a shipment, so that whatever the template fills in can be rated.
    pub fn check(&self, errors: &mut FieldErrors) {
        check_parcel(&self.parcel, errors);
        check_options(&self.options, errors);
        if let Some(customs) = &self.customs {
            customs.check(errors);
        }
    }

    /// One line for lists: `Parcel 12 x 9 x 4 in, 2 lb`.
    #[must_use]
    pub fn info(&self) -> String {
        let Parcel { length, width, height, weight, predefined_package } = &self.parcel;
        let label = PACKAGES.iter().find(|package| package.name == predefined_package).map(|package| package.label);
        let package = if predefined_package == OWN_BOX { OWN_BOX } else { label.unwrap_or(predefined_package) };
        let sides: Vec<String> = [length, width, height].into_iter().flatten().map(Length::to_string).collect();
        let size = if sides.len() == 3 { format!("{package} {} in", sides.join(" x ")) } else { package.to_owned() };
        let mut parts = vec![size, weight.in_words()];
        if self.options.delivery_confirmation != DeliveryConfirmation::NoSignature {
            parts.push("signature".into());
        }
        if self.options.insurance_cents > 0 {
            parts.push(format!("insured for ${}", Cents::new(self.options.insurance_cents)));
        }
        match self.customs.as_ref().map(|customs| customs.customs_items.len()) {
            None => {}
            Some(1) => parts.push("customs form with 1 item".into()),
            Some(items) => parts.push(format!("customs form with {items} items")),
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Weight;

    fn content() -> PackageContent {
        let side = |inches| Some(Length::inches(inches));
        let parcel = Parcel {
            length: side(12),
            width: side(9),
            height: Some(Length::from_thousandths(4_500)),
            weight: Weight::pounds(2),
            predefined_package: OWN_BOX.into(),
        };
        PackageContent { parcel, customs: None, options: Options::default() }
    }

    #[test]
    fn the_line_says_what_matters() {
        assert_eq!(content().info(), "Parcel 12 x 9 x 4.5 in, 2 lb");
        let mut flat = content();
        flat.parcel = Parcel { length: None, predefined_package: "SmallFlatRateBox".into(), ..flat.parcel };
        flat.options = Options { insurance_cents: 10_000, delivery_confirmation: DeliveryConfirmation::Signature, ..flat.options };
        flat.customs = Some(CustomsInfo::default());
        assert_eq!(flat.info(), "Small Flat Rate Box, 2 lb, signature, insured for $100.00, customs form with 0 items");
    }

    #[test]
    fn the_rules_of_a_shipment_hold() {
        let mut content = content();
        content.parcel.weight = Weight::default();
        content.options.hub_id = Some(5);
        content.customs = Some(CustomsInfo::default());
        let mut errors = FieldErrors::default();
        content.check(&mut errors);
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["customs_info.customs_items", "options.hub_id", "parcel.weight"]);
    }
}
