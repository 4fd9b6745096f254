//! Starting to rate: what holds for all rows is checked, then a job reads the file.

use super::shown::MovedReply;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use crate::wire::{AddressIn, OptionsIn, ParcelIn, or_default};
use axum::Json;
use axum::extract::State;
use domain::address::Address;
use domain::fields::FieldErrors;
use domain::id::{AccountId, JobId, UploadId};
use domain::page::Page;
use domain::shipment::Details;
use domain::upload::{Target, UploadState};
use domain::upload_row::Overrides;
use domain::work::{UploadWork, Work};
use serde::{Deserialize, Serialize};
use store::jobs::{self, Owner, Starter};
use store::upload_states::{self, Rating};
use store::uploads::{self, Upload};
use store::warehouses::{self, Warehouse};
use utoipa::ToSchema;

/// What holds for all rows.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct OverridesIn {
    /// Where the parcels come from; none: the first warehouse.
    from_address: Option<AddressIn>,
    /// Where they go back to; none: the sender.
    return_address: Option<AddressIn>,
    /// What is sent, where a row does not say.
    #[serde(deserialize_with = "or_default")]
    parcel: ParcelIn,
    /// What else is asked for.
    #[serde(deserialize_with = "or_default")]
    options: OptionsIn,
}

/// What is sent.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct RateIn {
    #[serde(deserialize_with = "or_default")]
    overrides: OverridesIn,
}

/// The warehouse that stands first: a starred one, or the first by name.
async fn first_warehouse(app: &App, account: &AccountId) -> Result<Option<Warehouse>, ApiError> {
    let mut conn = app.store().reader().await?;
    let listed = warehouses::list(&mut conn, account, Page { page: 1, per: 10 }).await?;
    Ok(listed.items.into_iter().next())
}

fn is_blank(address: &AddressIn) -> bool {
    [&address.name, &address.company, &address.street1, &address.city, &address.zip].into_iter().all(|text| text.trim().is_empty())
}

impl OverridesIn {
    async fn read(&self, app: &App, account: &AccountId, maps: &[Target]) -> Result<Overrides, ApiError> {
        let mut errors = FieldErrors::default();
        let given = self.from_address.as_ref().filter(|address| !is_blank(address));
        let usual = if given.is_none() { first_warehouse(app, account).await? } else { None };
        let (mut from, warehouse_id) = match (given, usual) {
            (Some(address), _) => (address.read("from_address", &mut errors), address.warehouse("from_address", &mut errors)),
            (None, Some(warehouse)) => (warehouse.address, Some(warehouse.id)),
            (None, None) => (AddressIn::default().read("from_address", &mut errors), None),
        };
        if from.country.is_empty() {
            from.country = "US".into();
        }
        let overrides = Overrides {
            from,
            warehouse_id,
            return_to: self
                .return_address
                .as_ref()
                .filter(|address| !is_blank(address))
                .map(|address| address.read("return_address", &mut errors)),
            parcel: self.parcel.read(&mut errors),
            options: self.options.read(&mut errors),
        };
        for (path, messages) in gaps(&overrides, maps).iter() {
            if errors.iter().all(|(told, _)| told != path) {
                messages.iter().for_each(|message| errors.add(path, message));
            }
        }
        errors.into_result()?;
        Ok(overrides)
    }
}

/// What is wrong for every row, whatever its cells say: checked with a destination that is certainly right.
fn gaps(overrides: &Overrides, maps: &[Target]) -> FieldErrors {
    let line = |text: &str| text.to_owned();
    let to = Address {
        name: line("Sample"),
        street1: line("350 5th Ave"),
        city: line("New York"),
        state: line("NY"),
        zip: line("10118"),
        country: line("US"),
        ..Address::default()
    };
    let Overrides { from, warehouse_id, return_to, parcel, options } = overrides.clone();
    let details = Details { from, warehouse_id, return_to, to, parcel, customs: None, options };
    let mut found = FieldErrors::default();
    let Err(errors) = details.check() else { return found };
    let in_rows = |path: &str| Target::from_key(path).is_some_and(|target| maps.contains(&target));
    for (path, messages) in errors.iter().filter(|(path, _)| !in_rows(path)) {
        messages.iter().for_each(|message| found.add(path, message));
    }
    found
}

/// What holds for all rows when nobody is asked.
pub async fn usual(app: &App, account: &AccountId, maps: &[Target]) -> Result<Overrides, ApiError> {
    OverridesIn::default().read(app, account, maps).await
}

/// Rate the rows of an upload
#[utoipa::path(post, path = "/dashboard/shipment_uploads/{id}/rate", tag = "uploads", operation_id = "upload_rate",
    params(("id" = String, Path)), request_body = RateIn, responses((status = OK, body = MovedReply)))]
pub async fn rate(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<UploadId>,
    Body(input): Body<RateIn>,
) -> Result<Json<MovedReply>, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    if upload.status == UploadState::Rating {
        return Ok(already(&upload));
    }
    if !upload.status.can_be_rated() {
        return Err(busy());
    }
    let overrides = input.overrides.read(&app, account, upload.maps.as_deref().unwrap_or_default()).await?;
    let (job, now): (JobId, _) = (app.id(), app.now());
    let mut writer = app.store().writer().await?;
    let rating = Rating { overrides: &overrides, then_buy: false, job: &job };
    if !upload_states::begin_rating(&mut writer, account, &id, rating, now).await? {
        // Another request was faster: its job it is.
        let upload = uploads::find(&mut writer, account, &id).await?.filter(|upload| upload.status == UploadState::Rating);
        writer.commit().await?;
        return upload.map(|upload| already(&upload)).ok_or_else(busy);
    }
    if let Some(warehouse) = &overrides.warehouse_id {
        warehouses::touch(&mut writer, account, warehouse, now).await?;
    }
    let work = UploadWork { upload: id.clone(), filename: upload.filename, by: caller.name.clone() };
    let starter = Starter { name: &caller.name, person_id: caller.person_id() };
    jobs::enqueue(&mut writer, &Owner::Account(account.clone()), &job, &Work::RateUpload(work), now, starter).await?;
    writer.commit().await?;
    Ok(Json(MovedReply { success: true, status: UploadState::Rating.key(), job_id: Some(job.to_string()) }))
}

fn already(upload: &Upload) -> Json<MovedReply> {
    Json(MovedReply { success: true, status: upload.status.key(), job_id: upload.job_id.as_ref().map(ToString::to_string) })
}

fn busy() -> ApiError {
    ApiError::conflict("upload_busy", "This upload cannot be rated now: its columns have no meaning yet, or labels of it were bought.")
}
