//! The bundled fonts: which face shows which character, and how wide it is.
//!
//! Covered: Latin with all European and Vietnamese letters, Greek and Cyrillic (Noto Sans, regular and bold); Chinese, Japanese
//! and Korean (Droid Sans Fallback: the 20,902 Han characters of Unicode 1.1 in their Chinese form, kana, all Hangul syllables);
//! Arabic, Hebrew, Thai, Lao, Khmer, Myanmar, Devanagari, Bengali, Gujarati, Gurmukhi, Tamil, Telugu, Kannada, Malayalam,
//! Armenian, Georgian (Noto Sans of each script). All but Noto Sans are bundled in regular only, so bold text of those scripts
//! looks regular. Not covered: Ethiopic, Sinhala, Tibetan, Mongolian, Han beyond the basic block, emoji; they show a box.
//! A character without a glyph must show that box, never nothing. Licences stand beside the files in `assets/fonts`.

pub mod shape;

use rustybuzz::ttf_parser::GlyphId;
use std::sync::LazyLock;

/// Regular or bold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Weight {
    /// Regular.
    #[default]
    Regular,
    /// Bold.
    Bold,
}

/// The number of a bundled face.
pub type FaceId = u8;

/// How many bundled faces there are.
pub const FACE_COUNT: usize = FILES.len();

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_bytes!(concat!("../../assets/fonts/", $name, ".ttf")).as_slice())),+]
    };
}

/// Names and contents; the first two are the regular and bold main face.
static FILES: [(&str, &[u8]); 19] = files![
    "NotoSans-Regular",
    "NotoSans-Bold",
    "DroidSansFallback",
    "NotoSansArabic-Regular",
    "NotoSansHebrew-Regular",
    "NotoSansThai-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansBengali-Regular",
    "NotoSansGurmukhi-Regular",
    "NotoSansGujarati-Regular",
    "NotoSansTamil-Regular",
    "NotoSansTelugu-Regular",
    "NotoSansKannada-Regular",
    "NotoSansMalayalam-Regular",
    "NotoSansLao-Regular",
    "NotoSansMyanmar-Regular",
    "NotoSansGeorgian-Regular",
    "NotoSansKhmer-Regular",
    "NotoSansArmenian-Regular",
];

/// Characters below this are looked up in a table, because nearly all text is made of them.
const TABLE: usize = 0x250;

/// A parsed face.
pub struct Face {
    /// Name for embedding.
    pub name: &'static str,
    /// The file.
    pub data: &'static [u8],
    /// For shaping and outlines.
    pub parsed: rustybuzz::Face<'static>,
    units: i32,
    table: Vec<Found>,
}

/// A glyph and its advance in thousandths of an em.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Number of the glyph inside its face; 0 is the box for what is missing.
    pub id: u16,
    /// How far the next glyph stands.
    pub advance: i32,
}

static FACES: LazyLock<Vec<Option<Face>>> = LazyLock::new(|| FILES.iter().map(|(name, data)| Face::read(name, data)).collect());

impl Face {
    fn read(name: &'static str, data: &'static [u8]) -> Option<Self> {
        let parsed = rustybuzz::Face::from_slice(data, 0)?;
        let units = parsed.units_per_em().max(1);
        let mut face = Self { name, data, parsed, units, table: Vec::new() };
        let small = (0..TABLE).filter_map(|code| u32::try_from(code).ok()).map(|code| char::from_u32(code).unwrap_or('\0'));
        face.table = small.map(|c| face.search(c).unwrap_or(Found { id: 0, advance: 0 })).collect();
        Some(face)
    }

    fn search(&self, c: char) -> Option<Found> {
        let id = self.parsed.glyph_index(c)?.0;
        Some(Found { id, advance: self.advance(id) })
    }

    fn find(&self, c: char) -> Option<Found> {
        match usize::try_from(u32::from(c)).ok().and_then(|code| self.table.get(code)) {
            Some(found) => (found.id != 0).then_some(*found),
            None => self.search(c),
        }
    }

