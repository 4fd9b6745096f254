//! Labels to draw in tests and benchmarks: every carrier with representative services, contents as the sandbox carriers make them.
//!
//! All are samples with the sandbox's accounts; none may look like paid postage.

use chrono::NaiveDate;
use domain::address::Address;
use domain::carrier::Carrier;
use domain::customs::{CustomsInfo, CustomsItem};
use domain::label::{Barcode, Label};
use domain::measure::{Length, Weight};
use domain::options::DeliveryConfirmation;

fn date(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
}

pub fn address(name: &str, street1: &str, city: &str, state: &str, zip: &str, country: &str) -> Address {
    let text = str::to_owned;
    Address {
        name: text(name),
        street1: text(street1),
        city: text(city),
        state: text(state),
        zip: text(zip),
        country: text(country),
        ..Address::default()
    }
}

pub fn home() -> Address {
    Address {
        company: "Northwind Goods".into(),
        phone: "415-555-0134".into(),
        ..address("Dana Whitfield", "417 Montgomery St", "San Francisco", "CA", "94104", "US")
    }
}

fn base(carrier: Carrier, service: &str, number: &str) -> Label {
    Label {
        carrier,
        service: service.into(),
        service_name: carrier.service(service).unwrap().name.into(),
        tracking_code: number.into(),
        from: home(),
        return_to: None,
        to: Address { street2: "Apt 12B".into(), ..address("Robin Castellanos", "2280 Shattuck Ave", "Berkeley", "CA", "94704", "US") },
        weight: Weight::from_thousandths(52_500),
        sides: Some([Length::inches(12), Length::inches(9), Length::inches(4)]),
        ship_date: date(16),
        expected_on: Some(date(19)),
        zone: Some("4".into()),
        account: "999999999".into(),
        postage_cents: 1_045,
        delivery_confirmation: DeliveryConfirmation::NoSignature,
        hazmat: None,
        print_custom_1: "Order 100482".into(),
        print_custom_2: "Blue mug, 2 pcs".into(),
        routing: Vec::new(),
        tracking_barcode: Barcode::Code128 { content: number.into() },
        routing_barcode: None,
        matrix_barcode: None,
        customs: None,
        sample: true,
    }
}

pub fn customs(items: usize) -> CustomsInfo {
    let names = ["Ceramic coffee mug", "Cotton T-shirt, printed", "Paperback book", "Wooden puzzle, 500 pieces"];
    let item = |index: usize| CustomsItem {
        description: names[index % 4].into(),
        quantity: u32::try_from(index % 3 + 1).unwrap(),
        value_cents: 1_250 + i64::try_from(index).unwrap() * 310,
        weight: Weight::from_thousandths(7_250),
        hs_tariff_number: "6912.00".into(),
        code: if index.is_multiple_of(2) { format!("SKU-{index}") } else { String::new() },
        origin_country: "US".into(),
    };
    CustomsInfo {
        customs_certify: true,
        customs_signer: "Dana Whitfield".into(),
        customs_items: (0..items).map(item).collect(),
        ..CustomsInfo::default()
    }
}

fn toronto() -> Address {
    Address { phone: "+1 416 555 0199".into(), ..address("Amélie Tremblay", "88 Queens Quay W", "Toronto", "ON", "M5V 2T6", "CA") }
}

fn usps() -> Vec<(&'static str, Label)> {
    let impb = |service: &str, number: &str, zip: &str| Label {
        tracking_barcode: Barcode::Gs1128 { content: format!("420{zip}\u{1d}{number}") },
        routing: vec!["C014".into(), "RDC 03".into()],
        ..base(Carrier::Usps, service, number)
    };
    let mut signed = impb("GroundAdvantage", "9202199999999900000017", "947041234");
    signed.to.zip = "94704-1234".into();
    signed.delivery_confirmation = DeliveryConfirmation::AdultSignature;
    signed.hazmat = Some("Class 9 - Lithium Battery Marked, Ground Only Package".into());
    let mut military = impb("Priority", "9205599999999900000046", "09012");
    military.to = address("SGT Lee Park", "PSC 1234 Box 5678", "APO", "AE", "09012", "US");
    military.customs = Some(customs(2));
    let abroad = |service: &str, number: &str, items: usize| Label {
        to: toronto(),
        zone: None,
        customs: Some(customs(items)),
        ..base(Carrier::Usps, service, number)
    };
    vec![
        ("usps_priority", impb("Priority", "9205599999999900000022", "94704")),
        ("usps_ground_signature_hazmat", signed),
        ("usps_express", impb("Express", "9270199999999900000031", "94704")),
        ("usps_media", impb("MediaMail", "9205599999999900000039", "94704")),
        ("usps_military_cn23", military),
        ("usps_first_class_international_cn22", abroad("FirstClassPackageInternationalService", "LZ100000013US", 3)),
        ("usps_priority_international_cn23", abroad("PriorityMailInternational", "CP100000017US", 11)),
    ]
}

fn maxicode(postal_code: &str, country: u16, class: u16, number: &str, tail: &str) -> Barcode {
    let last8 = &number[number.len() - 8..];
    let message = format!(
        "[)>\u{1e}01\u{1d}961Z{last8}\u{1d}UPSN\u{1d}999AA1\u{1d}320\u{1d}{}\u{1d}1/1\u{1d}4\u{1d}N\u{1d}{tail}\u{1e}\u{4}",
        &last8[1..]
    );
    Barcode::MaxiCode { postal_code: postal_code.into(), country, class, message }
}

