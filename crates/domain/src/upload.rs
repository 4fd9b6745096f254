//! Tables of shipments that users send: where one stands, what its columns can mean, and what their names suggest.

use std::collections::BTreeMap;

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

    /// Names of columns that mean it, folded as [`folded`] does; the better ones first.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Name => &[
                "name",
                "fullname",
                "recipient",
                "recipientname",
                "toname",
                "shiptoname",
                "shippingname",
                "customername",
                "customer",
                "deliveryname",
                "addressee",
                "contactname",
                "contact",
                "buyername",
                "buyerfullname",
                "attention",
                "attn",
                "receiver",
                "shippingfullname",
                "recipientfullname",
            ],
            Self::Company => &[
                "company",
                "companyname",
                "recipientcompany",
                "tocompany",
                "shiptocompany",
                "shippingcompany",
                "business",
                "organization",
                "organisation",
                "deliverycompany",
            ],
            Self::Email => &[
                "email",
                "emailaddress",
                "recipientemail",
                "customeremail",
                "buyeremail",
                "toemail",
                "shiptoemail",
                "mail",
                "contactemail",
            ],
            Self::Phone => &[
                "phone",
                "phonenumber",
                "telephone",
                "recipientphone",
                "tophone",
                "shiptophone",
                "shippingphone",
                "tel",
                "mobile",
                "buyerphonenumber",
                "customerphone",
                "buyerphone",
            ],
            Self::Street1 => &[
                "street1",
                "address1",
                "addressline1",
                "street",
                "address",
                "shippingaddress1",
                "shiptoaddress1",
                "shiptostreet1",
                "shippingstreet",
                "shippingaddressline1",
                "shiptoaddress",
                "recipientaddress",
                "recipientaddress1",
                "toaddress1",
                "deliveryaddress1",
                "shipaddress1",
                "streetaddress",
                "addressstreet1",
                "tostreet1",
                "shippingaddress",
                "address1street",
                "streetline1",
                "toaddress",
            ],
            Self::Street2 => &[
                "street2",
                "address2",
                "addressline2",
                "shippingaddress2",
                "shiptoaddress2",
                "shiptostreet2",
                "shippingaddressline2",
                "recipientaddress2",
                "toaddress2",
                "apartment",
                "apt",
                "suite",
                "unit",
                "shipaddress2",
                "deliveryaddress2",
                "tostreet2",
                "streetline2",
                "aptsuite",
            ],
            Self::City => &[
                "city",
                "town",
                "shippingcity",
                "shiptocity",
                "recipientcity",
                "tocity",
                "deliverycity",
                "shipcity",
                "citytown",
                "locality",
            ],
            Self::State => &[
                "state",
                "province",
                "stateprovince",
                "shippingstate",
                "shiptostate",
                "shippingprovince",
                "recipientstate",
                "tostate",
                "shipstate",
                "region",
                "deliverystate",
                "provincestate",
                "stateregion",
                "stateprovinceregion",
            ],
            Self::Zip => &[
                "zip",
                "zipcode",
                "postalcode",
                "postcode",
                "shippingzip",
                "shiptozip",
                "shiptopostalcode",
                "shippingpostalcode",
                "tozip",
                "recipientzip",
                "recipientzipcode",
                "shipzip",
                "shippostalcode",
                "postal",
                "zippostalcode",
                "postalcodezip",
                "zippostal",
                "deliveryzip",
                "shippingzipcode",
                "recipientpostalcode",
                "topostalcode",
                "shipzipcode",
                "shippingpostcode",
            ],
            Self::Country => &[
                "country",
                "countrycode",
                "shippingcountry",
                "shiptocountry",
                "recipientcountry",
                "tocountry",
                "shipcountry",
                "shippingcountrycode",
                "shiptocountrycode",
                "deliverycountry",
            ],
            Self::Weight => &[
                "weight",
                "weightlb",
                "weightlbs",
                "weightpounds",
                "pounds",
                "lbs",
                "parcelweight",
                "packageweight",
                "orderweight",
                "totalweight",
                "weightinpounds",
                "shippingweight",
                "weightlbsoz",
            ],
            Self::Length => &["length", "parcellength", "packagelength", "lengthin", "lengthinches", "len"],
            Self::Width => &["width", "parcelwidth", "packagewidth", "widthin", "widthinches"],
            Self::Height => &["height", "parcelheight", "packageheight", "heightin", "heightinches", "depth"],
            Self::OrderId => &[
                "orderid",
                "ordernumber",
                "orderno",
                "order",
                "shoporderid",
                "reference",
                "referencenumber",
                "invoice",
                "invoicenumber",
                "saleid",
                "salesrecordnumber",
                "amazonorderid",
                "ordernum",
                "externalorderid",
            ],
            Self::Omit => &[],
        }
    }
}

/// What columns of some name mean.
pub type Dictionary = BTreeMap<String, Target>;

/// Letters and digits only, in lower case: `Ship To - Postal Code` is `shiptopostalcode`.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What each column may hold, from names known to the account first, then from common ones. No target is suggested twice.
#[must_use]
pub fn suggested(header: &[String], known: &Dictionary) -> Vec<Option<Target>> {
    let known: BTreeMap<String, Target> = known.iter().map(|(name, target)| (folded(name), *target)).collect();
    let folded: Vec<String> = header.iter().map(|name| folded(name)).collect();
    let mut found: Vec<Option<Target>> = vec![None; header.len()];
    let mut taken = Vec::new();
    for (name, place) in folded.iter().zip(found.iter_mut()) {
        if let Some(target) = known.get(name).filter(|target| **target == Target::Omit || !taken.contains(*target)) {
            *place = Some(*target);
            taken.push(*target);
        }
    }
    // The best name of a target wins over a lesser one, wherever it stands.
    for target in Target::ALL.into_iter().filter(|target| !taken.contains(target)) {
        let best = target.names().iter().find_map(|wanted| {
            let free = |place: &usize| found.get(*place).is_some_and(Option::is_none);
            folded.iter().enumerate().find(|(place, name)| name == wanted && free(place)).map(|(place, _)| place)
        });
        if let Some(place) = best.and_then(|place| found.get_mut(place)) {
            *place = Some(target);
        }
    }
    found
}

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
