//! The uploaded rows with what became of each, as a table that is written while it is sent.

use super::list::found;
use super::mappings::{TicketParams, UrlReply};
use crate::app::App;
use crate::csv_text;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId, SignedIn};
use crate::ticket;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::id::{AccountId, Id, UploadId};
use domain::money::Cents;
use futures_util::stream;
use store::StoreError;
use store::upload_rows::{self, ResultRow};
use store::uploads::Upload;

const RESULTS: &str = "upload results";
const BATCH: i64 = 500;

/// Where the results of an upload are
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}/results", tag = "uploads", operation_id = "upload_results",
    params(("id" = String, Path)), responses((status = OK, body = UrlReply)))]
pub async fn results(State(app): State<App>, caller: SignedIn, PathId(id): PathId<UploadId>) -> Result<Json<UrlReply>, ApiError> {
    found(&app, &caller.account_id, &id).await?;
    let ticket = ticket::sign(&app, &caller.account_id, RESULTS, id.as_str());
    let url = format!("{}/dashboard/shipment_uploads/{id}/results.csv?ticket={ticket}", app.base());
    Ok(Json(UrlReply { success: true, url }))
}

/// The results of an upload by their signed address
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}/results.csv", tag = "uploads", operation_id = "upload_results_file",
    params(("id" = String, Path), TicketParams), responses((status = OK, content_type = "text/csv")))]
pub async fn file(
    State(app): State<App>,
    PathId(id): PathId<UploadId>,
    Params(params): Params<TicketParams>,
) -> Result<Response, ApiError> {
    let account = ticket::account_of(&app, &params.ticket, RESULTS, id.as_str()).ok_or_else(ApiError::not_found)?;
    let (upload, _) = found(&app, &account, &id).await?;
    let more = ["Row", "Tracking number", "Carrier", "Service", "Price", "Error"];
    // A byte order mark tells Excel that it is UTF-8.
    let head = format!("\u{feff}{}", csv_text::line(upload.header.iter().map(String::as_str).chain(more)));
    let name: String = upload.filename.chars().filter(|c| c.is_ascii_alphanumeric() || " ._-".contains(*c)).collect();
    let name = name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned());
    let rows = stream::unfold(Some(Place { app, account, upload, after: 0 }), next);
    let body = Body::from_stream(stream::StreamExt::chain(stream::iter([Ok::<_, StoreError>(head)]), rows));
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}-results.csv\""));
    headers.insert(header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment")));
    Ok(response)
}

/// How far the file is.
struct Place {
    app: App,
    account: AccountId,
    upload: Upload,
    after: i64,
}

/// The next rows as text; a failure ends the file.
async fn next(place: Option<Place>) -> Option<(Result<String, StoreError>, Option<Place>)> {
    let mut place = place?;
    let read = async {
        let mut conn = place.app.store().reader().await?;
        upload_rows::results_after(&mut conn, &place.account, &place.upload.id, place.after, BATCH).await
    };
    match read.await {
        Err(error) => Some((Err(error), None)),
        Ok(rows) => {
            place.after = rows.last()?.number;
            let text = rows.iter().map(|row| line(row, &place.upload)).collect();
            Some((Ok(text), Some(place)))
        }
    }
}

fn line(row: &ResultRow, upload: &Upload) -> String {
    let number = row.number.to_string();
    let price = row.price_cents.map(|cents| Cents::new(cents).to_string()).unwrap_or_default();
    let wrong = match (row.messages.as_slice(), &row.label_error) {
        ([], Some(reason)) => reason.clone(),
        ([], None) => row.draft_of.and_then(|changed| upload.unbought_since(changed)).unwrap_or_default().to_owned(),
        (messages, _) => messages.join(". "),
    };
    let some = |text: &'_ Option<String>| text.clone().unwrap_or_default();
    let more = [number, some(&row.tracking_code), some(&row.carrier), some(&row.service), price, wrong];
    csv_text::line(row.cells.iter().chain(&more).map(String::as_str))
}
