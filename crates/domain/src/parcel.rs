//! Parcels and the packages that carriers know by name.

use crate::carrier::Carrier;
use crate::measure::{Length, Weight};

/// What is handed to the carrier.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Parcel {
    /// Longest side, as entered.
    pub length: Option<Length>,
    /// Second side.
    pub width: Option<Length>,
    /// Third side.
    pub height: Option<Length>,
    /// Weight with packaging.
    pub weight: Weight,
    /// Name of a predefined package; `Parcel` for the sender's own box.
    pub predefined_package: String,
}

impl Parcel {
    /// Weight and size in words, such as `2 lb 3 oz, 12 x 9 x 4 in`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let sides: Vec<String> = [self.length, self.width, self.height].into_iter().flatten().map(|side| side.to_string()).collect();
        let size = match (sides.is_empty(), self.predefined_package.as_str()) {
            (false, _) => format!(", {} in", sides.join(" x ")),
            (true, OWN_BOX | "") => String::new(),
            (true, package) => format!(", {package}"),
        };
        format!("{}{size}", self.weight.in_words())
    }
}

/// The package everybody has.
pub const OWN_BOX: &str = "Parcel";

/// How a package is priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageKind {
    /// The sender's own box.
    Own,
    /// Cards, letters and flats.
    Letter,
    /// One price whatever the weight.
    FlatRate,
    /// Retired regional boxes.
    Regional,
    /// A box or envelope that the carrier gives out.
    Carrier,
}

/// A package that a carrier knows by name.
#[derive(Debug, PartialEq, Eq)]
pub struct Package {
    /// Whose it is.
    pub carrier: Carrier,
    /// The name on the wire.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// How it is priced.
    pub kind: PackageKind,
    /// The most it may weigh, in thousandths of an ounce.
    pub max_weight: Weight,
    /// The most it may weigh abroad, where that differs.
    pub max_weight_abroad: Option<Weight>,
    /// What is billed at least, in pounds.
    pub min_billable_lb: Option<u32>,
    /// Outside measures in thousandths of an inch, longest first; more than one where variants exist.
    pub sides: &'static [[u32; 3]],
    /// Whether it goes abroad only.
    pub abroad_only: bool,
}

impl Parcel {
    /// The sides in descending order, when all three are known and none is zero.
    #[must_use]
    pub fn sides(&self) -> Option<[Length; 3]> {
        let mut sides = [self.length?, self.width?, self.height?];
        if sides.contains(&Length::default()) {
            return None;
        }
        sides.sort_unstable_by(|a, b| b.cmp(a));
        Some(sides)
    }

    /// The package by carrier and name; `Parcel` belongs to every carrier.
    #[must_use]
    pub fn package(&self, carrier: Carrier) -> Option<&'static Package> {
        PACKAGES.iter().find(|package| package.carrier == carrier && package.name == self.predefined_package)
    }
}

/// Whether any carrier knows a package of this name.
#[must_use]
pub fn is_known(name: &str) -> bool {
    PACKAGES.iter().any(|package| package.name == name)
}

const fn own(carrier: Carrier, label: &'static str, max_lb: u32) -> Package {
    Package {
        carrier,
        name: OWN_BOX,
        label,
        kind: PackageKind::Own,
        max_weight: Weight::pounds(max_lb),
        max_weight_abroad: None,
        min_billable_lb: None,
        sides: &[],
        abroad_only: false,
    }
}

const fn letter(name: &'static str, label: &'static str, max_thousandths: u32, sides: &'static [[u32; 3]]) -> Package {
    let max_weight = Weight::from_thousandths(max_thousandths);
    Package {
        carrier: Carrier::Usps,
        name,
        label,
        kind: PackageKind::Letter,
        max_weight,
        max_weight_abroad: None,
        min_billable_lb: None,
        sides,
        abroad_only: false,
    }
}

const fn flat_rate(name: &'static str, label: &'static str, abroad_lb: Option<u32>, sides: &'static [[u32; 3]]) -> Package {
    let max_weight_abroad = match abroad_lb {
        Some(pounds) => Some(Weight::pounds(pounds)),
        None => None,
    };
    Package {
        carrier: Carrier::Usps,
        name,
        label,
        kind: PackageKind::FlatRate,
        max_weight: Weight::pounds(70),
        max_weight_abroad,
        min_billable_lb: None,
        sides,
        abroad_only: false,
    }
}

