//! Counters that are larger than their hexes, moved apart so that none covers another; a line leads from each to where
//! it stands.

use crate::board::Point;

use super::clip::Frame;
use super::pile::Pile;
use super::write::Out;

/// Directions a counter may be moved in, in thousandths: along the rows and columns first.
const WAYS: [(i32, i32); 16] = [
    (0, -1000),
    (0, 1000),
    (1000, 0),
    (-1000, 0),
    (707, -707),
    (-707, -707),
    (707, 707),
    (-707, 707),
    (383, -924),
    (-383, -924),
    (383, 924),
    (-383, 924),
    (924, -383),
    (-924, -383),
    (924, 383),
    (-924, 383),
];

/// How far it may be moved, in steps of two fifths of a hex.
const STEPS: i32 = 30;

/// Moves piles apart and off what is taken, each as little as may be; what has room stays where it is.
pub fn apart(piles: &mut [Pile<'_>], taken: &[Frame], map: Frame, unit: i32) {
    let anchors: Vec<Point> = piles.iter().map(|pile| pile.from).collect();
    let near = |a: Point, b: Point, far: i32| (a.x - b.x).abs() < far && (a.y - b.y).abs() < far;
    let crowd = |at: Point, far: i32| {
        anchors
            .iter()
            .filter(|other| near(at, **other, far))
            .count()
    };
    let mut order: Vec<usize> = (0..piles.len()).collect();
    order.sort_by_key(|n| {
        let pile = piles.get(*n);
        pile.map_or(0, |pile| crowd(pile.from, pile.size + unit / 10))
    });
    let mut placed: Vec<Frame> = taken.to_vec();
    for n in order {
        let Some(pile) = piles.get_mut(n) else {
            continue;
        };
        let half = pile.size / 2;
        let frame = |at: Point| Frame::about(at, half);
        let inside = map.grown(-unit / 10);
        let moved = |step: i32, (x, y): (i32, i32)| Point {
            x: pile.from.x + x * step * unit / 2500,
            y: pile.from.y + y * step * unit / 2500,
        };
        let rings = (1..=STEPS).flat_map(|step| WAYS.map(|way| moved(step, way)));
        let spots: Vec<Point> = std::iter::once(pile.from).chain(rings).collect();
        let free = |at: &&Point| {
            let here = frame(**at);
            inside.contains(here)
                && placed
                    .iter()
                    .all(|other| !other.grown(unit / 12).touches(here))
        };
        let clear = |at: &&Point| {
            let here = frame(**at).grown(unit / 8);
            anchors
                .iter()
                .all(|other| *other == pile.from || !here.holds(*other))
        };
        let chosen = spots.iter().find(|at| free(at) && clear(at));
        let chosen = chosen.or_else(|| spots.iter().find(free)).copied();
        pile.at = chosen.unwrap_or_else(|| held(pile.from, half, inside));
        placed.push(frame(pile.at));
    }
}

/// A point so near the edge that what lies about it stays inside.
pub fn held(at: Point, half: i32, inside: Frame) -> Point {
    Point {
        x: at.x.max(inside.left + half).min(inside.right - half),
        y: at.y.max(inside.top + half).min(inside.bottom - half),
    }
}

/// Draws the lines from the places to the counters that were moved.
pub fn leads(out: &mut Out, piles: &[Pile<'_>], unit: i32) {
    let mut lines = Out::default();
    let mut dots = Out::default();
    for pile in piles {
        let (x, y) = (pile.at.x - pile.from.x, pile.at.y - pile.from.y);
        if x.abs().max(y.abs()) > unit * 35 / 100 {
            lines.put(format_args!("M{},{}l{x},{y}", pile.from.x, pile.from.y));
            dots.put(format_args!(
                r#"<circle class="ld1" cx="{}" cy="{}" r="{}"/>"#,
                pile.from.x,
                pile.from.y,
                unit / 6
            ));
        }
    }
    let (lines, dots) = (lines.0, dots.0);
    if !lines.is_empty() {
        out.line(format_args!(
            r#"<path class="ld0" stroke-width="{}" d="{lines}"/><path class="ld" stroke-width="{}" d="{lines}"/>{dots}"#,
            unit / 7,
            unit / 16
        ));
    }
}
