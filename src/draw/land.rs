//! The ground: sea and coast, terrain, who controls what, the grid and its numbers.

use std::collections::BTreeMap;

use crate::board::{Point, SpaceId};

use super::area;
use super::clip::{self, Frame};
use super::frame;
use super::plane::Plane;
use super::sheet::{Detail, Sheet};
use super::style::{Cover, ground, look, look_of};
use super::svg::Words;
use super::water;
use super::write::{Out, path};

/// Draws the ground and defines `#land`, which later layers are cut to.
pub fn draw(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, map: Frame, detail: Detail) {
    let drawing = sheet.board.drawing();
    let shown: Vec<SpaceId> = if area::mapped(sheet.board) {
        area::seen(plane, map)
    } else {
        let near = |at: &SpaceId| map.grown(plane.unit()).holds(plane.centre(*at));
        sheet.board.spaces().filter(near).collect()
    };
    // What is smaller than a dot is left out.
    let least = match detail {
        Detail::Full => 0,
        Detail::Coarse => plane.unit() / 22,
    };
    let coasts: String = drawing
        .land
        .iter()
        .map(|points| clip::outline(points, map.grown(plane.unit())))
        .map(|points| path(&clip::thinned(points, least), true))
        .collect();
    if coasts.is_empty() {
        patches(out, plane, sheet, map, &shown);
        return;
    }
    out.line(format_args!(r#"<defs><path id="land" d="{coasts}"/>"#));
    out.line(r##"<clipPath id="on-land"><use href="#land"/></clipPath></defs>"##);
    // Shallow water along the coast, as on a chart.
    for (class, wide) in [("sh1", 46), ("sh2", 22)] {
        out.line(format_args!(
            r##"<use href="#land" class="{class}" stroke-width="{}"/>"##,
            plane.unit() * wide / 100
        ));
    }
    out.line(r##"<use href="#land" class="g"/>"##);
    out.line(r##"<g clip-path="url(#on-land)">"##);
    let mut fills: BTreeMap<&str, String> = BTreeMap::new();
    for &space in &shown {
        let look = look_of(sheet.board.space(space));
        if look.land && look.cover != Cover::Open {
            let cell = path(&plane.corners(space), true);
            fills.entry(ground(look)).or_default().push_str(&cell);
        }
    }
    for (fill, cells) in fills {
        out.line(format_args!(
            r#"<path fill="{fill}" stroke="{fill}" class="t" stroke-width="{}" d="{cells}"/>"#,
            plane.unit() / 9
        ));
    }
    peaks(out, plane, sheet, &shown, detail);
    control(out, plane, sheet, &shown);
    out.line("</g>");
    out.line(r##"<use href="#land" class="l"/>"##);
}

/// Boards without a coast: every space has the colour of its terrain.
fn patches(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, map: Frame, shown: &[SpaceId]) {
    if area::mapped(sheet.board) {
        // Between areas waters are borders; their own lines show beside the areas alone.
        water::streams(out, plane, map);
        return area::patches(out, plane, sheet, shown);
    }
    for &space in shown {
        let fill = ground(look_of(sheet.board.space(space)));
        let cell = path(&plane.corners(space), true);
        out.line(format_args!(
            r#"<path class="z" fill="{fill}" d="{cell}"/>"#
        ));
    }
    control(out, plane, sheet, shown);
}

/// Little peaks in each mountain space, never twice the same way.
fn peaks(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, rim: &[SpaceId], detail: Detail) {
    let (unit, spots): (i32, &[(i32, i32)]) = match detail {
        Detail::Full => (plane.unit(), &[(-26, -24), (24, 2), (-14, 26)]),
        Detail::Coarse => (plane.unit() * 17 / 10, &[(0, 0)]),
    };
    out.line(format_args!(
        r##"<defs><g id="peak"><path class="m0" d="M0,{a}L{b},{c} {d},{c}z"/><path class="m1" d="M0,{a}L{d},{c}H{e}z"/></g></defs>"##,
        a = -unit * 9 / 100,
        b = -unit * 10 / 100,
        c = unit * 7 / 100,
        d = unit * 10 / 100,
        e = unit / 50,
    ));
    let mut uses = Out::default();
    for &space in rim {
        let here = sheet.board.space(space);
        if look(&here.terrain).cover != Cover::Mountain {
            continue;
        }
        let centre = plane.centre(space);
        let seed = u32::from(space.0).wrapping_mul(2_654_435_761);
        for (n, (x, y)) in spots.iter().enumerate() {
            let odd = i32::try_from((seed >> (8 * n)) % 17).unwrap_or(0) - 8;
            let at = Point {
                x: centre.x + unit * (x + odd) / 100,
                y: centre.y + unit * (y - odd / 2) / 100,
            };
            uses.put(format_args!(
                r##"<use href="#peak" x="{}" y="{}"/>"##,
                at.x, at.y
            ));
        }
    }
    out.line(uses.0);
}

/// A tint of the party's colour over what it controls, and a rim where that ends.
fn control(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, shown: &[SpaceId]) {
    let mut held: BTreeMap<usize, (String, String)> = BTreeMap::new();
    for &space in shown {
        let Some(owner) = sheet.picture.control.get(&space) else {
            continue;
        };
        let (cells, ends) = held.entry(*owner).or_default();
        cells.push_str(&path(&plane.corners(space), true));
        for link in sheet.board.links(space) {
            if sheet.picture.control.get(&link.to) != Some(owner)
                && let Some((a, b)) = plane.ends(link.side)
            {
                ends.push_str(&path(&[a, b], false));
            }
        }
    }
    for (owner, (cells, ends)) in held {
        out.line(format_args!(r#"<path class="o{owner}" d="{cells}"/>"#));
        if !ends.is_empty() {
            out.line(format_args!(
                r#"<path class="rim w{owner}" stroke-linecap="round" stroke-width="{}" d="{ends}"/>"#,
                plane.unit() / 16
            ));
        }
    }
}

/// The sides of the hexes, each once, and their numbers where no other word stands.
pub fn grid(
    out: &mut Out,
    plane: Plane<'_>,
    sheet: &Sheet<'_>,
    shown: &[SpaceId],
    detail: Detail,
    words: &Words,
) {
    if !sheet.board.is_hexes() {
        // Areas drawn over a coast need their borders; others have them already.
        if !sheet.board.drawing().land.is_empty() {
            let cells: String = shown
                .iter()
                .map(|space| path(&plane.corners(*space), true))
                .collect();
            out.line(format_args!(r#"<path class="ar" d="{cells}"/>"#));
        }
        return;
    }
    let mut lines = String::new();
    for &space in shown {
        let corners = plane.corners(space);
        let [top, ne, se, bottom, sw, nw] = &*corners else {
            continue;
        };
        let is_shown = |dir| {
            sheet
                .board
                .toward(space, dir)
                .is_some_and(|at| shown.binary_search(&at).is_ok())
        };
        use crate::board::Dir;
        // Upper left, upper right and right are this hex's; the others only at the rim.
        lines.push_str(&path(&[*nw, *top, *ne, *se], false));
        let rim = [
            (Dir::W, [*nw, *sw]),
            (Dir::SW, [*sw, *bottom]),
            (Dir::SE, [*bottom, *se]),
        ];
        for (dir, side) in rim {
            if !is_shown(dir) {
                lines.push_str(&path(&side, false));
            }
        }
    }
    let class = match detail {
        Detail::Full => "r",
        Detail::Coarse => "r rc",
    };
    out.line(format_args!(r#"<path class="{class}" d="{lines}"/>"#));
    if detail == Detail::Coarse {
        return;
    }
    let unit = plane.unit();
    let mut taken: Vec<&Frame> = words.names.iter().chain(&words.seas).collect();
    taken.sort_unstable_by_key(|word| word.top);
    let tallest = taken.iter().map(|word| word.high()).max().unwrap_or(0);
    out.put(format_args!(
        r#"<g class="i" font-size="{}">"#,
        unit * 10 / 100
    ));
    for &space in shown {
        let here = sheet.board.space(space);
        if look(&here.terrain).cover == Cover::Closed {
            continue;
        }
        let centre = plane.centre(space);
        let base = centre.y - unit * 39 / 100;
        let room = Frame {
            left: centre.x - unit * 10 / 100,
            top: base - unit * 8 / 100,
            right: centre.x + unit * 10 / 100,
            bottom: base,
        };
        let from = taken.partition_point(|word| word.top < room.top - tallest);
        let near = taken.get(from..).unwrap_or_default();
        if near
            .iter()
            .take_while(|word| word.top < room.bottom)
            .any(|word| word.touches(room))
        {
            continue;
        }
        out.put(format_args!(
            r#"<text x="{}" y="{base}">{}</text>"#,
            centre.x, here.id
        ));
    }
    out.line("</g>");
}

/// The numbers of columns and rows along the edges of a whole map, so that a hex can be named where its own number
/// cannot be read.
pub fn edges(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, map: Frame) {
    if !frame::is_numbered(sheet) {
        return;
    }
    let unit = plane.unit();
    let size = unit * 44 / 100;
    // The first and the last hex of each row and column: where hexes are shifted they lie half a hex apart.
    let mut rows: BTreeMap<i32, [Point; 2]> = BTreeMap::new();
    let mut columns: BTreeMap<i32, [Point; 2]> = BTreeMap::new();
    for at in sheet.board.spaces() {
        let Some(hex) = sheet.board.number(at) else {
            continue;
        };
        let centre = plane.centre(at);
        let ends = rows.entry(hex.row).or_insert([centre; 2]);
        if centre.x < ends[0].x {
            ends[0] = centre;
        }
        if centre.x > ends[1].x {
            ends[1] = centre;
        }
        let ends = columns.entry(hex.col).or_insert([centre; 2]);
        if centre.y < ends[0].y {
            ends[0] = centre;
        }
        if centre.y > ends[1].y {
            ends[1] = centre;
        }
    }
    let [top, bottom] = [map.top + size, map.bottom - size * 35 / 100];
    let [left, right] = [map.left + size * 65 / 100, map.right - size * 65 / 100];
    out.put(format_args!(r#"<g class="en" font-size="{size}">"#));
    let mut put = |x: i32, y: i32, n: i32| {
        out.put(format_args!(
            r#"<text class="en" x="{x}" y="{y}">{n:02}</text>"#
        ));
    };
    for (column, [first, last]) in columns {
        put(first.x, top, column);
        put(last.x, bottom, column);
    }
    for (row, [first, last]) in rows {
        put(left, first.y + size * 35 / 100, row);
        put(right, last.y + size * 35 / 100, row);
    }
    out.line("</g>");
}
