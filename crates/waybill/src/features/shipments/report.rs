//! Exporting a list of shipments as a table (CSV): a job writes it and mails where it is.

use super::filters::Filters;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::reply::Done;
use crate::jobs::JobError;
use crate::table_file::TableFile;
use axum::Json;
use axum::extract::State;
use domain::email::Email;
use domain::id::{AccountId, FileId, JobId};
use domain::money::Cents;
use domain::work::Work;
use serde::Deserialize;
use store::jobs::{self, Owner, Starter};
use store::shipments::Shipment;
use store::{shipment_list, shipments};
use utoipa::ToSchema;

const HEADINGS: [&str; 15] = [
    "Date",
    "Tracking code",
    "Status",
    "Carrier",
    "Service",
    "Price",
    "Name",
    "Company",
    "Street",
    "City",
    "State",
    "ZIP",
    "Country",
    "Custom id",
    "Order",
];
/// Ids that are looked for at a time: some filters go through everything for each look.
const LOOKED_FOR: i64 = 20_000;
/// Shipments that are read at a time.
const READ: usize = 500;

/// Which shipments, and to whom.
#[derive(Default, Deserialize, ToSchema)]
pub struct ReportIn {
    /// The filters of the list.
    #[serde(default)]
    filters: Filters,
    /// Another recipient than the caller.
    #[serde(default)]
    email: Option<String>,
}

/// Export a list of shipments
#[utoipa::path(post, path = "/dashboard/shipments/report", tag = "shipments", operation_id = "shipments_report", request_body = ReportIn,
    responses((status = OK, body = Done)))]
pub async fn request(State(app): State<App>, caller: SignedIn, Body(input): Body<ReportIn>) -> Result<Json<Done>, ApiError> {
    input.filters.filter()?;
    let wanted = input.email.as_deref().filter(|email| !email.trim().is_empty()).unwrap_or(&caller.email);
    let email = Email::parse(wanted).map_err(|error| ApiError::invalid_field("email", &error.to_string()))?;
    let filters = serde_json::to_string(&input.filters).map_err(|error| ApiError::internal(&error))?;
    let work = Work::ReportShipments { filters, email: email.to_string(), file: app.id::<FileId>() };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    let mut writer = app.store().writer().await?;
    jobs::enqueue(&mut writer, &Owner::Account(caller.account_id.clone()), &app.id::<JobId>(), &work, app.now(), starter).await?;
    writer.commit().await?;
    Ok(Done::saying(&format!("The report is being made. We will mail it to {email}.")))
}

/// Runs the job.
pub async fn run(app: &App, account: &AccountId, filters: &str, email: &str, file: &FileId) -> Result<(), JobError> {
    let filters: Filters = serde_json::from_str(filters).map_err(|error| JobError::Fail(error.to_string()))?;
    let filter = filters.filter().map_err(|_| JobError::fail("the filters cannot be read"))?;
    let name = format!("shipments-{}.csv", app.now().format("%Y-%m-%d"));
    let mut table = TableFile::begin(app, account, file, &name, &HEADINGS).await?;
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let mut conn = app.store().reader().await?;
        let ids = shipment_list::matching(&mut conn, account, &filter, &after, LOOKED_FOR).await?;
        drop(conn);
        let Some(last) = ids.last() else { break };
        after = last.to_string();
        for some in ids.chunks(READ) {
            let mut conn = app.store().reader().await?;
            let rows = shipments::find_many(&mut conn, account, some).await?;
            drop(conn);
            rows.iter().for_each(|shipment| table.row(&line(shipment)));
            count += rows.len();
            table.flush_if_large().await?;
        }
    }
    table.mail(email, "Your shipments report", &format!("Your report of {count} shipment(s) is ready:")).await
}

fn line(shipment: &Shipment) -> [String; HEADINGS.len()] {
    let to = &shipment.details.to;
    let price = shipment.price_cents.map(|cents| Cents::new(cents).to_string()).unwrap_or_default();
    let date = shipment.listed_at.format("%Y-%m-%d").to_string();
    let status = domain::shipment::status_words(shipment.state, shipment.refund_status.as_deref(), shipment.tracking_status.as_deref());
    let some = |text: &Option<String>| text.clone().unwrap_or_default();
    [
        date,
        some(&shipment.tracking_code),
        status,
        some(&shipment.carrier),
        some(&shipment.service),
        price,
        to.name.clone(),
        to.company.clone(),
        to.street1.clone(),
        to.city.clone(),
        to.state.clone(),
        to.zip.clone(),
        to.country.clone(),
        some(&shipment.custom_id),
        some(&shipment.shop_order_id),
    ]
}
