//! The fonts of one PDF file: remembers which glyphs were used and embeds exactly those, with their text.
//!
//! A glyph gets its number in the file when it is first drawn, so pages can be written before the font is. Text can be searched and
//! copied, because every glyph says which characters it stands for. The main faces begin with the letters of ASCII: a file that uses
//! no others, as most labels do, takes a subset that was made and compressed once.

use super::deflate;
use super::file::{File, Ref};
use crate::error::DrawError;
use crate::fonts::shape::Glyph;
use crate::fonts::{FACE_COUNT, FaceId, face};
use std::fmt::Write as _;
use std::io::Write;
use std::sync::LazyLock;
use subsetter::GlyphRemapper;

/// The glyphs of one face that the file uses.
#[derive(Default, Clone)]
struct Used {
    numbers: GlyphRemapper,
    /// What each number stands for, by number; the first is the box for what is missing.
    texts: Vec<Option<Box<str>>>,
}

impl Used {
    /// What a face begins with in every file: ASCII for the main faces, nothing for the others.
    fn first(id: FaceId) -> Self {
        PLAIN.get(usize::from(id)).and_then(Option::as_ref).map(|plain| plain.used.clone()).unwrap_or_default()
    }
}

/// A face as it is embedded.
struct Embedded {
    /// Bytes of the program before compression.
    length: usize,
    program: Vec<u8>,
    widths: String,
    texts: Vec<u8>,
}

/// A main face with the letters of ASCII.
struct Plain {
    used: Used,
    embedded: Embedded,
}

/// The regular and the bold main face.
static PLAIN: LazyLock<[Option<Plain>; 2]> = LazyLock::new(|| [plain(0), plain(1)]);

fn plain(id: FaceId) -> Option<Plain> {
    let mut used = Used::default();
    let face = face(id)?;
    for letter in ' '..='~' {
        let number = used.numbers.remap(face.parsed.glyph_index(letter)?.0);
        let index = usize::from(number);
        if used.texts.len() <= index {
            used.texts.resize(index.saturating_add(1), None);
        }
        if let Some(text) = used.texts.get_mut(index) {
            *text = Some(letter.to_string().into());
        }
    }
    let embedded = prepare(id, &used).ok()?;
    Some(Plain { used, embedded })
}

/// Makes the subset, its widths and its meanings.
fn prepare(id: FaceId, used: &Used) -> Result<Embedded, DrawError> {
    let Some(face) = face(id) else { return Err(DrawError::Font("unknown")) };
    let subset = subsetter::subset(face.data, 0, &used.numbers).map_err(|_| DrawError::Font(face.name))?;
    let widths: Vec<String> = used.numbers.remapped_gids().map(|glyph| face.advance(glyph).to_string()).collect();
    Ok(Embedded {
        length: subset.len(),
        program: deflate::small(&subset)?,
        widths: widths.join(" "),
        texts: deflate::small(meanings(&used.texts).as_bytes())?,
    })
}

/// All faces of the file.
pub struct Faces {
    used: Vec<Option<Used>>,
}

impl Default for Faces {
    fn default() -> Self {
        Self { used: (0..FACE_COUNT).map(|_| None).collect() }
    }
}

impl Faces {
    /// The number of a glyph in this file.
    pub fn number(&mut self, glyph: &Glyph, line: &str) -> u16 {
        let Some(slot) = self.used.get_mut(usize::from(glyph.face)) else { return 0 };
        let used = slot.get_or_insert_with(|| Used::first(glyph.face));
        let number = used.numbers.remap(glyph.id);
        let index = usize::from(number);
        if used.texts.len() <= index {
            used.texts.resize(index.saturating_add(1), None);
        }
        if let Some(text @ None) = used.texts.get_mut(index) {
            *text = line.get(usize::from(glyph.from)..usize::from(glyph.to)).filter(|text| !text.is_empty()).map(Into::into);
        }
        number
    }

    /// Writes all used faces and the dictionary that names them.
    pub fn finish<W: Write>(self, file: &mut File<W>, dictionary: Ref) -> Result<(), DrawError> {
        let mut names = String::from("<<");
        for (id, used) in (0_u8..).zip(self.used) {
            if let Some(used) = used {
                let font = embed(file, id, &used)?;
                let _ = write!(names, "/F{id} {font} 0 R");
            }
        }
        names.push_str(">>");
        Ok(file.put(dictionary, names.as_bytes())?)
    }
}

fn embed<W: Write>(file: &mut File<W>, id: FaceId, used: &Used) -> Result<Ref, DrawError> {
    let Some(face) = face(id) else { return Err(DrawError::Font("unknown")) };
    let known = PLAIN.get(usize::from(id)).and_then(Option::as_ref).filter(|plain| plain.used.texts.len() == used.texts.len());
    let made;
    let embedded = match known {
        Some(plain) => &plain.embedded,
        None => {
            made = prepare(id, used)?;
            &made
        }
    };
    let program = file.reserve();
    let entries = format!("/Length1 {}/Filter/FlateDecode", embedded.length);
    file.put_stream(program, &entries, &embedded.program)?;
    // A subset's name begins with six letters.
    let name = format!("WAYBIL+{}", face.name);
    let scaled = |units: i16| face.scaled(i32::from(units));
    let bounds = face.parsed.global_bounding_box();
    let descriptor = file.reserve();
    file.put(
        descriptor,
        format!(
            "<</Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[{} {} {} {}]/ItalicAngle 0/Ascent {}/Descent {}/CapHeight 714/StemV 90/FontFile2 {program} 0 R>>",
            scaled(bounds.x_min),
            scaled(bounds.y_min),
            scaled(bounds.x_max),
            scaled(bounds.y_max),
            scaled(face.parsed.ascender()),
            scaled(face.parsed.descender()),
        )
        .as_bytes(),
    )?;
    let descendant = file.reserve();
    file.put(
        descendant,
        format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor {descriptor} 0 R/DW 0/W[0[{}]]/CIDToGIDMap/Identity>>",
            embedded.widths
        )
        .as_bytes(),
    )?;
    let texts = file.reserve();
    file.put_stream(texts, "/Filter/FlateDecode", &embedded.texts)?;
    let font = file.reserve();
    file.put(
        font,
        format!("<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/DescendantFonts[{descendant} 0 R]/ToUnicode {texts} 0 R>>")
            .as_bytes(),
    )?;
    Ok(font)
}

/// The table from glyph numbers to characters.
fn meanings(texts: &[Option<Box<str>>]) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n\
         /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    let known: Vec<(usize, &str)> =
        texts.iter().enumerate().filter_map(|(number, text)| text.as_deref().map(|text| (number, text))).collect();
    for group in known.chunks(100) {
        let _ = writeln!(map, "{} beginbfchar", group.len());
        for (number, text) in group {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
            let _ = writeln!(map, "<{number:04X}> <{units}>");
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}
