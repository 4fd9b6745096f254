//! Specimens of the papers around labels: manifests, packing slips, invoices, and a logo.

use crate::specimens::{address, home};
use chrono::{DateTime, NaiveDate, Utc};
use domain::carrier::Carrier;
use domain::label::Barcode;
use domain::partner::Manifest;
use labels::invoice::{Invoice, InvoiceLine};
use labels::packing_slip::{Logo, PackingSlip, SlipItem};

fn date(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
}

pub fn manifest(carrier: Carrier, parcels: u32) -> Manifest {
    let number = "92750999999999000000000053";
    let kinds = ["Priority Mail Express", "Priority Mail", "Ground Advantage", "Returns", "International", "Connect Local", "Other"];
    Manifest {
        carrier,
        number: number.into(),
        barcode: (carrier == Carrier::Usps).then(|| Barcode::Gs1128 { content: number.into() }),
        from: home(),
        ship_date: date(16),
        volumes: kinds.iter().zip([3, parcels, 41, 0, 2, 0, 0]).map(|(kind, count)| ((*kind).to_owned(), count)).collect(),
        tracking_codes: (0..parcels).map(|serial| format!("1000{serial:08}")).collect(),
        made_at: DateTime::<Utc>::from_timestamp(1_794_844_800, 0).unwrap(),
        sample: true,
    }
}

/// A small picture: a circle on a transparent ground.
pub fn logo_png() -> Vec<u8> {
    let side = 96_u32;
    let pixel = |x: i64, y: i64| {
        let inside = (x - 48).pow(2) + (y - 48).pow(2) < 44 * 44;
        if inside { [20, 60, u8::try_from(x * 2).unwrap(), 255] } else { [0, 0, 0, 0] }
    };
    let samples: Vec<u8> = (0..i64::from(side)).flat_map(|y| (0..i64::from(side)).flat_map(move |x| pixel(x, y))).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&samples).unwrap();
    bytes
}

pub fn slip(items: usize, logo: bool) -> PackingSlip {
    let item = |index: usize| SlipItem {
        sku: format!("MUG-{index:04}"),
        description: if index % 4 == 3 {
            "Hand-thrown stoneware mug with a glaze that is a little different on every piece, dishwasher safe".into()
        } else {
            "Ceramic coffee mug, blue".into()
        },
        quantity: u32::try_from(index % 5 + 1).unwrap(),
    };
    PackingSlip {
        order_id: "100482".into(),
        logo: logo.then(|| Logo::read(&logo_png()).unwrap()),
        header: "Thank you for your order! Please check that everything below is in the box.".into(),
        footer: "Questions? Write to help@northwind.example or call 415-555-0134.".into(),
        from: home(),
        to: address("Robin Castellanos", "2280 Shattuck Ave", "Berkeley", "CA", "94704", "US"),
        items: (0..items).map(item).collect(),
    }
}

pub fn invoice(lines: usize) -> Invoice {
    let line = |index: usize| InvoiceLine {
        date: Some(date(u32::try_from(index % 28 + 1).unwrap())),
        description: format!("USPS Priority Mail, 92055999999999000{index:05}"),
        quantity: 1,
        cents: 845 + i64::try_from(index).unwrap() * 13,
    };
    Invoice {
        title: "Invoice".into(),
        number: "000042".into(),
        date: date(30),
        due: NaiveDate::from_ymd_opt(2026, 12, 14),
        seller: vec!["Waybill".into(), "1 Harbor Way".into(), "Oakland CA 94607".into()],
        buyer: vec!["Northwind Goods".into(), "417 Montgomery St".into(), "San Francisco CA 94104".into()],
        lines: (0..lines).map(line).collect(),
        totals: vec![("Subtotal".into(), 52_310), ("Adjustments".into(), -1_200), ("Total".into(), 51_110)],
        note: "Charged to the card ending in 4242 on December 1, 2026.".into(),
    }
}
