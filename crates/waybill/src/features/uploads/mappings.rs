//! Saved meanings of columns: those of the account, and a few that everybody has and nobody can change.

use crate::app::App;
use crate::csv_text;
use crate::http::error::ApiError;
use crate::http::extract::{Body, PageParams, Params, SignedIn};
use crate::http::reply::{Done, ListReply};
use crate::ticket;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::fields::FieldErrors;
use domain::id::{AccountId, Id, MappingId};
use domain::page::Page;
use domain::text;
use domain::upload::{Dictionary, FIXED, FixedMapping, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::StoreError;
use store::upload_mappings::{self, Mapping};
use utoipa::{IntoParams, ToSchema};

const TEMPLATE: &str = "mapping template";
const MOST_COLUMNS: usize = 500;

/// A mapping, fixed or the account's.
pub struct AnyMapping {
    /// Its id on the wire.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What columns mean.
    pub dictionary: Dictionary,
    /// Names of columns in the order of a template.
    pub columns: Vec<String>,
}

/// A mapping by its id on the wire.
pub async fn any(app: &App, account: &AccountId, id: &str) -> Result<Option<AnyMapping>, StoreError> {
    if let Some(fixed) = FixedMapping::find(id) {
        let columns = fixed.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        return Ok(Some(AnyMapping { id: id.into(), name: fixed.name.into(), dictionary: fixed.dictionary(), columns }));
    }
    let Ok(own) = MappingId::parse(id) else { return Ok(None) };
    let mut conn = app.store().reader().await?;
    let found = upload_mappings::find(&mut conn, account, &own).await?;
    Ok(found.map(|found| AnyMapping {
        id: id.into(),
        columns: in_order(&found.dictionary),
        name: found.name,
        dictionary: found.dictionary,
    }))
}

/// Columns in the order of the screen.
fn in_order(dictionary: &Dictionary) -> Vec<String> {
    let mut columns: Vec<(&Target, &String)> = dictionary.iter().map(|(name, target)| (target, name)).collect();
    columns.sort();
    columns.into_iter().map(|(_, name)| name.clone()).collect()
}

/// Whether a fixed mapping has this name.
pub fn is_fixed_name(name: &str) -> bool {
    FIXED.iter().any(|mapping| mapping.name.eq_ignore_ascii_case(name))
}

/// A mapping as it is shown.
#[derive(Serialize, ToSchema)]
pub struct MappingOut {
    id: String,
    name: String,
    /// Name of a column to its target.
    dictionary: BTreeMap<String, &'static str>,
    /// Whether it is one of those that cannot be changed.
    default: bool,
}

fn shown(id: &str, name: &str, dictionary: &Dictionary, default: bool) -> MappingOut {
    let dictionary = dictionary.iter().map(|(name, target)| (name.clone(), target.key())).collect();
    MappingOut { id: id.into(), name: name.into(), dictionary, default }
}

/// List saved mappings
#[utoipa::path(get, path = "/dashboard/shipment_upload_mappings", tag = "uploads", operation_id = "mapping_list", params(PageParams),
    responses((status = OK, body = ListReply<MappingOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<PageParams>,
) -> Result<Json<ListReply<MappingOut>>, ApiError> {
    let page = Page::check(params.page, params.per)?;
    let mut conn = app.store().reader().await?;
    let listed = upload_mappings::list(&mut conn, &caller.account_id, page).await?;
    let mut items: Vec<MappingOut> =
        listed.items.iter().map(|mapping| shown(mapping.id.as_str(), &mapping.name, &mapping.dictionary, false)).collect();
    let total_count = listed.total_count + i64::try_from(FIXED.len()).unwrap_or(0);
    // The fixed ones stand behind the account's own, on the page where those end.
    let fixed = FIXED.iter().map(|mapping| shown(mapping.id, mapping.name, &mapping.dictionary(), true));
    let passed = usize::try_from((page.offset() - listed.total_count).max(0)).unwrap_or(0);
    let room = usize::try_from(page.per).unwrap_or(0).saturating_sub(items.len());
    items.extend(fixed.skip(passed).take(room));
    Ok(Json(ListReply { success: true, items, total_count, page: page.page, per: page.per }))
}

/// A mapping as it is sent.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MappingFields {
    name: Option<String>,
    /// Name of a column to its target.
    dictionary: Option<BTreeMap<String, String>>,
}

/// What is sent.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MappingIn {
    shipment_upload_mapping: MappingFields,
}

/// A mapping.
#[derive(Serialize, ToSchema)]
pub struct MappingReply {
    success: bool,
    shipment_upload_mapping: MappingOut,
}

impl MappingFields {
    fn read(self, old: Option<Mapping>, id: MappingId) -> Result<Mapping, ApiError> {
        let mut errors = FieldErrors::default();
        let (old_name, old_dictionary) = old.map(|old| (old.name, old.dictionary)).unwrap_or_default();
        let name =
            errors.take("shipment_upload_mapping.name", text::line(self.name.as_deref().unwrap_or(&old_name), 100)).unwrap_or_default();
        if is_fixed_name(&name) {
            errors.add("shipment_upload_mapping.name", "has already been taken");
        }
        let mut dictionary = old_dictionary;
        if let Some(sent) = self.dictionary {
            dictionary = Dictionary::new();
            for (column, key) in sent {
                let column = text::one_line(&column);
                let path = format!("shipment_upload_mapping.dictionary.{column}");
                if column.is_empty() || column.chars().count() > 200 {
                    errors.add(&path, "must be a name of 1 to 200 characters");
                } else if let Some(target) = errors.take(&path, Target::from_key(&key).ok_or("is not in the list")) {
                    dictionary.insert(column, target);
                }
            }
        }
        if dictionary.is_empty() && errors.is_empty() {
            errors.add("shipment_upload_mapping.dictionary", "can't be blank");
        }
        if dictionary.len() > MOST_COLUMNS {
            errors.add("shipment_upload_mapping.dictionary", "has more than 500 columns");
        }
        errors.into_result()?;
        Ok(Mapping { id, name, dictionary })
    }
}

fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Duplicate => ApiError::invalid_field("shipment_upload_mapping.name", "has already been taken"),
        other => other.into(),
    }
}

fn reply(mapping: &Mapping) -> MappingReply {
    MappingReply { success: true, shipment_upload_mapping: shown(mapping.id.as_str(), &mapping.name, &mapping.dictionary, false) }
}

/// Save a mapping
#[utoipa::path(post, path = "/dashboard/shipment_upload_mappings", tag = "uploads", operation_id = "mapping_create", request_body = MappingIn,
    responses((status = OK, body = MappingReply)))]
pub async fn create(State(app): State<App>, caller: SignedIn, Body(input): Body<MappingIn>) -> Result<Json<MappingReply>, ApiError> {
    let mapping = input.shipment_upload_mapping.read(None, app.id())?;
    let mut writer = app.store().writer().await?;
    upload_mappings::insert(&mut writer, &caller.account_id, &mapping, app.now()).await.map_err(taken)?;
    writer.commit().await?;
    Ok(Json(reply(&mapping)))
}

/// The id of a mapping that may be changed.
fn own(id: &str) -> Result<MappingId, ApiError> {
    if FixedMapping::find(id).is_some() {
        return Err(ApiError::unprocessable("fixed", "This mapping is one of the default ones: it cannot be changed."));
    }
    MappingId::parse(id).map_err(|_| ApiError::not_found())
}

/// Change a mapping
#[utoipa::path(patch, path = "/dashboard/shipment_upload_mappings/{id}", tag = "uploads", operation_id = "mapping_update",
    params(("id" = String, Path)), request_body = MappingIn, responses((status = OK, body = MappingReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    Path(id): Path<String>,
    Body(input): Body<MappingIn>,
) -> Result<Json<MappingReply>, ApiError> {
    let id = own(&id)?;
    let account = &caller.account_id;
    let mut writer = app.store().writer().await?;
    let old = upload_mappings::find(&mut writer, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let mapping = input.shipment_upload_mapping.read(Some(old), id)?;
    upload_mappings::save(&mut writer, account, &mapping, app.now()).await.map_err(taken)?;
    writer.commit().await?;
    Ok(Json(reply(&mapping)))
}

/// Delete a mapping
#[utoipa::path(delete, path = "/dashboard/shipment_upload_mappings/{id}", tag = "uploads", operation_id = "mapping_delete",
    params(("id" = String, Path)), responses((status = OK, body = Done)))]
pub async fn delete(State(app): State<App>, caller: SignedIn, Path(id): Path<String>) -> Result<Json<Done>, ApiError> {
    let id = own(&id)?;
    let mut writer = app.store().writer().await?;
    if !upload_mappings::delete(&mut writer, &caller.account_id, &id).await? {
        return Err(ApiError::not_found());
    }
    writer.commit().await?;
    Ok(Done::saying("Mapping deleted"))
}

/// Where something is.
#[derive(Serialize, ToSchema)]
pub struct UrlReply {
    pub success: bool,
    /// Works for an hour.
    pub url: String,
}

/// Where the template of a mapping is
#[utoipa::path(get, path = "/dashboard/shipment_upload_mappings/{id}/template", tag = "uploads", operation_id = "mapping_template",
    params(("id" = String, Path)), responses((status = OK, body = UrlReply)))]
pub async fn template(State(app): State<App>, caller: SignedIn, Path(id): Path<String>) -> Result<Json<UrlReply>, ApiError> {
    let account = &caller.account_id;
    let found = any(&app, account, &id).await?.ok_or_else(ApiError::not_found)?;
    let ticket = ticket::sign(&app, account, TEMPLATE, &found.id);
    let url = format!("{}/dashboard/shipment_upload_mappings/{}/template.csv?ticket={ticket}", app.base(), found.id);
    Ok(Json(UrlReply { success: true, url }))
}

/// The signature that opens the file.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TicketParams {
    /// From the answer that named the file.
    pub ticket: String,
}

/// The template of a mapping: a header line
#[utoipa::path(get, path = "/dashboard/shipment_upload_mappings/{id}/template.csv", tag = "uploads", operation_id = "mapping_template_file",
    params(("id" = String, Path), TicketParams), responses((status = OK, content_type = "text/csv")))]
pub async fn template_file(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(params): Params<TicketParams>,
) -> Result<Response, ApiError> {
    let account = ticket::account_of(&app, &params.ticket, TEMPLATE, &id).ok_or_else(ApiError::not_found)?;
    let found = any(&app, &account, &id).await?.ok_or_else(ApiError::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"template.csv\""),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, csv_text::line(found.columns.iter().map(String::as_str))).into_response())
}
