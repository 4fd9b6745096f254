//! How far an upload is, as server-sent events. A browser cannot send a header with them, so the address is signed.
//!
//! The stream looks at the database once a second, as the page would by asking; it ends when there is nothing left to tell, when
//! the server stops, and after a while in any case: browsers come back by themselves.

use super::mappings::TicketParams;
use super::shown::{EVENTS, label_errors};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId};
use crate::ticket;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use domain::id::{AccountId, Id, UploadId};
use domain::upload::UploadState;
use futures_util::stream;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use store::{StoreError, uploads};

const PAUSE: Duration = Duration::from_millis(700);
/// Looks of one connection: about ten minutes.
const MOST_LOOKS: u32 = 850;

/// What is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Told {
    status: &'static str,
    processed_rows_count: i64,
    rows_count: i64,
    shipments_count: i64,
    labels_count: i64,
    errors_count: i64,
    row_errors_count: i64,
    label_errors_count: i64,
    buying_count: i64,
    job_id: Option<String>,
}

struct Listener {
    app: App,
    account: AccountId,
    upload: UploadId,
    last: Option<Told>,
    looks: u32,
    over: bool,
}

/// Progress of an upload as server-sent events
#[utoipa::path(get, path = "/dashboard/shipment_uploads/{id}/events", tag = "uploads", operation_id = "upload_events",
    params(("id" = String, Path), TicketParams), responses((status = OK, content_type = "text/event-stream")))]
pub async fn events(
    State(app): State<App>,
    PathId(upload): PathId<UploadId>,
    Params(params): Params<TicketParams>,
) -> Result<impl IntoResponse, ApiError> {
    let account = ticket::account_of(&app, &params.ticket, EVENTS, upload.as_str()).ok_or_else(ApiError::not_found)?;
    let listener = Listener { app, account, upload, last: None, looks: 0, over: false };
    Ok(Sse::new(stream::unfold(listener, next)).keep_alive(KeepAlive::default()))
}

async fn next(mut listener: Listener) -> Option<(Result<Event, Infallible>, Listener)> {
    while !listener.over && listener.looks < MOST_LOOKS && !listener.app.deployment.is_stopping() {
        if listener.looks > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        listener.looks += 1;
        let Ok(Some((told, over))) = look(&listener).await else { return None };
        listener.over = over;
        if listener.last.as_ref() != Some(&told) {
            let event = Event::default().json_data(&told).ok()?;
            listener.last = Some(told);
            return Some((Ok(event), listener));
        }
    }
    None
}

/// What is to be told, and whether it is the last word.
async fn look(listener: &Listener) -> Result<Option<(Told, bool)>, StoreError> {
    let mut conn = listener.app.store().reader().await?;
    let Some(upload) = uploads::find(&mut conn, &listener.account, &listener.upload).await? else { return Ok(None) };
    let counts = uploads::counts_of(&mut conn, &listener.account, &listener.upload).await?;
    let label_errors = label_errors(&upload, counts);
    let told = Told {
        status: upload.status.key(),
        processed_rows_count: upload.processed_count,
        rows_count: upload.rows_count,
        shipments_count: counts.shipments,
        labels_count: counts.labels,
        errors_count: upload.errors_count + label_errors,
        row_errors_count: upload.errors_count,
        label_errors_count: label_errors,
        buying_count: counts.buying,
        job_id: upload.job_id.as_ref().map(ToString::to_string),
    };
    let over = matches!(upload.status, UploadState::Rated) || (upload.status == UploadState::Purchased && counts.buying == 0);
    Ok(Some((told, over)))
}
