//! What the barcodes on a sandbox label say.
//!
//! Contents follow the carriers' published forms (the team's carrier facts, section 7); identities are those of the sandbox.
//! Nothing here draws.

use super::numbers::{FEDEX_ACCOUNT, UPS_SHIPPER, ups_code};
use crate::countries;
use chrono::Datelike;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::label::Barcode;
use domain::partner::Consignment;

const RECORD: char = '\u{1e}';
const GROUP: char = '\u{1d}';
const END: char = '\u{4}';

/// The barcodes of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barcodes {
    /// Carries the number.
    pub tracking: Barcode,
    /// Carries the destination.
    pub routing: Option<Barcode>,
    /// Carries both and more.
    pub matrix: Option<Barcode>,
}

/// The barcodes for a number.
#[must_use]
pub fn barcodes(carrier: Carrier, service: &str, number: &str, consignment: &Consignment) -> Barcodes {
    let to = &consignment.to;
    let plain = || Barcode::Code128 { content: number.to_owned() };
    match carrier {
        Carrier::Usps => Barcodes { tracking: postal(number, to).unwrap_or_else(plain), routing: None, matrix: None },
        Carrier::Ups => Barcodes { tracking: plain(), routing: ups_routing(to), matrix: Some(maxicode(service, number, consignment)) },
        Carrier::FedEx => {
            let matrix = Some(Barcode::Pdf417 { content: fedex_message(service, number, consignment) });
            let linear = || Barcode::Code128 { content: fedex_linear(service, number) };
            let tracking = if service == "SMART_POST" { postal(number, to).unwrap_or_else(plain) } else { linear() };
            Barcodes { tracking, routing: None, matrix }
        }
        Carrier::UniUni => Barcodes { tracking: plain(), routing: None, matrix: Some(Barcode::Qr { content: number.to_owned() }) },
    }
}

/// The ZIP code with all digits that are known.
fn zip_digits(to: &Address) -> Option<String> {
    to.zip5().map(|five| format!("{five}{}", to.plus4().unwrap_or_default()))
}

fn number_of(country: &str) -> u16 {
    countries::find(country).map_or(840, |country| country.number)
}

/// A postal code abroad: letters and digits only.
fn postal_code(to: &Address, most: usize) -> String {
    to.zip.chars().filter(char::is_ascii_alphanumeric).take(most).map(|c| c.to_ascii_uppercase()).collect()
}

/// 420, the ZIP code, and the number. None for numbers that are not all digits: those go abroad.
fn postal(number: &str, to: &Address) -> Option<Barcode> {
    let zip = zip_digits(to).filter(|_| number.bytes().all(|b| b.is_ascii_digit()))?;
    Some(Barcode::Gs1128 { content: format!("420{zip}{GROUP}{number}") })
}

fn ups_routing(to: &Address) -> Option<Barcode> {
    let content = match zip_digits(to) {
        Some(zip) => format!("420{zip}"),
        None if to.zip.trim().is_empty() => return None,
        None => format!("421{:03}{}", number_of(&to.country), postal_code(to, 9)),
    };
    Some(Barcode::Code128 { content })
}

/// Capitals, digits and the marks that every two-dimensional code can hold in few bits.
fn compact(text: &str, most: usize) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() || " -./".contains(c) { c.to_ascii_uppercase() } else { ' ' };
    let spaced: String = text.chars().map(fits).collect();
    let joined = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    joined.chars().take(most).collect::<String>().trim_end().to_owned()
}

fn julian(consignment: &Consignment) -> String {
    format!("{:03}", consignment.ship_date.ordinal())
}

/// Short enough for MaxiCode whatever the address: at most 79 characters, as in the example of ISO/IEC 16023.
fn maxicode(service: &str, number: &str, consignment: &Consignment) -> Barcode {
    let to = &consignment.to;
    let postal_code = to.zip5().map_or_else(|| postal_code(to, 6), |five| format!("{five}{}", to.plus4().unwrap_or("0000")));
    let last8 = number.get(number.len().saturating_sub(8)..).unwrap_or(number);
    let last7 = number.get(number.len().saturating_sub(7)..).unwrap_or(number);
    let fields = [
        format!("1Z{last8}"),
        "UPSN".into(),
        UPS_SHIPPER.into(),
        julian(consignment),
        last7.into(),
        "1/1".into(),
        consignment.parcel.weight.pounds_rounded_up().to_string(),
        "N".into(),
        compact(&to.street1, 10),
        compact(&to.city, 9),
        compact(&to.state, 2),
    ];
    let body = fields.join(&GROUP.to_string());
    let message = format!("[)>{RECORD}01{GROUP}96{body}{RECORD}{END}");
    Barcode::MaxiCode { postal_code, country: number_of(&to.country), class: ups_code(service).1, message }
}

fn is_fedex_ground(service: &str) -> bool {
    matches!(service, "FEDEX_GROUND" | "GROUND_HOME_DELIVERY" | "SMART_POST")
}

/// 34 digits: a fixed head, then the twelve of the number.
fn fedex_linear(service: &str, number: &str) -> String {
    if is_fedex_ground(service) { format!("9622001900000000000000{number}") } else { format!("1001999999990001000300{number}") }
}

