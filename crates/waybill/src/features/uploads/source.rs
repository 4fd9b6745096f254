//! A stored file as something that can be read and sought in, a few chunks at a time. Only for threads that may block.

use crate::app::App;
use domain::id::{AccountId, FileId};
use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};
use store::files::{self, CHUNK};
use tokio::runtime::Handle;

/// Chunks that are kept: readers of compressed files jump to the end and back.
const KEPT: usize = 4;

/// A stored file.
pub struct Source {
    app: App,
    handle: Handle,
    account: AccountId,
    file: FileId,
    size: u64,
    place: u64,
    chunks: VecDeque<(u64, Vec<u8>)>,
}

impl Source {
    /// Of this many bytes. To be called in a task; reading happens on another thread.
    pub fn new(app: &App, account: &AccountId, file: &FileId, size: i64) -> Self {
        let (app, account, file) = (app.clone(), account.clone(), file.clone());
        let size = u64::try_from(size).unwrap_or(0);
        Self { app, handle: Handle::current(), account, file, size, place: 0, chunks: VecDeque::new() }
    }

    fn chunk(&mut self, number: u64) -> Result<&[u8]> {
        if !self.chunks.iter().any(|(known, _)| *known == number) {
            let read = async {
                let mut conn = self.app.store().reader().await?;
                files::chunk(&mut conn, &self.account, &self.file, i64::try_from(number).unwrap_or(i64::MAX)).await
            };
            let bytes = self.handle.block_on(read).map_err(|error| Error::other(error.to_string()))?;
            if self.chunks.len() >= KEPT {
                self.chunks.pop_front();
            }
            self.chunks.push_back((number, bytes.unwrap_or_default()));
        }
        Ok(self.chunks.iter().find(|(known, _)| *known == number).map(|(_, bytes)| bytes.as_slice()).unwrap_or_default())
    }
}

fn chunk_bytes() -> u64 {
    u64::try_from(CHUNK).unwrap_or(u64::MAX)
}

impl Read for Source {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        if self.place >= self.size {
            return Ok(0);
        }
        let (number, offset) = (self.place / chunk_bytes(), usize::try_from(self.place % chunk_bytes()).unwrap_or(0));
        let rest = self.chunk(number)?.get(offset..).unwrap_or_default();
        let count = rest.len().min(out.len());
        if count == 0 && !out.is_empty() {
            return Err(Error::other("a part of the stored file is missing"));
        }
        if let (Some(to), Some(from)) = (out.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.place += u64::try_from(count).unwrap_or(0);
        Ok(count)
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.place.checked_add_signed(by),
        };
        self.place = place.ok_or_else(|| Error::new(ErrorKind::InvalidInput, "before the beginning"))?;
        Ok(self.place)
    }
}
