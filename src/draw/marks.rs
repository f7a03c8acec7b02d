//! Towns, ports and airfields with their names.

use crate::board::{Point, Space, SpaceId};

use super::area;
use super::clip::Frame;
use super::plane::Plane;
use super::sheet::Detail;
use super::style::{Cover, look_of};
use super::write::{Out, escape, text_wide};

/// Draws the marks of places; names are drawn later, above the counters.
pub fn places(out: &mut Out, plane: Plane<'_>, shown: &[SpaceId], detail: Detail) {
    let unit = plane.unit();
    let size = if detail == Detail::Full {
        unit / 22
    } else {
        unit / 12
    };
    for &space in shown {
        let here = plane.board.space(space);
        if here.name.is_none() {
            continue;
        }
        let at = plane.mark(space);
        if here.has("town") {
            out.put(format_args!(
                r#"<rect class="q0" x="{}" y="{}" width="{}" height="{}"/>"#,
                at.x - size,
                at.y - size,
                size * 2,
                size * 2
            ));
        } else if plane.board.is_hexes() || area::mapped(plane.board) && !is_beside(here) {
            out.put(format_args!(
                r#"<circle class="q1" cx="{}" cy="{}" r="{}"/>"#,
                at.x,
                at.y,
                size * 2 / 3
            ));
        }
    }
    out.line("");
}

/// Whether a space lies beside the map.
fn is_beside(here: &Space) -> bool {
    look_of(here).cover == Cover::Beside
}

/// What is drawn beside a name.
fn icons(here: &Space) -> Vec<&'static str> {
    let mut icons = Vec::new();
    if here.has("port") || here.has("minor-port") {
        icons.push("port");
    }
    if here.has("airfield") {
        icons.push("airfield");
    }
    if here.has("lakebase") {
        icons.push("ice");
    }
    if here.tags.keys().any(|tag| tag.ends_with("battery")) {
        icons.push("guns");
    }
    if here.has("drop") {
        icons.push("chute");
    }
    if here.has("head") {
        icons.push("crate");
    }
    icons
}

/// A name on its way to a free place.
struct Name<'s> {
    space: SpaceId,
    here: &'s Space,
    size: i32,
    wide: i32,
    icons: Vec<&'static str>,
}

/// The names of towns with a value, placed before the counters where hexes are small: a counter can lie elsewhere, the
/// name of what the game is about cannot.
pub fn great_names(
    out: &mut Out,
    plane: Plane<'_>,
    shown: &[SpaceId],
    taken: Vec<Frame>,
    map: Frame,
) -> Vec<Frame> {
    let great = shown
        .iter()
        .copied()
        .filter(|at| is_great(plane.board.space(*at)));
    let great: Vec<SpaceId> = great.collect();
    names(out, plane, &great, taken, map, Detail::Coarse)
}

/// Whether a town has a value.
pub fn is_great(here: &Space) -> bool {
    here.tag("town").is_some_and(|value| !value.is_empty())
}

