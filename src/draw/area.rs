//! Boards of areas whose borders are drawn: what two areas have between them, what each of them is worth.
//!
//! Each area has a field one unit wide about its centre: at the left its number with what the ground adds and its
//! points, in the middle the counters, its name below.

use crate::board::{Board, Crossing, Passage, Point, SideId, SpaceId};

use super::clip::Frame;
use super::plane::Plane;
use super::sheet::Sheet;
use super::style::{Cover, ground, look_of};
use super::write::{Out, escape, path, smooth, text_wide};

/// Whether a board has its borders drawn, so that all of this applies.
pub fn mapped(board: &Board) -> bool {
    !board.drawing().borders.is_empty()
}

/// The middle of an area's counters.
pub fn field(plane: Plane<'_>, space: SpaceId) -> Point {
    let centre = plane.centre(space);
    Point {
        x: centre.x + plane.unit() * 9 / 100,
        y: centre.y - plane.unit() * 8 / 100,
    }
}

/// What an area's number, values and counters take.
pub fn room(plane: Plane<'_>, space: SpaceId) -> Frame {
    let centre = plane.centre(space);
    let part = |hundredths: i32| plane.unit() * hundredths / 100;
    Frame {
        left: centre.x - part(53),
        top: centre.y - part(42),
        right: centre.x + part(44),
        bottom: centre.y + part(46),
    }
}

/// The areas beside the map, each a box.
pub fn beside(plane: Plane<'_>) -> Vec<Frame> {
    let all = plane.board.spaces().filter(|at| is_beside(plane, *at));
    all.filter_map(|at| plane.around(&[at])).collect()
}

/// The areas of which something is seen in a frame.
pub fn seen(plane: Plane<'_>, map: Frame) -> Vec<SpaceId> {
    let all = plane.board.spaces();
    let touches = |at: &SpaceId| {
        plane
            .around(&[*at])
            .is_some_and(|outline| outline.touches(map))
    };
    all.filter(touches).collect()
}

/// The size of each of so many piles of an area, and where they lie about the middle of its counters.
pub fn places(n: usize, unit: i32) -> (i32, Vec<(i32, i32)>) {
    let part = |hundredths: i32| unit * hundredths / 100;
    match n {
        0 | 1 => (part(62), vec![(0, 0)]),
        2 => (part(45), vec![(part(-17), 0), (part(29), 0)]),
        3 => {
            let near = part(17);
            (part(32), vec![(-near, -near), (near, -near), (0, part(16))])
        }
        n => {
            let step = part(21);
            let all = 0..i32::try_from(n).unwrap_or(9);
            let places = all.map(|n| ((n % 3 - 1) * step, (n / 3 - 1) * step));
            (part(20), places.collect())
        }
    }
}

/// The ground of every area, its rim in the colour of whoever holds it.
pub fn patches(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, shown: &[SpaceId]) {
    connectors(out, plane, sheet, shown);
    for &space in shown {
        let fill = ground(look_of(sheet.board.space(space)));
        let cell = path(&plane.corners(space), true);
        out.line(format_args!(
            r#"<path class="z" fill="{fill}" d="{cell}"/>"#
        ));
    }
    for &space in shown {
        let Some(owner) = sheet.picture.control.get(&space) else {
            continue;
        };
        let cell = path(&plane.corners(space), true);
        let n = space.0;
        out.line(format_args!(
            r##"<clipPath id="in{n}"><path d="{cell}"/></clipPath><path class="o{owner}" d="{cell}"/><path class="rim w{owner}" clip-path="url(#in{n})" stroke-width="{}" d="{cell}"/>"##,
            plane.unit() / 7
        ));
    }
}

