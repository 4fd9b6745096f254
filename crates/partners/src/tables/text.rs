//! Letters: which encoding a file is in, and turning it into text piece by piece.

use super::{Refusal, Stop};
use encoding_rs::{CoderResult, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::{Deserialize, Serialize};
use std::io::{ErrorKind, Read, Seek, SeekFrom};

/// Bytes that are looked at to tell what a file is.
const HEAD: usize = 64 * 1024;
const PIECE: usize = 64 * 1024;

/// How letters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// With or without a byte order mark.
    Utf8,
    /// Excel's 'Unicode text'.
    Utf16Le,
    /// The same, the other way round.
    Utf16Be,
    /// What older Windows programs write; Latin-1 is a part of it.
    Windows1252,
}

impl Encoding {
    fn rules(self) -> &'static encoding_rs::Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Windows1252 => WINDOWS_1252,
        }
    }
}

/// The first bytes of a file.
pub fn head<R: Read + Seek>(file: &mut R) -> Result<Vec<u8>, Refusal> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    file.take(u64::try_from(HEAD).unwrap_or(u64::MAX)).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head)
}

/// The encoding that the first bytes speak for, and whether they prove it. Refuses what is no text.
pub fn encoding(head: &[u8]) -> Result<(Encoding, bool), Refusal> {
    for (mark, encoding) in
        [(&[0xEF, 0xBB, 0xBF][..], Encoding::Utf8), (&[0xFF, 0xFE][..], Encoding::Utf16Le), (&[0xFE, 0xFF][..], Encoding::Utf16Be)]
    {
        if head.starts_with(mark) {
            return Ok((encoding, encoding != Encoding::Utf8));
        }
    }
    let first = head.get(..head.len().min(1000)).unwrap_or_default();
    let zeros = |parity: usize| first.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if odd > first.len() / 4 && even == 0 {
        return Ok((Encoding::Utf16Le, true));
    }
    if even > first.len() / 4 && odd == 0 {
        return Ok((Encoding::Utf16Be, true));
    }
    let control = |byte: &&u8| **byte < 0x20 && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0x1A | 0x1E | 0x1F);
    let is_other =
        [&b"%PDF"[..], b"<?xml", b"<!DOCTYPE", b"<html", b"{\\rtf"].iter().any(|start| head.trim_ascii_start().starts_with(start));
    if is_other || head.iter().filter(control).count() > head.len() / 100 {
        return Err(Refusal::WrongType);
    }
    Ok((Encoding::Utf8, false))
}

/// The first bytes as text; what cannot be read is left out.
pub fn decoded(head: &[u8], encoding: Encoding) -> String {
    encoding.rules().decode_with_bom_removal(head).0.into_owned()
}

/// Hands on the text of a file piece by piece. UTF-8 that is none ends it.
pub fn walk<R: Read>(file: &mut R, encoding: Encoding, mut each: impl FnMut(&str) -> Result<bool, Stop>) -> Result<(), Stop> {
    let mut decoder = encoding.rules().new_decoder_with_bom_removal();
    let mut bytes = vec![0; PIECE];
    let mut out = String::new();
    loop {
        let count = match file.read(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other?,
        };
        let mut rest = bytes.get(..count).unwrap_or_default();
        loop {
            out.clear();
            out.reserve(decoder.max_utf8_buffer_length(rest.len()).unwrap_or(PIECE * 4));
            let (result, read, had_errors) = decoder.decode_to_string(rest, &mut out, count == 0);
            if had_errors && encoding == Encoding::Utf8 {
                return Err(Stop::NotUtf8);
            }
            rest = rest.get(read..).unwrap_or_default();
            if !out.is_empty() && !each(&out)? {
                return Ok(());
            }
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        if count == 0 {
            return Ok(());
        }
    }
}
