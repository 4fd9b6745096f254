//! A shipment as screens see it.

use crate::wire::{AddressOut, CustomsOut, OptionsOut, ParcelOut};
use chrono::{DateTime, NaiveDate, Utc};
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::id::Id;
use domain::money::Cents;
use domain::rate::Basis;
use domain::shipment::{OfferedRate, Refusal, ShipmentState, status_words};
use domain::tracking::TrackingEvent;
use serde::Serialize;
use store::shipments::Shipment;
use utoipa::ToSchema;

/// A part of a price.
#[derive(Serialize, ToSchema)]
pub struct PartOut {
    name: String,
    price: String,
}

/// The parts of a price.
#[derive(Serialize, ToSchema)]
pub struct RateDetail {
    services: Vec<PartOut>,
}

/// A rate.
#[derive(Serialize, ToSchema)]
pub struct RateOut {
    id: String,
    public_id: String,
    carrier: String,
    service: String,
    service_name: String,
    rate: String,
    delivery_date: Option<NaiveDate>,
    delivery_days: Option<u8>,
    /// The price list it comes from.
    card: String,
    /// How sure it is: `quoted`, `published`, `interpolated`, `approximated` or `synthetic`.
    #[schema(value_type = String)]
    basis: Basis,
    zone: Option<String>,
    /// What is billed in pounds, where that is not the weight.
    billed_lb: Option<u32>,
    rate_detail: RateDetail,
}

impl From<&OfferedRate> for RateOut {
    fn from(offered: &OfferedRate) -> Self {
        let rate = &offered.rate;
        let parts = rate.parts.iter().map(|part| PartOut { name: part.name.to_string(), price: Cents::new(part.cents).to_string() });
        let name = rate.carrier.service(&rate.service).map_or(rate.service.as_ref(), |service| service.name);
        Self {
            id: offered.id.as_str().to_owned(),
            public_id: offered.id.as_str().to_owned(),
            carrier: rate.carrier.name().to_owned(),
            service: rate.service.to_string(),
            service_name: if offered.carrier_account_id.is_some() { format!("{name} (your account)") } else { name.to_owned() },
            rate: rate.total().to_string(),
            delivery_date: rate.delivery_date,
            delivery_days: rate.delivery_days,
            card: rate.card.to_string(),
            basis: rate.basis,
            zone: rate.zone.as_ref().map(ToString::to_string),
            billed_lb: rate.billed_lb,
            rate_detail: RateDetail { services: parts.collect() },
        }
    }
}

/// Why a carrier offered nothing.
#[derive(Serialize, ToSchema)]
pub struct CarrierMessage {
    carrier: String,
    message: String,
    field: String,
}

impl From<&Refusal> for CarrierMessage {
    fn from(refusal: &Refusal) -> Self {
        Self { carrier: refusal.carrier.clone(), message: refusal.message.clone(), field: refusal.field.clone() }
    }
}

/// An event of a parcel's way.
#[derive(Serialize, ToSchema)]
pub struct EventOut {
    at: DateTime<Utc>,
    status: &'static str,
    code: String,
    message: String,
    place: String,
}

/// Where a shipment comes from.
#[derive(Serialize, ToSchema)]
pub struct SenderOut {
    /// The warehouse that the address was taken from, or nothing.
    id: String,
    #[serde(flatten)]
    address: AddressOut,
}

/// A shipment in full.
#[derive(Serialize, ToSchema)]
pub struct ShipmentOut {
    id: String,
    public_id: String,
    date: DateTime<Utc>,
    /// `draft`, `buying` or `bought`.
    state: &'static str,
    status: String,
    source: String,
    custom_id: Option<String>,
    shop_order_id: Option<String>,
    to_name: String,
    from_address: SenderOut,
    return_address: Option<AddressOut>,
    same_return_address: bool,
    to_address: AddressOut,
    parcel: ParcelOut,
    customs_info: Option<CustomsOut>,
    options: OptionsOut,
    rates: Vec<RateOut>,
    messages: Vec<CarrierMessage>,
    rated_at: Option<DateTime<Utc>>,
    selected_rate: Option<RateOut>,
    carrier: Option<String>,
    service: Option<String>,
    service_name: Option<String>,
    price: Option<String>,
    zone: Option<String>,
    tracking_code: Option<String>,
    tracking_status: Option<String>,
    tracking_url: Option<String>,
    tracking_events: Vec<EventOut>,
    label_status: Option<String>,
    label_error: Option<String>,
    label_url: Option<String>,
    label_format: String,
    refundable: bool,
    refund_status: Option<String>,
    downloaded: bool,
}