/// Arrows between neighbours that do not touch: to areas beside the map.
fn connectors(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, shown: &[SpaceId]) {
    let mut ways = String::new();
    for (side, a, b) in sides(sheet.board, shown) {
        if plane.board.drawing().borders.contains_key(&side) {
            continue;
        }
        // Beside the map from the middle of the box, so that ways to several areas fan out; on the map rather by the
        // border than straight to the middle, or they would seem to enter a neighbour.
        let (inner, outer) = if is_beside(plane, a) { (b, a) } else { (a, b) };
        let (from, to) = (plane.centre(outer), plane.centre(inner));
        let weigh = if is_beside(plane, inner) { 1 } else { 3 };
        let Some(last) = between(&plane.corners(inner), (from, weigh), (to, 1)) else {
            continue;
        };
        let Some(first) = between(&plane.corners(outer), (from, 1), (last, 1)) else {
            continue;
        };
        // A little into the ground, which covers what is too long.
        ways.push_str(&path(
            &[toward(first, from, plane.unit() / 3), first, last],
            false,
        ));
        ways.push_str(&path(&[last, toward(last, to, plane.unit() / 3)], false));
    }
    if !ways.is_empty() {
        out.line(format_args!(
            r#"<path class="cn0" stroke-width="{}" d="{ways}"/>"#,
            plane.unit() / 45
        ));
    }
}

/// The sides between spaces shown, each once, with the spaces.
fn sides(board: &Board, shown: &[SpaceId]) -> Vec<(SideId, SpaceId, SpaceId)> {
    let mut found = Vec::new();
    for &space in shown {
        for link in board.links(space) {
            if link.to > space && shown.binary_search(&link.to).is_ok() {
                found.push((link.side, space, link.to));
            }
        }
    }
    found
}

/// Whether a space lies beside the map.
fn is_beside(plane: Plane<'_>, space: SpaceId) -> bool {
    look_of(plane.board.space(space)).cover == Cover::Beside
}

/// The point of an outline on the shortest way between two points, each with the weight of the way to it.
fn between(outline: &[Point], a: (Point, i64), b: (Point, i64)) -> Option<Point> {
    let ring = outline.iter().zip(outline.iter().cycle().skip(1));
    let far = |point: Point, (to, weight): (Point, i64)| square(point, to).isqrt() * weight;
    ring.flat_map(|(from, to)| parts(*from, *to))
        .min_by_key(|point| far(*point, a) + far(*point, b))
}

/// Points along a piece of line.
fn parts(a: Point, b: Point) -> impl Iterator<Item = Point> {
    const N: i32 = 12;
    (0..=N).map(move |n| Point {
        x: a.x + (b.x - a.x) * n / N,
        y: a.y + (b.y - a.y) * n / N,
    })
}

fn square(a: Point, b: Point) -> i64 {
    let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
    x * x + y * y
}

/// A point so far from one toward another.
fn toward(from: Point, to: Point, far: i32) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let long = i32::try_from(square(from, to).isqrt())
        .unwrap_or(i32::MAX)
        .max(1);
    Point {
        x: from.x + x * far / long,
        y: from.y + y * far / long,
    }
}

/// Where a road crosses a border, and a piece of the border there.
fn crossing(plane: Plane<'_>, side: SideId) -> Option<(Point, Point, Point)> {
    let line = plane.board.drawing().borders.get(&side)?;
    let ends = plane.board.side_of(side);
    let (from, to) = (plane.mark(ends.a), plane.mark(ends.b));
    let mut best: Option<(i64, Point, Point, Point)> = None;
    for pair in line.windows(2) {
        let [a, b] = pair else { continue };
        for point in parts(*a, *b) {
            let far = square(point, from).isqrt() + square(point, to).isqrt();
            if best.is_none_or(|(least, ..)| far < least) {
                best = Some((far, point, *a, *b));
            }
        }
    }
    best.map(|(_, point, a, b)| (point, a, b))
}