const fn regional(name: &'static str, label: &'static str, sides: &'static [[u32; 3]]) -> Package {
    // The specification says 20 lb for both.
    Package {
        carrier: Carrier::Usps,
        name,
        label,
        kind: PackageKind::Regional,
        max_weight: Weight::pounds(20),
        max_weight_abroad: None,
        min_billable_lb: None,
        sides,
        abroad_only: false,
    }
}

const fn boxed(
    carrier: Carrier,
    name: &'static str,
    label: &'static str,
    max_thousandths: u32,
    min_billable_lb: Option<u32>,
    sides: &'static [[u32; 3]],
) -> Package {
    let max_weight = Weight::from_thousandths(max_thousandths);
    Package {
        carrier,
        name,
        label,
        kind: PackageKind::Carrier,
        max_weight,
        max_weight_abroad: None,
        min_billable_lb,
        sides,
        abroad_only: false,
    }
}

const fn export_box(
    carrier: Carrier,
    name: &'static str,
    label: &'static str,
    max_thousandths: u32,
    min_lb: u32,
    sides: &'static [[u32; 3]],
) -> Package {
    let Package { max_weight, .. } = boxed(carrier, name, label, max_thousandths, None, sides);
    Package {
        carrier,
        name,
        label,
        kind: PackageKind::Carrier,
        max_weight,
        max_weight_abroad: None,
        min_billable_lb: Some(min_lb),
        sides,
        abroad_only: true,
    }
}

