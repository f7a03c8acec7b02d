//! Lakes, rivers, lines of communication, and sides that nobody crosses.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Point, SideId, SpaceId};

use super::area;
use super::chain::chains;
use super::clip::{self, Frame};
use super::plane::Plane;
use super::sheet::{Detail, Sheet};
use super::write::{Out, between, path, smooth};

/// Draws lakes and rivers.
pub fn draw(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, shown: &[SpaceId], map: Frame) {
    let drawing = sheet.board.drawing();
    let lakes: String = drawing
        .lakes
        .iter()
        .map(|points| path(&clip::outline(points, map.grown(plane.unit())), true))
        .collect();
    if !lakes.is_empty() {
        out.line(format_args!(r#"<path class="k0" d="{lakes}"/>"#));
    }
    if !area::mapped(sheet.board) {
        streams(out, plane, map);
    }
    for tag in ["river", "canal"] {
        for (name, pieces) in sides(plane, sheet, shown, tag) {
            let way: String = chains(&pieces).iter().map(|line| smooth(line)).collect();
            out.line(format_args!(
                r#"<path class="v0" stroke-width="{}" d="{way}"><title>{}</title></path>"#,
                plane.unit() / 27,
                super::write::escape(&name)
            ));
        }
    }
}

/// Draws the lines of rivers that do not run along sides.
pub fn streams(out: &mut Out, plane: Plane<'_>, map: Frame) {
    for (name, points) in &plane.board.drawing().rivers {
        for part in clip::line(points, map.grown(plane.unit())) {
            out.line(format_args!(
                r#"<path class="v0" stroke-width="{}" d="{}"><title>{}</title></path>"#,
                plane.unit() / 24,
                path(&part, false),
                super::write::escape(name)
            ));
        }
    }
}

/// The sides with a tag, by its value, as pieces of line.
fn sides(
    plane: Plane<'_>,
    sheet: &Sheet<'_>,
    shown: &[SpaceId],
    tag: &str,
) -> BTreeMap<String, Vec<(Point, Point)>> {
    let mut found: BTreeMap<String, Vec<(Point, Point)>> = BTreeMap::new();
    for id in shown_sides(sheet, shown, tag) {
        let value = sheet.board.side_of(id).tag(tag).unwrap_or_default();
        if let Some(ends) = plane.ends(id) {
            found.entry(value.to_owned()).or_default().push(ends);
        }
    }
    found
}

/// The sides with a tag that belong to a space shown, each once.
fn shown_sides<'a>(
    sheet: &'a Sheet<'_>,
    shown: &'a [SpaceId],
    tag: &'a str,
) -> impl Iterator<Item = SideId> + 'a {
    let is_shown = |space: SpaceId| shown.binary_search(&space).is_ok();
    // Few sides have a tag, so that is asked first.
    sheet.board.sides().filter(move |id| {
        let side = sheet.board.side_of(*id);
        side.has(tag) && (is_shown(side.a) || is_shown(side.b))
    })
}

/// Draws borders, and sides that ships or troops never cross, and sounds that they do.
pub fn barriers(
    out: &mut Out,
    plane: Plane<'_>,
    sheet: &Sheet<'_>,
    shown: &[SpaceId],
    detail: Detail,
) {
    let unit = plane.unit();
    let all = |tag: &str| -> String {
        let pieces: Vec<_> = sides(plane, sheet, shown, tag)
            .into_values()
            .flatten()
            .collect();
        chains(&pieces)
            .iter()
            .map(|line| path(line, false))
            .collect()
    };
    let kinds = [
        ("no-sea", "j", unit / 24),
        ("border", "b0", unit / 18),
        ("cliff", "a2", unit / 16),
    ];
    for (tag, class, wide) in kinds {
        if detail == Detail::Coarse && tag == "no-sea" {
            continue;
        }
        let lines = all(tag);
        if !lines.is_empty() {
            out.line(format_args!(
                r#"<path class="{class}" stroke-width="{wide}" d="{lines}"/>"#
            ));
        }
    }
    if detail == Detail::Coarse {
        return;
    }
    let mut sounds = String::new();
    for id in shown_sides(sheet, shown, "strait") {
        if let Some((a, b)) = plane.ends(id) {
            // A short stroke across the side.
            let middle = between(a, b);
            let (x, y) = ((b.y - a.y) / 5, (a.x - b.x) / 5);
            let from = Point {
                x: middle.x - x,
                y: middle.y - y,
            };
            let to = Point {
                x: middle.x + x,
                y: middle.y + y,
            };
            sounds.push_str(&path(&[from, to], false));
        }
    }
    if !sounds.is_empty() {
        out.line(format_args!(
            r#"<path class="u" stroke-width="{}" d="{sounds}"/>"#,
            unit / 26
        ));
    }
}

