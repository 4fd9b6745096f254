//! Parts of forms: boxes with a small caption, ticks, and rows of a table.

use crate::page::fit::{Style, bold, regular};
use crate::page::{Area, Page, area};

/// A framed box with a caption in its upper left corner and a value below it.
pub fn cell(page: &mut Page, place: Area, caption: &str, value: &str) {
    page.frame(place, 2);
    let inner = place.inside(5);
    page.text(area(inner.x, inner.y, inner.w, 18), regular(15), caption);
    let below = area(inner.x, inner.y.saturating_add(19), inner.w, inner.h.saturating_sub(19));
    page.paragraph(below, regular(21).down_to(12), value);
}

/// A framed box with a caption and several lines below it.
pub fn block(page: &mut Page, place: Area, caption: &str, lines: &[String]) {
    page.frame(place, 2);
    let inner = place.inside(5);
    page.text(area(inner.x, inner.y, inner.w, 18), regular(15), caption);
    page.lines(area(inner.x, inner.y.saturating_add(20), inner.w, inner.h.saturating_sub(20)), regular(21).down_to(12), lines);
}

/// A small box, ticked or not, with its words.
pub fn tick(page: &mut Page, x: i32, y: i32, width: i32, words: &str, ticked: bool) {
    let square = area(x, y.saturating_add(2), 20, 20);
    page.frame(square, 2);
    if ticked {
        page.text_middle(square, bold(20).centred(), "X");
    }
    page.text(area(x.saturating_add(26), y, width.saturating_sub(26), 26), regular(19), words);
}

/// A column of a table: left edge, width, and how its text looks.
pub type Column = (i32, i32, Style);

/// A row of a table: one line in each column.
pub fn row<S: AsRef<str>>(page: &mut Page, y: i32, height: i32, columns: &[Column], texts: &[S]) {
    for ((x, width, style), text) in columns.iter().zip(texts) {
        let place = area(x.saturating_add(4), y, width.saturating_sub(8), height);
        page.text_middle(place, *style, text.as_ref());
    }
}
