//! Mail: by SMTP when it is configured, else into a folder, else (in tests) into memory.

use crate::config::Mail as Settings;
use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::{AsyncFileTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A mail to one person, in plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// Recipient.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Text.
    pub text: String,
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It can never be sent like this.
    #[error("the mail cannot be written: {0}")]
    Unsendable(String),
    /// It may be sent later.
    #[error("the mail was not taken: {0}")]
    Later(String),
}

/// Where mail goes.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
    Memory(Arc<Mutex<Vec<Letter>>>),
}

impl Mailer {
    /// By the configuration: SMTP, or the outbox folder in the data folder.
    pub fn from_settings(settings: &Settings, data: &Path) -> Result<Self, MailError> {
        let from = settings.from.parse().map_err(|e| MailError::Unsendable(format!("{e}")))?;
        let url = settings.smtp_url.expose_secret();
        if url.is_empty() {
            return Ok(Self { from, way: Way::Folder(data.join("outbox")) });
        }
        // lettre's own sentence may hold the address with its password, so it is not passed on.
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| MailError::Unsendable("mail.smtp_url is not an address such as smtp://user:password@host:587".into()))?;
        Ok(Self { from, way: Way::Smtp(builder.timeout(Some(Duration::from_secs(20))).build()) })
    }

    /// Into memory, for tests.
    #[must_use]
    pub fn memory(from: Mailbox) -> Self {
        Self { from, way: Way::Memory(Arc::default()) }
    }

    /// What went into memory so far.
    #[must_use]
    pub fn remembered(&self) -> Vec<Letter> {
        match &self.way {
            Way::Memory(letters) => letters.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            _ => Vec::new(),
        }
    }

    /// The folder mail goes to, when there is no SMTP.
    #[must_use]
    pub fn outbox(&self) -> Option<&Path> {
        match &self.way {
            Way::Folder(folder) => Some(folder),
            _ => None,
        }
    }

    /// Sends one mail. The message id is made from `id`, so that a mail sent twice after a crash is recognisable.
    pub async fn send(&self, letter: &Letter, id: &str) -> Result<(), MailError> {
        let to: Mailbox = letter.to.parse().map_err(|e| MailError::Unsendable(format!("{e}")))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&letter.subject)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text.clone())
            .map_err(|e| MailError::Unsendable(e.to_string()))?;
        match &self.way {
            Way::Smtp(transport) => match transport.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(MailError::Unsendable(error.to_string())),
                Err(error) => Err(MailError::Later(error.to_string())),
            },
            Way::Folder(folder) => {
                let later = |e: &dyn std::fmt::Display| MailError::Later(e.to_string());
                tokio::fs::create_dir_all(folder).await.map_err(|e| later(&e))?;
                AsyncFileTransport::<Tokio1Executor>::new(folder).send(message).await.map_err(|e| later(&e))?;
                tracing::info!(folder = %folder.display(), "no SMTP server is configured: the mail is in the outbox folder");
                Ok(())
            }
            Way::Memory(letters) => {
                letters.lock().unwrap_or_else(PoisonError::into_inner).push(letter.clone());
                Ok(())
            }
        }
    }
}