/// Rivers and canals along the borders they are, and roads from town to town.
pub fn ways(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, shown: &[SpaceId]) {
    let unit = plane.unit();
    let borders = &plane.board.drawing().borders;
    for (tag, wide) in [("canal", unit / 22), ("river", unit / 10)] {
        let mut lines = String::new();
        for (side, ..) in sides(sheet.board, shown) {
            if let (true, Some(line)) = (sheet.board.side_of(side).has(tag), borders.get(&side)) {
                lines.push_str(&path(line, false));
            }
        }
        out.line(format_args!(
            r#"<path class="wt0" stroke-width="{}" d="{lines}"/><path class="wt1" stroke-width="{wide}" d="{lines}"/>"#,
            wide + unit / 28
        ));
    }
    let mut roads = String::new();
    for (side, a, b) in sides(sheet.board, shown) {
        if !sheet.board.side_of(side).has("road") {
            continue;
        }
        if let Some((over, ..)) = crossing(plane, side) {
            roads.push_str(&smooth(&[plane.mark(a), over, plane.mark(b)]));
        }
    }
    out.line(format_args!(
        r#"<path class="rd0" stroke-width="{}" d="{roads}"/>"#,
        unit / 40
    ));
}

/// The points of a road through its towns and over its crossings.
pub fn road(plane: Plane<'_>, spaces: &[SpaceId]) -> Vec<Point> {
    let mut points = Vec::new();
    for pair in spaces.windows(2) {
        let [a, b] = pair else { continue };
        points.push(plane.mark(*a));
        if let Some((over, ..)) = plane
            .board
            .side(*a, *b)
            .and_then(|side| crossing(plane, side))
        {
            points.push(over);
        }
    }
    points.extend(spaces.last().map(|space| plane.mark(*space)));
    points
}

/// Bridges and ferries as they stand; gives the room they take.
pub fn crossings(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, map: Frame) -> Vec<Frame> {
    let unit = plane.unit();
    let radius = unit * 9 / 100;
    let mut taken = Vec::new();
    for one in &sheet.picture.crossings {
        let place = crossing(plane, one.side);
        let Some((at, ..)) = place.filter(|(at, ..)| map.contains(Frame::about(*at, radius)))
        else {
            continue;
        };
        let title = escape(&crossing_title(sheet, one));
        out.put(format_args!("<g><title>{title}</title>"));
        drawn(out, plane, one);
        out.line("</g>");
        let noted = if one.note.is_empty() {
            radius
        } else {
            unit * 14 / 100 + text_wide(&one.note, unit * 12 / 100) / 2
        };
        taken.push(Frame {
            right: at.x + noted,
            ..Frame::about(at, radius)
        });
    }
    taken
}

/// What a bridge or ferry is and whose, in the reader's words.
pub fn crossing_title(sheet: &Sheet<'_>, one: &Crossing) -> String {
    let side = sheet.board.side_of(one.side);
    let name = side.tag("bridge").or(side.tag("ferry")).unwrap_or_default();
    let state = if one.whole {
        sheet.party(one.holder)
    } else {
        sheet.word("map-destroyed")
    };
    let title = format!("{name}{}{state}", sheet.word("text-colon"));
    if one.note.is_empty() {
        title
    } else {
        format!("{title}, {}", one.note)
    }
}

