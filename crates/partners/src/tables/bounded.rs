//! A reader for XML whose single tags and texts are bounded: a parser holds each of them whole before anybody can look at it.

use std::io::{self, BufRead, ErrorKind, Read};

/// Bytes of one tag or text: far more than a cell, far less than a bomb.
pub const LONGEST_PIECE: usize = 1024 * 1024;

/// Fails when one piece is longer than allowed.
pub struct Bounded<B> {
    inner: B,
    left: usize,
    most: usize,
}

impl<B> Bounded<B> {
    pub fn new(inner: B, most: usize) -> Self {
        Self { inner, left: most, most }
    }

    /// The next piece begins.
    pub fn renew(&mut self) {
        self.left = self.most;
    }
}

impl<B: BufRead> BufRead for Bounded<B> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let available = self.inner.fill_buf()?;
        if self.left == 0 && !available.is_empty() {
            return Err(ErrorKind::FileTooLarge.into());
        }
        Ok(available.get(..available.len().min(self.left)).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
        self.left = self.left.saturating_sub(amount);
    }
}

impl<B: BufRead> Read for Bounded<B> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
