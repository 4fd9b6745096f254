//! Turning a line of text into glyphs that stand in the order in which they are seen.
//!
//! Plain scripts take a quick path: a glyph per character, no kerning. Lines with right-to-left or joining scripts and with
//! combining marks go through the bidirectional algorithm and rustybuzz, which joins Arabic, orders Indic vowels and places marks.
//! It never breaks lines and never drops a visible character; control characters become spaces.

use super::{FaceId, Weight, face, find};
use rustybuzz::ShapePlan;
use std::cell::RefCell;
use std::collections::HashMap;
use unicode_bidi::BidiInfo;

/// A line as glyphs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shaped {
    /// In the order in which they are seen.
    pub glyphs: Vec<Glyph>,
    /// Sum of all advances, in thousandths of an em.
    pub width: i32,
}

/// A glyph; measures in thousandths of an em.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// Its face.
    pub face: FaceId,
    /// Its number in the face.
    pub id: u16,
    /// How far the next one stands.
    pub advance: i32,
    /// Shift to the right.
    pub dx: i32,
    /// Shift upwards.
    pub dy: i32,
    /// Where its characters begin in the text.
    pub from: u16,
    /// Where they end.
    pub to: u16,
}

/// More characters than this never fit on a line.
const MOST_CHARS: usize = 400;

/// The text as it is set: one line, no control characters, no invisible ones outside of joining scripts.
#[must_use]
pub fn clean(text: &str) -> String {
    let joins = has_complex(text);
    text.chars().filter(|c| joins && matches!(c, '\u{200c}' | '\u{200d}') || !is_invisible(*c)).map(spaced).take(MOST_CHARS).collect()
}

fn spaced(c: char) -> char {
    if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{a0}' | '\u{202f}' | '\u{3000}') { ' ' } else { c }
}

fn is_invisible(c: char) -> bool {
    matches!(u32::from(c), 0xad | 0x61c | 0x180b..=0x180f | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfe00..=0xfe0f | 0xfeff | 0xfff0..=0xfffb | 0xe0000..=0xe0fff)
}

fn is_complex(c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36f | 0x483..=0x489 | 0x590..=0x109f | 0x1100..=0x11ff | 0x135d..=0x135f | 0x1700..=0x18af | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0xfb1d..=0xfdff | 0xfe20..=0xfe2f | 0xfe70..=0xfeff | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
}

fn has_complex(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_complex)
}

/// Shapes one cleaned line.
#[must_use]
pub fn shape(text: &str, weight: Weight) -> Shaped {
    let glyphs = if has_complex(text) { complex(text, weight) } else { simple(text, weight) };
    let width = glyphs.iter().fold(0_i32, |sum, glyph| sum.saturating_add(glyph.advance));
    Shaped { glyphs, width }
}

/// The width of a cleaned text in thousandths of an em.
#[must_use]
pub fn measure(text: &str, weight: Weight) -> i32 {
    if has_complex(text) {
        return shape(text, weight).width;
    }
    let face = super::face(super::main_face(weight));
    let advance = |c: char| face.and_then(|face| face.find(c)).map_or_else(|| find(c, weight).1.advance, |found| found.advance);
    text.chars().fold(0_i32, |sum, c| sum.saturating_add(advance(c)))
}

fn offset(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}

fn simple(text: &str, weight: Weight) -> Vec<Glyph> {
    let glyph = |(at, c): (usize, char)| {
        let (face, found) = find(c, weight);
        Glyph { face, id: found.id, advance: found.advance, dx: 0, dy: 0, from: offset(at), to: offset(at.saturating_add(c.len_utf8())) }
    };
    text.char_indices().map(glyph).collect()
}

fn complex(text: &str, weight: Weight) -> Vec<Glyph> {
    let info = BidiInfo::new(text, None);
    let mut glyphs = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let right_to_left = levels.get(run.start).is_some_and(unicode_bidi::Level::is_rtl);
            let mut parts = by_face(text, run, weight);
            if right_to_left {
                parts.reverse();
            }
            for (id, part) in parts {
                shape_part(text, id, part, right_to_left, &mut glyphs);
            }
        }
    }
    glyphs
}

