//! A number as programs and forms send it: `12.5`, `"12.5"`, `""` or null.
//!
//! It is kept as text, so that `domain` reads it digit by digit and no float decides a price.

use domain::fields::FieldErrors;
use domain::measure::{Length, Weight};
use domain::money::Cents;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A number or its decimal form; blank when it was absent, null or empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Figure(String);

impl Figure {
    /// The decimal form; nothing when it is blank.
    #[must_use]
    pub fn given(&self) -> Option<&str> {
        Some(self.0.trim()).filter(|text| !text.is_empty())
    }

    /// Ounces; nothing when it is blank or wrong.
    pub fn ounces(&self, path: &str, errors: &mut FieldErrors) -> Option<Weight> {
        self.given().and_then(|text| errors.take(path, Weight::parse_ounces(text)))
    }

    /// Inches; nothing when it is blank or wrong.
    pub fn inches(&self, path: &str, errors: &mut FieldErrors) -> Option<Length> {
        self.given().and_then(|text| errors.take(path, Length::parse_inches(text)))
    }

    /// Dollars and cents; nothing when it is blank or wrong.
    pub fn cents(&self, path: &str, errors: &mut FieldErrors) -> Option<i64> {
        self.given().and_then(|text| errors.take(path, Cents::parse(text))).map(Cents::get)
    }

    /// A whole number from zero; nothing when it is blank or wrong.
    pub fn whole(&self, path: &str, errors: &mut FieldErrors) -> Option<u32> {
        self.given().and_then(|text| errors.take(path, text.parse::<u32>().map_err(|_| "must be a whole number")))
    }
}

impl From<&str> for Figure {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Figure;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_unit<E: Error>(self) -> Result<Figure, E> {
        Ok(Figure::default())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Figure, E> {
        Ok(Figure(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Figure, E> {
        Ok(Figure(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Figure, E> {
        Ok(Figure(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Figure, E> {
        // Six decimals: 0.1 + 0.2 is 0.3, as whoever wrote it meant.
        let text = format!("{number:.6}");
        Ok(Figure(text.trim_end_matches('0').trim_end_matches('.').to_owned()))
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

impl PartialSchema for Figure {
    fn schema() -> RefOr<Schema> {
        let either = SchemaType::from_iter([Type::String, Type::Number, Type::Null]);
        ObjectBuilder::new().schema_type(either).description(Some("A number, its decimal form, or nothing.")).into()
    }
}

impl ToSchema for Figure {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Figure {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn numbers_and_texts_mean_the_same() {
        let mut errors = FieldErrors::default();
        for value in [json!(12.5), json!("12.5"), json!(" 12.50 ")] {
            assert_eq!(read(value.clone()).ounces("w", &mut errors), Some(Weight::from_thousandths(12_500)), "{value}");
            assert_eq!(read(value).cents("w", &mut errors), Some(1250));
        }
        assert_eq!(read(json!(0.1 + 0.2)).inches("l", &mut errors), Some(Length::from_thousandths(300)));
        assert_eq!((read(json!(12)).whole("n", &mut errors), read(json!("18")).whole("n", &mut errors)), (Some(12), Some(18)));
        assert_eq!(read(json!(10.0)), Figure("10".into()));
        for blank in [json!(null), json!(""), json!(" ")] {
            assert_eq!(read(blank).given(), None);
        }
        assert!(errors.is_empty());
    }

    #[test]
    fn nonsense_is_told_under_its_path() {
        let mut errors = FieldErrors::default();
        assert_eq!(read(json!(-1)).ounces("parcel.weight", &mut errors), None);
        assert_eq!(read(json!("ten")).cents("options.carrier_insurance_amount", &mut errors), None);
        assert_eq!(read(json!(1.5)).whole("options.hub_id", &mut errors), None);
        assert_eq!(read(json!(1e300)).inches("parcel.length", &mut errors), None);
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["options.carrier_insurance_amount", "options.hub_id", "parcel.length", "parcel.weight"]);
        let wrong = serde_json::from_value::<Figure>(json!(true)).unwrap_err().to_string();
        assert!(wrong.contains("expected a number"), "{wrong}");
    }

    proptest! {
        #[test]
        fn never_panics(number in any::<f64>(), text in "\\PC{0,40}") {
            let mut errors = FieldErrors::default();
            for figure in [read(json!(number)), read(json!(text))] {
                let _ = (figure.ounces("a", &mut errors), figure.cents("b", &mut errors), figure.whole("c", &mut errors));
            }
        }
    }
}
