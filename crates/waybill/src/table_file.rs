//! Writing a table (CSV) into a stored file as its rows come, and mailing where it is. Memory stays flat however long it is.

use crate::app::App;
use crate::csv_text::cell;
use crate::jobs::JobError;
use crate::mail::Letter;
use crate::{outgoing, signed_files};
use chrono::TimeDelta;
use domain::id::{AccountId, FileId};
use store::StoreError;
use store::files::{self, StoredFile};

/// How long such a file is kept, and its address works.
pub const KEPT: TimeDelta = TimeDelta::days(7);

/// A table that is being written.
pub struct TableFile<'a> {
    app: &'a App,
    account: &'a AccountId,
    file: &'a FileId,
    text: String,
    position: i64,
    size: i64,
}

impl<'a> TableFile<'a> {
    /// Begins a file of this name with a line of headings. A job that runs again begins anew.
    pub async fn begin(app: &'a App, account: &'a AccountId, file: &'a FileId, name: &str, headings: &[&str]) -> Result<Self, StoreError> {
        let now = app.now();
        let stored = StoredFile {
            id: file.clone(),
            name: name.to_owned(),
            content_type: "text/csv; charset=utf-8".into(),
            size: 0,
            created_at: now,
            expires_at: now + KEPT,
        };
        let mut writer = app.store().writer().await?;
        files::begin(&mut writer, account, &stored).await?;
        writer.commit().await?;
        let mut table = Self { app, account, file, text: String::new(), position: 0, size: 0 };
        table.row(headings);
        Ok(table)
    }

    /// Adds a row; no cell can be taken for a formula.
    pub fn row<T: AsRef<str>>(&mut self, cells: &[T]) {
        self.text.push_str(&cells.iter().map(|text| cell(text.as_ref())).collect::<Vec<_>>().join(","));
        self.text.push_str("\r\n");
    }

    /// Stores what has gathered, once it is worth a chunk.
    pub async fn flush_if_large(&mut self) -> Result<(), StoreError> {
        if self.text.len() >= files::CHUNK { self.flush().await } else { Ok(()) }
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.size += i64::try_from(self.text.len()).unwrap_or(0);
        let mut writer = self.app.store().writer().await?;
        let bytes = std::mem::take(&mut self.text).into_bytes();
        files::append(&mut writer, self.account, self.file, self.position, bytes).await?;
        self.position += 1;
        writer.commit().await
    }

    /// Completes the file and mails its address.
    pub async fn mail(mut self, to: &str, subject: &str, about: &str) -> Result<(), JobError> {
        self.flush().await?;
        let link = format!("{}{}", self.app.deployment.config.public_url(), signed_files::url_for(self.app, self.account, self.file, KEPT));
        let text = format!("{about}\n\n{link}\n\nThe link works for seven days.\n");
        let letter = Letter { to: to.to_owned(), subject: subject.to_owned(), text };
        let mut writer = self.app.store().writer().await?;
        files::complete(&mut writer, self.account, self.file, self.size).await?;
        outgoing::enqueue_mail(self.app, &mut writer, self.account, &letter, "report")
            .await
            .map_err(|_| JobError::retry("the mail could not be written"))?;
        Ok(writer.commit().await?)
    }
}
