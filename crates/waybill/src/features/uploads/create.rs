//! Taking a table: streamed into storage as it comes, then looked at on a thread of its own. What cannot be used is refused at once
//! and nothing of it is kept.

use super::mappings;
use super::shown::{UploadOut, UploadReply};
use super::source::Source;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use axum::Json;
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::id::{AccountId, FileId, JobId, UploadId};
use domain::text;
use domain::upload::{Target, UploadState, suggested};
use domain::work::{UploadWork, Work};
use partners::tables::{self, Outline, Refusal};
use store::files::{self, CHUNK, StoredFile};
use store::jobs::{self, Owner, Starter};
use store::upload_states::{self, Rating};
use store::uploads::{self, Counts, Upload};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

const LARGEST: i64 = 50 * 1024 * 1024;
/// What was begun and never finished goes after this.
const UNFINISHED: TimeDelta = TimeDelta::hours(6);
/// A file stays as long as its upload.
const KEPT: TimeDelta = TimeDelta::days(36_500);
/// Letters of a column's name and of a sample that are kept: every look at the upload reads them.
const NAME_LETTERS: usize = 200;
const SAMPLE_LETTERS: usize = 80;
/// Tables that are looked at at once: each may need tens of megabytes.
static LOOKING: Semaphore = Semaphore::const_new(2);

/// What is sent, as a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only the API documentation reads it")]
pub struct UploadForm {
    /// CSV, Excel (.xlsx, .xls) or OpenDocument (.ods), up to 50 MB and 100,000 rows.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// A saved mapping to apply.
    id: Option<String>,
    /// `1` to rate and buy at once; needs `id`.
    buy: Option<String>,
}

/// Upload a table of shipments
#[utoipa::path(post, path = "/dashboard/shipment_uploads", tag = "uploads", operation_id = "upload_create",
    request_body(content = UploadForm, content_type = "multipart/form-data"), responses((status = CREATED, body = UploadReply)))]
pub async fn create(State(app): State<App>, caller: SignedIn, request: Request) -> Result<(StatusCode, Json<UploadReply>), ApiError> {
    let account = caller.account_id.clone();
    let mut form = Multipart::from_request(request, &app).await.map_err(|_| not_a_form())?;
    let (mut file, mut mapping, mut buy) = (None, String::new(), false);
    while let Some(field) = form.next_field().await.map_err(|_| cut_off())? {
        match field.name().unwrap_or_default() {
            "file" if file.is_none() => file = Some(stored(&app, &account, field).await?),
            "id" => mapping = short(field).await?,
            "buy" => buy = matches!(short(field).await?.as_str(), "1" | "true"),
            _ => {}
        }
    }
    let (file, filename) = file.ok_or_else(|| ApiError::invalid_field("file", "can't be blank"))?;
    let made = made(&app, &caller, &file, filename, &mapping, buy).await;
    if made.is_err() {
        forget(&app, &account, &file.id).await;
    }
    let upload = made?;
    let id = upload.id.to_string();
    let shipment_upload = UploadOut::new(&app, &account, upload, Counts::default());
    Ok((StatusCode::CREATED, Json(UploadReply { success: true, id, shipment_upload })))
}

fn not_a_form() -> ApiError {
    ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "unsupported_media_type",
        "The body must be a form with a file (multipart/form-data).",
    )
}

fn cut_off() -> ApiError {
    ApiError::malformed("malformed_request", "The upload was cut off. Please try again.")
}

fn too_large() -> ApiError {
    ApiError::invalid_field("file", "is larger than 50 MB")
}

async fn short(field: Field<'_>) -> Result<String, ApiError> {
    let text = field.text().await.map_err(|_| cut_off())?;
    Ok(text.trim().chars().take(100).collect())
}

/// Puts the file into storage, chunk by chunk; what it is called.
async fn stored(app: &App, account: &AccountId, mut field: Field<'_>) -> Result<(StoredFile, String), ApiError> {
    let given = text::one_line(field.file_name().unwrap_or_default());
    let name: String = given.rsplit(['/', '\\']).next().unwrap_or_default().chars().filter(|c| *c != '"').take(120).collect();
    let name = if name.is_empty() { "upload.csv".to_owned() } else { name };
    let now = app.now();
    let content_type = "application/octet-stream".to_owned();
    let mut file =
        StoredFile { id: app.id::<FileId>(), name: name.clone(), content_type, size: 0, created_at: now, expires_at: now + UNFINISHED };
    let mut writer = app.store().writer().await?;
    files::begin(&mut writer, account, &file).await?;
    writer.commit().await?;
    let (mut waiting, mut position) = (Vec::with_capacity(CHUNK), 0);
    loop {
        let piece = match field.chunk().await {
            Ok(piece) => piece,
            Err(error) => {
                forget(app, account, &file.id).await;
                return Err(if error.status() == StatusCode::PAYLOAD_TOO_LARGE { too_large() } else { cut_off() });
            }
        };
        let ended = piece.is_none();
        waiting.extend_from_slice(piece.as_deref().unwrap_or_default());
        while waiting.len() >= CHUNK || (ended && !waiting.is_empty()) {
            let rest = waiting.split_off(CHUNK.min(waiting.len()));
            let full = std::mem::replace(&mut waiting, rest);
            file.size += i64::try_from(full.len()).unwrap_or(0);
            if file.size > LARGEST {
                forget(app, account, &file.id).await;
                return Err(too_large());
            }
            let mut writer = app.store().writer().await?;
            files::append(&mut writer, account, &file.id, position, full).await?;
            writer.commit().await?;
            position += 1;
        }
        if ended {
            return Ok((file, name));
        }
    }
}

