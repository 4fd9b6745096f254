//! Parcels on the wire: inches and ounces.

use super::{Figure, line_or, or_default};
use domain::fields::FieldErrors;
use domain::measure::Length;
use domain::parcel::{OWN_BOX, Parcel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A parcel as it is sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ParcelIn {
    /// Inches.
    pub length: Figure,
    /// Inches.
    pub width: Figure,
    /// Inches.
    pub height: Figure,
    /// Ounces.
    pub weight: Figure,
    /// Name of a package; `Parcel`, the sender's own box, when it is absent.
    #[serde(deserialize_with = "or_default")]
    pub predefined_package: String,
}

impl ParcelIn {
    /// The parcel; what cannot be read is told under `parcel.`. A blank weight is zero, a blank side unknown.
    pub fn read(&self, errors: &mut FieldErrors) -> Parcel {
        Parcel {
            length: self.length.inches("parcel.length", errors),
            width: self.width.inches("parcel.width", errors),
            height: self.height.inches("parcel.height", errors),
            weight: self.weight.ounces("parcel.weight", errors).unwrap_or_default(),
            predefined_package: line_or(OWN_BOX, &self.predefined_package, "parcel.predefined_package", errors),
        }
    }
}

/// A parcel as it is shown. Measures are decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ParcelOut {
    /// Inches.
    pub length: Option<String>,
    /// Inches.
    pub width: Option<String>,
    /// Inches.
    pub height: Option<String>,
    /// Ounces.
    pub weight: String,
    /// Name of the package.
    pub predefined_package: String,
}

impl From<Parcel> for ParcelOut {
    fn from(parcel: Parcel) -> Self {
        let side = |side: Option<Length>| side.map(|side| side.to_string());
        Self {
            length: side(parcel.length),
            width: side(parcel.width),
            height: side(parcel.height),
            weight: parcel.weight.to_string(),
            predefined_package: parcel.predefined_package,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::measure::Weight;
    use serde_json::json;

    #[test]
    fn reads_and_shows_a_parcel() {
        let input: ParcelIn = serde_json::from_value(json!({"length": 12.25, "width": "9", "height": null, "weight": "10.5"})).unwrap();
        let mut errors = FieldErrors::default();
        let parcel = input.read(&mut errors);
        assert!(errors.is_empty());
        assert_eq!((parcel.weight, parcel.predefined_package.as_str()), (Weight::from_thousandths(10_500), "Parcel"));
        let shown = serde_json::to_value(ParcelOut::from(parcel)).unwrap();
        let expected = json!({"length": "12.25", "width": "9", "height": null, "weight": "10.5", "predefined_package": "Parcel"});
        assert_eq!(shown, expected);
    }

    #[test]
    fn nonsense_is_told_beside_its_field() {
        let input: ParcelIn = serde_json::from_value(json!({"length": "long", "weight": -3})).unwrap();
        let mut errors = FieldErrors::default();
        input.read(&mut errors);
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["parcel.length", "parcel.weight"]);
    }
}
