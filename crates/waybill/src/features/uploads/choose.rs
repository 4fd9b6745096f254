//! Choosing other rates: for single rows, or one service for all rows that offer it.

use super::shown::{MoneyOut, money};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::id::{AccountId, Id, RateId, ShipmentId, UploadId};
use domain::upload::UploadState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use store::upload_rates::{self, ShortRate};
use store::uploads::{self, Upload};
use utoipa::ToSchema;

/// Rows that are read and changed at a time.
const BATCH: i64 = 1000;

/// What the user chose.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ChoiceIn {
    /// Shipment to rate.
    rates: HashMap<String, String>,
    /// With `service`: for all rows that offer it.
    carrier: String,
    /// The service for all rows.
    service: String,
}

/// What it costs now.
#[derive(Serialize, ToSchema)]
pub struct ChoiceReply {
    success: bool,
    #[serde(flatten)]
    money: MoneyOut,
    /// Rows that changed.
    changed: u64,
}

/// Choose rates of an upload
#[utoipa::path(patch, path = "/dashboard/shipment_uploads/{id}/rates", tag = "uploads", operation_id = "upload_choose",
    params(("id" = String, Path)), request_body = ChoiceIn, responses((status = OK, body = ChoiceReply)))]
pub async fn choose(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<UploadId>,
    Body(input): Body<ChoiceIn>,
) -> Result<Json<ChoiceReply>, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    if !matches!(upload.status, UploadState::Rated | UploadState::Purchased) {
        return Err(ApiError::conflict("upload_busy", "Rates can be chosen when all rows are rated and none is being bought."));
    }
    let changed = if input.service.is_empty() {
        single(&app, account, &upload, &input.rates).await?
    } else {
        for_all(&app, account, &upload, &input.carrier, &input.service).await?
    };
    let mut conn = app.store().reader().await?;
    Ok(Json(ChoiceReply { success: true, money: money(&app, &mut conn, &caller, &upload).await?, changed }))
}

/// One service for all rows that offer it.
async fn for_all(app: &App, account: &AccountId, upload: &Upload, carrier: &str, service: &str) -> Result<u64, ApiError> {
    let (mut after, mut changed) = (0, 0);
    loop {
        let mut conn = app.store().reader().await?;
        let rows = upload_rates::rates_after(&mut conn, account, &upload.id, after, BATCH).await?;
        drop(conn);
        let Some((last, ..)) = rows.last() else { return Ok(changed) };
        after = *last;
        let wanted = |rate: &&ShortRate| rate.0 == carrier && rate.1 == service;
        let chosen: Vec<_> =
            rows.iter().filter_map(|(_, id, rates)| rates.iter().find(wanted).map(|rate| (id.clone(), rate.clone()))).collect();
        let mut writer = app.store().writer().await?;
        changed += upload_rates::choose(&mut writer, account, &chosen, app.now()).await?;
        writer.commit().await?;
    }
}

/// These rates for these rows. What is not a rate of its row is told and nothing is changed.
pub async fn single(app: &App, account: &AccountId, upload: &Upload, rates: &HashMap<String, String>) -> Result<u64, ApiError> {
    let mut wanted: HashMap<ShipmentId, RateId> = HashMap::with_capacity(rates.len());
    for (id, rate) in rates {
        let unknown = |what: &str| ApiError::invalid_field(&format!("rates.{id}"), what);
        let shipment = ShipmentId::parse(id).map_err(|_| unknown("is not a shipment of this upload"))?;
        wanted.insert(shipment, RateId::parse(rate).map_err(|_| unknown("is not one of the shipment's rates"))?);
    }
    let ids: Vec<ShipmentId> = wanted.keys().cloned().collect();
    let mut conn = app.store().reader().await?;
    let mut chosen = Vec::with_capacity(ids.len());
    // The short list has one rate per service; the shipment may have more, under the user's own accounts.
    for (id, known) in upload_rates::rates_of(&mut conn, account, &upload.id, &ids).await? {
        let Some(rate) = wanted.remove(&id) else { continue };
        let short = match known.into_iter().find(|ShortRate(_, _, known, ..)| *known == rate) {
            Some(short) => Some(short),
            None => store::shipments::find(&mut conn, account, &id).await?.and_then(|full| {
                full.offers.rates.iter().find(|offered| offered.id == rate).map(|offered| ShortRate::of(offered, &full.details))
            }),
        };
        let short = short.ok_or_else(|| ApiError::invalid_field(&format!("rates.{id}"), "is not one of the shipment's rates"))?;
        chosen.push((id, short));
    }
    drop(conn);
    if let Some(id) = wanted.keys().next() {
        return Err(ApiError::invalid_field(&format!("rates.{id}"), "is not a draft of this upload"));
    }
    let mut writer = app.store().writer().await?;
    let changed = upload_rates::choose(&mut writer, account, &chosen, app.now()).await?;
    writer.commit().await?;
    Ok(changed)
}
