//! Everything the form offers to choose from, in one answer that hardly ever changes.

use crate::app::App;
use crate::http::extract::SignedIn;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::carrier::Carrier;
use domain::customs::{CONTENTS_TYPES, NON_DELIVERY_OPTIONS, RESTRICTION_TYPES};
use domain::options::{DeliveryConfirmation, HAZMAT, HUBS};
use domain::parcel::{PACKAGES, PackageKind};
use domain::settings::{FORMATS, LAYOUTS};
use partners::{countries, states};
use serde::Serialize;
use utoipa::ToSchema;

/// A package that a carrier knows by name.
#[derive(Serialize, ToSchema)]
pub struct PackageOut {
    carrier: &'static str,
    name: &'static str,
    label: &'static str,
    /// `own`, `letter`, `flat_rate`, `regional` or `carrier`.
    kind: &'static str,
    max_weight_oz: f64,
    /// Where it differs abroad.
    max_weight_abroad_oz: Option<f64>,
    min_billable_lb: Option<u32>,
    /// Inches, longest first; more than one where variants exist.
    sides: Vec<Vec<f64>>,
    abroad_only: bool,
}

/// A hub of UniUni.
#[derive(Serialize, ToSchema)]
pub struct HubOut {
    id: u32,
    name: &'static str,
}

/// A country or a state.
#[derive(Serialize, ToSchema)]
pub struct RegionOut {
    code: &'static str,
    name: &'static str,
}

/// What insurance costs.
#[derive(Serialize, ToSchema)]
pub struct InsuranceOut {
    /// Per cent of the insured value.
    percent: &'static str,
    /// At least.
    minimum: &'static str,
}

/// A class of dangerous goods.
#[derive(Serialize, ToSchema)]
pub struct HazmatOut {
    value: &'static str,
    label: &'static str,
    carriers: Vec<&'static str>,
}

/// A service.
#[derive(Serialize, ToSchema)]
pub struct ServiceOut {
    carrier: &'static str,
    code: &'static str,
    name: &'static str,
    international: bool,
}

/// All choices.
#[derive(Serialize, ToSchema)]
pub struct ShippingOptions {
    success: bool,
    packages: Vec<PackageOut>,
    hubs: Vec<HubOut>,
    hazmat: Vec<HazmatOut>,
    delivery_confirmations: Vec<&'static str>,
    contents_types: Vec<&'static str>,
    restriction_types: Vec<&'static str>,
    non_delivery_options: Vec<&'static str>,
    services: Vec<ServiceOut>,
    countries: Vec<RegionOut>,
    states: Vec<RegionOut>,
    label_layouts: Vec<&'static str>,
    label_formats: Vec<&'static str>,
    insurance: InsuranceOut,
}

/// What the form offers
#[utoipa::path(get, path = "/dashboard/shipping_options", tag = "addresses", operation_id = "shipping_options",
    responses((status = OK, body = ShippingOptions)))]
pub async fn options(State(_app): State<App>, _caller: SignedIn) -> impl IntoResponse {
    let all = ShippingOptions {
        success: true,
        packages: packages(),
        hubs: HUBS.iter().map(|hub| HubOut { id: hub.id, name: hub.name }).collect(),
        hazmat: HAZMAT.iter().map(|class| HazmatOut { value: class.value, label: class.label, carriers: taken_by(class) }).collect(),
        delivery_confirmations: DeliveryConfirmation::ALL.map(DeliveryConfirmation::key).to_vec(),
        contents_types: CONTENTS_TYPES.to_vec(),
        restriction_types: RESTRICTION_TYPES.to_vec(),
        non_delivery_options: NON_DELIVERY_OPTIONS.to_vec(),
        services: services(),
        countries: countries::all().iter().map(|country| RegionOut { code: country.code, name: country.name }).collect(),
        states: states::all().iter().map(|state| RegionOut { code: state.code, name: state.name }).collect(),
        label_layouts: LAYOUTS.to_vec(),
        label_formats: FORMATS.to_vec(),
        insurance: InsuranceOut { percent: "1.0", minimum: "0.50" },
    };
    ([(header::CACHE_CONTROL, "private, max-age=300")], Json(all))
}

fn taken_by(class: &domain::options::Hazmat) -> Vec<&'static str> {
    Carrier::ALL.into_iter().filter(|carrier| class.is_taken_by(*carrier)).map(Carrier::name).collect()
}

fn services() -> Vec<ServiceOut> {
    let of = |carrier: Carrier| {
        let shown = move |service: &'static domain::carrier::Service| ServiceOut {
            carrier: carrier.name(),
            code: service.code,
            name: service.name,
            international: service.international,
        };
        carrier.services().iter().map(shown)
    };
    Carrier::ALL.into_iter().flat_map(of).collect()
}

fn packages() -> Vec<PackageOut> {
    let out = |package: &'static domain::parcel::Package| PackageOut {
        carrier: package.carrier.name(),
        name: package.name,
        label: package.label,
        kind: match package.kind {
            PackageKind::Own => "own",
            PackageKind::Letter => "letter",
            PackageKind::FlatRate => "flat_rate",
            PackageKind::Regional => "regional",
            PackageKind::Carrier => "carrier",
        },
        max_weight_oz: shown(package.max_weight.thousandths()),
        max_weight_abroad_oz: package.max_weight_abroad.map(|weight| shown(weight.thousandths())),
        min_billable_lb: package.min_billable_lb,
        sides: package.sides.iter().map(|sides| sides.map(shown).to_vec()).collect(),
        abroad_only: package.abroad_only,
    };
    PACKAGES.iter().map(out).collect()
}

#[expect(clippy::float_arithmetic, reason = "shown beside a field, never calculated with")]
fn shown(thousandths: u32) -> f64 {
    f64::from(thousandths) / 1000.0
}
