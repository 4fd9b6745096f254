//! Numbers that the sandbox issues: valid in form, with the carriers' reserved or test identities inside.
//!
//! A number is a series and a serial drawn from the state; the same pair always gives the same number and no two pairs give
//! equal ones. It must never use an identity of section 7's real senders: USPS mailer 999999999, UPS shipper 999AA1 only.

use super::check_digits::{fedex12, mod10, one_z, s10};
use domain::carrier::Carrier;
use domain::options::DeliveryConfirmation;
use domain::partner::PartnerError;

/// Mailer of all USPS sandbox labels.
pub const USPS_MAILER: &str = "999999999";
/// Shipper of all UPS sandbox labels.
pub const UPS_SHIPPER: &str = "999AA1";
/// Account of all FedEx sandbox labels.
pub const FEDEX_ACCOUNT: &str = "999999999";
/// Account of all UniUni sandbox labels.
pub const UNIUNI_ACCOUNT: &str = "SANDBOX";

/// What kind of number is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Series {
    /// USPS domestic, with the service type code.
    Impb(&'static str),
    /// USPS abroad, with the two letters.
    S10(&'static str),
    /// UPS, with the two characters of the service.
    OneZ(&'static str),
    /// FedEx.
    FedEx12,
    /// FedEx Ground Economy.
    GroundEconomy,
    /// UniUni.
    UniUni,
    /// A USPS SCAN form.
    ScanForm,
    /// A FedEx Ground list for the driver.
    GroundList,
}

impl Series {
    /// The series of a service's labels.
    #[must_use]
    pub fn of(carrier: Carrier, service: &str, confirmation: DeliveryConfirmation) -> Self {
        let signed = confirmation != DeliveryConfirmation::NoSignature;
        match carrier {
            Carrier::Usps => match service {
                "ExpressMailInternational" => Self::S10("EC"),
                "PriorityMailInternational" => Self::S10("CP"),
                "FirstClassPackageInternationalService" => Self::S10("LZ"),
                "FirstClassMailInternational" => Self::S10("UA"),
                _ if signed => Self::Impb("021"),
                "Priority" | "MediaMail" | "LibraryMail" => Self::Impb("055"),
                "Express" => Self::Impb("701"),
                "ParcelSelect" => Self::Impb("748"),
                _ => Self::Impb("001"),
            },
            Carrier::FedEx if service == "SMART_POST" => Self::GroundEconomy,
            Carrier::FedEx => Self::FedEx12,
            Carrier::Ups => Self::OneZ(ups_code(service).0),
            Carrier::UniUni => Self::UniUni,
        }
    }

    /// The name under which the state counts. Series whose serials must differ share one.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Impb(_) => "usps-impb".into(),
            Self::S10(letters) => format!("usps-s10-{letters}"),
            Self::OneZ(code) => format!("ups-1z-{code}"),
            Self::FedEx12 => "fedex-12".into(),
            Self::GroundEconomy => "fedex-ground-economy".into(),
            Self::UniUni => "uniuni".into(),
            Self::ScanForm => "usps-scan-form".into(),
            Self::GroundList => "fedex-ground-list".into(),
        }
    }

    /// The number for a serial.
    pub fn number(self, serial: u64) -> Result<String, PartnerError> {
        self.write(serial)
            .ok_or_else(|| PartnerError::rejected("base", format!("The sandbox has no more numbers of the series {}.", self.name())))
    }

    fn write(self, serial: u64) -> Option<String> {
        let checked = |data: String, check: fn(&str) -> Option<u32>| check(&data).map(|digit| format!("{data}{digit}"));
        match self {
            Self::Impb(code) => checked(impb(code, serial)?, mod10),
            Self::GroundEconomy => checked(impb("612", serial)?, mod10),
            Self::ScanForm => checked(format!("92750{USPS_MAILER}{}", padded(serial, 11)?), mod10),
            Self::S10(letters) => checked(padded(serial, 8)?, s10).map(|digits| format!("{letters}{digits}US")),
            Self::OneZ(code) => checked(format!("{UPS_SHIPPER}{code}{}", ups_package(serial)?), one_z).map(|rest| format!("1Z{rest}")),
            Self::FedEx12 => checked(padded(serial.checked_add(10_000_000_000)?, 11)?, fedex12),
            // Two digits that a typing error would spoil: UniUni publishes no check digit.
            Self::UniUni => Some(format!("UUS{:02}X{}", 98 - serial % 97, padded(serial, 13)?)),
            Self::GroundList => Some(format!("GL{}", padded(serial, 9)?)),
        }
    }
}