/// Draws railways and roads.
pub fn lines(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, map: Frame) {
    let unit = plane.unit();
    for kind in ["track", "secondary", "road", "rail"] {
        let forks = forks(sheet, kind);
        let mut ways = String::new();
        let mut dotted = String::new();
        for line in sheet.board.lines().iter().filter(|line| line.kind == kind) {
            let pieces = if area::mapped(sheet.board) {
                vec![area::road(plane, &line.spaces)]
            } else {
                // Through its towns and forks: a line that only bends near them would seem to miss them.
                let stops = |at: &SpaceId| forks.contains(at) || plane.board.space(*at).has("town");
                cut_at(&line.spaces, stops)
                    .into_iter()
                    .map(|piece| piece.iter().map(|at| plane.mark(*at)).collect())
                    .collect()
            };
            let parts = pieces
                .iter()
                .flat_map(|points: &Vec<Point>| clip::line(points, map.grown(unit)));
            for part in parts {
                let to = if line.is_open() && kind != "track" {
                    &mut ways
                } else {
                    &mut dotted
                };
                to.push_str(&smooth(&part));
            }
        }
        if !ways.is_empty() {
            let wide = unit / if kind == "secondary" { 30 } else { 20 };
            // A railway is dashed, a road is not.
            let (under, over, dashes) = if kind == "rail" {
                let dash = unit / 12;
                ("a0", "a1", format!(r#" stroke-dasharray="{dash} {dash}""#))
            } else {
                ("d0", "d1", String::new())
            };
            out.line(format_args!(
                r#"<path class="{under}" stroke-width="{wide}" d="{ways}"/><path class="{over}" stroke-width="{}"{dashes} d="{ways}"/>"#,
                wide * 5 / 9,
            ));
        }
        if !dotted.is_empty() {
            out.line(format_args!(
                r#"<path class="a2" stroke-width="{}" stroke-dasharray="{} {}" d="{dotted}"/>"#,
                unit / 40,
                unit / 18,
                unit / 18,
            ));
        }
    }
}

/// Where lines of a kind begin, end or meet.
fn forks(sheet: &Sheet<'_>, kind: &str) -> BTreeSet<SpaceId> {
    let mut next: BTreeMap<SpaceId, BTreeSet<SpaceId>> = BTreeMap::new();
    for line in sheet.board.lines().iter().filter(|line| line.kind == kind) {
        for pair in line.spaces.windows(2) {
            let [a, b] = *pair else { continue };
            next.entry(a).or_default().insert(b);
            next.entry(b).or_default().insert(a);
        }
    }
    next.retain(|_, others| others.len() != 2);
    next.into_keys().collect()
}

/// A row of spaces in pieces, each from one stop to the next.
fn cut_at(spaces: &[SpaceId], stops: impl Fn(&SpaceId) -> bool) -> Vec<Vec<SpaceId>> {
    let mut pieces = vec![Vec::new()];
    for (n, at) in spaces.iter().enumerate() {
        if let Some(piece) = pieces.last_mut() {
            piece.push(*at);
        }
        if n > 0 && n + 1 < spaces.len() && stops(at) {
            pieces.push(vec![*at]);
        }
    }
    pieces
}