/// All packages. Origin of the figures: `data/enums/predefined_packages.json` of the team's facts (EasyPost metadata,
/// Shippo templates, FedEx guide 2026, the product specification).
pub static PACKAGES: &[Package] = &[
    own(Carrier::Usps, "Parcel (your own box)", 70),
    letter("Card", "Postcard", 3_500, &[[6_000, 4_500, 16]]),
    letter("Letter", "Letter", 3_500, &[[11_500, 6_125, 250]]),
    letter("Flat", "Large envelope (flat)", 13_000, &[[15_000, 12_000, 750]]),
    Package { name: "SoftPack", label: "Soft pack / padded envelope", max_weight: Weight::pounds(20), ..own(Carrier::Usps, "", 20) },
    flat_rate("FlatRateEnvelope", "Flat Rate Envelope", Some(4), &[[12_500, 9_500, 750]]),
    flat_rate("FlatRateLegalEnvelope", "Legal Flat Rate Envelope", Some(4), &[[15_000, 9_500, 750]]),
    flat_rate("FlatRatePaddedEnvelope", "Padded Flat Rate Envelope", Some(4), &[[12_500, 9_500, 1_000]]),
    flat_rate("FlatRateWindowEnvelope", "Window Flat Rate Envelope", Some(4), &[[10_000, 5_000, 750], [12_500, 9_500, 750]]),
    flat_rate("FlatRateCardboardEnvelope", "Cardboard Flat Rate Envelope", Some(4), &[[12_500, 9_500, 750]]),
    flat_rate("FlatRateGiftCardEnvelope", "Gift Card Flat Rate Envelope", Some(4), &[[10_000, 7_000, 750]]),
    flat_rate("SmallFlatRateEnvelope", "Small Flat Rate Envelope", Some(4), &[[10_000, 6_000, 750]]),
    flat_rate("SmallFlatRateBox", "Small Flat Rate Box", Some(4), &[[8_688, 5_438, 1_750]]),
    flat_rate("MediumFlatRateBox", "Medium Flat Rate Box", Some(20), &[[11_250, 8_750, 6_000], [14_125, 12_000, 3_500]]),
    flat_rate("LargeFlatRateBox", "Large Flat Rate Box", Some(20), &[[12_250, 12_000, 6_000]]),
    flat_rate("LargeFlatRateBoardGameBox", "Large Flat Rate Board Game Box", Some(20), &[[24_063, 11_875, 3_125]]),
    flat_rate("LargeFlatRateBoxAPOFPO", "APO/FPO/DPO Large Flat Rate Box", None, &[[12_250, 12_000, 6_000]]),
    regional("RegionalRateBoxA", "Regional Rate Box A", &[[10_125, 7_125, 5_000], [13_063, 11_063, 2_500]]),
    regional("RegionalRateBoxB", "Regional Rate Box B", &[[12_250, 10_500, 5_500], [16_250, 14_500, 3_000]]),
    own(Carrier::FedEx, "Your packaging", 150),
    boxed(Carrier::FedEx, "FedExEnvelope", "FedEx Envelope", 17_600, None, &[[12_500, 9_500, 250], [15_500, 9_500, 250]]),
    boxed(
        Carrier::FedEx,
        "FedExPak",
        "FedEx Pak",
        88_000,
        None,
        &[[15_500, 12_000, 1_500], [12_750, 10_250, 1_500], [14_750, 11_750, 1_500]],
    ),
    boxed(Carrier::FedEx, "FedExBox", "FedEx Box", 320_000, Some(2), &[]),
    boxed(Carrier::FedEx, "FedExExtraSmallBox", "FedEx Extra Small Box", 320_000, Some(2), &[]),
    boxed(Carrier::FedEx, "FedExSmallBox", "FedEx Small Box", 320_000, Some(2), &[[12_375, 10_875, 1_500], [11_250, 8_750, 2_690]]),
    boxed(Carrier::FedEx, "FedExMediumBox", "FedEx Medium Box", 320_000, Some(2), &[[13_250, 11_500, 2_375], [11_250, 8_750, 4_375]]),
    boxed(Carrier::FedEx, "FedExLargeBox", "FedEx Large Box", 480_000, Some(2), &[[17_500, 12_375, 3_000], [11_250, 8_750, 7_750]]),
    boxed(
        Carrier::FedEx,
        "FedExExtraLargeBox",
        "FedEx Extra Large Box",
        800_000,
        Some(2),
        &[[11_875, 11_000, 10_750], [15_750, 14_125, 6_000]],
    ),
    boxed(Carrier::FedEx, "FedExTube", "FedEx Tube", 320_000, Some(9), &[[38_000, 6_000, 6_000]]),
    export_box(Carrier::FedEx, "FedEx10kgBox", "FedEx 10kg Box", 352_000, 22, &[[15_810, 12_940, 10_190]]),
    export_box(Carrier::FedEx, "FedEx25kgBox", "FedEx 25kg Box", 896_000, 56, &[[21_560, 16_560, 13_190]]),
    own(Carrier::Ups, "Customer supplied package", 150),
    boxed(Carrier::Ups, "UPSLetter", "UPS Letter / Express Envelope", 8_000, None, &[[12_500, 9_500, 250], [15_000, 9_500, 250]]),
    boxed(Carrier::Ups, "Pak", "UPS Express Pak", 1_120_000, None, &[[16_000, 12_750, 2_000]]),
    boxed(Carrier::Ups, "Tube", "UPS Express Tube", 1_120_000, None, &[[38_000, 6_000, 6_000]]),
    boxed(Carrier::Ups, "UPSExpressBox", "UPS Express Box", 480_000, None, &[[18_000, 13_000, 3_000]]),
    boxed(Carrier::Ups, "SmallExpressBox", "UPS Express Box Small", 480_000, None, &[[13_000, 11_000, 2_000]]),
    boxed(Carrier::Ups, "MediumExpressBox", "UPS Express Box Medium", 480_000, None, &[[16_000, 11_000, 3_000]]),
    boxed(Carrier::Ups, "LargeExpressBox", "UPS Express Box Large", 480_000, None, &[[18_000, 13_000, 3_000]]),
    export_box(Carrier::Ups, "UPS10kgBox", "UPS 10 KG Box", 352_000, 22, &[[16_140, 13_190, 10_430]]),
    export_box(Carrier::Ups, "UPS25kgBox", "UPS 25 KG Box", 880_000, 55, &[[19_060, 17_050, 13_780]]),
    own(Carrier::UniUni, "Parcel", 50),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_is_found_by_its_name() {
        for package in PACKAGES {
            let parcel =
                Parcel { length: None, width: None, height: None, weight: Weight::ounces(1), predefined_package: package.name.into() };
            assert_eq!(parcel.package(package.carrier), Some(package));
            assert!(is_known(package.name) && !package.label.is_empty());
        }
        assert!(!is_known("Barrel"));
    }

    #[test]
    fn sides_are_sorted_and_complete() {
        let mut parcel = Parcel {
            length: Some(Length::inches(2)),
            width: Some(Length::inches(9)),
            height: Some(Length::inches(4)),
            weight: Weight::ounces(1),
            predefined_package: OWN_BOX.into(),
        };
        assert_eq!(parcel.sides(), Some([Length::inches(9), Length::inches(4), Length::inches(2)]));
        parcel.height = Some(Length::default());
        assert_eq!(parcel.sides(), None);
    }
}