fn padded(serial: u64, width: usize) -> Option<String> {
    Some(format!("{serial:0width$}")).filter(|text| text.len() == width)
}

/// The 22-digit form; once its seven digits are used up, the 26-digit form.
fn impb(code: &str, serial: u64) -> Option<String> {
    let serial = padded(serial, 7).or_else(|| padded(serial, 11))?;
    Some(format!("92{code}{USPS_MAILER}{serial}"))
}

/// Seven digits; then a letter and six digits.
fn ups_package(serial: u64) -> Option<String> {
    if let Some(digits) = padded(serial, 7) {
        return Some(digits);
    }
    let beyond = serial.checked_sub(10_000_000)?;
    let letter = char::from(b'A'.checked_add(u8::try_from(beyond / 1_000_000).ok()?)?);
    letter.is_ascii_uppercase().then(|| format!("{letter}{:06}", beyond % 1_000_000))
}

/// UPS services: the characters inside a 1Z number and the class in the MaxiCode.
#[must_use]
pub fn ups_code(service: &str) -> (&'static str, u16) {
    match service {
        "GroundSaver" => ("YW", 93),
        "3DaySelect" => ("12", 12),
        "2ndDayAir" => ("02", 2),
        "2ndDayAirAM" => ("07", 59),
        "NextDayAirSaver" => ("13", 13),
        "NextDayAir" => ("01", 1),
        "NextDayAirEarlyAM" => ("15", 14),
        "UPSStandard" => ("68", 11),
        "Expedited" => ("67", 8),
        "UPSSaver" => ("04", 65),
        "Express" => ("66", 7),
        "ExpressPlus" => ("54", 54),
        _ => ("03", 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::check_digits::{NumberKind, kind};
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn all_series() -> Vec<(Carrier, Series)> {
        let mut all: Vec<(Carrier, Series)> = vec![(Carrier::Usps, Series::ScanForm)];
        for carrier in Carrier::ALL {
            for service in carrier.services() {
                for confirmation in DeliveryConfirmation::ALL {
                    let series = Series::of(carrier, service.code, confirmation);
                    if !all.contains(&(carrier, series)) {
                        all.push((carrier, series));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn the_examples_of_the_facts_come_out() {
        assert_eq!(Series::Impb("001").number(1).unwrap(), "9200199999999900000012");
        assert_eq!(Series::Impb("055").number(2).unwrap(), "9205599999999900000022");
        assert_eq!(Series::OneZ("03").number(1).unwrap(), "1Z999AA10300000019");
        assert_eq!(Series::FedEx12.number(1).unwrap(), "100000000014");
        assert_eq!(Series::S10("LZ").number(10_000_000).unwrap(), "LZ100000003US");
        assert_eq!(Series::ScanForm.number(1).unwrap().len(), 26);
    }

    #[test]
    fn a_full_series_moves_on_or_says_so() {
        assert_eq!(Series::Impb("055").number(9_999_999).unwrap().len(), 22);
        assert_eq!(Series::Impb("055").number(10_000_000).unwrap().len(), 26);
        assert!(Series::OneZ("03").number(10_000_000).unwrap().contains("03A000000"));
        assert!(Series::OneZ("03").number(36_000_000).is_err());
        assert!(Series::S10("EC").number(100_000_000).is_err());
        assert!(Series::UniUni.number(u64::MAX).is_err());
    }

    #[test]
    fn no_number_repeats() {
        let mut seen = HashSet::new();
        for (_, series) in all_series() {
            for serial in (0..500).chain(9_999_990..10_000_010).chain(12_345_000..12_345_200) {
                assert!(seen.insert(series.number(serial).unwrap()), "{series:?} {serial}");
            }
        }
    }

    proptest! {
        #[test]
        fn every_issued_number_is_valid(serial in prop_oneof![0_u64..20_000_000, 0_u64..36_000_000]) {
            for (carrier, series) in all_series() {
                let number = series.number(serial).unwrap();
                prop_assert!(kind(carrier, &number).is_some(), "{series:?} {number}");
            }
        }

        #[test]
        fn never_panics(serial in any::<u64>()) {
            for (_, series) in all_series() {
                let _ = series.number(serial);
            }
        }
    }

    #[test]
    fn ground_economy_is_recognised() {
        assert_eq!(kind(Carrier::FedEx, &Series::GroundEconomy.number(7).unwrap()), Some(NumberKind::FedExGroundEconomy));
    }
}
