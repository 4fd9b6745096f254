//! Options of a shipment: signature, insurance, dangerous goods, label format, texts to print.

use crate::carrier::Carrier;
use crate::money::Cents;

/// Who must sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeliveryConfirmation {
    /// Nobody.
    #[default]
    NoSignature,
    /// Somebody at the address.
    Signature,
    /// An adult.
    AdultSignature,
    /// The addressee.
    SignatureRestricted,
    /// The addressee, an adult.
    AdultSignatureRestricted,
}

impl DeliveryConfirmation {
    /// All of them, the default first.
    pub const ALL: [Self; 5] =
        [Self::NoSignature, Self::Signature, Self::AdultSignature, Self::SignatureRestricted, Self::AdultSignatureRestricted];

    /// The name on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::NoSignature => "NO_SIGNATURE",
            Self::Signature => "SIGNATURE",
            Self::AdultSignature => "ADULT_SIGNATURE",
            Self::SignatureRestricted => "SIGNATURE_RESTRICTED",
            Self::AdultSignatureRestricted => "ADULT_SIGNATURE_RESTRICTED",
        }
    }

    /// Reads a name.
    #[must_use]
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.key() == key)
    }
}

/// The value of `special_rates_eligibility` that allows Media Mail and Library Mail.
pub const MEDIA_AND_LIBRARY: &str = "USPS.MEDIAMAIL,USPS.LIBRARYMAIL";

/// What the sender asks for beside the transport.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Options {
    /// `pdf`, `png`, `zpl`, or empty for the account's setting.
    pub label_format: String,
    /// A line at the foot of the label.
    pub print_custom_1: String,
    /// Another line at the foot of the label.
    pub print_custom_2: String,
    /// Where UniUni takes the parcel over.
    pub hub_id: Option<u32>,
    /// Value to insure.
    pub insurance_cents: i64,
    /// Empty, or services such as [`MEDIA_AND_LIBRARY`].
    pub special_rates_eligibility: String,
    /// Empty, or the class of dangerous goods.
    pub hazmat: String,
    /// Who must sign.
    pub delivery_confirmation: DeliveryConfirmation,
}

impl Options {
    /// Whether a service with special rules was asked for, such as `USPS.MEDIAMAIL`.
    #[must_use]
    pub fn is_eligible_for(&self, special: &str) -> bool {
        self.special_rates_eligibility.split(',').any(|part| part.trim() == special)
    }

    /// The class of dangerous goods, where one is named.
    #[must_use]
    pub fn hazmat(&self) -> Option<&'static Hazmat> {
        HAZMAT.iter().find(|class| class.value == self.hazmat)
    }

    /// The fee for the insured value: one per cent, at least fifty cents, every started cent counted.
    #[must_use]
    pub fn insurance_fee(&self) -> Cents {
        if self.insurance_cents <= 0 {
            return Cents::ZERO;
        }
        let one_per_cent = self.insurance_cents / 100 + i64::from(self.insurance_cents % 100 > 0);
        Cents::new(one_per_cent.max(50))
    }
}

/// A hub of UniUni.
#[derive(Debug, PartialEq, Eq)]
pub struct Hub {
    /// The number on the wire.
    pub id: u32,
    /// The name for people.
    pub name: &'static str,
    /// The ZIP code prefix it stands in (assumed: UniUni publishes none).
    pub zip3: &'static str,
}

/// UniUni's hubs; ids and names from the specification.
pub static HUBS: &[Hub] = &[
    Hub { id: 1, name: "LAX", zip3: "917" },
    Hub { id: 2, name: "MIA", zip3: "331" },
    Hub { id: 3, name: "Chicago", zip3: "606" },
    Hub { id: 4, name: "Dallas", zip3: "752" },
    Hub { id: 12, name: "Bay Area", zip3: "945" },
    Hub { id: 17, name: "JFK", zip3: "114" },
    Hub { id: 18, name: "NJ", zip3: "070" },
    Hub { id: 27, name: "SEA", zip3: "981" },
    Hub { id: 31, name: "ATL", zip3: "303" },
    Hub { id: 41, name: "SLC", zip3: "841" },
    Hub { id: 42, name: "DEN", zip3: "802" },
];

/// A class of dangerous goods.
#[derive(Debug, PartialEq, Eq)]
pub struct Hazmat {
    /// The name on the wire.
    pub value: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// USPS extra service code; none where USPS does not take it.
    pub usps_code: Option<&'static str>,
    /// Whether FedEx takes it.
    pub fedex: bool,
}

