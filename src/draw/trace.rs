//! Arrows for what moved, bursts for fights.

use crate::board::{Going, Point, Spot, Trace};

use super::area;
use super::clip::Frame;
use super::frame::Page;
use super::plane::Plane;
use super::sheet::Sheet;
use super::write::{Out, smooth};

/// Draws what happened.
pub fn draw(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, page: &Page<'_>) {
    let unit = plane.unit();
    for trace in &sheet.picture.traces {
        let Trace::Way {
            owner,
            going,
            spots,
        } = trace
        else {
            continue;
        };
        let points: Vec<Point> = spots
            .iter()
            .filter_map(|spot| place(plane, page, *spot))
            .collect();
        if !points.iter().any(|point| page.whole.holds(*point)) {
            continue;
        }
        let Some(points) = shortened(points, unit) else {
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
            unit / 12,
            unit / 18,
        ));
    }
    for trace in &sheet.picture.traces {
        if let Trace::Fight { at } = trace
            && let Some(point) = place(plane, page, *at)
            && page.map.holds(point)
        {
            out.line(format_args!(
                r##"<use href="#burst" x="{}" y="{}"/>"##,
                point.x + unit * 34 / 100,
                point.y - unit * 34 / 100
            ));
        }
    }
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

/// A way that ends before the middle of its last place, so that the tip does not cover the counter.
fn shortened(mut points: Vec<Point>, unit: i32) -> Option<Vec<Point>> {
    points.dedup();
    let [.., before, last] = points.as_mut_slice() else {
        return None;
    };
    let (x, y) = (last.x - before.x, last.y - before.y);
    let long = i32::try_from((i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y)).isqrt())
        .unwrap_or(i32::MAX)
        .max(1);
    let back = (unit * 42 / 100).min(long / 2);
    last.x -= scaled(x, back, long);
    last.y -= scaled(y, back, long);
    Some(points)
}

fn scaled(n: i32, part: i32, whole: i32) -> i32 {
    i32::try_from(i64::from(n) * i64::from(part) / i64::from(whole)).unwrap_or(0)
}
