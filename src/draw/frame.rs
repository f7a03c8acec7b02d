//! The page: where map, boxes, heading and legend lie.

use crate::board::{Board, SpaceId};

use super::area;
use super::clip::Frame;
use super::panel::{self, Panel};
use super::plane::Plane;
use super::sheet::{Sheet, Window};

/// The page.
#[derive(Debug)]
pub struct Page<'a> {
    /// All of it.
    pub whole: Frame,
    /// The map.
    pub map: Frame,
    /// The height of the letters of heading and legend.
    pub text: i32,
    /// The boxes beside the map.
    pub panels: Vec<Panel<'a>>,
    /// Where the legend begins.
    pub legend: i32,
}

/// How much a map is wider than its hexes where their columns and rows are numbered along its edges, in hundredths of
/// a hex; elsewhere.
const NUMBERED: i32 = 70;
const PLAIN: i32 = 12;

/// Lays out the page.
pub fn page<'a>(
    plane: Plane<'_>,
    sheet: &Sheet<'a>,
    shown: &[SpaceId],
    legend_rows: i32,
) -> Page<'a> {
    let unit = plane.unit();
    // Of what an area holds nothing is cut.
    let rooms = shown.iter().filter(|_| area::mapped(sheet.board));
    let rooms = rooms.flat_map(|space| area::room(plane, *space).corners());
    let spaces = plane.around(shown).into_iter().flat_map(Frame::corners);
    let map = Frame::around(spaces.chain(rooms))
        .or_else(|| Frame::around(shown.iter().map(|space| plane.centre(*space))))
        .unwrap_or(Frame {
            left: 0,
            top: 0,
            right: unit,
            bottom: unit,
        })
        .grown(unit * margin(sheet) / 100);
    let text = (map.wide() / 110).max(unit / 7);
    let heading = text * 3;
    let mut whole = Frame {
        left: map.left - text,
        top: map.top - heading,
        right: map.right + text,
        bottom: map.bottom,
    };
    let mut panels = Vec::new();
    if sheet.window == Window::Whole {
        let (above, below): (Vec<usize>, Vec<usize>) =
            (0..sheet.board.boxes().len()).partition(|n| lies_above(sheet.board, plane, map, *n));
        let high = panel::row(sheet, &above, map, unit, text, &mut panels);
        for panel in &mut panels {
            panel.move_down(map.top - high - text / 2);
        }
        if high > 0 {
            whole.top -= high + text / 2;
        }
        let first = panels.len();
        let high = panel::row(sheet, &below, map, unit, text, &mut panels);
        for panel in panels.iter_mut().skip(first) {
            panel.move_down(map.bottom + text / 2);
        }
        if high > 0 {
            whole.bottom += high + text / 2;
        }
    }
    let legend = whole.bottom + text;
    whole.bottom = legend + legend_rows * text * 2 + text / 2;
    Page {
        whole,
        map,
        text,
        panels,
        legend,
    }
}

/// Whether columns and rows are numbered along the edges of a map: of a whole one, where hexes are small and are called
/// by column and row.
pub fn is_numbered(sheet: &Sheet<'_>) -> bool {
    let board = sheet.board;
    let called = |at: SpaceId| {
        let hex = board.number(at)?;
        let end = format!("{:02}{:02}", hex.col, hex.row);
        Some(board.space(at).id == end)
    };
    sheet.window == Window::Whole && board.spaces().all(|at| called(at) == Some(true))
}

/// The room along the edges in which columns and rows are numbered.
pub fn edge(plane: Plane<'_>, sheet: &Sheet<'_>) -> i32 {
    if is_numbered(sheet) {
        plane.unit() * (NUMBERED - PLAIN) / 100
    } else {
        0
    }
}

fn margin(sheet: &Sheet<'_>) -> i32 {
    if is_numbered(sheet) { NUMBERED } else { PLAIN }
}

/// Whether a box's arrows point to the upper half of the map.
fn lies_above(board: &Board, plane: Plane<'_>, map: Frame, n: usize) -> bool {
    let Some(off) = board.boxes().get(n) else {
        return false;
    };
    let count = i64::try_from(off.near.len()).unwrap_or(1).max(1);
    let sum: i64 = off
        .near
        .iter()
        .map(|at| i64::from(plane.centre(*at).y))
        .sum();
    sum / count < i64::from(i32::midpoint(map.top, map.bottom))
}
