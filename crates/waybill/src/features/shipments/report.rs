//! Exporting a list of shipments as a table (CSV): a job writes it and mails where it is.

use super::filters::Filters;
use crate::app::App;
use crate::csv_text::cell;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::reply::Done;
use crate::jobs::JobError;
use crate::mail::Letter;
use crate::{outgoing, signed_files};
use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use domain::email::Email;
use domain::id::{AccountId, FileId, JobId};
use domain::money::Cents;
use domain::work::Work;
use serde::Deserialize;
use store::files::{self, StoredFile};
use store::jobs::{self, Owner, Starter};
use store::shipments::Shipment;
use store::{shipment_list, shipments};
use utoipa::ToSchema;

const KEPT: TimeDelta = TimeDelta::days(7);

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
    let now = app.now();
    let name = format!("shipments-{}.csv", now.format("%Y-%m-%d"));
    let stored = StoredFile {
        id: file.clone(),
        name,
        content_type: "text/csv; charset=utf-8".into(),
        size: 0,
        created_at: now,
        expires_at: now + KEPT,
    };
    let mut writer = app.store().writer().await?;
    files::begin(&mut writer, account, &stored).await?;
    writer.commit().await?;
    let (mut position, mut size, mut count) = (0_i64, 0_i64, 0_usize);
    let mut text =
        String::from("Date,Tracking code,Status,Carrier,Service,Price,Name,Company,Street,City,State,ZIP,Country,Custom id,Order\r\n");
    let mut after = String::new();
    loop {
        let mut conn = app.store().reader().await?;
        let ids = shipment_list::matching(&mut conn, account, &filter, &after, 500).await?;
        let rows = shipments::find_many(&mut conn, account, &ids).await?;
        drop(conn);
        rows.iter().for_each(|shipment| line(shipment, &mut text));
        count += rows.len();
        if let Some(last) = ids.last() {
            after = last.to_string();
        }
        if text.len() >= files::CHUNK || ids.is_empty() {
            size += i64::try_from(text.len()).unwrap_or(0);
            let mut writer = app.store().writer().await?;
            files::append(&mut writer, account, file, position, std::mem::take(&mut text).into_bytes()).await?;
            writer.commit().await?;
            position += 1;
        }
        if ids.is_empty() {
            break;
        }
    }
    let link = format!("{}{}", app.deployment.config.public_url(), signed_files::url_for(app, account, file, KEPT));
    let letter = Letter {
        to: email.to_owned(),
        subject: "Your shipments report".into(),
        text: format!("Your report of {count} shipment(s) is ready:\n\n{link}\n\nThe link works for seven days.\n"),
    };
    let mut writer = app.store().writer().await?;
    files::complete(&mut writer, account, file, size).await?;
    outgoing::enqueue_mail(app, &mut writer, account, &letter, "report")
        .await
        .map_err(|_| JobError::retry("the mail could not be written"))?;
    Ok(writer.commit().await?)
}

fn line(shipment: &Shipment, out: &mut String) {
    let to = &shipment.details.to;
    let price = shipment.price_cents.map(|cents| Cents::new(cents).to_string()).unwrap_or_default();
    let date = shipment.listed_at.format("%Y-%m-%d").to_string();
    let status = domain::shipment::status_words(shipment.state, shipment.refund_status.as_deref(), shipment.tracking_status.as_deref());
    let some = |text: &Option<String>| text.clone().unwrap_or_default();
    let fields = [
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
    ];
    out.push_str(&fields.map(|field| cell(&field)).join(","));
    out.push_str("\r\n");
}
