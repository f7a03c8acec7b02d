//! Rules 2.2.1, 8.1.6 and 10.2.5: distances and straight lines, on whole numbers.

use super::data::Map;
use crate::board::SpaceId;

/// Rule 10.1.2: a box counts so many hexes.
const BOX: u32 = 4;

/// A hex as cube coordinates; rows grow northward and even ones are shifted half a hex east.
fn cube(map: &Map, at: SpaceId) -> [i32; 3] {
    let place = map.place(at);
    let q = place.col - place.row.div_euclid(2) + i32::from(place.row.rem_euclid(2) == 0);
    [q, place.row, -q - place.row]
}

/// Rule 2.2.1: hexes from one place to another; a box counts four.
pub(super) fn distance(map: &Map, a: SpaceId, b: SpaceId) -> u32 {
    if map.place(a).is_box || map.place(b).is_box {
        return BOX;
    }
    apart(cube(map, a), cube(map, b))
}

fn apart(a: [i32; 3], b: [i32; 3]) -> u32 {
    let far = |n: usize| (a[n] - b[n]).unsigned_abs();
    (far(0) + far(1) + far(2)) / 2
}

/// The places of a straight way behind `a`, up to `b`: on the map by the hexes the line runs through, beside it from box
/// to box. Where the line runs on a side of hexes, it keeps to the one nearer to `b`, then to the northern.
pub(super) fn line(map: &Map, a: SpaceId, b: SpaceId) -> Vec<SpaceId> {
    if a == b {
        return Vec::new();
    }
    if map.place(a).is_box || map.place(b).is_box {
        return by_boxes(map, a, b);
    }
    straight(map, a, b)
}

fn straight(map: &Map, a: SpaceId, b: SpaceId) -> Vec<SpaceId> {
    let (from, to) = (cube(map, a), cube(map, b));
    let n = apart(from, to).cast_signed();
    let mut way = Vec::with_capacity(n.unsigned_abs() as usize);
    let mut at = a;
    for step in 1..=n {
        // The ideal point, in n-ths of a hex.
        let ideal: Vec<i64> = (0..3)
            .map(|k| i64::from(from[k]) * i64::from(n - step) + i64::from(to[k]) * i64::from(step))
            .collect();
        let off = |space: &SpaceId| -> i64 {
            let here = cube(map, *space);
            (0..3)
                .map(|k| (i64::from(here[k]) * i64::from(n) - ideal[k]).pow(2))
                .sum()
        };
        let near = map.place(at).links.iter().copied();
        let next = near
            .filter(|space| !map.place(*space).is_box)
            .min_by_key(|space| {
                let left = apart(cube(map, *space), to);
                (off(space), left, -map.place(*space).row, *space)
            });
        let Some(next) = next else { break };
        way.push(next);
        at = next;
    }
    way
}

/// The fewest moves where a box is on the way; on equal terms the straighter one.
fn by_boxes(map: &Map, a: SpaceId, b: SpaceId) -> Vec<SpaceId> {
    // From a hex: to the nearest hex that touches a box of the chain; boxes are few.
    let mut from: Vec<Option<SpaceId>> = vec![None; map.places.len()];
    let mut seen = vec![false; map.places.len()];
    let mut edge = vec![a];
    seen[a.index()] = true;
    while !edge.is_empty() && !seen[b.index()] {
        let mut next = Vec::new();
        for at in edge {
            for to in &map.place(at).links {
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    from[to.index()] = Some(at);
                    next.push(*to);
                }
            }
        }
        edge = next;
    }
    let mut way = Vec::new();
    let mut at = b;
    while at != a {
        way.push(at);
        let Some(before) = from[at.index()] else {
            return Vec::new();
        };
        at = before;
    }
    way.reverse();
    straighten(map, a, way)
}

/// The hexes between two boxes, or before the first and behind the last, go straight.
fn straighten(map: &Map, a: SpaceId, way: Vec<SpaceId>) -> Vec<SpaceId> {
    let mut done: Vec<SpaceId> = Vec::with_capacity(way.len());
    let mut at = a;
    let mut k = 0;
    while k < way.len() {
        let is_box = |space: SpaceId| map.place(space).is_box;
        if is_box(at) || is_box(way[k]) {
            at = way[k];
            done.push(at);
            k += 1;
            continue;
        }
        let last = (k..way.len()).take_while(|n| !is_box(way[*n])).last();
        let last = last.unwrap_or(k);
        done.extend(straight(map, at, way[last]));
        at = way[last];
        k = last + 1;
    }
    done
}

/// Rule 19.2.8: whether a way leads into the wind (-1), with it (1), or across (0). The wind blows from the West.
pub(super) fn fan(map: &Map, a: SpaceId, b: SpaceId) -> i32 {
    let place = |at| map.place(at);
    if a == b || place(a).is_box || place(b).is_box {
        return 0;
    }
    // Half hexes eastward; rows are 0.866 hexes apart: within 60 degrees of east or west is |dy| <= 1.732 |dx|.
    let east = |at| 2 * place(at).col + i32::from(place(at).row.rem_euclid(2) == 0);
    let dx = east(b) - east(a);
    let dy = place(b).row - place(a).row;
    match dx.signum() {
        _ if dy.abs() > dx.abs() => 0,
        sign => sign,
    }
}
