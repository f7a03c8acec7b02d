//! Arrows for what moved, bursts for fights.

use std::collections::BTreeSet;

use crate::board::{Going, Point, Spot, Trace};

use super::area;
use super::clip::Frame;
use super::frame::Page;
use super::plane::Plane;
use super::sheet::{Detail, Sheet, Window};
use super::write::{Out, hundredths, smooth};

/// Draws the ways that were gone, to lie under the counters.
pub fn ways(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, page: &Page<'_>, detail: Detail) {
    let unit = plane.unit();
    let coarse = detail == Detail::Coarse && plane.board.is_hexes();
    let wide = if coarse { unit / 8 } else { unit / 18 };
    // From a window no arrow runs into its heading or legend; on the whole map some come from the boxes beside it.
    let cut = match sheet.window {
        Window::Whole => "",
        Window::Around { .. } => r##" clip-path="url(#map)""##,
    };
    out.line(format_args!("<g{cut}>"));
    let mut done = BTreeSet::new();
    for trace in &sheet.picture.traces {
        let Trace::Way {
            owner,
            going,
            spots,
        } = trace
        else {
            continue;
        };
        if !done.insert((owner, going, spots)) {
            continue;
        }
        let points: Vec<Point> = spots
            .iter()
            .filter_map(|spot| place(plane, page, *spot))
            .collect();
        if !points.iter().any(|point| page.whole.holds(*point)) {
            continue;
        }
        // The counters of an area have its number beside them.
        let back = if area::mapped(plane.board) { 70 } else { 42 };
        let Some(points) = shortened(points, unit * 30 / 100, unit * back / 100) else {
            continue;
        };
        let way = smooth(&points);
        let dash = match going {
            Going::Land => "",
            Going::Rail => " rail",
            Going::Sea => " sea",
            Going::Air => " air",
        };
        out.line(format_args!(
            r##"<path class="c0" stroke-width="{}" d="{way}"/><path class="c1 w{owner}{dash}" stroke-width="{}" marker-end="url(#tip{owner})" d="{way}"/>"##,
            wide * 3 / 2,
            wide,
        ));
    }
    out.line("</g>");
}

/// Draws the fights, above all else.
pub fn fights(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, page: &Page<'_>, detail: Detail) {
    for burst in bursts(plane, sheet, page, detail) {
        out.line(format_args!(
            r##"<use href="#burst0" transform="translate({},{})scale({})"/>"##,
            i32::midpoint(burst.left, burst.right),
            i32::midpoint(burst.top, burst.bottom),
            hundredths(burst.wide())
        ));
    }
}

/// Where the fights are drawn, each once: above the middle of the counters, which they leave legible; where counters
/// are moved apart, on the place itself.
pub fn bursts(plane: Plane<'_>, sheet: &Sheet<'_>, page: &Page<'_>, detail: Detail) -> Vec<Frame> {
    let unit = plane.unit();
    let (up, size) = if detail == Detail::Coarse && plane.board.is_hexes() {
        (0, unit)
    } else {
        (44, unit * 28 / 100)
    };
    let fights: BTreeSet<Spot> = sheet
        .picture
        .traces
        .iter()
        .filter_map(|trace| match trace {
            Trace::Fight { at } => Some(*at),
            Trace::Way { .. } => None,
        })
        .collect();
    let places = fights.into_iter().filter_map(|at| place(plane, page, at));
    places
        .filter(|point| page.map.holds(*point))
        .map(|point| {
            let burst = Frame::about(
                Point {
                    x: point.x - unit * if up == 0 { 0 } else { 3 } / 100,
                    y: point.y - unit * up / 100,
                },
                size / 2,
            );
            let down = (page.map.top - burst.top).max(0);
            Frame {
                top: burst.top + down,
                bottom: burst.bottom + down,
                ..burst
            }
        })
        .collect()
}

/// Where the arrows run: names keep clear of them.
pub fn frames(plane: Plane<'_>, sheet: &Sheet<'_>, page: &Page<'_>) -> Vec<Frame> {
    const PARTS: i32 = 12;
    let half = plane.unit() / 20;
    let mut frames = Vec::new();
    for trace in &sheet.picture.traces {
        let Trace::Way { spots, .. } = trace else {
            continue;
        };
        let points: Vec<Point> = spots
            .iter()
            .filter_map(|spot| place(plane, page, *spot))
            .collect();
        for pair in points.windows(2) {
            let [a, b] = pair else { continue };
            frames.extend((0..=PARTS).map(|n| {
                let (x, y) = (a.x + (b.x - a.x) * n / PARTS, a.y + (b.y - a.y) * n / PARTS);
                Frame::about(Point { x, y }, half)
            }));
        }
    }
    frames
}

/// Where a spot lies on the page.
fn place(plane: Plane<'_>, page: &Page<'_>, spot: Spot) -> Option<Point> {
    match spot {
        Spot::Space(space) if area::mapped(plane.board) => Some(area::field(plane, space)),
        Spot::Space(space) => Some(plane.centre(space)),
        Spot::Off(off) => page
            .panels
            .iter()
            .find(|panel| panel.off == off)
            .map(|panel| edge(panel.frame, page.map)),
    }
}

/// The middle of the edge of a box that faces the map.
const fn edge(frame: Frame, map: Frame) -> Point {
    Point {
        x: i32::midpoint(frame.left, frame.right),
        y: if frame.top < map.top {
            frame.bottom
        } else {
            frame.top
        },
    }
}

/// A way that begins and ends beside the middle of its first and last place, so that it covers no counter.
fn shortened(mut points: Vec<Point>, first: i32, last: i32) -> Option<Vec<Point>> {
    points.dedup();
    points.reverse();
    end_before(&mut points, first)?;
    points.reverse();
    end_before(&mut points, last)?;
    Some(points)
}

/// Takes so much off the end of a way; a short piece keeps half of it.
fn end_before(points: &mut [Point], back: i32) -> Option<()> {
    let [.., before, last] = points else {
        return None;
    };
    let (x, y) = (last.x - before.x, last.y - before.y);
    let long = i32::try_from((i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y)).isqrt())
        .unwrap_or(i32::MAX)
        .max(1);
    let back = back.min(long / 2);
    last.x -= scaled(x, back, long);
    last.y -= scaled(y, back, long);
    Some(())
}

fn scaled(n: i32, part: i32, whole: i32) -> i32 {
    i32::try_from(i64::from(n) * i64::from(part) / i64::from(whole)).unwrap_or(0)
}
