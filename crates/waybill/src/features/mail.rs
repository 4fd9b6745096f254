//! Sending mail: the job behind every letter the product writes.

use crate::app::App;
use crate::jobs::JobError;
use crate::mail::MailError;
use crate::outgoing::open_letter;
use domain::id::{Id, JobId};
use domain::work::Mail;

/// Sends one letter. Its message id is the job's, so that a letter sent twice after a crash is recognised by mail programs.
pub async fn send(app: &App, job: &JobId, mail: &Mail) -> Result<(), JobError> {
    let letter = open_letter(app, mail).ok_or_else(|| JobError::fail("the letter cannot be opened with this deployment's key"))?;
    match app.deployment.mailer.send(&letter, job.as_str()).await {
        Ok(()) => Ok(()),
        Err(error @ MailError::Unsendable(_)) => Err(JobError::fail(&error.to_string())),
        Err(error @ MailError::Later(_)) => Err(JobError::retry(&error.to_string())),
    }
}