/// A bridge or ferry in its present state, without its title.
pub fn drawn(out: &mut Out, plane: Plane<'_>, one: &Crossing) {
    let unit = plane.unit();
    let radius = unit * 9 / 100;
    let Some((at, a, b)) = crossing(plane, one.side) else {
        return;
    };
    out.put(format_args!(
        r#"<circle class="br0" cx="{}" cy="{}" r="{radius}" stroke-width="{}"/>"#,
        at.x,
        at.y,
        unit / 90
    ));
    let holder = one.holder;
    match one.passage {
        Passage::Bridge => {
            // Along the road: square to the border.
            let (x, y) = (b.x - a.x, b.y - a.y);
            let long = i32::try_from(square(a, b).isqrt()).unwrap_or(1).max(1);
            let spot = |down: i32, across: i32| Point {
                x: at.x + (-y * down + x * across) / long,
                y: at.y + (x * down + y * across) / long,
            };
            let (half, wide) = (unit * 8 / 100, unit * 38 / 1000);
            let deck = [
                spot(-half, -wide),
                spot(half, -wide),
                spot(half, wide),
                spot(-half, wide),
            ];
            out.put(format_args!(
                r#"<path class="br1 hd{holder}" stroke-width="{}" d="{}"/>"#,
                unit / 80,
                path(&deck, true)
            ));
        }
        Passage::Ferry => out.put(format_args!(
            r#"<circle class="br1 hd{holder}" cx="{}" cy="{}" r="{}" stroke-width="{}"/><text class="mt ht{holder}" x="{}" y="{}" font-size="{}">F</text>"#,
            at.x,
            at.y,
            radius * 3 / 4,
            unit / 80,
            at.x,
            at.y + unit * 35 / 1000,
            unit / 10
        )),
    }
    if !one.whole {
        let r = radius * 9 / 10;
        out.put(format_args!(
            r#"<path class="br2" stroke-width="{}" d="M{},{}l{},{}M{},{}l{},{}"/>"#,
            unit / 32,
            at.x - r,
            at.y - r,
            2 * r,
            2 * r,
            at.x - r,
            at.y + r,
            2 * r,
            -2 * r
        ));
    }
    if !one.note.is_empty() {
        out.put(format_args!(
            r#"<text class="f0" x="{}" y="{}" font-size="{}">{}</text>"#,
            at.x + unit * 14 / 100,
            at.y + unit * 4 / 100,
            unit * 12 / 100,
            escape(&one.note)
        ));
    }
}

/// The number of each area, what its ground adds, its points; gives the room they take.
pub fn identifiers(out: &mut Out, plane: Plane<'_>, shown: &[SpaceId]) -> Vec<Frame> {
    let unit = plane.unit();
    let part = |hundredths: i32| unit * hundredths / 100;
    let mut taken = Vec::new();
    for &space in shown {
        let here = plane.board.space(space);
        let centre = plane.centre(space);
        let (x, mut y) = (centre.x - part(40), centre.y - part(30));
        let r = part(11);
        let look = look_of(here);
        let class = match look.cover {
            Cover::Marsh => "id id1",
            Cover::Beside => "id id2",
            _ => "id",
        };
        let shape = match look.cover {
            // Heights have square numbers, all else round ones.
            Cover::Hill | Cover::Mountain | Cover::Beside => format!(
                r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" stroke-width="{}"/>"#,
                x - r,
                y - r,
                2 * r,
                2 * r,
                unit / 50
            ),
            _ => format!(
                r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}" stroke-width="{}"/>"#,
                unit / 50
            ),
        };
        out.put(format_args!(
            r#"{shape}<text class="idt" x="{x}" y="{}" font-size="{}">{}</text>"#,
            y + part(5),
            part(15),
            escape(&here.id)
        ));
        y += part(23);
        if let Some(adds) = here.tag("tem") {
            out.put(format_args!(
                r#"<text class="f0" x="{x}" y="{}" font-size="{}">+{}</text>"#,
                y + part(3),
                part(14),
                escape(adds)
            ));
            y += part(16);
        }
        if let Some(points) = here.tag("vp") {
            let half = part(if points.len() > 1 { 12 } else { 8 });
            out.put(format_args!(
                r#"<rect class="q2" x="{}" y="{}" width="{}" height="{}" rx="{}"/><text class="q3" x="{x}" y="{}" font-size="{}">{}</text>"#,
                x - half,
                y - part(7),
                2 * half,
                part(14),
                part(6),
                y + part(5),
                part(13),
                escape(points)
            ));
            y += part(9);
        }
        taken.push(Frame {
            left: x - r,
            top: centre.y - part(41),
            right: x + r,
            bottom: y,
        });
    }
    out.line("");
    taken
}