/// The three digits of a service in FedEx barcodes.
fn fedex_code(service: &str) -> &'static str {
    match service {
        "PRIORITY_OVERNIGHT" => "001",
        "FEDEX_2_DAY" => "003",
        "STANDARD_OVERNIGHT" => "005",
        "FIRST_OVERNIGHT" => "006",
        "FEDEX_EXPRESS_SAVER" => "020",
        "FEDEX_2_DAY_AM" => "049",
        "FEDEX_GROUND" => "019",
        "GROUND_HOME_DELIVERY" => "028",
        "SMART_POST" => "015",
        _ => "070",
    }
}

fn fedex_message(service: &str, number: &str, consignment: &Consignment) -> String {
    let to = &consignment.to;
    let (form, system) = if is_fedex_ground(service) { ("", "FDEG") } else { ("0201", "FDE") };
    let zip = zip_digits(to).unwrap_or_else(|| postal_code(to, 9));
    let fields = [
        format!("02{zip}"),
        format!("{:03}", number_of(&to.country)),
        fedex_code(service).into(),
        format!("{number}{form}"),
        system.into(),
        FEDEX_ACCOUNT.into(),
        julian(consignment),
        String::new(),
        "1/1".into(),
        format!("{}LB", consignment.parcel.weight.pounds_rounded_up()),
        "N".into(),
        compact(&to.street1, 35),
        compact(&to.city, 35),
        compact(&to.state, 2),
        compact(if to.name.is_empty() { &to.company } else { &to.name }, 35),
    ];
    let body = fields.join(&GROUP.to_string());
    format!("[)>{RECORD}01{GROUP}{body}{RECORD}06{GROUP}10ZSB01{GROUP}12Z{}{RECORD}{END}", compact(&to.phone, 15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::check_digits::{NumberKind, kind};
    use crate::sandbox::testing::{abroad, consignment};

    #[test]
    fn usps_barcodes_carry_zip_and_number() {
        let mut parcel = consignment();
        let number = "9205599999999900000022";
        let content = |parcel: &Consignment| match barcodes(Carrier::Usps, "Priority", number, parcel).tracking {
            Barcode::Gs1128 { content } => content,
            other => panic!("{other:?}"),
        };
        assert_eq!(content(&parcel), format!("42010001\u{1d}{number}"));
        assert_eq!(kind(Carrier::Usps, &content(&parcel).replace('\u{1d}', "")), Some(NumberKind::Impb));
        parcel.to.zip = "10001-1234".into();
        assert_eq!(content(&parcel), format!("420100011234\u{1d}{number}"));
        let s10 = barcodes(Carrier::Usps, "PriorityMailInternational", "CP100000017US", &abroad());
        assert_eq!(s10.tracking, Barcode::Code128 { content: "CP100000017US".into() });
    }

    #[test]
    fn ups_barcodes_follow_mode_two_and_three() {
        let home = barcodes(Carrier::Ups, "Ground", "1Z999AA10300000019", &consignment());
        assert_eq!(home.routing, Some(Barcode::Code128 { content: "42010001".into() }));
        let Some(Barcode::MaxiCode { postal_code, country, class, message }) = home.matrix else { panic!() };
        assert_eq!((postal_code.as_str(), country, class), ("100010000", 840, 3));
        assert!(
            message.starts_with("[)>\u{1e}01\u{1d}961Z00000019\u{1d}UPSN\u{1d}999AA1\u{1d}") && message.ends_with("\u{1e}\u{4}"),
            "{message:?}"
        );
        let away = barcodes(Carrier::Ups, "Express", "1Z999AA16600000019", &abroad());
        assert_eq!(away.routing, Some(Barcode::Code128 { content: "421124M5V2T6".into() }));
        assert!(matches!(away.matrix, Some(Barcode::MaxiCode { postal_code, country: 124, .. }) if postal_code == "M5V2T6"));
    }

    #[test]
    fn a_maxicode_message_stays_short() {
        let mut parcel = consignment();
        parcel.to.street1 = "12345 Extraordinarily Long Boulevard \u{1d} Nörth".into();
        parcel.to.city = "Llanfairpwllgwyngyll".into();
        parcel.parcel.weight = domain::measure::Weight::pounds(150);
        let Some(Barcode::MaxiCode { message, .. }) = barcodes(Carrier::Ups, "Ground", "1Z999AA10300000019", &parcel).matrix else {
            panic!()
        };
        assert!(message.chars().count() <= 79 && message.is_ascii(), "{}", message.len());
        assert_eq!(message.matches('\u{1d}').count(), 11);
    }

    #[test]
    fn fedex_barcodes_end_with_the_number() {
        for (service, start) in [("FEDEX_GROUND", "9622"), ("PRIORITY_OVERNIGHT", "100")] {
            let Barcode::Code128 { content } = barcodes(Carrier::FedEx, service, "100000000014", &consignment()).tracking else { panic!() };
            assert!(content.starts_with(start) && content.len() == 34);
            assert_eq!(kind(Carrier::FedEx, &content), Some(NumberKind::FedExBarcode));
        }
        let economy = barcodes(Carrier::FedEx, "SMART_POST", "9261299999999900000012", &consignment());
        assert!(matches!(economy.tracking, Barcode::Gs1128 { .. }));
        let Some(Barcode::Pdf417 { content }) = economy.matrix else { panic!() };
        assert!(content.starts_with("[)>\u{1e}01\u{1d}0210001\u{1d}840\u{1d}"));
    }
}