fn ups() -> Vec<(&'static str, Label)> {
    let label = |service: &str, number: &str, zip: &str, class: u16| Label {
        account: "999AA1".into(),
        routing: vec!["CA 947 9-04".into()],
        routing_barcode: Some(Barcode::Code128 { content: format!("420{zip}") }),
        matrix_barcode: Some(maxicode(&format!("{zip:0<9}"), 840, class, number, "2280 SHATT\u{1d}BERKELEY\u{1d}CA")),
        ..base(Carrier::Ups, service, number)
    };
    let mut overnight = label("NextDayAir", "1Z999AA10100000012", "947041234", 1);
    overnight.delivery_confirmation = DeliveryConfirmation::Signature;
    overnight.to.zip = "94704-1234".into();
    let mut abroad = label("Express", "1Z999AA16600000019", "", 66);
    abroad.to = toronto();
    abroad.routing = vec!["CA M5V 3-11".into()];
    abroad.routing_barcode = Some(Barcode::Code128 { content: "421124M5V2T6".into() });
    abroad.matrix_barcode = Some(maxicode("M5V2T6", 124, 66, "1Z999AA16600000019", "88 QUEENS\u{1d}TORONTO\u{1d}ON"));
    abroad.customs = Some(customs(3));
    vec![
        ("ups_ground", label("Ground", "1Z999AA10300000019", "94704", 3)),
        ("ups_next_day_signature", overnight),
        ("ups_worldwide_express", abroad),
    ]
}

fn fedex() -> Vec<(&'static str, Label)> {
    let label = |service: &str, number: &str, head: &str| {
        let message = format!(
            "[)>\u{1e}01\u{1d}0294704\u{1d}840\u{1d}019\u{1d}{number}\u{1d}FDEG\u{1d}740561073\u{1d}320\u{1d}\u{1d}1/1\u{1d}4LB\u{1d}N\u{1d}2280 SHATTUCK AVE\u{1d}BERKELEY\u{1d}CA\u{1d}ROBIN CASTELLANOS\u{1e}06\u{1d}10ZSB01\u{1d}12Z4155550134\u{1e}\u{4}"
        );
        Label {
            account: "740561073".into(),
            routing: vec!["XH ABCA".into(), "94704".into(), "CA-US".into(), "OAK".into()],
            tracking_barcode: Barcode::Code128 { content: format!("{head}{number}") },
            matrix_barcode: Some(Barcode::Pdf417 { content: message }),
            ..base(Carrier::FedEx, service, number)
        }
    };
    let mut overnight = label("PRIORITY_OVERNIGHT", "100000000014", "1001999999990001000300");
    overnight.delivery_confirmation = DeliveryConfirmation::AdultSignature;
    overnight.hazmat = Some("Limited Quantity Ground Package".into());
    let mut economy = label("SMART_POST", "9261299999999900000012", "");
    economy.tracking_barcode = Barcode::Gs1128 { content: "42094704\u{1d}9261299999999900000012".into() };
    let mut abroad = label("INTERNATIONAL_PRIORITY", "100000000025", "1001999999990001000300");
    abroad.to = toronto();
    abroad.routing = vec!["XG YYZA".into(), "M5V2T6".into(), "CA".into(), "YYZ".into()];
    abroad.customs = Some(customs(1));
    vec![
        ("fedex_ground", label("FEDEX_GROUND", "100000000036", "9622001900000000000000")),
        ("fedex_priority_overnight", overnight),
        ("fedex_ground_economy", economy),
        ("fedex_international_priority", abroad),
    ]
}

fn uniuni() -> Vec<(&'static str, Label)> {
    let number = "UUS61X0450988753059";
    let service = Carrier::UniUni.services()[0].code;
    let label = |matrix: Barcode| Label {
        account: "UNI-SANDBOX".into(),
        routing: vec!["BAY AREA-947".into(), "17".into()],
        matrix_barcode: Some(matrix),
        ..base(Carrier::UniUni, service, number)
    };
    let mut square = label(Barcode::DataMatrix { content: number.into() });
    square.delivery_confirmation = DeliveryConfirmation::Signature;
    vec![("uniuni_qr", label(Barcode::Qr { content: number.into() })), ("uniuni_data_matrix", square)]
}

/// A label with names in many scripts and with characters that mean something to printers.
pub fn scripts() -> Label {
    let mut label = usps().remove(0).1;
    label.from = Address {
        company: "Ελληνικά Κεραμικά".into(),
        ..address("Зоя Іваненко", "Đường Nguyễn Huệ 12", "תל אביב", "", "94104", "US")
    };
    label.to = Address {
        company: "株式会社やまびこ 서울".into(),
        street2: "दिल्ली प्रांत กรุงเทพ".into(),
        ..address("محمد الشريف", "12 ^XA~JA\\& Road", "Łódź", "CA", "94704", "US")
    };
    label.print_custom_1 = "^FS ~HI _5E \\ ( ) < > % \u{1f4e6}".into();
    label.print_custom_2 = "北京市朝阳区 Ω ß ﬁ Ž".into();
    label
}

/// All of them, with names for files.
pub fn all() -> Vec<(&'static str, Label)> {
    let mut all = [usps(), ups(), fedex(), uniuni()].concat();
    all.push(("usps_scripts", scripts()));
    all
}
