//! The folder inside of `.xlsx` and `.ods` files: which of them it is, and that it does not unfold to more than a table.
//!
//! What the folder says about sizes is checked first, then every part is unpacked once and counted: the sayings may be lies.

use super::bounded::LONGEST_PIECE;
use super::{Format, Refusal, claims};
use std::io::{BufReader, Read, Seek, SeekFrom};
use zip::ZipArchive;
use zip::result::ZipError;

const MOST_PARTS: usize = 5_000;
/// The sheets are read as a stream, so they may be large.
const LARGEST_SHEET: u64 = 600 * 1024 * 1024;
/// Everything else is held in memory by those who read it.
const LARGEST_PART: u64 = 64 * 1024 * 1024;
/// Shared strings that may be claimed without being there: some programs count them wrongly, and room for so many is cheap.
const FREE_CLAIM: u64 = 1_000_000;
/// Bytes of the shortest shared string, `<si/>`.
const SHORTEST_STRING: u64 = 5;

impl From<ZipError> for Refusal {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => error.into(),
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => Self::Password,
            _ => Self::Broken,
        }
    }
}

/// Opens the folder.
pub fn open<R: Read + Seek>(file: &mut R) -> Result<ZipArchive<BufReader<&mut R>>, Refusal> {
    file.seek(SeekFrom::Start(0))?;
    Ok(ZipArchive::new(BufReader::with_capacity(64 * 1024, file))?)
}

/// Which kind of table it is; checks the folder before anybody reads it.
pub fn kind<R: Read + Seek>(file: &mut R) -> Result<Format, Refusal> {
    let mut folder = open(file)?;
    if folder.len() > MOST_PARTS {
        return Err(Refusal::Bomb);
    }
    let names = folder.file_names().filter_map(|name| name.ok().map(|name| name.into_owned())).collect::<Vec<_>>();
    let has = |name: &str| names.iter().any(|known| known == name);
    let format = if has("content.xml") && has("mimetype") {
        Format::Ods
    } else if names.iter().any(|name| name.starts_with("xl/") && name.ends_with(".xml")) {
        Format::Xlsx
    } else {
        return Err(Refusal::WrongType);
    };
    check(&mut folder, format)?;
    Ok(format)
}

fn limit(name: &str) -> u64 {
    if name.starts_with("xl/worksheets/") || name == "content.xml" { LARGEST_SHEET } else { LARGEST_PART }
}

/// Only what is read is counted: pictures and the like are never unpacked.
fn is_read(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".xml", ".rels", ".vml"].iter().any(|end| name.ends_with(end))
}

fn check<R: Read + Seek>(folder: &mut ZipArchive<R>, format: Format) -> Result<(), Refusal> {
    let mut left = LARGEST_SHEET;
    for place in 0..folder.len() {
        let mut part = folder.by_index(place)?;
        let name = part.name().map(|name| name.into_owned())?;
        if part.encrypted() {
            return Err(Refusal::Password);
        }
        if !is_read(&name) {
            continue;
        }
        let most = limit(&name).min(left);
        if part.size() > most {
            return Err(Refusal::Bomb);
        }
        let mut counted = (&mut part).take(most + 1);
        let claimed = if format == Format::Xlsx && claims::concerns(&name) { claims_of(&mut counted, &name)? } else { 0 };
        std::io::copy(&mut counted, &mut std::io::sink()).map_err(|_| Refusal::Broken)?;
        let real = (most + 1).saturating_sub(counted.limit());
        left = left.checked_sub(real).filter(|_| real <= most).ok_or(Refusal::Bomb)?;
        if claimed > FREE_CLAIM.max(real / SHORTEST_STRING) {
            return Err(Refusal::Bomb);
        }
    }
    Ok(())
}

fn claims_of(part: &mut impl Read, name: &str) -> Result<u64, Refusal> {
    // What is not a sheet is small as a whole.
    let longest = if limit(name) == LARGEST_SHEET { LONGEST_PIECE } else { usize::MAX };
    claims::scan(BufReader::with_capacity(64 * 1024, part), longest).map_err(|refusal| match refusal {
        // The file was read from storage before: it is the unpacking that failed.
        Refusal::Storage(_) => Refusal::Broken,
        other => other,
    })
}
