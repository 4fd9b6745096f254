//! The packing slip of a shipment. Until shop orders bring their own lines, the lines are those of the declaration.

use labels::packing_slip::{PackingSlip, SlipItem};
use store::shipments::Shipment;

/// What is in the box, and for whom. The order is the shop's, else the user's own name for the shipment.
pub fn of(shipment: &Shipment) -> PackingSlip {
    let order = shipment.shop_order_id.as_ref().or(shipment.custom_id.as_ref());
    let declared = shipment.details.customs.iter().flat_map(|customs| &customs.customs_items);
    PackingSlip {
        order_id: order.cloned().unwrap_or_default(),
        from: shipment.details.from.clone(),
        to: shipment.details.to.clone(),
        items: declared
            .map(|item| SlipItem { sku: item.code.clone(), description: item.description.clone(), quantity: item.quantity })
            .collect(),
        ..PackingSlip::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::customs::{CustomsInfo, CustomsItem};
    use domain::id::{Id, ShipmentId};
    use domain::measure::Weight;
    use domain::options::Options;
    use domain::parcel::Parcel;
    use domain::shipment::Details;

    #[test]
    fn lines_are_what_was_declared_and_the_shop_names_the_order() {
        let item = CustomsItem { description: "Mugs".into(), code: "M-1".into(), quantity: 3, ..CustomsItem::default() };
        let details = Details {
            from: domain::address::Address { name: "Ann".into(), ..Default::default() },
            warehouse_id: None,
            return_to: None,
            to: domain::address::Address { name: "Bo".into(), ..Default::default() },
            parcel: Parcel { length: None, width: None, height: None, weight: Weight::default(), predefined_package: "Parcel".into() },
            customs: Some(CustomsInfo { customs_items: vec![item], ..CustomsInfo::default() }),
            options: Options::default(),
        };
        let now = chrono::DateTime::UNIX_EPOCH;
        let mut shipment = Shipment::draft(ShipmentId::generate(now, [1; 10]), details, now);
        assert_eq!(of(&shipment).order_id, "");
        shipment.custom_id = Some("job-7".into());
        assert_eq!(of(&shipment).order_id, "job-7");
        shipment.shop_order_id = Some("#1001".into());
        let slip = of(&shipment);
        assert_eq!((slip.order_id.as_str(), slip.from.name.as_str(), slip.to.name.as_str()), ("#1001", "Ann", "Bo"));
        assert_eq!(slip.items, [SlipItem { sku: "M-1".into(), description: "Mugs".into(), quantity: 3 }]);
    }
}
