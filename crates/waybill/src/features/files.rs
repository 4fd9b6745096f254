//! Giving out files made for a user: by a signed address, chunk by chunk.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{Params, PathId};
use crate::signed_files;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::id::{AccountId, FileId};
use futures_util::stream;
use serde::Deserialize;
use store::files::{self, StoredFile};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// This slice's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show))
}

/// The signature that opens the file.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TicketParams {
    /// From the answer that named the file.
    ticket: String,
}

/// A file by its signed address
#[utoipa::path(get, path = "/dashboard/files/{id}", tag = "files", operation_id = "file_show", params(("id" = String, Path), TicketParams),
    responses((status = OK, content_type = "application/octet-stream")))]
pub async fn show(State(app): State<App>, PathId(id): PathId<FileId>, Params(params): Params<TicketParams>) -> Result<Response, ApiError> {
    let account = signed_files::account_of(&app, &params.ticket, &id).ok_or_else(ApiError::not_found)?;
    let mut conn = app.store().reader().await?;
    let file = files::find(&mut conn, &account, &id, app.now()).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    Ok(stream_file(app, account, file))
}

/// The file as a streamed answer.
pub fn stream_file(app: App, account: AccountId, file: StoredFile) -> Response {
    let (content_type, name, size) = (file.content_type.clone(), file.name.clone(), file.size);
    let chunks = stream::unfold((app, account, file, 0_i64), |(app, account, file, position)| async move {
        let read = async {
            let mut conn = app.store().reader().await?;
            files::chunk(&mut conn, &account, &file.id, position).await
        };
        match read.await {
            Ok(Some(bytes)) => Some((Ok::<_, store::StoreError>(bytes), (app, account, file, position + 1))),
            Ok(None) => None,
            Err(error) => Some((Err(error), (app, account, file, i64::MAX))),
        }
    });
    let mut response = Body::from_stream(chunks).into_response();
    let headers = response.headers_mut();
    let or_plain = |text: &str, plain: &'static str| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(plain));
    headers.insert(header::CONTENT_TYPE, or_plain(&content_type, "application/octet-stream"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    headers.insert(header::CONTENT_DISPOSITION, or_plain(&format!("inline; filename=\"{name}\""), "inline"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}