/// Draws the names of places where they cover neither counters nor each other, and if it can be no road or river; gives
/// the room they take.
pub fn names(
    out: &mut Out,
    plane: Plane<'_>,
    shown: &[SpaceId],
    mut taken: Vec<Frame>,
    map: Frame,
    detail: Detail,
) -> Vec<Frame> {
    let unit = plane.unit();
    let areas = area::mapped(plane.board);
    let lines = lines(plane, map, detail);
    let mut written = Vec::new();
    let mut names: Vec<Name<'_>> = shown
        .iter()
        .filter_map(|&space| {
            let here = plane.board.space(space);
            let name = shown_name(here);
            let town = here.has("town");
            let size = match (detail, town) {
                (Detail::Full, true) => unit * 17 / 100,
                (Detail::Full, false) if areas => unit * 17 / 100,
                (Detail::Full, false) if here.has("landmark") => {
                    unit * if plane.board.is_hexes() { 15 } else { 30 } / 100
                }
                (Detail::Full, false) => unit * 13 / 100,
                (Detail::Coarse, true) => unit * 52 / 100,
                (Detail::Coarse, false) if here.has("landmark") => unit * 44 / 100,
                (Detail::Coarse, false) if areas => unit * 17 / 100,
                (Detail::Coarse, false) => return None,
            };
            let icons = if detail == Detail::Full {
                icons(here)
            } else {
                Vec::new()
            };
            if name.is_empty() && icons.is_empty() {
                return None;
            }
            let valued = here.tag("town").is_some_and(|value| !value.is_empty());
            let values = if detail == Detail::Full && valued {
                size
            } else {
                0
            };
            let beside = i32::try_from(icons.len()).unwrap_or(0) * size + values;
            let wide = text_wide(name, size) + beside;
            Some(Name {
                space,
                here,
                size,
                wide,
                icons,
            })
        })
        .collect();
    // Towns choose first, the great ones before the small ones.
    names.sort_by_key(|name| {
        let value: i32 = name
            .here
            .tag("town")
            .and_then(|n| n.parse().ok())
            .unwrap_or(-1);
        (-value, name.space)
    });
    for name in &names {
        let candidates = match detail {
            _ if areas && is_beside(name.here) => beside_places(plane, name),
            _ if areas => area_places(plane, name),
            Detail::Full => full_places(plane, name),
            Detail::Coarse => coarse_places(plane, name),
        };
        let inside = |frame: &Frame| map.grown(-unit / 20).contains(*frame);
        let Some(reach) = reach(&candidates) else {
            continue;
        };
        let near: Vec<Frame> = taken
            .iter()
            .filter(|one| one.touches(reach))
            .copied()
            .collect();
        let from = lines.partition_point(|one| one.x < reach.left);
        let to = lines.partition_point(|one| one.x <= reach.right);
        let crossed: Vec<Point> = lines
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .filter(|one| reach.holds(**one))
            .copied()
            .collect();
        let covers =
            |frame: &Frame| -> i64 { near.iter().map(|other| common(*other, *frame)).sum() };
        let crosses = |frame: &Frame| crossed.iter().filter(|one| frame.holds(**one)).count();
        let mut best: Option<((i64, usize), Frame)> = None;
        for (n, (frame, _)) in candidates.iter().enumerate() {
            if !inside(frame) {
                continue;
            }
            // To clear a line a name goes a little aside, not far.
            let cost = (covers(frame), crosses(frame) + n);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *frame));
            }
            if best.is_some_and(|((covered, aside), _)| covered == 0 && aside <= n) {
                break;
            }
        }
        let chosen = match best {
            Some(((0, _), chosen)) => Some(chosen),
            // A town's name is never left out where counters are drawn in full, an area's never: where it covers least.
            Some((_, chosen)) if areas || detail == Detail::Full && name.here.has("town") => {
                Some(chosen)
            }
            _ => None,
        };
        if let Some(frame) = chosen {
            taken.push(frame);
            written.push(frame);
            write(out, name, frame);
        }
    }
    written
}

/// The frame about all candidates.
fn reach(candidates: &[(Frame, i32)]) -> Option<Frame> {
    Frame::around(candidates.iter().flat_map(|(frame, _)| frame.corners()))
}

/// Points along roads and railways, and along rivers that are borders, from left to right.
fn lines(plane: Plane<'_>, map: Frame, detail: Detail) -> Vec<Point> {
    if detail == Detail::Coarse && plane.board.is_hexes() {
        return Vec::new();
    }
    let step = (plane.unit() / 12).max(1);
    let mut points = Vec::new();
    let mut add = |line: &[Point]| {
        for pair in line.windows(2) {
            let [a, b] = pair else { continue };
            let (x, y) = (b.x - a.x, b.y - a.y);
            let parts = (x.abs().max(y.abs()) / step).max(1);
            points.extend((0..=parts).map(|n| Point {
                x: a.x + x * n / parts,
                y: a.y + y * n / parts,
            }));
        }
    };
    for line in plane.board.lines() {
        if area::mapped(plane.board) {
            add(&area::road(plane, &line.spaces));
        } else {
            let way: Vec<Point> = line.spaces.iter().map(|at| plane.mark(*at)).collect();
            add(&way);
        }
    }
    for (side, border) in &plane.board.drawing().borders {
        let side = plane.board.side_of(*side);
        if side.has("river") || side.has("canal") {
            add(border);
        }
    }
    points.retain(|point| map.holds(*point));
    points.sort_unstable();
    points
}

/// How much two frames cover of each other.
fn common(a: Frame, b: Frame) -> i64 {
    let wide = a.right.min(b.right) - a.left.max(b.left);
    let high = a.bottom.min(b.bottom) - a.top.max(b.top);
    i64::from(wide.max(0)) * i64::from(high.max(0))
}