impl Hazmat {
    /// Whether the carrier takes it at all.
    #[must_use]
    pub fn is_taken_by(&self, carrier: Carrier) -> bool {
        match carrier {
            Carrier::Usps => self.usps_code.is_some(),
            Carrier::FedEx => self.fedex,
            Carrier::Ups | Carrier::UniUni => false,
        }
    }
}

const fn usps(value: &'static str, label: &'static str, code: &'static str) -> Hazmat {
    Hazmat { value, label, usps_code: Some(code), fedex: false }
}

const fn fedex(value: &'static str, label: &'static str) -> Hazmat {
    Hazmat { value, label, usps_code: None, fedex: true }
}

/// All classes. Origin: `data/enums/hazmat.csv` of the team's facts.
pub static HAZMAT: &[Hazmat] = &[
    Hazmat { fedex: true, ..usps("LIMITED_QUANTITY", "Limited Quantity Ground Package", "831") },
    usps("AIR_ELIGIBLE_ETHANOL", "Air Eligible Ethanol Package", "810"),
    usps("CLASS_1", "Class 1 - Toy Propellant/Safety Fuse Package", "811"),
    usps("CLASS_3", "Class 3 - Flammable and Combustible Liquids Package", "812"),
    usps("CLASS_7", "Class 7 - Radioactive Materials Package", "813"),
    usps("CLASS_8_CORROSIVE", "Class 8 - Corrosive Materials Package", "814"),
    usps("CLASS_8_WET_BATTERY", "Class 8 - Nonspillable Wet Battery Package", "815"),
    usps("CLASS_9_NEW_LITHIUM_INDIVIDUAL", "Class 9 - Lithium Battery Marked, Ground Only Package", "816"),
    usps("CLASS_9_USED_LITHIUM", "Class 9 - Lithium Battery, Returns Package", "817"),
    usps("CLASS_9_NEW_LITHIUM_DEVICE", "Class 9 - Lithium Batteries, Marked Package", "818"),
    usps("CLASS_9_DRY_ICE", "Class 9 - Dry Ice Package", "819"),
    usps("CLASS_9_UNMARKED_LITHIUM", "Class 9 - Lithium Batteries, Unmarked Package", "820"),
    usps("CLASS_9_MAGNETIZED", "Class 9 - Magnetized Materials Package", "821"),
    usps("DIVISION_4_1", "Division 4.1 - Mailable Flammable Solids and Safety Matches Package", "822"),
    usps("DIVISION_5_1", "Division 5.1 - Oxidizers Package", "823"),
    usps("DIVISION_5_2", "Division 5.2 - Organic Peroxides Package", "824"),
    usps("DIVISION_6_1", "Division 6.1 - Toxic Materials Package", "825"),
    usps("DIVISION_6_2", "Division 6.2 - Biological Materials Package", "826"),
    usps("EXCEPTED_QUANTITY_PROVISION", "Excepted Quantity Provision Package", "827"),
    usps("GROUND_ONLY", "Ground Only Hazardous Materials", "828"),
    usps("ID8000", "Air Eligible ID8000 Consumer Commodity Package", "829"),
    usps("LIGHTERS", "Lighters Package", "830"),
    usps("SMALL_QUANTITY_PROVISION", "Small Quantity Provision Package", "832"),
    fedex("PRIMARY_CONTAINED", "Primary contained"),
    fedex("PRIMARY_PACKED", "Primary packed"),
    fedex("PRIMARY", "Primary"),
    fedex("SECONDARY_CONTAINED", "Secondary contained"),
    fedex("SECONDARY_PACKED", "Secondary packed"),
    fedex("SECONDARY", "Secondary"),
    fedex("ORMD", "Other Regulated Materials - Domestic"),
    fedex("LITHIUM", "Lithium"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insurance_costs_one_per_cent_and_at_least_fifty_cents() {
        for (value, fee) in [(0, 0), (1, 50), (5_000, 50), (5_001, 51), (10_000, 100), (123_456, 1_235)] {
            assert_eq!(Options { insurance_cents: value, ..Options::default() }.insurance_fee(), Cents::new(fee), "{value}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for value in DeliveryConfirmation::ALL {
            assert_eq!(DeliveryConfirmation::parse(value.key()), Some(value));
        }
        let options = Options { special_rates_eligibility: MEDIA_AND_LIBRARY.into(), hazmat: "LIGHTERS".into(), ..Options::default() };
        assert!(options.is_eligible_for("USPS.MEDIAMAIL") && options.is_eligible_for("USPS.LIBRARYMAIL"));
        assert_eq!(options.hazmat().map(|class| class.is_taken_by(Carrier::FedEx)), Some(false));
    }
}
