//! Fitting text into areas: shrink first, then wrap where that is allowed, then cut with an ellipsis.
//!
//! The promise to everyone who lays out a page: no line is wider or higher than its area.

use super::{Align, Area, Ink, Line, Operation, Page, area};
use crate::fonts::shape::{clean, measure};
use crate::fonts::{Weight, find};

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Regular or bold.
    pub weight: Weight,
    /// Size of the em in dots.
    pub size: i32,
    /// The smallest size to shrink to.
    pub smallest: i32,
    /// Where lines begin.
    pub align: Align,
    /// The colour.
    pub ink: Ink,
}

/// Regular text that shrinks to two thirds before it is cut.
#[must_use]
pub const fn regular(size: i32) -> Style {
    Style { weight: Weight::Regular, size, smallest: size.saturating_mul(2) / 3, align: Align::Left, ink: Ink::Black }
}

/// Bold text that shrinks to two thirds before it is cut.
#[must_use]
pub const fn bold(size: i32) -> Style {
    Style { weight: Weight::Bold, ..regular(size) }
}

impl Style {
    /// In the middle.
    #[must_use]
    pub const fn centred(self) -> Self {
        Self { align: Align::Centre, ..self }
    }

    /// At the right edge.
    #[must_use]
    pub const fn to_the_right(self) -> Self {
        Self { align: Align::Right, ..self }
    }

    /// White.
    #[must_use]
    pub const fn white(self) -> Self {
        Self { ink: Ink::White, ..self }
    }

    /// Shrinks down to this size.
    #[must_use]
    pub const fn down_to(self, smallest: i32) -> Self {
        Self { smallest, ..self }
    }
}

/// Distance of lines.
#[must_use]
pub const fn pitch(size: i32) -> i32 {
    size.saturating_mul(6) / 5
}

/// Width in dots of a text measured in thousandths of an em, rounded up.
const fn dots(thousandths: i32, size: i32) -> i32 {
    thousandths.saturating_mul(size).saturating_add(999) / 1000
}

fn width(text: &str, weight: Weight, size: i32) -> i32 {
    dots(measure(text, weight), size)
}

/// The largest size between the style's limits at which the text is at most this wide.
fn size_for(text: &str, style: Style, most: i32) -> i32 {
    let em = measure(text, style.weight);
    if dots(em, style.size) <= most {
        return style.size;
    }
    let fitting = most.saturating_mul(1000).checked_div(em).unwrap_or(style.size);
    fitting.clamp(style.smallest.min(style.size), style.size)
}

/// Cuts the end off until the text with an ellipsis is at most this wide.
fn cut(text: &str, weight: Weight, size: i32, most: i32) -> String {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let with_dots = |end: usize| format!("{}…", text.get(..end).unwrap_or_default().trim_end());
    let fits = |end: &usize| width(&with_dots(*end), weight, size) <= most;
    // Nearly monotonic, so a binary search finds the place; the last look makes sure.
    let place = ends.partition_point(fits);
    let found = ends.get(..place).unwrap_or_default().iter().rev().find(|end| fits(end));
    found.map(|end| with_dots(*end)).unwrap_or_default()
}

