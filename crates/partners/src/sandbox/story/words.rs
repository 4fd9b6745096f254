//! What each carrier calls the moments of a parcel's way. The codes are those of `data/tracking_status_map.csv`.

use domain::carrier::Carrier;

/// A moment of a parcel's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The label exists.
    Created,
    /// The carrier has the parcel.
    Accepted,
    /// It came to a sorting centre.
    Arrived,
    /// It left a sorting centre.
    Departed,
    /// It is between two places.
    Moving,
    /// Another country lets it in.
    Border,
    /// It is where the driver starts.
    AtUnit,
    /// It is on the vehicle.
    OutForDelivery,
    /// It arrived.
    Delivered,
    /// It waits to be fetched.
    Pickup,
    /// It could not be delivered.
    Failed,
    /// It goes back.
    Returned,
    /// The label was voided.
    Voided,
}

impl Moment {
    /// All moments.
    pub const ALL: [Self; 13] = [
        Self::Created,
        Self::Accepted,
        Self::Arrived,
        Self::Departed,
        Self::Moving,
        Self::Border,
        Self::AtUnit,
        Self::OutForDelivery,
        Self::Delivered,
        Self::Pickup,
        Self::Failed,
        Self::Returned,
        Self::Voided,
    ];

    /// The carrier's code and words.
    #[must_use]
    pub const fn in_words_of(self, carrier: Carrier) -> (&'static str, &'static str) {
        match carrier {
            Carrier::Usps => self.usps(),
            Carrier::FedEx => self.fedex(),
            Carrier::Ups => self.ups(),
            Carrier::UniUni => self.uniuni(),
        }
    }

    const fn usps(self) -> (&'static str, &'static str) {
        match self {
            Self::Created => ("MA", "Shipping Label Created, USPS Awaiting Item"),
            Self::Accepted => ("03", "USPS in possession of item"),
            Self::Arrived => ("10", "Arrived at USPS Regional Facility"),
            Self::Departed => ("EF", "Departed USPS Regional Facility"),
            Self::Moving => ("NT", "In Transit to Next Facility"),
            Self::Border => ("10", "Processed Through Facility"),
            Self::AtUnit => ("07", "Arrived at Post Office"),
            Self::OutForDelivery => ("OF", "Out for Delivery"),
            Self::Delivered => ("01", "Delivered, In/At Mailbox"),
            Self::Pickup => ("16", "Available for Pickup"),
            Self::Failed => ("05", "Undeliverable as Addressed"),
            Self::Returned => ("09", "Return to Sender"),
            Self::Voided => ("VC", "Label Voided"),
        }
    }

    const fn fedex(self) -> (&'static str, &'static str) {
        match self {
            Self::Created => ("OC", "Shipment information sent to FedEx"),
            Self::Accepted => ("PU", "Picked up"),
            Self::Arrived => ("AR", "Arrived at FedEx location"),
            Self::Departed => ("DP", "Departed FedEx location"),
            Self::Moving => ("IT", "On the way"),
            Self::Border => ("CC", "International shipment release - Import"),
            Self::AtUnit => ("AF", "At local FedEx facility"),
            Self::OutForDelivery => ("OD", "On FedEx vehicle for delivery"),
            Self::Delivered => ("DL", "Delivered"),
            Self::Pickup => ("HL", "Ready for pickup"),
            Self::Failed => ("DE", "Delivery exception"),
            Self::Returned => ("RS", "Returning package to shipper"),
            Self::Voided => ("CA", "Shipment cancelled by sender"),
        }
    }

    const fn ups(self) -> (&'static str, &'static str) {
        match self {
            Self::Created => ("MP", "Shipper created a label, UPS has not received the package yet"),
            Self::Accepted => ("OR", "Origin Scan"),
            Self::Arrived => ("AR", "Arrived at Facility"),
            Self::Departed => ("DP", "Departed from Facility"),
            Self::Moving => ("I", "In transit"),
            Self::Border => ("IP", "Import Scan"),
            Self::AtUnit => ("AF", "Arrived at Facility"),
            Self::OutForDelivery => ("OT", "Out For Delivery"),
            Self::Delivered => ("D", "Delivered"),
            Self::Pickup => ("RP", "Ready for customer pickup"),
            Self::Failed => ("X", "The address could not be found"),
            Self::Returned => ("RS", "Returned to shipper"),
            Self::Voided => ("MV", "Voided Information Received"),
        }
    }

    const fn uniuni(self) -> (&'static str, &'static str) {
        match self {
            Self::Created => ("PENDING", "Label purchased, not yet received"),
            Self::Accepted => ("RECEIVED", "Received at UniUni facility"),
            Self::Arrived => ("GATEWAY_TRANSIT", "Arrived at gateway"),
            Self::Departed => ("GATEWAY_TRANSIT_OUT", "Left gateway"),
            Self::Moving | Self::Border => ("IN_TRANSIT", "In transit"),
            Self::AtUnit => ("PARCEL_SCANNED", "Parcel scanned at local warehouse"),
            Self::OutForDelivery => ("OUT_FOR_DELIVERY", "Out for delivery"),
            Self::Delivered => ("DELIVERED", "Delivered"),
            Self::Pickup => ("STORAGE", "In storage, ready for pickup"),
            Self::Failed => ("FAILED", "Delivery failed"),
            Self::Returned => ("RETURNED", "Returned"),
            Self::Voided => ("CANCELLED", "Cancelled"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking_map::status;
    use domain::tracking::TrackingStatus as S;

    #[test]
    fn every_code_means_what_its_moment_means() {
        for carrier in Carrier::ALL {
            for moment in Moment::ALL {
                let expected = match moment {
                    Moment::Created => S::PreTransit,
                    Moment::OutForDelivery => S::OutForDelivery,
                    Moment::Delivered => S::Delivered,
                    Moment::Pickup => S::AvailableForPickup,
                    Moment::Failed => S::Failure,
                    Moment::Returned => S::ReturnToSender,
                    Moment::Voided => S::Cancelled,
                    _ => S::InTransit,
                };
                assert_eq!(status(carrier, moment.in_words_of(carrier).0), expected, "{carrier} {moment:?}");
            }
        }
    }
}
