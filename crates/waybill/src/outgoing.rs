//! Enqueuing mail in the transaction of the change that causes it. The letter is sealed: it may hold a link that proves something.

use crate::app::App;
use crate::http::error::ApiError;
use crate::mail::Letter;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::id::{AccountId, JobId};
use domain::work::{Mail, Work};
use store::Writer;
use store::jobs::{self, Owner, Starter};

/// What sealed letters are sealed for.
const ABOUT: &str = "letter";

/// Enqueues a letter.
pub async fn enqueue_mail(app: &App, writer: &mut Writer, account: &AccountId, letter: &Letter, reason: &str) -> Result<(), ApiError> {
    let plain = serde_json::to_vec(letter).map_err(|e| ApiError::internal(&e))?;
    let sealed = app.deployment.secrets.seal(&app.deployment.random, ABOUT, &plain)?;
    let work = Work::SendMail(Mail { sealed: STANDARD.encode(sealed) });
    Ok(jobs::enqueue(writer, &Owner::Account(account.clone()), &app.id::<JobId>(), &work, app.now(), Starter::named(reason)).await?)
}

/// Opens a sealed letter.
pub fn open_letter(app: &App, mail: &Mail) -> Option<Letter> {
    let sealed = STANDARD.decode(&mail.sealed).ok()?;
    let plain = app.deployment.secrets.open(ABOUT, &sealed).ok()?;
    serde_json::from_slice(&plain).ok()
}
