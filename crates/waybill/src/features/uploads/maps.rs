//! What the columns of an upload mean: suggested from their names and from what the account chose before, then confirmed.

use super::mappings;
use super::shown::MovedReply;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::fields::FieldErrors;
use domain::id::AccountId;
use domain::id::{Id, MappingId, UploadId};
use domain::page::Page;
use domain::text;
use domain::upload::{Dictionary, FIXED, Target, UploadState, suggested};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::upload_mappings::{self, Mapping};
use store::uploads::{self, Upload};
use store::{Conn, StoreError};
use utoipa::ToSchema;

/// A column.
#[derive(Serialize, ToSchema)]
pub struct ColumnOut {
    column: String,
    index: usize,
    /// What it means; none when nobody knows yet.
    target: Option<&'static str>,
    /// Its first cells.
    samples: Vec<String>,
    /// Whether the target is a suggestion.
    suggested: bool,
}

/// What a column can mean.
#[derive(Serialize, ToSchema)]
pub struct TargetOut {
    key: &'static str,
    label: &'static str,
    group: &'static str,
}

/// A mapping to choose from.
#[derive(Serialize, ToSchema)]
pub struct ChoiceOut {
    id: String,
    name: String,
    default: bool,
}

/// The mapping that was applied.
#[derive(Serialize, ToSchema)]
pub struct AppliedOut {
    id: String,
    name: String,
}

/// All columns.
#[derive(Serialize, ToSchema)]
pub struct MapsReply {
    success: bool,
    status: &'static str,
    maps: Vec<ColumnOut>,
    targets: Vec<TargetOut>,
    mapping: Option<AppliedOut>,
    mappings: Vec<ChoiceOut>,
}

/// What the account's last upload says about names of columns.
async fn remembered(conn: &mut Conn, account: &AccountId) -> Result<Dictionary, StoreError> {
    let last = uploads::last_mapped(conn, account).await?;
    Ok(last.and_then(|last| Some(dictionary(&last.header, last.maps.as_deref()?))).unwrap_or_default())
}

fn dictionary(header: &[String], maps: &[Target]) -> Dictionary {
    header.iter().cloned().zip(maps.iter().copied()).collect()
}

/// What the columns of an upload mean
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}/maps", tag = "uploads", operation_id = "upload_maps", params(("id" = String, Path)),
    responses((status = OK, body = MapsReply)))]
pub async fn maps(State(app): State<App>, caller: SignedIn, PathId(id): PathId<UploadId>) -> Result<Json<MapsReply>, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let guesses = match &upload.maps {
        Some(maps) => maps.iter().copied().map(Some).collect(),
        None => suggested(&upload.header, &remembered(&mut conn, account).await?),
    };
    let saved = upload_mappings::list(&mut conn, account, Page { page: 1, per: 200 }).await?.items;
    drop(conn);
    let fixed = FIXED.iter().map(|mapping| ChoiceOut { id: mapping.id.into(), name: mapping.name.into(), default: true });
    let own = saved.into_iter().map(|mapping| ChoiceOut { id: mapping.id.to_string(), name: mapping.name, default: false });
    Ok(Json(MapsReply {
        success: true,
        status: upload.status.key(),
        maps: columns(&upload, &guesses),
        targets: Target::ALL.map(|target| TargetOut { key: target.key(), label: target.label(), group: target.group() }).into(),
        mapping: upload.mapping_id.zip(upload.mapping_name).map(|(id, name)| AppliedOut { id, name }),
        mappings: own.chain(fixed).collect(),
    }))
}

fn columns(upload: &Upload, guesses: &[Option<Target>]) -> Vec<ColumnOut> {
    let column = |(index, name): (usize, &String)| {
        let cells = upload.samples.iter().filter_map(|cells| cells.get(index));
        ColumnOut {
            column: name.clone(),
            index,
            target: guesses.get(index).copied().flatten().map(Target::key),
            samples: cells.map(|cell| cell.chars().take(80).collect()).collect(),
            suggested: upload.maps.is_none() && guesses.get(index).copied().flatten().is_some(),
        }
    };
    upload.header.iter().enumerate().map(column).collect()
}

/// What the user chose.
#[derive(Default, Deserialize, ToSchema)]
pub struct MapsIn {
    /// Place of the column (`"0"`) to its target; columns that are left out are not imported.
    #[serde(default)]
    maps: BTreeMap<String, String>,
    /// The mapping it came from.
    #[serde(default)]
    mapping_id: Option<String>,
    /// A name to save it under.
    #[serde(default)]
    save_as: Option<String>,
}

impl MapsIn {
    /// The target of each column.
    fn read(&self, columns: usize) -> Result<Vec<Target>, ApiError> {
        let mut errors = FieldErrors::default();
        let mut found = vec![Target::Omit; columns];
        for (place, key) in &self.maps {
            let slot = place.parse::<usize>().ok().and_then(|place| found.get_mut(place));
            match (slot, Target::from_key(key)) {
                (Some(slot), Some(target)) => *slot = target,
                (None, _) => errors.add(&format!("maps.{place}"), "is not a column of this file"),
                (_, None) => errors.add(&format!("maps.{place}"), "is not in the list"),
            }
        }
        for target in Target::ALL.into_iter().filter(|target| *target != Target::Omit) {
            if found.iter().filter(|known| **known == target).count() > 1 {
                errors.add("maps", &format!("has {} for more than one column", target.label()));
            }
        }
        if errors.is_empty() && found.iter().all(|target| *target == Target::Omit) {
            errors.add("maps", "must say what at least one column holds");
        }
        errors.into_result()?;
        Ok(found)
    }
}

/// Confirm what the columns mean
#[utoipa::path(post, path = "/dashboard/shipment_uploads/{id}/update_maps", tag = "uploads", operation_id = "upload_update_maps",
    params(("id" = String, Path)), request_body = MapsIn, responses((status = OK, body = MovedReply)))]
pub async fn update_maps(
    State(app): State<App>,
    caller: SignedIn,
    PathId(id): PathId<UploadId>,
    Body(input): Body<MapsIn>,
) -> Result<Json<MovedReply>, ApiError> {
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, &id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    let maps = input.read(upload.header.len())?;
    let wanted = input.mapping_id.as_deref().filter(|id| !id.is_empty());
    let mut mapping = match wanted {
        Some(wanted) => mappings::any(&app, account, wanted).await?.map(|found| (found.id, found.name)),
        None => None,
    };
    let now = app.now();
    let mut writer = app.store().writer().await?;
    if let Some(name) = input.save_as.as_deref().filter(|name| !name.trim().is_empty()) {
        let name = text::line(name, 100).map_err(|error| ApiError::invalid_field("save_as", &error))?;
        if mappings::is_fixed_name(&name) {
            return Err(ApiError::invalid_field("save_as", "has already been taken"));
        }
        let saved = Mapping { id: app.id::<MappingId>(), name, dictionary: dictionary(&upload.header, &maps) };
        match upload_mappings::insert(&mut writer, account, &saved, now).await {
            Err(StoreError::Duplicate) => return Err(ApiError::invalid_field("save_as", "has already been taken")),
            other => other?,
        }
        mapping = Some((saved.id.as_str().to_owned(), saved.name));
    }
    let named = mapping.as_ref().map(|(id, name)| (id.as_str(), name.as_str()));
    if !uploads::set_maps(&mut writer, account, &id, &maps, named, now).await? {
        return Err(ApiError::conflict("upload_busy", "This upload is being worked on, or its labels were bought."));
    }
    writer.commit().await?;
    Ok(Json(MovedReply { success: true, status: UploadState::Mapped.key(), job_id: None }))
}
