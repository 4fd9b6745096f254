//! Compression of streams: quick for pages, because there are many; thorough for fonts and pictures, because they are large.

use flate2::{Compress, Compression, FlushCompress};
use std::io::Write;

/// Compresses page after page with the same tables in memory.
pub struct Quick {
    state: Compress,
}

impl Default for Quick {
    fn default() -> Self {
        Self { state: Compress::new(Compression::new(1), true) }
    }
}

impl Quick {
    /// Compresses `bytes` into `out`, which is cleared first.
    pub fn compress(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> std::io::Result<()> {
        self.state.reset();
        out.clear();
        let mut rest = bytes;
        loop {
            out.reserve(bytes.len().max(256));
            let before = self.state.total_in();
            let status = self.state.compress_vec(rest, out, FlushCompress::Finish).map_err(std::io::Error::other)?;
            let taken = usize::try_from(self.state.total_in().saturating_sub(before)).unwrap_or_default();
            rest = rest.get(taken..).unwrap_or_default();
            if status == flate2::Status::StreamEnd {
                return Ok(());
            }
        }
    }
}

/// Compresses a large object.
pub fn small(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes)?;
    encoder.finish()
}
