//! Mappings that everybody has: our own template and the exports of other programs.

use super::{Dictionary, Target};

/// A mapping that everybody has and nobody can change.
pub struct FixedMapping {
    /// Its id on the wire.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Names of columns and what they mean, in the order of the template.
    pub columns: &'static [(&'static str, Target)],
}

impl FixedMapping {
    /// The mapping with this id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        FIXED.iter().find(|mapping| mapping.id == id)
    }

    /// As a dictionary.
    #[must_use]
    pub fn dictionary(&self) -> Dictionary {
        self.columns.iter().map(|(name, target)| ((*name).to_owned(), *target)).collect()
    }
}

/// The mappings that everybody has.
pub static FIXED: &[FixedMapping] = &[
    FixedMapping {
        id: "waybill",
        name: "Waybill template",
        columns: &[
            ("Order Id", Target::OrderId),
            ("Name", Target::Name),
            ("Company", Target::Company),
            ("Email", Target::Email),
            ("Phone", Target::Phone),
            ("Street 1", Target::Street1),
            ("Street 2", Target::Street2),
            ("City", Target::City),
            ("State", Target::State),
            ("Zip", Target::Zip),
            ("Country", Target::Country),
            ("Weight (lb)", Target::Weight),
            ("Length (in)", Target::Length),
            ("Width (in)", Target::Width),
            ("Height (in)", Target::Height),
        ],
    },
    FixedMapping {
        id: "shipstation",
        name: "ShipStation export",
        columns: &[
            ("Order - Number", Target::OrderId),
            ("Ship To - Name", Target::Name),
            ("Ship To - Company", Target::Company),
            ("Ship To - Phone", Target::Phone),
            ("Ship To - Address 1", Target::Street1),
            ("Ship To - Address 2", Target::Street2),
            ("Ship To - City", Target::City),
            ("Ship To - State", Target::State),
            ("Ship To - Postal Code", Target::Zip),
            ("Ship To - Country", Target::Country),
            ("Customer Email", Target::Email),
            ("Dimensions - Length", Target::Length),
            ("Dimensions - Width", Target::Width),
            ("Dimensions - Height", Target::Height),
        ],
    },
    FixedMapping {
        id: "pirate-ship",
        name: "Pirate Ship spreadsheet",
        columns: &[
            ("Order ID", Target::OrderId),
            ("Full Name", Target::Name),
            ("Company", Target::Company),
            ("Email", Target::Email),
            ("Phone", Target::Phone),
            ("Address Line 1", Target::Street1),
            ("Address Line 2", Target::Street2),
            ("City", Target::City),
            ("State", Target::State),
            ("Zipcode", Target::Zip),
            ("Country", Target::Country),
            ("Pounds", Target::Weight),
            ("Length", Target::Length),
            ("Width", Target::Width),
            ("Height", Target::Height),
        ],
    },
];
