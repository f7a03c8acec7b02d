//! Boxes beside the map, with the counters in them.

use crate::board::{Piece, Spot};

use super::clip::Frame;
use super::counter;
use super::sheet::{Detail, Sheet};
use super::write::{Out, escape, text_wide};

/// A box with its counters in rows.
#[derive(Debug)]
pub struct Panel<'a> {
    /// Its number among the boxes.
    pub off: usize,
    pub frame: Frame,
    name: String,
    /// Counters that look alike lie together.
    groups: Vec<Vec<&'a Piece>>,
    pub columns: i32,
    /// The width of a counter.
    pub size: i32,
    text: i32,
}

impl Panel<'_> {
    pub const fn move_down(&mut self, by: i32) {
        self.frame.top += by;
        self.frame.bottom += by;
    }

    /// The width of a counter with the gap to the next.
    pub const fn cell(&self) -> i32 {
        self.size + self.size / 7
    }

    /// The middle of the n-th counter.
    pub const fn place(&self, n: i32) -> (i32, i32) {
        let cell = self.cell();
        (
            self.frame.left + self.text / 2 + (n % self.columns) * cell + cell / 2,
            self.frame.top + self.text * 7 / 4 + (n / self.columns) * cell + cell / 2,
        )
    }
}

fn groups<'a>(sheet: &Sheet<'a>, off: usize) -> Vec<Vec<&'a Piece>> {
    let mut groups: Vec<Vec<&'a Piece>> = Vec::new();
    let alike = |a: &Piece, b: &Piece| {
        a.owner == b.owner
            && a.symbol == b.symbol
            && a.short == b.short
            && a.strength == b.strength
            && a.steps == b.steps
    };
    for piece in sheet.picture.on(Spot::Off(off)) {
        let found = groups
            .iter_mut()
            .find(|group| group.first().is_some_and(|first| alike(first, piece)));
        match found {
            Some(group) => group.push(piece),
            None => groups.push(vec![piece]),
        }
    }
    groups
}

/// Lays boxes side by side over the width of the map, from height 0; returns how high the row is.
pub fn row<'a>(
    sheet: &Sheet<'a>,
    boxes: &[usize],
    map: Frame,
    unit: i32,
    text: i32,
    panels: &mut Vec<Panel<'a>>,
) -> i32 {
    // What holds nothing is left out, unless a page shows what comes into it.
    let boxes: Vec<usize> = boxes
        .iter()
        .copied()
        .filter(|off| sheet.empty_boxes || sheet.picture.on(Spot::Off(*off)).next().is_some())
        .collect();
    let boxes = boxes.as_slice();
    let Ok(n) = i32::try_from(boxes.len()) else {
        return 0;
    };
    if n == 0 {
        return 0;
    }
    let most = (map.wide() - text * (n - 1)) / n;
    // Counters beside the map are as legible as the letters there.
    let size = (unit * 6 / 10).max(text * 27 / 10);
    let mut left = map.left;
    let mut highest = 0;
    let first = panels.len();
    for &off in boxes {
        let name = sheet
            .board
            .boxes()
            .get(off)
            .map(|off| off.name.clone())
            .unwrap_or_default();
        let groups = groups(sheet, off);
        let cell = size + size / 7;
        let wanted = i32::try_from(groups.len()).unwrap_or(1).max(1);
        let columns = wanted.min(((most - text) / cell).max(1));
        let rows = (wanted + columns - 1) / columns;
        let wide = (columns * cell + text)
            .max(text_wide(&name, text) + text * 2)
            .min(most);
        let high = text * 2 + rows * cell + size / 7;
        panels.push(Panel {
            off,
            frame: Frame {
                left,
                top: 0,
                right: left + wide,
                bottom: high,
            },
            name,
            groups,
            columns,
            size,
            text,
        });
        left += wide + text;
        highest = highest.max(high);
    }
    for panel in panels.iter_mut().skip(first) {
        panel.frame.bottom = highest;
    }
    highest
}

/// Draws a box with its counters.
pub fn draw(out: &mut Out, sheet: &Sheet<'_>, panel: &Panel<'_>, detail: Detail) {
    out.put("<g>");
    empty(out, panel);
    for (group, n) in panel.groups.iter().zip(0..) {
        counter::single(out, sheet, group, panel.place(n), panel.size, detail);
    }
    out.line("</g>");
}

/// Draws a box without counters.
pub fn empty(out: &mut Out, panel: &Panel<'_>) {
    let frame = panel.frame;
    out.put(format_args!(
        r#"<rect class="x" x="{}" y="{}" width="{}" height="{}" rx="{}"/>"#,
        frame.left,
        frame.top,
        frame.wide(),
        frame.high(),
        panel.text / 2
    ));
    out.line(format_args!(
        r#"<text class="h" x="{}" y="{}" font-size="{}">{}</text>"#,
        frame.left + panel.text / 2,
        frame.top + panel.text * 5 / 4,
        panel.text,
        escape(&panel.name)
    ));
}
