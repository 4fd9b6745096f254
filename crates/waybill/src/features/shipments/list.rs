//! Lists of shipments and drafts: filters, search, sort, pages.

use super::filters::Filters;
use super::shown::RowOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::carrier::Carrier;
use domain::tracking::TrackingStatus;
use serde::Serialize;
use store::{shipment_list, warehouses};
use utoipa::ToSchema;

/// Value and words of a choice.
type Choice = (&'static str, &'static str);

/// What the filter bar offers.
#[derive(Serialize, ToSchema)]
pub struct FilterOptions {
    #[schema(value_type = Vec<Vec<String>>)]
    downloaded: Vec<Choice>,
    #[schema(value_type = Vec<Vec<String>>)]
    source: Vec<Choice>,
    #[schema(value_type = Vec<Vec<String>>)]
    status: Vec<Choice>,
    #[schema(value_type = Vec<Vec<String>>)]
    carrier: Vec<Choice>,
    #[schema(value_type = Vec<Vec<String>>)]
    presets: Vec<Choice>,
}

/// A page of shipments.
#[derive(Serialize, ToSchema)]
pub struct ShipmentList {
    success: bool,
    items: Vec<RowOut>,
    total_count: i64,
    page: i64,
    per: i64,
    /// Whether a printer is configured.
    has_printer: bool,
    /// Whether the account has no warehouse yet.
    no_warehouses: bool,
    options: FilterOptions,
}

/// List shipments or drafts
#[utoipa::path(get, path = "/dashboard/shipments", tag = "shipments", operation_id = "shipment_list", params(Filters),
    responses((status = OK, body = ShipmentList)))]
pub async fn list(State(app): State<App>, caller: SignedIn, Params(filters): Params<Filters>) -> Result<Json<ShipmentList>, ApiError> {
    let page = filters.page()?;
    let (filter, sort, descending) = (filters.filter()?, filters.sort()?, filters.descending());
    let mut conn = app.store().reader().await?;
    let listed = shipment_list::list(&mut conn, &caller.account_id, &filter, sort, descending, page).await?;
    let settings = store::accounts::settings(&mut conn, &caller.account_id).await?;
    let no_warehouses = !warehouses::any(&mut conn, &caller.account_id).await?;
    let now = app.now();
    Ok(Json(ShipmentList {
        success: true,
        items: listed.items.iter().map(|shipment| RowOut::new(shipment, now)).collect(),
        total_count: listed.total_count,
        page: page.page,
        per: page.per,
        has_printer: settings.is_some_and(|settings| settings.printer_id.is_some()),
        no_warehouses,
        options: options(),
    }))
}

fn options() -> FilterOptions {
    let statuses = TrackingStatus::ALL.map(|status| (status.key(), status.key()));
    let carriers = Carrier::ALL.map(|carrier| (carrier.name(), carrier.name()));
    FilterOptions {
        downloaded: vec![("all", "All"), ("yes", "Downloaded"), ("no", "Not downloaded")],
        source: vec![("internal", "Internal"), ("upload", "Upload"), ("shop", "Shop orders"), ("all", "All")],
        status: statuses.into_iter().chain([("refund", "Refund")]).collect(),
        carrier: carriers.to_vec(),
        presets: Vec::new(),
    }
}
