//! The four carriers and their services, under the names that the specification and the wire use.

use std::fmt;

/// Who carries the parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Carrier {
    /// United States Postal Service.
    #[serde(rename = "USPS")]
    Usps,
    /// FedEx.
    #[serde(rename = "FedEx")]
    FedEx,
    /// UPS.
    #[serde(rename = "UPS")]
    Ups,
    /// UniUni.
    #[serde(rename = "UniUni")]
    UniUni,
}

impl Carrier {
    /// All carriers, in the order in which lists show them.
    pub const ALL: [Self; 4] = [Self::Usps, Self::FedEx, Self::Ups, Self::UniUni];

    /// The name on screens and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usps => "USPS",
            Self::FedEx => "FedEx",
            Self::Ups => "UPS",
            Self::UniUni => "UniUni",
        }
    }

    /// Reads a name, whatever its case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|carrier| carrier.name().eq_ignore_ascii_case(name))
    }

    /// The services of this carrier, from slow to fast, domestic before international.
    #[must_use]
    pub fn services(self) -> &'static [Service] {
        match self {
            Self::Usps => USPS,
            Self::FedEx => FEDEX,
            Self::Ups => UPS,
            Self::UniUni => UNIUNI,
        }
    }

    /// The service with this code.
    #[must_use]
    pub fn service(self, code: &str) -> Option<&'static Service> {
        self.services().iter().find(|service| service.code == code)
    }

    /// Where the public can follow a parcel.
    #[must_use]
    pub fn tracking_link(self, tracking_code: &str) -> String {
        let base = match self {
            Self::Usps => "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
            Self::FedEx => "https://www.fedex.com/fedextrack/?trknbr=",
            Self::Ups => "https://www.ups.com/track?tracknum=",
            Self::UniUni => "https://www.uniuni.com/tracking/?no=",
        };
        let safe: String = tracking_code.chars().filter(char::is_ascii_alphanumeric).collect();
        format!("{base}{safe}")
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a carrier sells.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// The code on the wire.
    pub code: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Whether it leaves the domestic mail.
    pub international: bool,
}

const fn domestic(code: &'static str, name: &'static str) -> Service {
    Service { code, name, international: false }
}

const fn abroad(code: &'static str, name: &'static str) -> Service {
    Service { code, name, international: true }
}

/// `First` is quoted for cards, letters and flats; USPS folded its parcels and Parcel Select into Ground Advantage in 2023.
const USPS: &[Service] = &[
    domestic("First", "First-Class Mail"),
    domestic("MediaMail", "Media Mail"),
    domestic("LibraryMail", "Library Mail"),
    domestic("ParcelSelect", "Parcel Select"),
    domestic("GroundAdvantage", "USPS Ground Advantage"),
    domestic("Priority", "Priority Mail"),
    domestic("Express", "Priority Mail Express"),
    abroad("FirstClassMailInternational", "First-Class Mail International"),
    abroad("FirstClassPackageInternationalService", "First-Class Package International Service"),
    abroad("PriorityMailInternational", "Priority Mail International"),
    abroad("ExpressMailInternational", "Priority Mail Express International"),
];

const FEDEX: &[Service] = &[
    domestic("SMART_POST", "FedEx Ground Economy"),
    domestic("FEDEX_GROUND", "FedEx Ground"),
    domestic("GROUND_HOME_DELIVERY", "FedEx Home Delivery"),
    domestic("FEDEX_EXPRESS_SAVER", "FedEx Express Saver"),
    domestic("FEDEX_2_DAY", "FedEx 2Day"),
    domestic("FEDEX_2_DAY_AM", "FedEx 2Day A.M."),
    domestic("STANDARD_OVERNIGHT", "FedEx Standard Overnight"),
    domestic("PRIORITY_OVERNIGHT", "FedEx Priority Overnight"),
    domestic("FIRST_OVERNIGHT", "FedEx First Overnight"),
    abroad("INTERNATIONAL_ECONOMY", "FedEx International Economy"),
    abroad("INTERNATIONAL_CONNECT_PLUS", "FedEx International Connect Plus"),
    abroad("INTERNATIONAL_PRIORITY", "FedEx International Priority"),
    abroad("INTERNATIONAL_PRIORITY_EXPRESS", "FedEx International Priority Express"),
    abroad("INTERNATIONAL_FIRST", "FedEx International First"),
];

const UPS: &[Service] = &[
    domestic("GroundSaver", "UPS Ground Saver"),
    domestic("Ground", "UPS Ground"),
    domestic("3DaySelect", "UPS 3 Day Select"),
    domestic("2ndDayAir", "UPS 2nd Day Air"),
    domestic("2ndDayAirAM", "UPS 2nd Day Air A.M."),
    domestic("NextDayAirSaver", "UPS Next Day Air Saver"),
    domestic("NextDayAir", "UPS Next Day Air"),
    domestic("NextDayAirEarlyAM", "UPS Next Day Air Early"),
    abroad("UPSStandard", "UPS Standard"),
    abroad("Expedited", "UPS Worldwide Expedited"),
    abroad("UPSSaver", "UPS Worldwide Saver"),
    abroad("Express", "UPS Worldwide Express"),
    abroad("ExpressPlus", "UPS Worldwide Express Plus"),
];

const UNIUNI: &[Service] = &[domestic("Standard", "UniUni Standard"), domestic("NextDay", "UniUni Next Day")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_services_found() {
        for carrier in Carrier::ALL {
            assert_eq!(Carrier::parse(&carrier.name().to_lowercase()), Some(carrier));
            for service in carrier.services() {
                assert_eq!(carrier.service(service.code), Some(service));
            }
        }
        assert_eq!(Carrier::parse("DHL"), None);
    }

    #[test]
    fn a_tracking_link_carries_nothing_but_the_number() {
        assert_eq!(Carrier::Ups.tracking_link("1Z\"><b>9"), "https://www.ups.com/track?tracknum=1Zb9");
    }
}