    /// Advance of a glyph in thousandths of an em.
    #[must_use]
    pub fn advance(&self, id: u16) -> i32 {
        self.scaled(i32::from(self.parsed.glyph_hor_advance(GlyphId(id)).unwrap_or_default()))
    }

    /// Font units as thousandths of an em.
    #[must_use]
    pub fn scaled(&self, units: i32) -> i32 {
        units.saturating_mul(1000) / self.units
    }

    /// Font units in an em.
    #[must_use]
    pub fn units(&self) -> i32 {
        self.units
    }
}

/// The face with this number.
#[must_use]
pub fn face(id: FaceId) -> Option<&'static Face> {
    FACES.get(usize::from(id))?.as_ref()
}

const fn main_face(weight: Weight) -> FaceId {
    match weight {
        Weight::Regular => 0,
        Weight::Bold => 1,
    }
}

/// The face that shows this character, and the glyph; the box of the main face when none does.
#[must_use]
pub fn find(c: char, weight: Weight) -> (FaceId, Found) {
    let main = main_face(weight);
    let in_face = |id: FaceId| face(id).and_then(|face| face.find(c)).map(|found| (id, found));
    in_face(main)
        .or_else(|| in_face(likely_face(c)))
        .or_else(|| (2..u8::try_from(FACE_COUNT).unwrap_or(u8::MAX)).find_map(in_face))
        .unwrap_or_else(|| (main, Found { id: 0, advance: face(main).map_or(600, |face| face.advance(0)) }))
}

/// The face of the character's script, so that not all faces are searched.
fn likely_face(c: char) -> FaceId {
    match u32::from(c) {
        0x0530..=0x058f => 18,
        0x0590..=0x05ff | 0xfb1d..=0xfb4f => 4,
        0x0600..=0x08ff | 0xfb50..=0xfdff | 0xfe70..=0xfeff => 3,
        0x0900..=0x097f => 6,
        0x0980..=0x09ff => 7,
        0x0a00..=0x0a7f => 8,
        0x0a80..=0x0aff => 9,
        0x0b80..=0x0bff => 10,
        0x0c00..=0x0c7f => 11,
        0x0c80..=0x0cff => 12,
        0x0d00..=0x0d7f => 13,
        0x0e00..=0x0e7f => 5,
        0x0e80..=0x0eff => 14,
        0x1000..=0x109f => 15,
        0x10a0..=0x10ff => 16,
        0x1780..=0x17ff => 17,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_font_can_be_read() {
        assert!(FACES.iter().all(Option::is_some));
    }

    #[test]
    fn every_promised_script_has_glyphs() {
        for text in [
            "ÅÉñøßŁŐžş",
            "Ελλάδα",
            "Київ Ёж",
            "Nguyễn Thị Ươn",
            "北京市東京都",
            "ひらカタ",
            "서울특별시",
            "القاهرة",
            "תל אביב",
            "กรุงเทพ",
            "दिल्ली",
            "ঢাকা",
            "અમદાવાદ",
            "ਅੰਮ੍ਰਿਤਸਰ",
            "சென்னை",
            "హైదరాబాద్",
            "ಬೆಂಗಳೂರು",
            "കൊച്ചി",
            "ລາວ",
            "ရန်ကုန်",
            "თბილისი",
            "ភ្នំពេញ",
            "Երևան",
        ] {
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                for weight in [Weight::Regular, Weight::Bold] {
                    assert_ne!(find(c, weight).1.id, 0, "{c} of {text}");
                }
            }
        }
    }

    #[test]
    fn what_is_missing_shows_a_box() {
        let (id, found) = find('\u{1f4e6}', Weight::Regular);
        assert_eq!(found.id, 0);
        assert!(found.advance > 0);
        assert!(face(id).unwrap().parsed.glyph_bounding_box(GlyphId(0)).is_some());
    }
}
