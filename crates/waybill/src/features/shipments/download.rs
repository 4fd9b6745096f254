//! Downloading labels by a form that the browser posts itself: the session key stands in a field, not in a header.

use super::many::{ManyIn, chosen};
use super::{drawing, slip};
use crate::app::App;
use crate::http::auth;
use crate::http::error::ApiError;
use ::labels::DrawError;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::access::{Guard, Permission};
use domain::id::ShipmentId;
use domain::partner::Artwork;
use domain::settings::Settings;
use std::collections::HashMap;
use std::io::{Cursor, Write};
use store::shipments::Shipment;
use store::{accounts, labels, shipments};
use zip::write::SimpleFileOptions;

/// More labels than this are compiled instead: that is a job.
const MOST: usize = 200;

/// Download labels: one file, or a folder of them
#[utoipa::path(post, path = "/dashboard/shipments/download", tag = "shipments", operation_id = "shipments_download",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "ids[] and token"),
    responses((status = OK, content_type = "application/octet-stream")))]
pub async fn download(State(app): State<App>, form: Bytes) -> Result<Response, ApiError> {
    let mut input = ManyIn::default();
    let mut token = String::new();
    for (name, value) in url::form_urlencoded::parse(&form) {
        match name.as_ref() {
            "ids[]" | "ids" => input.ids.push(value.into_owned()),
            "token" => token = value.into_owned(),
            "all_matching" => {
                let filters = serde_json::from_str(&value);
                input.all_matching = Some(filters.map_err(|_| ApiError::invalid_field("all_matching", "must be the filters of the list"))?);
            }
            _ => {}
        }
    }
    let caller = auth::by_form_token(&app, &token, Guard::AnyOf(&[Permission::ShipmentReporting])).await?;
    let ids = chosen(&app, &caller, &input).await?;
    if ids.len() > MOST {
        let message = format!("These are {} labels. Please compile them: more than {MOST} come as one file.", ids.len());
        return Err(ApiError::unprocessable("too_many", &message));
    }
    let account = &caller.account_id;
    let mut conn = app.store().reader().await?;
    let settings = accounts::settings(&mut conn, account).await?.unwrap_or_default();
    let artworks = labels::find_many(&mut conn, account, &ids).await?;
    let found = shipments::find_many(&mut conn, account, &ids).await?;
    drop(conn);
    // On a thread of its own: other requests do not wait for the drawing.
    let drawing = tokio::task::spawn_blocking(move || draw(found, artworks, &settings));
    let files = drawing.await.map_err(|error| ApiError::internal(&error))?.map_err(|error| ApiError::internal(&error))?;
    if files.is_empty() {
        return Err(ApiError::unprocessable("no_labels", "None of these shipments has a label."));
    }
    let given: Vec<ShipmentId> = files.iter().map(|(id, ..)| id.clone()).collect();
    let mut writer = app.store().writer().await?;
    shipments::mark_downloaded(&mut writer, account, &given).await?;
    writer.commit().await?;
    let named =
        files.into_iter().flat_map(|(_, name, drawn)| (1..).zip(drawn).map(move |(page, one)| (drawing::page_name(&name, page), one)));
    Ok(answer(named.collect()))
}

/// The files of one label.
type Files = (ShipmentId, String, Vec<drawing::Drawn>);

fn draw(found: Vec<Shipment>, mut artworks: HashMap<ShipmentId, Artwork>, settings: &Settings) -> Result<Vec<Files>, DrawError> {
    let mut files = Vec::with_capacity(found.len());
    for shipment in found {
        let Some(artwork) = artworks.remove(&shipment.id) else { continue };
        let own = shipment.details.options.label_format.as_str();
        let format = if own.is_empty() { settings.label_format.as_str() } else { own };
        let slip = settings.download_packing_slip.then(|| slip::of(&shipment));
        let drawn = drawing::draw_with(&artwork, slip.as_ref(), format, &settings.label_layout)?;
        files.push((shipment.id, shipment.tracking_code.unwrap_or_else(|| "label".into()), drawn));
    }
    Ok(files)
}

fn answer(mut files: Vec<(String, drawing::Drawn)>) -> Response {
    let attachment = |name: &str| format!("attachment; filename=\"{name}\"");
    if files.len() == 1
        && let Some((name, drawn)) = files.pop()
    {
        let name = attachment(&format!("{name}.{}", drawn.extension));
        return ([(header::CONTENT_TYPE, drawn.content_type.to_owned()), (header::CONTENT_DISPOSITION, name)], drawn.bytes).into_response();
    }
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut folder = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let written: Result<Vec<u8>, zip::result::ZipError> = files
        .iter()
        .try_for_each(|(name, drawn)| {
            folder.start_file(format!("{name}.{}", drawn.extension), options)?;
            Ok(folder.write_all(&drawn.bytes)?)
        })
        .and_then(|()| folder.finish())
        .map(Cursor::into_inner);
    match written {
        Ok(bytes) => {
            ([(header::CONTENT_TYPE, "application/zip".to_owned()), (header::CONTENT_DISPOSITION, attachment("labels.zip"))], bytes)
                .into_response()
        }
        Err(error) => ApiError::internal(&error).into_response(),
    }
}
