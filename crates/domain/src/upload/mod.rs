//! Tables of shipments that users send: where one stands, what its columns can mean, and what their names suggest.

mod fixed;
mod names;

pub use fixed::{FIXED, FixedMapping};
pub use names::{Dictionary, suggested};

/// Where an upload stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadState {
    /// Its columns have no meaning yet.
    Initialized,
    /// They have.
    Mapped,
    /// Its rows are being read and rated.
    Rating,
    /// All rows were rated or refused.
    Rated,
    /// Labels are being bought.
    Purchasing,
    /// Every row was tried.
    Purchased,
    /// It is being removed and shown to nobody.
    Deleting,
}

impl UploadState {
    /// Every state.
    pub const ALL: [Self; 7] =
        [Self::Initialized, Self::Mapped, Self::Rating, Self::Rated, Self::Purchasing, Self::Purchased, Self::Deleting];

    /// The stored word.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Initialized => "initialized",
            Self::Mapped => "mapped",
            Self::Rating => "rating",
            Self::Rated => "rated",
            Self::Purchasing => "purchasing",
            Self::Purchased => "purchased",
            Self::Deleting => "deleting",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }

    /// Whether a job is at it.
    #[must_use]
    pub const fn is_busy(self) -> bool {
        matches!(self, Self::Rating | Self::Purchasing | Self::Deleting)
    }

    /// Whether its columns may get another meaning.
    #[must_use]
    pub const fn can_be_mapped(self) -> bool {
        matches!(self, Self::Initialized | Self::Mapped | Self::Rated)
    }

    /// Whether its rows may be rated (again).
    #[must_use]
    pub const fn can_be_rated(self) -> bool {
        matches!(self, Self::Mapped | Self::Rated)
    }
}

/// What a column can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Addressee.
    Name,
    /// Company.
    Company,
    /// E-mail address.
    Email,
    /// Phone number.
    Phone,
    /// First line.
    Street1,
    /// Second line.
    Street2,
    /// City.
    City,
    /// State.
    State,
    /// ZIP code.
    Zip,
    /// Country.
    Country,
    /// Weight in pounds.
    Weight,
    /// Length in inches.
    Length,
    /// Width in inches.
    Width,
    /// Height in inches.
    Height,
    /// The order it belongs to.
    OrderId,
    /// Nothing we need.
    Omit,
}

impl Target {
    /// Every target, in the order of the screen.
    pub const ALL: [Self; 16] = [
        Self::Name,
        Self::Company,
        Self::Email,
        Self::Phone,
        Self::Street1,
        Self::Street2,
        Self::City,
        Self::State,
        Self::Zip,
        Self::Country,
        Self::Weight,
        Self::Length,
        Self::Width,
        Self::Height,
        Self::OrderId,
        Self::Omit,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Name => "to_address.name",
            Self::Company => "to_address.company",
            Self::Email => "to_address.email",
            Self::Phone => "to_address.phone",
            Self::Street1 => "to_address.street1",
            Self::Street2 => "to_address.street2",
            Self::City => "to_address.city",
            Self::State => "to_address.state",
            Self::Zip => "to_address.zip",
            Self::Country => "to_address.country",
            Self::Weight => "parcel.weight",
            Self::Length => "parcel.length",
            Self::Width => "parcel.width",
            Self::Height => "parcel.height",
            Self::OrderId => "shop_order_id",
            Self::Omit => "omit",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Name => "Name",
            Self::Company => "Company",
            Self::Email => "Email",
            Self::Phone => "Phone",
            Self::Street1 => "Street 1",
            Self::Street2 => "Street 2",
            Self::City => "City",
            Self::State => "State",
            Self::Zip => "Zip",
            Self::Country => "Country",
            Self::Weight => "Weight (override, pounds)",
            Self::Length => "Length (override, inches)",
            Self::Width => "Width (override, inches)",
            Self::Height => "Height (override, inches)",
            Self::OrderId => "Order Id",
            Self::Omit => "Do Not Import",
        }
    }

    /// Under which heading it is offered.
    #[must_use]
    pub const fn group(self) -> &'static str {
        match self {
            Self::Weight | Self::Length | Self::Width | Self::Height => "Parcel",
            Self::OrderId | Self::Omit => "Other",
            _ => "To Address",
        }
    }

    /// Reads a name from the wire.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.key() == key)
    }
}

/// Letters and digits only, in lower case: `Ship To - Postal Code` is `shiptopostalcode`.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(header: &[&str], known: &Dictionary) -> Vec<&'static str> {
        let header: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
        suggested(&header, known).into_iter().map(|target| target.map_or("-", Target::key)).collect()
    }

    #[test]
    fn names_are_read_back() {
        for target in Target::ALL {
            assert_eq!(Target::from_key(target.key()), Some(target));
        }
        for state in UploadState::ALL {
            assert_eq!(UploadState::from_key(state.key()), Some(state));
        }
    }

    #[test]
    fn every_fixed_mapping_suggests_itself_and_says_nothing_twice() {
        for mapping in FIXED {
            let header: Vec<String> = mapping.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
            let targets: Vec<Target> = mapping.columns.iter().map(|(_, target)| *target).collect();
            let found = suggested(&header, &mapping.dictionary());
            assert_eq!(found, targets.iter().copied().map(Some).collect::<Vec<_>>(), "{}", mapping.name);
            assert_eq!(targets.iter().collect::<std::collections::BTreeSet<_>>().len(), targets.len(), "{}", mapping.name);
        }
    }

    #[test]
    fn common_names_are_understood_and_the_best_wins() {
        let shopify = ["Name", "Email", "Shipping Name", "Shipping Street", "Shipping Address1", "Shipping City", "Shipping Zip", "Total"];
        let found = keys(&shopify, &Dictionary::new());
        assert_eq!(found[..2], ["to_address.name", "to_address.email"]);
        assert_eq!(found[3..], ["-", "to_address.street1", "to_address.city", "to_address.zip", "-"]);
        assert_eq!(keys(&["Zip", "ZIP code"], &Dictionary::new()), ["to_address.zip", "-"]);
    }

    #[test]
    fn what_the_account_chose_before_comes_first() {
        let known = Dictionary::from([("Shipping Name".to_owned(), Target::Name), ("name".to_owned(), Target::OrderId)]);
        assert_eq!(keys(&["Name", "Shipping Name"], &known), ["shop_order_id", "to_address.name"]);
    }
}
