//! The rows of an upload with their rates, what they cost together, and what is wrong with the rest.

use super::shown::{MoneyOut, money};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::id::{Id, UploadId};
use domain::money::Cents;
use domain::page::Page;
use domain::shipment::{OfferedRate, ShipmentState};
use domain::upload::UploadState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::upload_rows::{self, ShownRow, Which};
use store::uploads::{self, Upload};
use utoipa::{IntoParams, ToSchema};

/// Messages of one answer; the results file has them all.
const MOST_MESSAGES: i64 = 1000;

/// Which rows to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RatesParams {
    page: Option<i64>,
    per: Option<i64>,
    /// `1`: only rows that could not be bought; after the purchase, all that have no label.
    errors: Option<String>,
}

/// A rate in short.
#[derive(Serialize, ToSchema)]
pub struct UploadRateOut {
    public_id: String,
    carrier: String,
    service: String,
    service_name: String,
    rate: String,
    delivery_date: Option<NaiveDate>,
}

/// A row that became a shipment.
#[derive(Serialize, ToSchema)]
pub struct UploadRowOut {
    id: String,
    public_id: String,
    /// Its number in the file.
    row: i64,
    to_name: String,
    /// On one line.
    to_address: String,
    /// Ounces.
    weight: String,
    package: String,
    rates: Vec<UploadRateOut>,
    selected_rate_id: Option<String>,
    /// Of the chosen rate, or what the label cost.
    price: Option<String>,
    /// `draft`, `buying` or `bought`.
    state: &'static str,
    label_status: Option<String>,
    label_error: Option<String>,
    tracking_code: Option<String>,
    label_url: Option<String>,
    shop_order_id: Option<String>,
}

/// How many rows offer a service, and what it costs for those.
#[derive(Serialize, ToSchema)]
pub struct UploadServiceOut {
    carrier: String,
    service: String,
    service_name: String,
    count: i64,
    total: String,
}

/// A page of rows, and what is true for all of them.
#[derive(Serialize, ToSchema)]
pub struct RatesReply {
    success: bool,
    status: &'static str,
    processed_rows_count: i64,
    rows_count: i64,
    #[serde(flatten)]
    money: MoneyOut,
    /// Rows that became shipments (and match the filter).
    total_count: i64,
    page: i64,
    per: i64,
    shipments: Vec<UploadRowOut>,
    /// `Row#3` to everything that is wrong with it; the first thousand rows.
    messages: BTreeMap<String, Vec<String>>,
    /// All rows with something wrong.
    errors_count: i64,
    services: Vec<UploadServiceOut>,
}

fn name_of(carrier: &str, service: &str) -> String {
    let known = domain::carrier::Carrier::parse(carrier).and_then(|carrier| carrier.service(service));
    known.map_or(service, |service| service.name).to_owned()
}

impl From<&OfferedRate> for UploadRateOut {
    fn from(offered: &OfferedRate) -> Self {
        let rate = &offered.rate;
        Self {
            public_id: offered.id.as_str().to_owned(),
            carrier: rate.carrier.name().to_owned(),
            service: rate.service.to_string(),
            service_name: name_of(rate.carrier.name(), &rate.service),
            rate: rate.total().to_string(),
            delivery_date: rate.delivery_date,
        }
    }
}

impl UploadRowOut {
    fn new(app: &App, upload: &Upload, shown: ShownRow) -> Self {
        let ShownRow { number, shipment } = shown;
        let untried = shipment.state == ShipmentState::Draft && shipment.label_status.is_none();
        let unbought = upload.unbought_since(shipment.updated_at).filter(|_| untried);
        let to = &shipment.details.to;
        let last = to.last_line();
        let line = [to.street1.as_str(), to.street2.as_str(), &last].into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>();
        let rates = &shipment.offers.rates;
        let chosen = rates.iter().find(|offered| shipment.selected_rate_id.as_ref() == Some(&offered.id)).or(rates.first());
        let cost = shipment.price_cents.or(chosen.map(|offered| offered.rate.cents));
        Self {
            id: shipment.id.to_string(),
            public_id: shipment.id.to_string(),
            row: number,
            to_name: if to.name.trim().is_empty() { to.company.clone() } else { to.name.clone() },
            to_address: line.join(", "),
            weight: shipment.details.parcel.weight.to_string(),
            package: shipment.details.parcel.predefined_package.clone(),
            rates: rates.iter().map(UploadRateOut::from).collect(),
            selected_rate_id: chosen.map(|offered| offered.id.to_string()),
            price: cost.map(|cents| Cents::new(cents).to_string()),
            state: shipment.state.key(),
            label_url: (shipment.state == ShipmentState::Bought)
                .then(|| format!("{}/dashboard/shipments/{}/label", app.base(), shipment.id)),
            label_status: shipment.label_status.or_else(|| unbought.map(|_| "error".into())),
            label_error: shipment.label_error.or_else(|| unbought.map(str::to_owned)),
            tracking_code: shipment.tracking_code,
            shop_order_id: shipment.shop_order_id,
        }
    }
}

/// The rows of an upload with their rates
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}/rates", tag = "uploads", operation_id = "upload_rates",
    params(("id" = String, Path), RatesParams), responses((status = OK, body = RatesReply)))]
pub async fn rates(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<UploadId>,
    Params(params): Params<RatesParams>,
) -> Result<Json<RatesReply>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let only_errors = matches!(params.errors.as_deref(), Some("1" | "true"));
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let which = match (only_errors, upload.status) {
        (false, _) => Which::All,
        // A draft that was corrected has no error any more, and no label yet.
        (true, UploadState::Purchased) => Which::Unbought,
        (true, _) => Which::Errors,
    };
    let listed = upload_rows::list(&mut conn, account, &id, which, page).await?;
    let messages = upload_rows::messages(&mut conn, account, &id, MOST_MESSAGES).await?;
    let money = money(&app, &mut conn, &caller, &upload).await?;
    drop(conn);
    let service = |sum: store::uploads::ServiceSum| UploadServiceOut {
        service_name: name_of(&sum.carrier, &sum.service),
        carrier: sum.carrier,
        service: sum.service,
        count: sum.count,
        total: Cents::new(sum.cents).to_string(),
    };
    Ok(Json(RatesReply {
        success: true,
        status: upload.status.key(),
        processed_rows_count: upload.processed_count,
        rows_count: upload.rows_count,
        money,
        total_count: listed.total_count,
        page: page.page,
        per: page.per,
        shipments: listed.items.into_iter().map(|row| UploadRowOut::new(&app, &upload, row)).collect(),
        messages: messages.into_iter().map(|(number, told)| (format!("Row#{number}"), told)).collect(),
        errors_count: upload.errors_count,
        services: upload.services.iter().cloned().map(service).collect(),
    }))
}