/// Breaks a text into lines of at most this width; words that are wider are broken inside.
fn wrap(text: &str, weight: Weight, size: i32, most: i32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&joined, weight, size) <= most {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        // Advances are added up, which is close enough even for joined scripts: `set` cuts whatever is still too wide.
        let mut taken = 0_i32;
        for c in word.chars() {
            let advance = find(c, weight).1.advance;
            if dots(taken.saturating_add(advance), size) > most && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                taken = 0;
            }
            line.push(c);
            taken = taken.saturating_add(advance);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

impl Page {
    /// One line at the top of the area: shrinks, then is cut. Gives the height that it takes.
    pub fn text(&mut self, place: Area, style: Style, text: &str) -> i32 {
        let text = clean(text);
        let text = text.trim();
        let size = size_for(text, style, place.w).min(place.h.saturating_mul(5) / 6);
        self.set(area(place.x, place.y, place.w, pitch(size)), Style { size, ..style }, text);
        pitch(size)
    }

    /// One line in the middle of the area's height.
    pub fn text_middle(&mut self, place: Area, style: Style, text: &str) {
        let text = clean(text);
        let text = text.trim();
        let size = size_for(text, style, place.w).min(place.h.saturating_mul(5) / 6);
        let top = place.h.saturating_sub(pitch(size)) / 2;
        self.set(area(place.x, place.y.saturating_add(top), place.w, pitch(size)), Style { size, ..style }, text);
    }

    /// As many lines as the area has room for: wraps, shrinks when that is not enough, then cuts. Gives the height that it takes.
    pub fn paragraph(&mut self, place: Area, style: Style, text: &str) -> i32 {
        let text = clean(text);
        let mut size = style.size.min(place.h.saturating_mul(5) / 6);
        let mut lines = wrap(&text, style.weight, size, place.w);
        let room = |size: i32| usize::try_from(place.h.checked_div(pitch(size)).unwrap_or_default()).unwrap_or_default();
        while lines.len() > room(size) && size > style.smallest {
            size = (size.saturating_mul(9) / 10).max(style.smallest);
            lines = wrap(&text, style.weight, size, place.w);
        }
        if lines.len() > room(size) {
            let rest = lines.get(room(size).saturating_sub(1)..).unwrap_or_default().join(" ");
            lines.truncate(room(size).saturating_sub(1));
            lines.push(format!("{rest}…"));
        }
        self.stack(place, Style { size, ..style }, &lines)
    }

    /// Lines of one size, one below the other; all shrink together until they fit. Gives the height that they take.
    pub fn lines<S: AsRef<str>>(&mut self, place: Area, style: Style, lines: &[S]) -> i32 {
        let lines: Vec<String> = lines.iter().map(|line| clean(line.as_ref()).trim().to_owned()).filter(|line| !line.is_empty()).collect();
        let count = i32::try_from(lines.len()).unwrap_or(i32::MAX).max(1);
        let narrowest = lines.iter().map(|line| size_for(line, style, place.w)).min().unwrap_or(style.size);
        let mut size = narrowest;
        while size > 4 && pitch(size).saturating_mul(count) > place.h {
            size = size.saturating_sub(1);
        }
        self.stack(place, Style { size, ..style }, &lines)
    }

    fn stack(&mut self, place: Area, style: Style, lines: &[String]) -> i32 {
        let mut y = place.y;
        for line in lines {
            if y.saturating_add(pitch(style.size)) > place.bottom() {
                break;
            }
            self.set(area(place.x, y, place.w, pitch(style.size)), style, line);
            y = y.saturating_add(pitch(style.size));
        }
        y.saturating_sub(place.y)
    }

    /// Places one line of the style's size in an area of one line's height.
    fn set(&mut self, place: Area, style: Style, text: &str) {
        let mut width = width(text, style.weight, style.size);
        let mut text = text.to_owned();
        if width > place.w {
            text = cut(&text, style.weight, style.size, place.w);
            width = dots(measure(&text, style.weight), style.size);
        }
        if text.is_empty() || style.size < 1 {
            return;
        }
        let free = place.w.saturating_sub(width).max(0);
        let x = place.x.saturating_add(match style.align {
            Align::Left => 0,
            Align::Centre => free / 2,
            Align::Right => free,
        });
        let baseline = place.y.saturating_add(style.size.saturating_mul(19) / 20);
        let Style { weight, size, align, ink, .. } = style;
        self.operations.push(Operation::Text(Line { area: place, x, baseline, size, width, weight, align, ink, text }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines_of(page: &Page) -> Vec<&Line> {
        page.operations.iter().filter_map(|operation| if let Operation::Text(line) = operation { Some(line) } else { None }).collect()
    }

    #[test]
    fn shrinks_before_it_cuts() {
        let mut page = Page::label();
        page.text(area(0, 0, 200, 60), regular(30), "Hello");
        page.text(area(0, 60, 200, 60), regular(30), "Hello wide world");
        page.text(area(0, 120, 200, 60), regular(30), "Hello wide world, and all that is in it");
        let lines = lines_of(&page);
        assert_eq!((lines[0].size, lines[2].size), (30, 20));
        assert!(lines[1].size < 30 && lines[1].text == "Hello wide world");
        assert!(lines[2].text.ends_with('…'));
    }

    #[test]
    fn wraps_words_and_breaks_what_is_too_long() {
        assert_eq!(wrap("one two three", Weight::Regular, 20, 80), ["one two", "three"]);
        assert!(wrap(&"x".repeat(50), Weight::Regular, 20, 100).len() > 4);
    }

    proptest! {
        #[test]
        fn text_never_leaves_its_area(text in "\\PC{0,80}", w in 1_i32..500, h in 1_i32..120, size in 8_i32..60) {
            let mut page = Page::label();
            let place = area(10, 10, w, h);
            page.text(place, bold(size), &text);
            page.text_middle(place, regular(size), &text);
            page.paragraph(place, regular(size).centred(), &text);
            page.lines(place, bold(size).to_the_right(), &[&text, "second"]);
            for line in lines_of(&page) {
                prop_assert!(line.area.w <= w && line.width <= line.area.w, "{line:?}");
                prop_assert!(line.x >= line.area.x && line.x + line.width <= line.area.right(), "{line:?}");
                prop_assert!(place.holds(line.area), "{line:?}");
            }
        }
    }
}