fn centred(name: &Name<'_>, x: i32, top: i32) -> (Frame, i32) {
    let frame = Frame {
        left: x - name.wide / 2,
        top,
        right: x + name.wide / 2,
        bottom: top + name.size * 11 / 10,
    };
    (frame, top)
}

/// Under the counters of its own space, else above them, else a little to one side.
fn full_places(plane: Plane<'_>, name: &Name<'_>) -> Vec<(Frame, i32)> {
    let unit = plane.unit();
    let centre = plane.centre(name.space);
    let below = centre.y + unit * 34 / 100;
    let above = centre.y - unit * 34 / 100 - name.size * 11 / 10;
    let mut places = Vec::new();
    for side in [0, -15, 15, -30, 30] {
        let x = centre.x + unit * side / 100;
        places.push(centred(name, x, below));
        places.push(centred(name, x, above));
    }
    places
}

/// Beside its number where there are no counters; else under them, a little to one side, a little lower, above them.
fn area_places(plane: Plane<'_>, name: &Name<'_>) -> Vec<(Frame, i32)> {
    let unit = plane.unit();
    let centre = plane.centre(name.space);
    let beside = |left: i32, down: i32| {
        let top = centre.y - unit * down / 100;
        let frame = Frame {
            left,
            top,
            right: left + name.wide,
            bottom: top + name.size * 11 / 10,
        };
        (frame, top)
    };
    let left = centre.x - unit * 26 / 100;
    let mut places = [37, 27, 47].map(|down| beside(left, down)).to_vec();
    for down in [25, 29, 34, -59, 42, -70] {
        for side in [0, -8, 8, -16, 16, -26, 26, -36, 36] {
            let (x, y) = (centre.x + unit * side / 100, centre.y + unit * down / 100);
            places.push(centred(name, x, y));
        }
    }
    places
}

/// The same, but first what lies within its box.
fn beside_places(plane: Plane<'_>, name: &Name<'_>) -> Vec<(Frame, i32)> {
    let mut places = area_places(plane, name);
    if let Some(outline) = plane.around(&[name.space]) {
        let inner = outline.grown(-plane.unit() / 40);
        places.sort_by_key(|(frame, _)| !inner.contains(*frame));
    }
    places
}

/// A name without what explains it in brackets.
fn shown_name(here: &Space) -> &str {
    let name = here.name.as_deref().unwrap_or_default();
    name.split(" (").next().unwrap_or(name)
}

/// Around the mark.
fn coarse_places(plane: Plane<'_>, name: &Name<'_>) -> Vec<(Frame, i32)> {
    let unit = plane.unit();
    let at = plane.mark(name.space);
    let half = name.size * 55 / 100;
    let mut places = Vec::new();
    for far in [45, 70, 110] {
        let away = unit * far / 100;
        places.push(centred(name, at.x, at.y + away - half / 2));
        places.push(centred(name, at.x, at.y - away - half * 3 / 2));
        places.push(centred(name, at.x + away / 2 + name.wide / 2, at.y - half));
        places.push(centred(name, at.x - away / 2 - name.wide / 2, at.y - half));
    }
    places
}

fn write(out: &mut Out, name: &Name<'_>, frame: Frame) {
    let size = name.size;
    let base = frame.top + size * 9 / 10;
    let mut x = frame.left;
    let class = if name.here.has("town") { "f0" } else { "f1" };
    for icon in &name.icons {
        out.put(format_args!(
            r##"<use href="#{icon}" transform="translate({},{})scale({})"/>"##,
            x + size / 2,
            frame.top + size * 6 / 10,
            super::write::hundredths(size)
        ));
        x += size;
    }
    let text = shown_name(name.here);
    let wide = text_wide(text, size);
    out.put(format_args!(
        r#"<text class="{class}" x="{}" y="{base}" font-size="{size}">{}</text>"#,
        x + wide / 2,
        escape(text)
    ));
    x += wide;
    if let Some(value) = name.here.tag("town").filter(|value| !value.is_empty())
        && frame.right - x >= size * 3 / 4
    {
        out.put(format_args!(
            r#"<circle class="q2" cx="{}" cy="{}" r="{}"/><text class="q3" x="{}" y="{}" font-size="{}">{}</text>"#,
            x + size * 6 / 10,
            frame.top + size * 6 / 10,
            size * 45 / 100,
            x + size * 6 / 10,
            frame.top + size * 85 / 100,
            size * 70 / 100,
            escape(value)
        ));
    }
    out.line("");
}
