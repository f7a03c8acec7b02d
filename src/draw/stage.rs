//! A stage: the board drawn once without counters, and where counters will stand, for pages that move them.

use std::collections::BTreeSet;

use crate::board::{Colour, Crossing, Point, SpaceId, Symbol};

use super::clip::Frame;
use super::frame::page;
use super::plane::Plane;
use super::sheet::{Detail, Sheet};
use super::svg::Words;
use super::write::{Out, path};
use super::{area, marks, panel, style, svg, symbol, texts};

/// The board without counters.
#[derive(Debug)]
pub struct Stage {
    /// The drawing; its layers `tints`, `crossings`, `lights`, `counters` and `tracks` are empty.
    pub svg: String,
    /// Left, top, width and height of it.
    pub frame: [i32; 4],
    /// The width of a hex, or of the square that the counters of an area fill.
    pub unit: i32,
    /// Whether counters lie as they do on boards of areas.
    pub areas: bool,
    /// The outline of every hex around its middle; empty where each area has its own.
    pub hex: String,
    /// The spaces, in the order of the board.
    pub places: Vec<Place>,
    /// The boxes beside the map, in the order of the board.
    pub boxes: Vec<Room>,
}

/// Where a space lies.
#[derive(Debug)]
pub struct Place {
    /// The middle.
    pub at: Point,
    /// Its outline, where it is no hex.
    pub outline: String,
}

/// Where a box lies, and how counters stand in it.
#[derive(Debug)]
pub struct Room {
    /// Left, top, width and height.
    pub frame: [i32; 4],
    /// The middle of the first counter.
    pub first: (i32, i32),
    /// The width of a counter.
    pub size: i32,
    /// From one counter to the next.
    pub cell: i32,
    /// Counters in a row.
    pub columns: i32,
}

/// Draws the stage. The picture says whose counters there will be and how many fill the boxes; none of them is drawn.
pub fn stage(sheet: &Sheet<'_>, symbols: &BTreeSet<Symbol>) -> Stage {
    let plane = Plane::new(sheet.board);
    let shown: Vec<SpaceId> = sheet.board.spaces().collect();
    let page = page(plane, sheet, &shown, 0);
    let detail = Detail::Full;
    // No heading and no legend: the page around it has both.
    let top = page
        .panels
        .iter()
        .map(|panel| panel.frame.top)
        .fold(page.map.top, i32::min);
    let bottom = page
        .panels
        .iter()
        .map(|panel| panel.frame.bottom)
        .fold(page.map.bottom, i32::max);
    let edge = page.text / 2;
    let frame = [
        page.map.left - edge,
        top - edge,
        page.map.wide() + 2 * edge,
        bottom - top + 2 * edge,
    ];
    let mut out = Out::default();
    out.line(format_args!(
        r#"<svg id="board" xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" role="group" aria-labelledby="board-title" tabindex="0"><title id="board-title">{}</title>"#,
        frame[0],
        frame[1],
        frame[2],
        frame[3],
        super::escape(sheet.title)
    ));
    svg::styles(&mut out, plane, sheet);
    svg::defs(&mut out, sheet, &page, symbols);
    // Names keep clear of where counters will stand.
    let named = shown
        .iter()
        .filter(|at| sheet.board.space(**at).name.is_some());
    let half = plane.unit() * 33 / 100;
    let mut taken: Vec<_> = named
        .map(|at| Frame::about(middle(plane, *at), half))
        .collect();
    let mut words = Words::default();
    words.seas = texts::draw(
        &mut words.under,
        plane,
        sheet,
        page.map,
        detail,
        &area::beside(plane),
    );
    taken.extend(&words.seas);
    let mut signs = Out::default();
    if area::mapped(sheet.board) {
        // Bridges are drawn by whoever knows their state; names keep clear of them.
        taken.extend(area::crossings(&mut Out::default(), plane, sheet, page.map));
        taken.extend(area::identifiers(&mut signs, plane, &shown));
    }
    words.names = marks::names(&mut words.above, plane, &shown, taken, page.map, detail);
    svg::ground(&mut out, plane, sheet, &shown, page.map, detail, &words);
    out.line(r#"<g id="tints"></g>"#);
    out.put(&signs.0);
    out.put(&words.above.0);
    for one in &page.panels {
        panel::empty(&mut out, one);
    }
    out.line(r#"<g id="crossings"></g><g id="lights"></g><g id="counters"></g><g id="tracks"></g><path id="lasso-box"/></svg>"#);
    let mut boxes: Vec<(usize, Room)> = page
        .panels
        .iter()
        .map(|panel| {
            let frame = panel.frame;
            let room = Room {
                frame: [frame.left, frame.top, frame.wide(), frame.high()],
                first: panel.place(0),
                size: panel.size,
                cell: panel.cell(),
                columns: panel.columns,
            };
            (panel.off, room)
        })
        .collect();
    boxes.sort_by_key(|(off, _)| *off);
    let hexes = sheet.board.is_hexes();
    let around = |at: SpaceId| {
        let centre = middle(plane, at);
        let corners = plane.corners(at);
        let moved = corners.iter().map(|corner| Point {
            x: corner.x - centre.x,
            y: corner.y - centre.y,
        });
        path(&moved.collect::<Vec<_>>(), true)
    };
    Stage {
        svg: out.0,
        frame,
        unit: plane.unit(),
        areas: area::mapped(sheet.board),
        hex: match shown.first() {
            Some(first) if hexes => around(*first),
            _ => String::new(),
        },
        places: shown
            .iter()
            .map(|at| Place {
                at: middle(plane, *at),
                outline: if hexes { String::new() } else { around(*at) },
            })
            .collect(),
        boxes: boxes.into_iter().map(|(_, room)| room).collect(),
    }
}

/// Where the counters of a space stand.
fn middle(plane: Plane<'_>, at: SpaceId) -> Point {
    if area::mapped(plane.board) {
        area::field(plane, at)
    } else {
        plane.centre(at)
    }
}

/// A bridge or ferry as maps show it, and what it is called.
pub fn crossing(sheet: &Sheet<'_>, one: &Crossing) -> (String, String) {
    let mut out = Out::default();
    area::drawn(&mut out, Plane::new(sheet.board), one);
    (out.0, area::crossing_title(sheet, one))
}

/// The fill of a party's counters.
pub const fn fill(colour: Colour) -> &'static str {
    style::counter(colour).0
}

/// The id of a symbol's drawing in the stage.
pub const fn symbol_id(of: Symbol) -> &'static str {
    symbol::id(of)
}