/// What is refused leaves nothing; what this cannot remove runs out by itself.
async fn forget(app: &App, account: &AccountId, file: &FileId) {
    let removed = async {
        let mut writer = app.store().writer().await?;
        files::remove(&mut writer, account, file).await?;
        writer.commit().await
    };
    if let Err(error) = removed.await {
        tracing::warn!(%error, "a refused file was not removed at once");
    }
}

/// Looks at a stored file.
async fn inspected(app: &App, account: &AccountId, file: &StoredFile) -> Result<Outline, ApiError> {
    let _turn = LOOKING.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let source = Source::new(app, account, &file.id, file.size);
    let looked = tokio::task::spawn_blocking(move || tables::inspect(source)).await.map_err(|error| ApiError::internal(&error))?;
    looked.map_err(|refusal| match refusal {
        Refusal::Storage(cause) => ApiError::internal(&cause),
        refusal => ApiError::invalid_field("file", &refusal.to_string()),
    })
}

/// Cut before anything is made of the names, so that a mapping knows them as they are stored.
fn shortened(mut outline: Outline) -> Outline {
    let cut = |text: &mut String, letters: usize| {
        if let Some((end, _)) = text.char_indices().nth(letters) {
            text.truncate(end);
        }
    };
    outline.header.iter_mut().for_each(|name| cut(name, NAME_LETTERS));
    outline.samples.iter_mut().flatten().for_each(|cell| cut(cell, SAMPLE_LETTERS));
    outline
}

async fn made(app: &App, caller: &SignedIn, file: &StoredFile, filename: String, mapping: &str, buy: bool) -> Result<Upload, ApiError> {
    let account = &caller.account_id;
    if file.size == 0 {
        return Err(ApiError::invalid_field("file", &Refusal::Empty.to_string()));
    }
    let applied = if mapping.is_empty() {
        if buy {
            return Err(ApiError::invalid_field("id", "is needed to buy at once: choose a saved mapping"));
        }
        None
    } else {
        let found = mappings::any(app, account, mapping).await?;
        Some(found.ok_or_else(|| ApiError::invalid_field("id", "is not one of your mappings"))?)
    };
    let outline = shortened(inspected(app, account, file).await?);
    let maps = applied.as_ref().map(|applied| {
        let found = suggested(&outline.header, &applied.dictionary);
        found.into_iter().map(|target| target.unwrap_or(Target::Omit)).collect::<Vec<_>>()
    });
    let mut upload = Upload {
        id: app.id::<UploadId>(),
        filename,
        file_id: file.id.clone(),
        format: serde_json::to_string(&outline.format).map_err(|error| ApiError::internal(&error))?,
        header: outline.header,
        samples: outline.samples,
        status: if maps.is_some() { UploadState::Mapped } else { UploadState::Initialized },
        mapping_id: applied.as_ref().map(|applied| applied.id.clone()),
        mapping_name: applied.map(|applied| applied.name),
        maps,
        overrides: None,
        buy_at_once: buy,
        clearing: false,
        rows_count: i64::try_from(outline.rows).unwrap_or(i64::MAX),
        processed_count: 0,
        errors_count: 0,
        services: Vec::new(),
        unbought: None,
        job_id: None,
        created_by: caller.name.clone(),
        created_at: app.now(),
        updated_at: app.now(),
    };
    // Bought at once: nobody is asked for the sender, so the first warehouse it is.
    let overrides = if buy { Some(super::rate::usual(app, account, upload.maps.as_deref().unwrap_or_default()).await?) } else { None };
    let now = app.now();
    let mut writer = app.store().writer().await?;
    files::complete(&mut writer, account, &file.id, file.size).await?;
    files::keep_until(&mut writer, account, &file.id, now + KEPT).await?;
    uploads::insert(&mut writer, account, &upload).await?;
    if let Some(overrides) = overrides {
        let job: JobId = app.id();
        let rating = Rating { overrides: &overrides, then_buy: true, job: &job };
        upload_states::begin_rating(&mut writer, account, &upload.id, rating, now).await?;
        let work = UploadWork { upload: upload.id.clone(), filename: upload.filename.clone(), by: caller.name.clone() };
        let starter = Starter { name: &caller.name, person_id: caller.person_id() };
        jobs::enqueue(&mut writer, &Owner::Account(account.clone()), &job, &Work::RateUpload(work), now, starter).await?;
        (upload.status, upload.job_id) = (UploadState::Rating, Some(job));
    }
    writer.commit().await?;
    Ok(upload)
}