impl ShipmentOut {
    /// Shows a shipment; events newest first.
    pub fn new(shipment: Shipment, events: Vec<TrackingEvent>, base: &str, now: Timestamp) -> Self {
        let row = RowOut::new(&shipment, now);
        let details = shipment.details;
        let chosen = shipment.offers.rates.iter().find(|offered| {
            shipment.selected_rate_id.as_ref() == Some(&offered.id) || Some(offered.rate.service.as_ref()) == shipment.service.as_deref()
        });
        let shown = |event: TrackingEvent| EventOut {
            at: event.at,
            status: event.status.key(),
            code: event.code,
            message: event.message,
            place: event.place,
        };
        Self {
            public_id: row.public_id,
            date: row.date,
            state: row.state,
            status: row.status,
            source: row.source,
            custom_id: row.custom_id,
            shop_order_id: row.shop_order_id,
            to_name: row.to_name,
            same_return_address: details.return_to.is_none(),
            return_address: details.return_to.map(AddressOut::from),
            from_address: SenderOut { id: details.warehouse_id.map(|id| id.to_string()).unwrap_or_default(), address: details.from.into() },
            to_address: details.to.into(),
            parcel: details.parcel.into(),
            customs_info: details.customs.map(CustomsOut::from),
            label_format: details.options.label_format.clone(),
            options: details.options.into(),
            rates: shipment.offers.rates.iter().map(RateOut::from).collect(),
            messages: shipment.offers.refusals.iter().map(CarrierMessage::from).collect(),
            rated_at: shipment.rated_at,
            selected_rate: chosen.map(RateOut::from),
            carrier: row.carrier,
            service: row.service,
            service_name: row.service_name,
            price: row.price,
            zone: shipment.zone,
            tracking_code: row.tracking_code,
            tracking_status: row.tracking_status,
            tracking_url: row.tracking_url,
            tracking_events: events.into_iter().map(shown).collect(),
            label_url: (shipment.state == ShipmentState::Bought).then(|| format!("{base}/dashboard/shipments/{}/label", row.id)),
            label_status: row.label_status,
            label_error: row.label_error,
            refundable: row.refundable,
            refund_status: row.refund_status,
            downloaded: row.downloaded,
            id: row.id,
        }
    }
}

/// A row of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = ShipmentRow)]
pub struct RowOut {
    id: String,
    public_id: String,
    date: DateTime<Utc>,
    /// `draft`, `buying` or `bought`.
    state: &'static str,
    status: String,
    source: String,
    custom_id: Option<String>,
    shop_order_id: Option<String>,
    to_name: String,
    /// On one line.
    to_address: String,
    /// Ounces.
    weight: String,
    /// Sides in inches, such as `12x9x4`.
    lwh: Option<String>,
    package: String,
    carrier: Option<String>,
    service: Option<String>,
    service_name: Option<String>,
    price: Option<String>,
    tracking_code: Option<String>,
    tracking_status: Option<String>,
    tracking_url: Option<String>,
    label_status: Option<String>,
    label_error: Option<String>,
    refund_status: Option<String>,
    refundable: bool,
    downloaded: bool,
    /// Of a draft: how many rates it was offered.
    rates_count: usize,
}

impl RowOut {
    /// Shows a row.
    pub fn new(shipment: &Shipment, now: Timestamp) -> Self {
        let to = &shipment.details.to;
        let last = to.last_line();
        let line = [to.street1.as_str(), to.street2.as_str(), &last].into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>();
        let carrier = shipment.carrier.as_deref().and_then(Carrier::parse);
        let service = shipment.service.as_deref();
        let name = carrier.zip(service).map(|(carrier, code)| carrier.service(code).map_or(code, |service| service.name));
        let sides = shipment.details.parcel.sides();
        Self {
            id: shipment.id.as_str().to_owned(),
            public_id: shipment.id.as_str().to_owned(),
            date: shipment.listed_at,
            state: shipment.state.key(),
            status: status_words(shipment.state, shipment.refund_status.as_deref(), shipment.tracking_status.as_deref()),
            source: shipment.source.clone(),
            custom_id: shipment.custom_id.clone(),
            shop_order_id: shipment.shop_order_id.clone(),
            to_name: if to.name.trim().is_empty() { to.company.clone() } else { to.name.clone() },
            to_address: line.join(", "),
            weight: shipment.details.parcel.weight.to_string(),
            lwh: sides.map(|sides| sides.map(|side| side.to_string()).join("x")),
            package: shipment.details.parcel.predefined_package.clone(),
            carrier: shipment.carrier.clone(),
            service: shipment.service.clone(),
            service_name: name.map(str::to_owned),
            price: shipment.price_cents.map(|cents| Cents::new(cents).to_string()),
            tracking_url: carrier.zip(shipment.tracking_code.as_deref()).map(|(carrier, code)| carrier.tracking_link(code)),
            tracking_code: shipment.tracking_code.clone(),
            tracking_status: shipment.tracking_status.clone(),
            label_status: shipment.label_status.clone(),
            label_error: shipment.label_error.clone(),
            refund_status: shipment.refund_status.clone(),
            refundable: shipment.refundable(now),
            downloaded: shipment.downloaded,
            rates_count: shipment.offers.rates.len(),
        }
    }
}

/// One shipment.
#[derive(Serialize, ToSchema)]
pub struct ShipmentReply {
    /// Always true.
    pub success: bool,
    /// The shipment.
    pub shipment: ShipmentOut,
}

/// A saved shipment and what it would cost.
#[derive(Serialize, ToSchema)]
pub struct RatedReply {
    /// Always true.
    pub success: bool,
    /// The shipment; none when nothing was saved.
    pub shipment: Option<ShipmentOut>,
    /// Its rates, cheapest first.
    pub rates: Vec<RateOut>,
    /// Why carriers offered nothing.
    pub messages: Vec<CarrierMessage>,
}