/// Splits a run where the face changes. Marks and joiners stay with the letter before them.
fn by_face(text: &str, run: std::ops::Range<usize>, weight: Weight) -> Vec<(FaceId, std::ops::Range<usize>)> {
    let mut parts: Vec<(FaceId, std::ops::Range<usize>)> = Vec::new();
    let start = run.start;
    for (at, c) in text.get(run).unwrap_or_default().char_indices() {
        let (at, end) = (start.saturating_add(at), start.saturating_add(at).saturating_add(c.len_utf8()));
        let (own, found) = find(c, weight);
        let previous = parts.last().map(|(id, _)| *id);
        let stays = previous.filter(|id| {
            let glue = matches!(u32::from(c), 0x200c | 0x200d | 0x300..=0x36f | 0x20) || found.id == 0;
            glue && (is_invisible(c) || face(*id).is_some_and(|face| face.find(c).is_some()))
        });
        let id = stays.unwrap_or(own);
        match parts.last_mut() {
            Some((last, range)) if *last == id => range.end = end,
            _ => parts.push((id, at..end)),
        }
    }
    parts
}

/// What rustybuzz works out for a face, a direction and a script takes longer than the shaping itself, so each thread keeps it.
type Plans = HashMap<(FaceId, bool, rustybuzz::Script), ShapePlan>;
const MOST_PLANS: usize = 100;

thread_local! {
    static PLANS: RefCell<Plans> = RefCell::new(HashMap::new());
}

fn shape_part(text: &str, id: FaceId, part: std::ops::Range<usize>, right_to_left: bool, glyphs: &mut Vec<Glyph>) {
    let Some(face) = face(id) else { return };
    let start = part.start;
    let piece = text.get(part.clone()).unwrap_or_default();
    let mut buffer = rustybuzz::UnicodeBuffer::new();
    buffer.push_str(piece);
    buffer.guess_segment_properties();
    buffer.set_direction(if right_to_left { rustybuzz::Direction::RightToLeft } else { rustybuzz::Direction::LeftToRight });
    let shaped = PLANS.with_borrow_mut(|plans| {
        if plans.len() > MOST_PLANS {
            plans.clear();
        }
        let (direction, script) = (buffer.direction(), buffer.script());
        let plan =
            plans.entry((id, right_to_left, script)).or_insert_with(|| ShapePlan::new(&face.parsed, direction, Some(script), None, &[]));
        rustybuzz::shape_with_plan(&face.parsed, plan, buffer)
    });
    let mut clusters: Vec<usize> = shaped.glyph_infos().iter().filter_map(|info| usize::try_from(info.cluster).ok()).collect();
    clusters.sort_unstable();
    clusters.dedup();
    let mut said = None;
    for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
        let from = usize::try_from(info.cluster).unwrap_or_default();
        // Of several glyphs for the same characters only the first says them, or copied text would repeat itself.
        let end = clusters.iter().copied().find(|next| *next > from).unwrap_or(piece.len());
        let to = if said.replace(from) == Some(from) { from } else { end };
        glyphs.push(Glyph {
            face: id,
            id: u16::try_from(info.glyph_id).unwrap_or_default(),
            advance: face.scaled(position.x_advance),
            dx: face.scaled(position.x_offset),
            dy: face.scaled(position.y_offset),
            from: offset(start.saturating_add(from)),
            to: offset(start.saturating_add(to)),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_a_glyph_per_character() {
        let shaped = shape("Ship to: 北京", Weight::Bold);
        assert_eq!(shaped.glyphs.len(), 11);
        assert_eq!(shaped.width, measure("Ship to: 北京", Weight::Bold));
    }

    #[test]
    fn arabic_joins_and_runs_to_the_left() {
        let shaped = shape("سلام", Weight::Regular);
        assert!(shaped.glyphs.len() <= 4);
        let starts: Vec<u16> = shaped.glyphs.iter().map(|glyph| glyph.from).collect();
        assert!(starts.windows(2).all(|pair| pair[0] >= pair[1]), "{starts:?}");
        let alone: i32 = "سلام".chars().map(|c| find(c, Weight::Regular).1.advance).sum();
        assert_ne!(shaped.width, alone, "joined letters are narrower than letters alone");
    }

    #[test]
    fn devanagari_vowels_are_ordered() {
        let shaped = shape("हि", Weight::Regular);
        assert_eq!(shaped.glyphs.len(), 2);
        assert!(shaped.glyphs.iter().all(|glyph| glyph.id != 0));
    }

    #[test]
    fn control_characters_become_spaces_and_invisible_ones_go() {
        assert_eq!(clean("a\tb\u{200b}c\n"), "a bc ");
    }
}
